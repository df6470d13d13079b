"""States of the rulebook as rows, and back."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ludex.compile.engine import Row
from ludex.kernel import Seat
from ludex.parts.cards import Card, Hidden
from ludex.parts.fingerprint import fingerprint
from ludex.parts.remembered import remembered

from ..rules.building_rules import waiting
from ..rules.options import Rules
from ..rules.position_hash import (
    FIRST_FOUNDATION,
    FIRST_OWN,
    marks_of,
)
from ..rules.state import (
    CARDS,
    Court,
    End,
    Faces,
    Match,
    Phase,
    Pile,
    Result,
    Side,
    StalemateProgress,
    State,
    TurnSoFar,
)
from .layout import (
    CARD,
    DRAINED,
    FACE,
    FLAGS,
    GAMES,
    HEIGHTS,
    IDLE,
    IDLE_AT,
    LINKS,
    LOADED,
    LOADED_AT,
    MARKS,
    MASK,
    MOST_PAST,
    MOST_SEEN,
    MOVE,
    OFFERS_AT,
    PACK_AT,
    PARTIAL,
    PAST,
    PAST_COUNT,
    PHASE_AT,
    PROGRESSED,
    RESULT,
    RULES,
    SCORES,
    SEEN,
    SEEN_COUNT,
    STARTER,
    SUIT_AT,
    TOPS,
    TURNED,
    WANTED,
    WASTE_PLAYED,
    WINS,
    WORDS,
    NotPlayed,
    packed_rules,
)
from .moves import AHEAD_AT, POINTS_AT
from .refinement import ONE_CARD

PHASES = (Phase.DEAL, Phase.PLAY, Phase.OVER)
ENDS = (*End,)
NUMBERS = {card: card.pack << PACK_AT | card.suit << SUIT_AT | card.rank for card in CARDS}
FACES = {number: card for card, number in NUMBERS.items()}
"""Cards by their seven bits, and back."""
UNKNOWN = Hidden()


class Packed(NamedTuple):
    """A pile, or some: what they add to the links, their top cards, heights and marks."""

    links: int = 0
    tops: int = 0
    heights: int = 0
    mark: int = 0


@lru_cache(1 << 14)  # a move changes two piles
def packed_pile(number: int, pile: Pile) -> Packed:
    """Return a pile with its number, all cards known."""
    links = top = 0
    for card in pile:
        if not isinstance(card, Card):
            raise NotPlayed("the engine of Russian Bank must know every card")
        links |= top << 8 * NUMBERS[card]
        top = NUMBERS[card]
    return Packed(links, top, len(pile), fingerprint(marks_of(number, pile)))


def packed_piles(first: int, piles: Sequence[Pile]) -> Packed:
    """Piles whose numbers follow each other, a byte each."""
    links = tops = heights = mark = 0
    for number, pile in enumerate(piles, first):
        here, at = packed_pile(number, pile), 8 * (number & 7)
        links |= here.links
        tops |= here.tops << at
        heights |= here.heights << at
        mark += here.mark
    return Packed(links, tops, heights, mark & MASK)


@remembered(1 << 10)
def packed_houses(houses: tuple[Faces, ...]) -> Packed:
    """Return the houses; those of a few moves ago are asked for again and again."""
    return packed_piles(0, houses)


@remembered(16)
def packed_foundations(foundations: tuple[Faces, ...]) -> Packed:
    """Return the foundations."""
    return packed_piles(FIRST_FOUNDATION, foundations)


@remembered(16)
def packed_sides(sides: tuple[Side, Side]) -> Packed:
    """Return the players' own piles."""
    return packed_piles(FIRST_OWN, (*sides[0][:3], *sides[1][:3]))


@remembered(16)
def wanted_by(foundations: tuple[Faces, ...]) -> int:
    """Return the faces that foundations take."""
    return sum({1 << (NUMBERS[card] & FACE) for card in waiting(foundations)})


CALLED_BY_NOBODY = Court()


def packed(s: State) -> list[int]:
    """Return a state as a row, or one line why it is none."""
    court, turn = s.court, s.turn
    faults = court != CALLED_BY_NOBODY and court._replace(offers=frozenset()) != Court()
    if faults or turn.acted or turn.misplayed:
        raise NotPlayed("the engine of Russian Bank plays without faults and calls")
    if len(turn.seen) > MOST_SEEN or len(s.calm.past) > MOST_PAST:
        raise NotPlayed(
            f"the engine of Russian Bank has room for {MOST_SEEN} house moves in a row and"
            f" for {MOST_PAST} turns"
        )
    row = [0] * WORDS
    row[RULES] = packed_rules(s.rules)
    row[FLAGS] = (
        s.seat
        | PHASES.index(s.phase) << PHASE_AT
        | PROGRESSED * turn.progressed
        | DRAINED * turn.drained
        | WASTE_PLAYED * turn.waste_played
        | sum(1 << OFFERS_AT + seat for seat in court.offers)
        | PARTIAL * s.partial
    )
    if s.turned is not None:
        row[TURNED] = packed_pile(0, (s.turned,)).tops
    groups = (
        packed_houses(s.houses),
        packed_foundations(s.foundations),
        packed_sides(s.sides),
    )
    links = 0
    for group, here in enumerate(groups):
        links |= here.links
        row[TOPS + group] = here.tops
        row[HEIGHTS + group] = here.heights
        row[MARKS + group] = here.mark
    row[LINKS:SEEN] = _words(links)
    one, two = s.sides
    row[LOADED] = one.loaded | two.loaded << LOADED_AT
    row[IDLE] = s.calm.idle[0] | s.calm.idle[1] << IDLE_AT
    row[SEEN_COUNT] = len(turn.seen)
    row[SEEN : SEEN + len(turn.seen)] = _seen(s)
    row[PAST_COUNT] = len(s.calm.past)
    row[PAST : PAST + len(s.calm.past)] = s.calm.past
    row[SCORES:WANTED] = _packed_match(s.match)
    row[WANTED] = wanted_by(s.foundations)
    return row


