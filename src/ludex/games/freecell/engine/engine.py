"""FreeCell and its relatives as an engine: whole tables in some numbers, thousands a millisecond.

`packing` says how a table is packed, `table` which card goes where, `menu` how many moves there
are, `legal` which, `chosen` picks one, `moving` does it; `numbers` counts them through. Here are
the deals and the rulebook's events.
"""

from functools import cache
from typing import Final

import numpy as np

from ludex.compile.draws import thrown
from ludex.compile.engine import Engine, Row, Steps
from ludex.compile.jit import plain, step
from ludex.games.freecell.engine import action_numbers as numbers
from ludex.games.freecell.engine.legal import legal
from ludex.games.freecell.engine.move_counts import actor, counted, score
from ludex.games.freecell.engine.moves import apply, new_run
from ludex.games.freecell.engine.packing import (
    CARD,
    CELLS,
    CELLS_AT,
    COLUMNS,
    FACE,
    FULL,
    MENU,
    RULES,
    RUNS,
    packed,
    packed_rules,
    unpacked,
)
from ludex.games.freecell.engine.random_move import choose
from ludex.games.freecell.engine.table import COUNTS, HOUSES
from ludex.games.freecell.game import game
from ludex.games.freecell.rules.autoplay import Sending
from ludex.games.freecell.rules.candidates import (
    autoplay,
    free_to_game,
    free_to_home,
    game_to_free,
    game_to_game,
    game_to_home,
)
from ludex.games.freecell.rules.dealing import has_numbered_deals
from ludex.games.freecell.rules.events import (
    Autoplay,
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ludex.games.freecell.rules.options import FREECELL, PRESETS, Rules
from ludex.games.freecell.rules.state import Phase, State
from ludex.kernel import Event

DEALS: Final = (1 << 33) - 1
"""They are numbered from 1."""

LONGEST: Final = 500
"""Random FreeCell can go on for ever: so many moves, then a game is cut off."""

first_home, first_cell = plain(numbers.first_home), plain(numbers.first_cell)
first_from_cell = plain(numbers.first_from_cell)
first_cell_home = plain(numbers.first_cell_home)
first_autoplay = plain(numbers.first_autoplay)

NUMBERED: Final = -1
"""In place of the cards that are dealt to the cells: the numbered deals of every FreeCell program."""

MICROSOFT: Final = (2, 3, 1, 0)
"""The suits of the deck that numbered deals are drawn from: clubs, diamonds, hearts, spades."""


@step
def new_deck(state: Row) -> None:
    """Fifty-two cards in the far halves of the columns, where no card is dealt."""
    for a in range(state[RULES] & 15):
        state[COLUMNS + 2 * a] = 0
        state[COLUMNS + 2 * a + 1] = 0
    for i in range(52):
        suit = MICROSOFT[i & 3]
        place = COLUMNS + 1 + 2 * (i // 10)
        state[place] |= ((i >> 2) + 1 << 2 | suit) << CARD * (i % 10)


@step
def drawn_from_deck(state: Row, chosen: int, size: int) -> int:
    """Take a card out of a deck of so many; the last one takes its place."""
    place, at = COLUMNS + 1 + 2 * (chosen // 10), CARD * (chosen % 10)
    end = COLUMNS + 1 + 2 * ((size - 1) // 10)
    card = state[place] >> at & FACE
    moved = state[end] >> CARD * ((size - 1) % 10) & FACE
    state[place] ^= (card ^ moved) << at
    return int(card)


@step
def lay(state: Row, i: int, dealt_to_cells: int, card: int) -> None:
    """Deal the card number i, in rows; the last ones to the cells."""
    if i >= 52 - dealt_to_cells:
        c = i - (52 - dealt_to_cells)
        state[CELLS] |= card << CARD * c
        state[FULL] |= 1 << c
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
    new_deck(state)
    random = number & 0xFFFFFFFF
    for i in range(52):
        random = (random * 214013 + 2531011) & 0xFFFFFFFF
        value = random >> 16 & 0x7FFF
        if number >= 1 << 32:
            value = (random >> 16 & 0xFFFF) + 1
        elif number >= 1 << 31:
            value |= 0x8000
        lay(state, i, 0, drawn_from_deck(state, value % (52 - i), 52 - i))
    ready(state)


@step
def place_in_deck(i: int) -> tuple[int, int]:
    """Where the card number i of a deck lies: in which number, and how far up."""
    return COLUMNS + 1 + 2 * (i // 10), CARD * (i % 10)


@step
def shuffle(state: Row, number: int, dealt_to_cells: int) -> None:
    """Lay out a pack as the dice of this number shuffle it: suit by suit, from the end."""
    new_deck(state)
    for i in range(52):
        place, at = place_in_deck(i)
        old = state[place] >> at & FACE
        state[place] ^= (old ^ (i % 13 + 1 << 2 | i // 13)) << at
    drawn = 0
    for i in range(51, 0, -1):
        j, drawn = thrown(number, drawn, i + 1)
        (one, here), (two, there) = place_in_deck(i), place_in_deck(j)
        changed = (state[one] >> here ^ state[two] >> there) & FACE
        state[one] ^= changed << here
        state[two] ^= changed << there
    for i in range(52):
        place, at = place_in_deck(i)
        lay(state, i, dealt_to_cells, int(state[place] >> at & FACE))
    ready(state)


@step
def draw(_state: Row, _seed: int, drawn: int) -> int:
    """Once the cards lie there is no chance in it."""
    return drawn


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    """Everything lies open."""
    for place in range(seen.shape[0]):
        seen[place] = state[place]


@step
def begin(state: Row, seed: int) -> int:
    """A deal by chance; the table has told how it is dealt where the menu will be."""
    to_cells = int(state[MENU])
    for place in range(MENU, COLUMNS):
        state[place] = 0
    which, drawn = thrown(seed, 0, DEALS)
    if to_cells == NUMBERED:
        deal(state, which + 1)
    else:
        shuffle(state, which + 1, to_cells)
    return drawn


STEPS: Final = Steps(begin, actor, legal, apply, draw, score, observe, choose)


@cache
def engine(rules: Rules = FREECELL) -> Engine[State]:
    """The engine of a table; games begin with a deal by chance."""
    columns, cells = rules.columns, rules.cells
    words = COLUMNS + 2 * columns
    return Engine(
        game=game, rules=named(rules), words=words, seen=words,
        actions=first_autoplay(columns, cells) + 2, most=512, seats=1,
        longest=LONGEST, covers=lambda s: s.phase is Phase.PLAY, steps=STEPS,
        head=(packed_rules(rules), NUMBERED if has_numbered_deals(rules) else rules.dealt_to_cells),
        encode=encode, decode=lambda row: unpacked(rules, row), event=event, action=action,
        constant=True,
    )  # fmt: skip


def named(rules: Rules) -> str:
    """The preset of these rules, or the rules."""
    return next((name for name, each in PRESETS.items() if each == rules), str(rules))


def encode(s: State) -> list[int]:
    """A state of the rulebook, packed."""
    row = packed(s)
    row[MENU] = int(counted(np.array(row, np.int64)))
    return row


def event(row: Row, number: int) -> Event[State]:
    """The rulebook's event with this number."""
    return _event(*_places(row), number)


def action(row: Row, event: Event[State]) -> int:
    """The number of one of the rulebook's events."""
    return _action(*_places(row), event)


def _places(row: Row) -> tuple[int, int]:
    rules = int(row[RULES])
    return rules & 15, rules >> CELLS_AT & 15


@cache
def _event(columns: int, cells: int, number: int) -> Event[State]:
    if number < first_home(columns):
        pair, n = divmod(number, COUNTS)
        return game_to_game(n + 1, *divmod(pair, columns))
    if number < first_cell(columns):
        return game_to_home(*divmod(number - first_home(columns), HOUSES))
    if number < first_from_cell(columns, cells):
        return game_to_free(*divmod(number - first_cell(columns), cells))
    if number < first_cell_home(columns, cells):
        return free_to_game(*divmod(number - first_from_cell(columns, cells), columns))
    if number < first_autoplay(columns, cells):
        return free_to_home(*divmod(number - first_cell_home(columns, cells), HOUSES))
    return autoplay([*Sending][number - first_autoplay(columns, cells)])


@cache
def _action(columns: int, cells: int, event: Event[State]) -> int:
    match event:
        case MoveGameToGame(count=n, source=a, target=b):
            return (a * columns + b) * COUNTS + n - 1
        case MoveGameToHome(source=a, home=h):
            return first_home(columns) + a * HOUSES + h
        case MoveGameToFree(source=a, cell=c):
            return first_cell(columns) + a * cells + c
        case MoveFreeToGame(cell=c, target=b):
            return first_from_cell(columns, cells) + c * columns + b
        case MoveFreeToHome(cell=c, home=h):
            return first_cell_home(columns, cells) + c * HOUSES + h
        case Autoplay(cards=cards):
            return first_autoplay(columns, cells) + [*Sending].index(cards)
        case _:
            raise ValueError(f"{event} has no number")
