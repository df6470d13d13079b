"""A Russian Bank position on one line, and everything that can be wrong with it.

    rules=standard;enforcement=stop turn=1 reserve1=4C9D hand1=... houses=KSQH/7D/-/...

`name=value` in any order; what is left out is empty or as at the start of a turn. Piles
are cards without blanks, **top card last**; `'` marks the second player's pack, `??` a
card that is not known, `-` an empty pile. `partial` alone allows a sketch with fewer than
104 cards, for tests and puzzles. A fault on record carries the position before it in
braces: `before={...}`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain, pairwise
from typing import TypeVar

from ludex.kernel import Notation, Seat, Unreadable, seat_name
from ludex.kernel.start import changed_rules, rules_text
from ludex.parts.cards import Card, Hidden, parse_seen

from .building_rules import (
    can_be_put,
    can_be_taken,
    carried,
    is_foundation,
    is_house,
    on_the_table,
)
from .ending import STALEMATES, is_decided
from .options import PRESETS, Rules
from .places import HOUSES, PLACES, Places, Play
from .state import (
    CARDS,
    MISPLAYS,
    Court,
    End,
    Faces,
    Fault,
    FaultKind,
    Match,
    Phase,
    Pile,
    Result,
    Side,
    StalemateProgress,
    State,
    TurnSoFar,
    all_cards,
    is_bare,
)

NAMED = 5


def problems(s: State) -> list[str]:
    """Return everything that keeps a state from being a position of the game."""
    return [
        *_card_problems(s),
        *_pile_problems(s),
        *_unknown_problems(s),
        *_phase_problems(s),
        *_court_problems(s),
    ]


def _card_problems(s: State) -> Iterator[str]:
    cards = all_cards(s)
    known = Counter(card for card in cards if isinstance(card, Card))
    for card, times in known.items():
        if times > 1:
            yield f"{card} is there {times} times"
    if s.partial or is_bare(s):
        return
    if len(cards) != len(CARDS):
        yield f"{len(cards)} cards instead of {len(CARDS)}"
    missing = sorted(set(CARDS).difference(known))
    if missing and known.total() == len(cards):  # in a view they may be hidden
        names = " ".join(map(str, missing[:NAMED]))
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        yield f"missing: {names}{more}"


def _pile_problems(s: State) -> Iterator[str]:
    for n, pile in enumerate(s.foundations, start=1):
        if not is_foundation(pile):
            yield f"foundation {n} does not run up from the ace in one suit"
    for n, pile in enumerate(s.houses, start=1):
        if not is_house(pile):
            yield f"house {n} does not run down in alternate colours"
    for n, side in enumerate(s.sides, start=1):
        if side.loaded and side.loaded >= len(side.reserve):
            yield f"reserve {n} has {len(side.reserve)} cards, not all of them can be loaded ones"


def _unknown_problems(s: State) -> Iterator[str]:
    """Yield what is wrong with unknown cards: every card is known, or just those that a view shows."""
    if isinstance(s.turned, Hidden):
        yield "the turned card must be known"
    for n, side in enumerate(s.sides, start=1):
        for name, pile in (("reserve", side.reserve), ("waste", side.waste)):
            if pile and isinstance(pile[-1], Hidden):
                yield f"the top of {name} {n} must be known"
    below = [(*side.reserve[:-1], *side.waste[:-1], *side.hand) for side in s.sides]
    if len({isinstance(card, Hidden) for card in chain(*below)}) > 1:
        yield "some cards are unknown that a view shows, or known that it hides"


def _phase_problems(s: State) -> Iterator[str]:
    result = s.match.result
    if s.turned is not None and s.phase is Phase.DEAL:
        yield "a hand card is turned before the deal"
    if s.phase is Phase.OVER and result is None:
        yield "a game that is over needs a result"
    if s.phase is not Phase.OVER and is_decided(s.rules, s.match):
        yield "the match is decided: no game of it is played any more"
    if result is not None and result.ahead is None:
        if result.end not in STALEMATES:
            yield f"the result {result.end.value} needs a winner"
        elif result.points:
            yield "a level game scores no points"


def _court_problems(s: State) -> Iterator[str]:
    fault, watched = s.court.fault, s.court.watched
    if fault is None:
        return
    if watched is None:
        yield "a fault needs the watched player"
        return
    if s.phase is not Phase.PLAY:
        yield "a fault is on record only while a game is in play"
    if s.rules.enforcement != "stop":
        yield "a fault is on record only where enforcement is stop"
    yield from _before_problems(s, fault.before, watched)
    if bool(fault.skipped) is (fault.kind in MISPLAYS):
        needed = "no skipped play" if fault.skipped else "a skipped play"
        yield f"the fault {fault.kind.value} needs {needed}"
    for a, b in fault.skipped:
        before = fault.before
        placed = chain(on_the_table(before, a), on_the_table(before, b))
        moved = chain(can_be_taken(before, a), can_be_put(before, a, b))
        if any(answer is not True for answer in chain(placed, moved)):
            yield f"skipped: {a.word}>{b.word} could not be played before the fault"


def _before_problems(s: State, before: State, watched: Seat) -> Iterator[str]:
    """Yield the position before a fault is one of the same game, the faulty player to move."""
    if before.phase is not Phase.PLAY:
        yield "before: the game is not in play"
    if before.seat != watched:
        yield f"before: {seat_name(watched)}, who is watched, is not on turn"
    if before.rules != s.rules:
        yield "before: other rules"
    if before.match != s.match:
        yield "before: another match"
    same = Counter(all_cards(before)) == Counter(all_cards(s))
    if before.partial != s.partial or not same:
        yield "before: other cards"
    if before.court.watched is not None:
        yield "before: nobody is watched there yet"


E = TypeVar("E", bound=Enum)

CARD = re.compile(r"(?:10|[A-Za-z0-9?])[A-Za-z?♠♥♣♦]'?|.")
HOUSE_MOVE = re.compile(r"(\d)>(\d)(?:x(\d\d?))?")
NUMBER = "([0-9]{1,9})"


def pile_text(pile: Pile) -> str:
    """Cards without blanks, the top last."""
    return "".join(map(str, pile))


class FieldReader:
    """The fields of one line; each is read as its type, problems add up."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.problems: list[str] = []

    def _bad(self, name: str, expected: str) -> None:
        self.problems.append(f"{name}={self.texts[name]}: expected {expected}")

    def _words(self, name: str) -> list[str]:
        """Return what stands between commas."""
        return self.texts[name].split(",") if self.texts.get(name) else []

    def rules(self) -> Rules | None:
        """`standard;enforcement=stop`: a preset and changes."""
        preset, *changes = self.texts.get("rules", "standard").split(";")
        if preset not in PRESETS:
            self._bad("rules", f"a preset first, one of {', '.join(PRESETS)}")
            return None
        pairs = dict(change.partition("=")[::2] for change in changes)
        rules = changed_rules(PRESETS[preset], pairs)
        if isinstance(rules, Unreadable):
            self.problems += [f"rules: {problem}" for problem in rules.problems]
            return None
        return rules

    def member(self, name: str, kind: type[E], default: E) -> E:
        """Return a member of an Enum by its value."""
        text = self.texts.get(name)
        if text is None:
            return default
        found = next((m for m in kind if m.value == text), None)
        if found is None:
            self._bad(name, f"one of {', '.join(m.value for m in kind)}")
        return found or default

    def _groups(self, name: str, pattern: str, usual: str, expected: str) -> list[str]:
        """Return the parts of a field; what cannot be read is as if it were left out."""
        match = re.fullmatch(pattern, self.texts.get(name, usual))
        if match is None:
            self._bad(name, expected)
            match = re.fullmatch(pattern, usual)
        assert match is not None
        return [*match.groups()]

    def number(self, name: str) -> int:
        """Read a number, 0 if left out."""
        return int(*self._groups(name, NUMBER, "0", "a number"))

    def pair(self, name: str) -> tuple[int, int]:
        """Read `3:0`: a number for each player."""
        expected = "a number for each player, such as 30:0"
        one, two = self._groups(name, f"{NUMBER}:{NUMBER}", "0:0", expected)
        return int(one), int(two)

    def seat(self, name: str) -> Seat | None:
        """Return a player, or nobody if left out."""
        found = sorted(self.seats(name))
        if len(found) > 1:
            self._bad(name, "one player")
        return found[0] if found else None

    def seats(self, name: str) -> frozenset[Seat]:
        """Players with commas between them."""
        return frozenset(Seat(int(word) - 1) for word in self.words(name, ("1", "2")))

    def words(self, name: str, known: Sequence[str]) -> list[str]:
        """Some of the words known, with commas between them."""
        words = self._words(name)
        if not {*words} <= {*known}:
            self._bad(name, f"some of {', '.join(known)}")
        return [word for word in words if word in known]

    def card(self, name: str) -> Card | Hidden | None:
        """One card, or none if left out."""
        pile = self.pile(name)
        if len(pile) > 1:
            self._bad(name, "one card")
        return pile[0] if pile else None

    def pile(self, name: str) -> Pile:
        """Cards, the top last."""
        return self._cards(name, self.texts.get(name, "-"))

    def _cards(self, name: str, text: str) -> Pile:
        cards: list[Card | Hidden] = []
        for word in CARD.findall("" if text == "-" else text):
            card = parse_seen(word)
            if card is None:
                self.problems.append(f"{name}: {word!r} is not a card")
            else:
                cards.append(card)
        return tuple(cards)

    def side(self, number: int) -> Side:
        """One player's piles."""
        return Side(
            self.pile(f"reserve{number}"),
            self.pile(f"hand{number}"),
            self.pile(f"waste{number}"),
            self.number(f"loaded{number}"),
        )

    def piles(self, name: str, most: int) -> tuple[Faces, ...]:
        """Piles of known cards with `/` between them; the missing ones are empty."""
        found = []
        for text in (self.texts.get(name) or "-").split("/"):
            pile = self._cards(name, text)
            faces = tuple(card for card in pile if isinstance(card, Card))
            if len(faces) < len(pile):
                self.problems.append(f"{name}: every card of {text} must be known")
            found.append(faces)
        if len(found) > most:
            self._bad(name, f"at most {most} piles")
        return (*found, *((),) * (most - len(found)))[:most]

    def marks(self, name: str) -> tuple[int, ...]:
        """Hexadecimal numbers with commas between them."""
        words = self._words(name)
        if not all(re.fullmatch(r"[0-9a-f]{1,16}", word) for word in words):
            self._bad(name, "hexadecimal numbers")
            return ()
        return tuple(int(word, 16) for word in words)

    def house_moves(self, name: str, houses: int) -> list[tuple[int, int, int]]:
        """`2>5,5>1x3`: moves among the houses."""
        found = []
        for word in self._words(name):
            move = HOUSE_MOVE.fullmatch(word)
            a, b, count = (int(n or 1) for n in move.groups()) if move else (0, 0, 0)
            if not (1 <= a <= houses and 1 <= b <= houses):
                self._bad(name, "house moves such as 2>5")
                return []
            found.append((a, b, count))
            if a == b:
                self.problems.append(f"{name}: {word} goes nowhere")
            if not count:
                self.problems.append(f"{name}: {word} moves no card")
        return found

    def plays(self, name: str) -> tuple[Play, ...]:
        """`reserve>foundation1`: plays with commas between them."""
        found = []
        for word in self._words(name):
            one, _, two = word.partition(">")
            source, target = Places().parse(one), Places().parse(two)
            if source not in PLACES or target not in PLACES:
                self._bad(name, "plays such as reserve>foundation1")
                return ()
            found.append(Play(source, target))
        return tuple(found)

    def result(self, name: str) -> Result | None:
        """Read `win:1:36`: how the last game ended, who came out ahead, the points."""
        if name not in self.texts:
            return None
        ends = "|".join(end.value for end in End)
        pattern = f"({ends}):([12-]):{NUMBER}(?::.*)?"
        expected = "an end, a player and points, such as win:1:36"
        end, ahead, points = self._groups(name, pattern, "win:-:0", expected)
        seat = None if ahead == "-" else Seat(int(ahead) - 1)
        return Result(End(end), seat, int(points))


