"""Tic-tac-toe as any first game is: without looks, so that a table shows its text and its events."""

from dataclasses import replace

from ludex.registry import load
from playing import ROOT

game = replace(load(str(ROOT / "examples" / "tic_tac_toe.py")), looks=None)
