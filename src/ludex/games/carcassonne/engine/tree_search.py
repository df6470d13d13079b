"""A tree of what may follow in Carcassonne: Monte Carlo tree search on the engine.

A node is a position with a drawn tile. When it is added, every way to lay the tile is weighed (`weights`), and
the best few become its branches. Each time the tree is walked through, every player takes the branch that has gone best
so far or was tried least, and between turns chance draws whatever kind is most behind its share: so a few
walks see what many draws would. A walk ends in a new node, and what that promises goes to all branches above.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import Row
from ludex.compile.jit import called, compiled

from .engine import MOST
from .features import (
    Numbers,
    TurnNotes,
    look_into_bag,
    new_notes,
    read,
    weigh,
    weights,
)
from .layout import (
    ABOVE,
    CLAIMS,
    DRAWN,
    LAY,
    LEFT,
    LYING,
    MOST_SEATS,
    NO_TILE,
    OPENING,
    OPENINGS,
    OVER,
    PHASE,
    PIECES,
    TILE,
    TILES,
    WORDS,
    count,
    counted,
    seat_of,
    seats,
)
from .moves import (
    FOLLOWERS,
    TILE_KINDS,
    WAYS,
    apply,
    has_room,
    legal,
    weight,
)

NODES = 24_000
"""So many positions a tree has at most: then it has been thought about enough."""
WIDTH = 8
FIRST_WIDTH = 16
"""So many ways to lay a tile are tried: later on, and at the first turn."""


class SearchTree(NamedTuple):
    """Nodes, then branches. A branch has a node for each kind that may be drawn after it."""

    size: Row
    """The number of nodes and of branches."""
    first: Row
    branches: Row
    visits: Row
    mover: Row
    action: Row
    prior: Numbers
    """The first estimate of a branch for the seat on turn, from -1 to 1."""
    tries: Row
    total: Numbers
    """The sum of the results of its tries."""
    leads: Numbers
    squares: Numbers
    """The sums of the mover's leads in points, and of their squares."""
    below: npt.NDArray[np.int16]
    """The node below, by the kind drawn; 0 if there is none yet."""
    drawn: npt.NDArray[np.int32]
    """The number of draws of each kind."""


class Room(NamedTuple):
    """Memory that is used again and again while a tree grows."""

    notes: TurnNotes
    state: Row
    trial: Row
    found: Row
    hopes: Numbers
    result: Numbers
    leads: Numbers
    path: Row
    shares: Numbers


def whole_numbers(count: int) -> Row:
    """Return so many zeros."""
    return np.zeros(count, np.int64)


def new_tree() -> SearchTree:
    """Return a tree without a node."""
    branches = (NODES + 1) * WIDTH + FIRST_WIDTH
    return SearchTree(
        size=whole_numbers(2),
        first=whole_numbers(NODES),
        branches=whole_numbers(NODES),
        visits=whole_numbers(NODES),
        mover=whole_numbers(NODES),
        action=whole_numbers(branches),
        prior=np.zeros(branches),
        tries=whole_numbers(branches),
        total=np.zeros(branches),
        leads=np.zeros(branches),
        squares=np.zeros(branches),
        below=np.zeros((branches, TILE_KINDS), np.int16),
        drawn=np.zeros((branches, TILE_KINDS), np.int32),
    )


def new_room() -> Room:
    """Room to grow a tree."""
    return Room(
        notes=new_notes(),
        state=whole_numbers(WORDS),
        trial=whole_numbers(WORDS),
        found=whole_numbers(MOST),
        hopes=np.zeros(MOST_SEATS),
        result=np.zeros(MOST_SEATS),
        leads=np.zeros(MOST_SEATS),
        path=whole_numbers(256),
        shares=np.zeros(TILE_KINDS),
    )


CURIOSITY = 0.12
"""The weight of exploration: the preference for moves that were tried little."""
IMPRESSION = 2.0
"""The first impression of a branch counts like so many tries."""
LUCK_AT_THE_END = 6.0
LUCK = 14.0
"""By about so many points luck can change what is expected: at the end, and how much more at the start."""
WINNING = 0.95
A_POINT = 0.001
"""The weight of a point of lead; most of the value is in winning."""


