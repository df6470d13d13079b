"""FreeCell and its relatives as an engine: whole tables in some numbers, thousands a millisecond.

`packing` says how a table is packed and which card goes where, `moves` which moves there are and
what they do. Here are the deals and the rulebook's events.
"""

from functools import cache
from itertools import product, starmap

import numpy as np

from ludex.compile.draws import thrown
from ludex.compile.engine import Engine, Row, Steps, numbered, preset_of
from ludex.compile.jit import step
from ludex.compile.starts import starting
from ludex.kernel import Event

from ..game import game
from ..rules.autoplay import Sending
from ..rules.candidates import (
    autoplay,
    free_to_game,
    free_to_home,
    game_to_free,
    game_to_game,
    game_to_home,
)
from ..rules.dealing import has_numbered_deals
from ..rules.options import FREECELL, Rules
from ..rules.state import Phase, State
from .moves import actor, apply, choose, counted, fill_cell, legal, new_run, score
from .packing import (
    CARD,
    COLUMNS,
    COUNTS,
    FACE,
    HOUSES,
    MENU,
    RULES,
    RUNS,
    packed,
    packed_rules,
    unpacked,
)

DEALS = (1 << 33) - 1
"""They are numbered from 1."""

LONGEST = 500
"""Random FreeCell can go on for ever: so many moves, then a game is cut off."""

NUMBERED = -1
"""In place of the cards that are dealt to the cells: the numbered deals of every FreeCell program."""

MICROSOFT = (2, 3, 1, 0)
"""The suits of the deck that numbered deals are drawn from: clubs, diamonds, hearts, spades."""


@step
def card_of_deck(state: Row, i: int) -> int:
    """Return the card number i of a deck, which lies in the far halves of the columns, where no card is dealt."""
    return int(state[COLUMNS + 1 + 2 * (i // 10)] >> CARD * (i % 10) & FACE)


@step
def put_into_deck(state: Row, i: int, card: int) -> None:
    """Let the card number i of a deck be another."""
    change = card_of_deck(state, i) ^ card
    state[COLUMNS + 1 + 2 * (i // 10)] ^= change << CARD * (i % 10)


@step
def new_deck(state: Row, dealt_to_cells: int) -> None:
    """Fifty-two cards: as numbered deals are drawn from them, or suit by suit."""
    for a in range(state[RULES] & 15):
        state[COLUMNS + 2 * a] = 0
        state[COLUMNS + 2 * a + 1] = 0
    for i in range(52):
        card = (i >> 2) + 1 << 2 | MICROSOFT[i & 3]
        if dealt_to_cells != NUMBERED:
            card = i % 13 + 1 << 2 | i // 13
        put_into_deck(state, i, card)


@step
def lay(state: Row, i: int, dealt_to_cells: int, card: int) -> None:
    """Deal the card number i, in rows; the last ones to the cells."""
    if i >= 52 - dealt_to_cells:
        fill_cell(state, i - (52 - dealt_to_cells), card)
    else:
        place = COLUMNS + 2 * (i % (state[RULES] & 15))
        state[place] = state[place] << CARD | card


@step
def ready(state: Row) -> None:
    """Put the rest of the deck away, and see what can be moved."""
    columns = state[RULES] & 15
    state[RUNS] = 0
    for a in range(columns):
        state[COLUMNS + 2 * a + 1] = 0
        state[RUNS] |= new_run(state, a) << 4 * a
    state[MENU] = counted(state)


@step
def deal(state: Row, number: int) -> None:
    """Lay out the deal of this number, as every FreeCell program does."""
    new_deck(state, NUMBERED)
    random = number & 0xFFFFFFFF
    for i in range(52):
        random = (random * 214013 + 2531011) & 0xFFFFFFFF
        value = random >> 16 & 0x7FFF
        if number >= 1 << 32:
            value = (random >> 16 & 0xFFFF) + 1
        elif number >= 1 << 31:
            value |= 0x8000
        chosen = value % (52 - i)
        lay(state, i, 0, card_of_deck(state, chosen))
        put_into_deck(state, chosen, card_of_deck(state, 51 - i))
    ready(state)


@step
def shuffle(state: Row, number: int, dealt_to_cells: int) -> None:
    """Lay out a pack as the dice of this number shuffle it: suit by suit, from the end."""
    new_deck(state, dealt_to_cells)
    drawn = 0
    for i in range(51, 0, -1):
        j, drawn = thrown(number, drawn, i + 1)
        card = card_of_deck(state, i)
        put_into_deck(state, i, card_of_deck(state, j))
        put_into_deck(state, j, card)
    for i in range(52):
        lay(state, i, dealt_to_cells, card_of_deck(state, i))
    ready(state)


@step
def draw(_state: Row, _seed: int, drawn: int) -> int:
    """Return `drawn` as it is: once the cards lie there is no chance."""
    return drawn


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    """Everything lies open."""
    for place in range(seen.shape[0]):
        seen[place] = state[place]


@step
def begin(state: Row, seed: int) -> int:
    """Deal by chance; how it is dealt stands where the menu will be. Return the draws."""
    to_cells = int(state[MENU])
    for place in range(MENU, COLUMNS):
        state[place] = 0
    deal_number, drawn = thrown(seed, 0, DEALS)
    if to_cells == NUMBERED:
        deal(state, deal_number + 1)
    else:
        shuffle(state, deal_number + 1, to_cells)
    return drawn


STEPS = Steps(begin, actor, legal, apply, draw, score, observe, choose)


@cache
def engine(rules: Rules = FREECELL) -> Engine:
    """Return the engine of a table; games begin with a deal by chance."""
    columns, cells = rules.columns, rules.cells
    words, moves = COLUMNS + 2 * columns, events(columns, cells)
    event, action = numbered(moves)
    return Engine(
        game=game,
        rules=preset_of(game, rules),
        words=words,
        seen=words,
        actions=len(moves),
        most=512,
        seats=1,
        longest=LONGEST,
        covers=lambda s: s.phase is Phase.PLAY,
        steps=STEPS,
        head=(packed_rules(rules), NUMBERED if has_numbered_deals(rules) else rules.dealt_to_cells),
        encode=encode,
        decode=lambda row: unpacked(rules, row),
        event=event,
        action=action,
        constant=True,
    )


def engine_from(start: State) -> Engine:
    """Return the engine of games that begin with a state."""
    made = engine(start.rules)
    return starting(made, start) if made.covers(start) else made


def encode(s: State) -> list[int]:
    """Return a state of the rulebook, packed."""
    row = packed(s)
    row[MENU] = int(counted(np.array(row, np.int64)))
    return row


def events(columns: int, cells: int) -> tuple[Event[State], ...]:
    """Return the moves of a table, in the order of their numbers."""
    a, c, h = range(columns), range(cells), range(HOUSES)
    runs = ((n, *ends) for *ends, n in product(a, a, range(1, COUNTS + 1)))
    return (
        *starmap(game_to_game, runs),
        *starmap(game_to_home, product(a, h)),
        *starmap(game_to_free, product(a, c)),
        *starmap(free_to_game, product(c, a)),
        *starmap(free_to_home, product(c, h)),
        *map(autoplay, Sending),
    )