FIELD = re.compile(r"(\w+)=(\{.*\}|\S*)|(\S+)")
PARTIAL = "partial"
FLAGS = TurnSoFar._fields[1:]


def write(s: State) -> str:
    """Return the position line of a state."""
    words = [PARTIAL] if s.partial else []
    return " ".join((*words, *(f"{name}={text}" for name, text in _fields(s) if text)))


def _fields(s: State) -> Iterator[tuple[str, str]]:
    """Yield every field as text, the ones that say nothing as an empty one."""
    yield "rules", rules_text(PRESETS, s.rules)
    yield "phase", "" if s.phase is Phase.PLAY else s.phase.value
    yield "turn", str(s.seat + 1)
    yield "turned", "" if s.turned is None else str(s.turned)
    for number, side in enumerate(s.sides, start=1):
        yield f"reserve{number}", pile_text(side.reserve)
        yield f"loaded{number}", str(side.loaded or "")
        yield f"hand{number}", pile_text(side.hand)
        yield f"waste{number}", pile_text(side.waste)
    yield "houses", _piles(s.houses)
    yield "foundations", _piles(s.foundations)
    yield "seen", ",".join(_house_moves((*s.turn.seen, s.houses)))
    yield "flags", ",".join(flag for flag in FLAGS if getattr(s.turn, flag))
    yield "idle", _pair(s.calm.idle)
    yield "past", ",".join(f"{mark:x}" for mark in s.calm.past)
    match, court = s.match, s.court
    yield "scores", _pair(match.scores)
    yield "wins", _pair(match.wins)
    yield "games", str(match.games or "")
    yield "starter", _seat(match.starter)
    yield "result", _result(match.result)
    yield "watched", _seat(court.watched)
    yield "forfeits", ",".join(sorted(map(_seat, court.forfeits)))
    yield "calls", _pair(court.false_calls)
    yield "offers", ",".join(sorted(map(_seat, court.offers)))
    fault = court.fault
    yield "fault", fault.kind.value if fault else ""
    yield "skipped", ",".join(f"{a.word}>{b.word}" for a, b in fault.skipped) if fault else ""
    yield "before", f"{{{write(fault.before)}}}" if fault else ""