def _distinct_facings(kind: int) -> int:
    looks = [{*zip(lies.alone, lies.ports, strict=True)} for lies in LYING[4 * kind :][:4]]
    return sum(1 << f for f in range(4) if looks[f] not in looks[:f])


DISTINCT_FACINGS = np.array([_distinct_facings(kind) for kind in range(TILE_KINDS)], np.int8)
"""The facings of each kind, one bit each, but for those that look like an earlier one."""


@called
def copied(state: Row, into: Row) -> None:
    """The part of a row that is in use."""
    for place in range(TILE + state[TILES]):
        into[place] = state[place]
    for place in range(OPENING, OPENING + state[OPENINGS]):
        into[place] = state[place]
    for first in (ABOVE, CLAIMS):
        for place in range(first, first + state[PIECES]):
            into[place] = state[place]


@called
def ways(state: Row, found: Row) -> int:
    """List every way to lay the drawn tile, one of those that come to the same."""
    listed, facings = 0, int(DISTINCT_FACINGS[int(state[DRAWN])])
    for at in range(legal(state, found)):
        if facings >> int(found[at]) % WAYS // FOLLOWERS & 1:
            found[listed] = found[at]
            listed += 1
    return listed


@called
def laid(state: Row, action: int) -> None:
    """Lay the drawn tile, put a meeple on it, and score."""
    apply(state, action)


@called
def fits(state: Row, kind: int) -> int:
    """Return how likely a kind is to be drawn that can be laid."""
    if counted(state, LEFT, kind) and has_room(state, kind):
        return int(weight(state, kind))
    return 0


@called
def luck_of(state: Row, left: float) -> float:
    """Return by how many points luck can still change what is expected."""
    return 0.0 if state[PHASE] == OVER else LUCK_AT_THE_END + LUCK * left


@called
def ahead(hopes: Numbers, players: int, seat: int) -> float:
    """Return by how many points a seat is ahead of the best of the others."""
    if players == 1:
        return float(hopes[seat])
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, hopes[other])
    return float(hopes[seat] - best)


@called
def good(lead: float, players: int, luck: float) -> float:
    """Return the value of such a lead for a seat, from -1 to 1; at the end there is no luck."""
    if players == 1:
        return A_POINT * lead
    if luck:
        wins = math.erf(lead / luck / math.sqrt(2.0))
    else:
        wins = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    return WINNING * wins + A_POINT * lead


@called
def result_is(room: Room, players: int, luck: float) -> None:
    """Enter the hoped-for values of all seats as the result of a walk."""
    for seat in range(players):
        room.leads[seat] = ahead(room.hopes, players, seat)
        room.result[seat] = good(room.leads[seat], players, luck)


@called
def add_node(state: Row, table: Numbers, tree: SearchTree, room: Room, width: int) -> int:
    """Return a new node: its branches are the best ways to go on; the result is what the very best promises."""
    node, first = tree.size[0], tree.size[1]
    seat, players, count, best = seat_of(state), seats(state), 0, -1e9
    look_into_bag(state, room.notes)
    for at in range(ways(state, room.found)):
        copied(state, room.trial)
        laid(room.trial, room.found[at])
        left = read(room.trial, room.notes)
        weigh(room.trial, left, table, room.notes, room.hopes)
        luck = luck_of(room.trial, left)
        value = good(ahead(room.hopes, players, seat), players, luck)
        if value > best:
            best = value
            result_is(room, players, luck)
        if count < width or value > tree.prior[first + count - 1]:
            count = min(count + 1, width)
            place = first + count - 1
            while place > first and tree.prior[place - 1] < value:
                tree.prior[place] = tree.prior[place - 1]
                tree.action[place] = tree.action[place - 1]
                place -= 1
            tree.prior[place], tree.action[place] = value, room.found[at]
    tree.first[node], tree.branches[node], tree.mover[node] = first, count, seat
    tree.size[0], tree.size[1] = node + 1, first + count
    return int(node)


