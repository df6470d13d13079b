"""What a tree of Carcassonne consists of, and the room that it grows in (`growing`)."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import Row
from ludex.games.carcassonne.engine.engine import MOST
from ludex.games.carcassonne.engine.features import Numbers, Paper, paper
from ludex.games.carcassonne.engine.layout import MOST_SEATS, WORDS
from ludex.games.carcassonne.engine.moves import TILE_KINDS

NODES: Final = 24_000
"""So many positions a tree has at most: then it has been thought about enough."""
WIDTH: Final = 8
FIRST_WIDTH: Final = 16
"""So many ways to lay a tile are tried: later on, and at the first turn."""


class Tree(NamedTuple):
    """Nodes, then branches. A branch has a node for each kind that may be drawn after it."""

    size: Row
    """How many nodes and how many branches there are."""
    first: Row
    branches: Row
    visits: Row
    mover: Row
    action: Row
    prior: Numbers
    """How good a branch seems at first to whoever moves, from -1 to 1."""
    tries: Row
    total: Numbers
    """What its tries came to, all together."""
    leads: Numbers
    squares: Numbers
    """By how many points whoever moves was ahead then, and the squares of that, all together."""
    below: npt.NDArray[np.int16]
    """The node below, by the kind drawn; 0 if there is none yet."""
    drawn: npt.NDArray[np.int32]
    """How often each kind was drawn."""


class Room(NamedTuple):
    """What is used again and again while a tree grows."""

    notes: Paper
    state: Row
    trial: Row
    found: Row
    hopes: Numbers
    result: Numbers
    leads: Numbers
    path: Row
    shares: Numbers


def new_tree(nodes: int = NODES) -> Tree:
    """A tree without a node."""
    branches = (nodes + 1) * WIDTH + FIRST_WIDTH
    return Tree(
        size=np.zeros(2, np.int64),
        first=np.zeros(nodes, np.int64),
        branches=np.zeros(nodes, np.int64),
        visits=np.zeros(nodes, np.int64),
        mover=np.zeros(nodes, np.int64),
        action=np.zeros(branches, np.int64),
        prior=np.zeros(branches),
        tries=np.zeros(branches, np.int64),
        total=np.zeros(branches),
        leads=np.zeros(branches),
        squares=np.zeros(branches),
        below=np.zeros((branches, TILE_KINDS), np.int16),
        drawn=np.zeros((branches, TILE_KINDS), np.int32),
    )


def new_room() -> Room:
    """Room to grow a tree."""
    return Room(
        notes=paper(),
        state=np.zeros(WORDS, np.int64),
        trial=np.zeros(WORDS, np.int64),
        found=np.zeros(MOST, np.int64),
        hopes=np.zeros(MOST_SEATS),
        result=np.zeros(MOST_SEATS),
        leads=np.zeros(MOST_SEATS),
        path=np.zeros(256, np.int64),
        shares=np.zeros(TILE_KINDS),
    )