def _piles(piles: tuple[Faces, ...]) -> str:
    return "/".join(pile_text(pile) or "-" for pile in piles) if any(piles) else ""


def _house_moves(history: tuple[tuple[Faces, ...], ...]) -> Iterator[str]:
    """Write the house moves from each layout to the next: `2>5`, with a count if several."""
    for before, after in pairwise(history):
        lengths = [len(a) - len(b) for a, b in zip(after, before, strict=True)]
        count = max(lengths)
        move = f"{lengths.index(-count) + 1}>{lengths.index(count) + 1}"
        yield move if count == 1 else f"{move}x{count}"


def _pair(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]}:{numbers[1]}" if any(numbers) else ""


def _seat(seat: Seat | None) -> str:
    return "" if seat is None else str(seat + 1)


def _result(result: Result | None) -> str:
    if result is None:
        return ""
    return f"{result.end.value}:{_seat(result.ahead) or '-'}:{result.points}"


NAMES = tuple(name for name, _ in _fields(State()))


def read(line: str) -> State | Unreadable:
    """Return the state of a position line, or everything wrong with it."""
    texts: dict[str, str] = {}
    found: list[str] = []
    partial = False
    for name, text, word in FIELD.findall(line):
        if word == PARTIAL:
            partial = True
        elif word:
            found.append(f"{word!r}: expected name=value or {PARTIAL}")
        elif name not in NAMES:
            found.append(f"no field {name!r}; there are: {', '.join(NAMES)}")
        elif name in texts:
            found.append(f"{name} stands twice")
        else:
            texts[name] = text
    reader = FieldReader(texts)
    state = _state(reader, partial=partial)
    found += reader.problems
    if state is not None and not found:
        found += problems(state)
    if state is None or found:
        return Unreadable(tuple(found))
    return state


