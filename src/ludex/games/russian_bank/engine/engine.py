"""Russian Bank as an engine: every preset but `stop`, and most options, where faults are refused.

`layout` says how a table and its rules are packed and numbers the moves, `plays` what may be played,
`moves` deals and does it; `packing` leads from the
rulebook's states to rows and back.
"""

from functools import cache

import numpy as np

from ludex.compile.engine import CHANCE, OVER, Engine, Row, Steps, numbered, preset_of
from ludex.compile.jit import plain, step
from ludex.compile.starts import starting
from ludex.kernel import Event

from ..game import game
from ..rules import candidates
from ..rules.dealing import Deal
from ..rules.options import STANDARD, Rules
from ..rules.places import (
    HAND,
    HOUSES,
    ON_FOUNDATIONS,
    RESERVE,
    THEIR_RESERVE,
    THEIR_WASTE,
    WASTE,
)
from ..rules.state import State, begun
from .layout import (
    ACTIONS,
    CARD,
    DEAL,
    FLAGS,
    IN_DEAL,
    IN_PLAY,
    LINKS,
    MOST_PAST,
    MOST_SEEN,
    OWN,
    OWN_AT,
    PAST_COUNT,
    PHASE_AT,
    RULES,
    SCORES,
    SEAT,
    SEEN,
    SEEN_COUNT,
    SOURCES,
    TURN_HAND,
    WORDS,
    NotPlayed,
    below,
    link,
    packed_rules,
    top,
)
from .moves import apply, draw
from .packing import is_row_of, packed, unpacked
from .plays import choose, legal

LONGEST = 20_000
"""Moves after which a random game is cut off, as it may be where no stalemate ends it."""

FROM = (RESERVE, HAND, WASTE, *HOUSES)
ONTO = (*HOUSES, *ON_FOUNDATIONS, THEIR_RESERVE, THEIR_WASTE)
EVENTS: tuple[Event[State], ...] = (
    *(candidates.MOVES[a][b] for a in FROM for b in ONTO),
    candidates.TURN_HAND,
    candidates.DISCARD,
    candidates.PASS,
)
"""The rulebook's event of each number."""


@step
def actor(state: Row) -> int:
    """Return the player on turn; chance deals. Without room for more a game is cut off."""
    flags = int(state[FLAGS])
    phase = flags >> PHASE_AT & 3
    if phase == IN_DEAL:
        return CHANCE
    return flags & SEAT if phase == IN_PLAY and not is_full(state) else OVER


@step
def is_full(state: Row) -> bool:
    """Is there no room for another house move or another turn?"""
    return bool(state[SEEN_COUNT] >= MOST_SEEN or state[PAST_COUNT] >= MOST_PAST)


@step
def is_cut_off(state: Row) -> bool:
    """Would the game go on, if there were room?"""
    return bool(int(state[FLAGS]) >> PHASE_AT & 3 == IN_PLAY and is_full(state))


@step
def score(state: Row, seat: int) -> float:
    """Return the points of a seat in the match."""
    return float(state[SCORES + seat])


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    """Write the common observation of both players: every pile from above, houses and foundations
    whole."""
    for place in range(LINKS):
        seen[place] = state[place]
    for place in range(LINKS, DEAL):
        seen[place] = 0
    for seat in range(2):
        seen[OWN_AT] &= ~(CARD << 24 * seat + 8)
    for pile in range(OWN):
        card = top(state, pile)
        while card:
            link(seen, card, below(state, card))
            card = below(state, card)
    for i in range(state[SEEN_COUNT]):
        seen[SEEN + i] = state[SEEN + i]


@step
def begin(state: Row, _seed: int) -> int:
    """Make an empty table, by the rules that stand first in its row."""
    for place in range(RULES + 1, SEEN):
        state[place] = 0
    for place in range(DEAL, PAST_COUNT + 1):
        state[place] = 0
    return 0


STEPS = Steps(begin, actor, legal, apply, draw, score, observe, choose)


@cache
def engine(rules: Rules = STANDARD) -> Engine:
    """Return the engine of a table; a game begins with a deal."""
    event, action = numbered(EVENTS)
    return Engine(
        game=game,
        rules=preset_of(game, rules),
        words=WORDS,
        seen=DEAL,
        actions=ACTIONS,
        most=TURN_HAND + SOURCES,
        room=SOURCES,
        seats=2,
        longest=LONGEST,
        covers=covers,
        steps=STEPS,
        head=(packed_rules(rules),),
        encode=packed,
        decode=lambda row: unpacked(rules, row),
        matches=is_row_of,
        event=event,
        action=action,
        chanced=chanced,
        full=is_cut_off,
        constant=True,
    )


def engine_from(start: State) -> Engine:
    """Return the engine of games that begin with a state."""
    made = engine(start.rules)
    return made if start == begun(start.rules) else starting(made, start)


def covers(s: State) -> bool:
    """Can this state be packed?"""
    try:
        return not plain(is_full)(np.array(packed(s), np.int64))
    except NotPlayed:
        return False


def chanced(_before: Row, after: Row) -> Event[State]:
    """Return the deal that was made."""
    return Deal(int(after[DEAL]))
