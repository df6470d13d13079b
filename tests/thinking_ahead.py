"""What thinkers have loaded before they are asked; imported by the process that they are forked from.

Their questions are functions of test modules, which import the rest of this.
"""

import pytest

import serving
from ludex.server.game_list import game_list
from ludex.server.workers import advice, process

LOADED = game_list(()), advice, process, pytest, serving