def _state(reader: FieldReader, *, partial: bool) -> State | None:
    rules = reader.rules()
    if rules is None:
        return None
    houses = reader.piles("houses", rules.houses)
    return State(
        rules,
        reader.member("phase", Phase, Phase.PLAY),
        (reader.side(1), reader.side(2)),
        houses,
        reader.piles("foundations", 8),
        reader.seat("turn") or Seat(0),
        reader.card("turned"),
        _turn(reader, houses),
        StalemateProgress(reader.pair("idle"), reader.marks("past")),
        Match(
            reader.pair("scores"),
            reader.pair("wins"),
            reader.number("games"),
            reader.seat("starter"),
            reader.result("result"),
        ),
        Court(
            reader.seat("watched"),
            _fault(reader),
            reader.seats("forfeits"),
            reader.pair("calls"),
            reader.seats("offers"),
        ),
        partial,
    )


def _turn(reader: FieldReader, houses: tuple[Faces, ...]) -> TurnSoFar:
    seen: list[tuple[Faces, ...]] = []
    for source, target, count in reversed(reader.house_moves("seen", len(houses))):
        if len(houses[target - 1]) < count:
            reader.problems.append(f"seen: house {target} has no such cards to go back")
            break
        houses = carried(houses, HOUSES[target - 1], HOUSES[source - 1], count)
        seen.append(houses)
    flags = reader.words("flags", FLAGS)
    return TurnSoFar(tuple(reversed(seen)), *(flag in flags for flag in FLAGS))


def _fault(reader: FieldReader) -> Fault | None:
    texts, wrong = reader.texts, reader.problems
    if "fault" not in texts:
        wrong += [f"{n} needs a fault" for n in ("skipped", "before") if n in texts]
        return None
    written = re.fullmatch(r"\{(.*)\}", texts.get("before", ""))
    if written is None:
        wrong.append("a fault needs the position before it: before={...}")
        return None
    if "before=" in written[1]:
        wrong.append("before: no fault can be on record there")
        return None
    kind = reader.member("fault", FaultKind, FaultKind.WRONG_PLACE)
    before = read(written[1])
    if isinstance(before, Unreadable):
        wrong += [f"before: {problem}" for problem in before.problems]
        return None
    return Fault(kind, reader.plays("skipped"), before)


notation = Notation(write, read)
