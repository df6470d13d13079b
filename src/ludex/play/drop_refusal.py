"""Explanations why a piece cannot be dropped somewhere: the guard's own sentence."""

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from ludex.kernel import Game, Refusal, Seat
from ludex.play.effects import Rejection, RejectionKind
from ludex.table import Zone, looks_of, meant

S = TypeVar("S")

GROUND: Final = re.compile(r"-?\d{1,4},-?\d{1,4}")
"""A place of an open map by its two numbers, whether anything lies there or not."""


def explain_drop(game: Game[S], state: S, seat: Seat, pick: str, drop: str) -> Rejection:
    """Return what speaks against it, as far as the seat can see."""
    view = game.view(state, seat)
    zones = looks_of(game).zones(view, seat)
    places = {zone.key for zone in zones}
    pieces = {piece.key for zone in zones for piece in zone.pieces}
    known = pick in places | pieces and (drop in places or _is_ground(zones, drop))
    event = meant(game, view, zones, pick, drop) if known else None
    if event is None:
        return Rejection("That cannot be put there.")
    if not game.belongs_to(view, event, seat):
        return Rejection("It is not your turn.")
    refusal = game.refusal(view, event)
    if isinstance(refusal, Refusal):
        return Rejection(refusal.text, RejectionKind.RULES, refusal)
    return Rejection("That can be done.")


def _is_ground(zones: Sequence[Zone], drop: str) -> bool:
    """Is it open ground, on a map whose places are named alike?"""
    named = (zone.key for zone in zones if zone.region != "table")
    return bool(GROUND.fullmatch(drop)) and any(map(GROUND.fullmatch, named))