def _words(links: int) -> list[int]:
    word = (1 << 64) - 1
    return [links >> 64 * place & word for place in range(SEEN - LINKS)]


def _seen(s: State) -> Iterator[int]:
    """Yield the marks of the houses before each house move, and the moves."""
    for here, after in pairwise(map(packed_houses, (*s.turn.seen, s.houses))):
        target, source = ONE_CARD[after.heights - here.heights]
        yield here.mark & ~MOVE | source.number - 1 << 3 | target.number - 1


def _packed_match(match: Match) -> list[int]:
    starter = 0 if match.starter is None else match.starter + 1
    result = 0
    if match.result is not None:
        end, ahead, points = match.result
        winner = 0 if ahead is None else ahead + 1
        result = ENDS.index(end) + 1 | winner << AHEAD_AT | points << POINTS_AT
    return [*match.scores, *match.wins, match.games, starter, result]


# -- and back -------------------------------------------------------------------------------


def unpacked(rules: Rules, state: Row) -> State:
    """Return the state of a row; of what a seat sees, the view."""
    row: list[int] = state.tolist()
    piles = [_pile(row, number) for number in range(FIRST_OWN + 6)]
    houses = tuple(_known(pile) for pile in piles[: rules.houses])
    foundations = piles[FIRST_FOUNDATION:FIRST_OWN]
    flags = row[FLAGS]
    one, two = piles[FIRST_OWN : FIRST_OWN + 3], piles[FIRST_OWN + 3 :]
    loaded = [row[LOADED] >> LOADED_AT * seat & CARD for seat in (0, 1)]
    past = tuple(row[PAST : PAST + row[PAST_COUNT]]) if len(row) == WORDS else ()
    offers = (Seat(seat) for seat in (0, 1) if flags >> OFFERS_AT + seat & 1)
    return State(
        rules,
        PHASES[flags >> PHASE_AT & 3],
        (
            Side(one[0], one[1], one[2], loaded[0]),
            Side(two[0], two[1], two[2], loaded[1]),
        ),
        houses,
        tuple(map(_known, foundations)),
        Seat(flags & 1),
        FACES.get(row[TURNED]),
        TurnSoFar(
            tuple(_layouts(houses, row[SEEN : SEEN + row[SEEN_COUNT]])),
            bool(flags & PROGRESSED),
            bool(flags & DRAINED),
            bool(flags & WASTE_PLAYED),
        ),
        StalemateProgress((row[IDLE] & 0xFFFF, row[IDLE] >> IDLE_AT), past),
        _match(row),
        Court(offers=frozenset(offers)),
        bool(flags & PARTIAL),
    )


def _pile(row: list[int], number: int) -> Pile:
    """Return a pile from its top down; what the row does not know is hidden."""
    group, at = number >> 3, 8 * (number & 7)
    card, height = row[TOPS + group] >> at & CARD, row[HEIGHTS + group] >> at & CARD
    pile: list[Card | Hidden] = []
    for _ in range(height):
        pile.append(FACES.get(card, UNKNOWN))
        card = row[LINKS + (card >> 3)] >> 8 * (card & 7) & CARD
    return tuple(reversed(pile))


def _known(pile: Pile) -> Faces:
    return tuple(card for card in pile if isinstance(card, Card))


def _layouts(houses: tuple[Faces, ...], seen: list[int]) -> list[tuple[Faces, ...]]:
    """Return the layouts of the houses before each of the moves, which are taken back."""
    found = []
    for each in reversed(seen):
        a, b = each >> 3 & 7, each & 7
        laid = [*houses]
        laid[a], laid[b] = (*houses[a], houses[b][-1]), houses[b][:-1]
        houses = tuple(laid)
        found.append(houses)
    return found[::-1]


def _match(row: list[int]) -> Match:
    starter, result = row[STARTER], row[RESULT]
    return Match(
        (row[SCORES], row[SCORES + 1]),
        (row[WINS], row[WINS + 1]),
        row[GAMES],
        Seat(starter - 1) if starter else None,
        _result(result) if result else None,
    )


def _result(result: int) -> Result:
    end, ahead = ENDS[(result & 7) - 1], result >> AHEAD_AT & 3
    return Result(end, Seat(ahead - 1) if ahead else None, result >> POINTS_AT)


def is_row_of(state: Row, s: State) -> bool:
    """Is this the row of a state? But for the deal, and what lies below the turned card."""
    expected = packed(s)
    seen, past = SEEN + expected[SEEN_COUNT], PAST + expected[PAST_COUNT]
    row: list[int] = state[:seen].tolist()
    turned = row[TURNED]
    row[LINKS + (turned >> 3)] &= ~(CARD << 8 * (turned & 7))
    if row != expected[:seen]:
        return False
    marks: list[int] = state[MARKS:past].tolist()
    return marks == expected[MARKS:past]