@called
def drawn_in_turn(state: Row, branch: int, tree: SearchTree, shares: Numbers) -> bool:
    """Draw the kind that is most behind its share after this branch; False if none can be laid."""
    total, best, chosen = 0.0, -1e9, NO_TILE
    for kind in range(TILE_KINDS):
        shares[kind] = fits(state, kind)
        total += shares[kind]
    for kind in range(TILE_KINDS):
        if shares[kind]:
            share = shares[kind] / total * (tree.tries[branch] + 1)
            behind = share - tree.drawn[branch, kind]
            if behind > best:
                best, chosen = behind, kind
    if chosen == NO_TILE:
        return False
    tree.drawn[branch, chosen] += 1
    count(state, LEFT, chosen, -1)
    state[DRAWN], state[PHASE] = chosen, LAY
    return True


@called
def branch_of(tree: SearchTree, node: int) -> int:
    """Return what has gone best so far, or was tried least."""
    best, chosen, first = -1e9, 0, tree.first[node]
    curious = CURIOSITY * math.sqrt(tree.visits[node] + 1.0)
    for branch in range(first, first + tree.branches[node]):
        tries = tree.tries[branch]
        mean = IMPRESSION * tree.prior[branch] + tree.total[branch]
        value = mean / (IMPRESSION + tries) + curious / (1.0 + tries)
        if value > best:
            best, chosen = value, branch
    return int(chosen)


@called
def promised(state: Row, table: Numbers, room: Room) -> None:
    """The result of a walk that goes no further: the game is over, or no tile that is left can be laid."""
    look_into_bag(state, room.notes)
    left = read(state, room.notes)
    weigh(state, left, table, room.notes, room.hopes)
    result_is(room, seats(state), luck_of(state, left))


@compiled
def walk(start: Row, table: Numbers, tree: SearchTree, room: Room, walks: int) -> int:
    """Walk so often, if there is room; how often it was."""
    state, path = room.state, room.path
    if tree.size[0] == 0:
        copied(start, state)
        add_node(state, table, tree, room, FIRST_WIDTH)
    for walked in range(walks):
        if tree.size[0] >= tree.first.shape[0]:
            return walked
        copied(start, state)
        node, depth = 0, 0
        while True:
            branch = branch_of(tree, node)
            path[2 * depth], path[2 * depth + 1] = branch, node
            depth += 1
            laid(state, tree.action[branch])
            if state[PHASE] == OVER or not drawn_in_turn(state, branch, tree, room.shares):
                promised(state, table, room)
                break
            node = tree.below[branch, state[DRAWN]]
            if node == 0:
                node = add_node(state, table, tree, room, WIDTH)
                tree.below[branch, state[DRAWN]] = node
                break
        for step in range(depth):
            branch, node = path[2 * step], path[2 * step + 1]
            tree.tries[branch] += 1
            tree.visits[node] += 1
            lead = room.leads[tree.mover[node]]
            tree.total[branch] += room.result[tree.mover[node]]
            tree.leads[branch] += lead
            tree.squares[branch] += lead * lead
    return walks


class TreeSearch:
    """One decision: the tree of what may follow, walked through bit by bit."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.tree, self.room, self.table = new_tree(), new_room(), weights(row)
        self.walked = 0

    def walk(self, walks: int) -> bool:
        """Walk so often; False when the tree is full."""
        done = walk(self.row, self.table, self.tree, self.room, walks)
        self.walked += done
        return done == walks

    def only(self, action: int) -> "TreeSearch":
        """Return the same decision, with one move to begin with."""
        other = TreeSearch(self.row)
        other.walk(0)
        other.tree.branches[0], other.tree.action[0] = 1, action
        return other

    def ranked(self) -> list[int]:
        """Return the branches, that which was tried most often first: what goes well is tried again."""
        tree = self.tree
        branches = range(int(tree.branches[0]))
        return sorted(branches, key=lambda i: (-tree.tries[i], -tree.prior[i]))

    def best(self) -> int:
        """Return the move that was tried most often."""
        return int(self.tree.action[self.ranked()[0]])
