"""Reading the fields of a position line, and collecting what is wrong with them."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Final, TypeVar

from ludex.games.russian_bank.rules.options import PRESETS, Rules
from ludex.games.russian_bank.rules.places import PLACES, Places, Play
from ludex.games.russian_bank.rules.state import End, Faces, Pile, Result, Side
from ludex.kernel import Seat, Unreadable, changed_rules
from ludex.parts.cards import Card, Hidden, parse_seen

E = TypeVar("E", bound=Enum)

CARD: Final = re.compile(r"(?:10|[A-Za-z0-9?])[A-Za-z?♠♥♣♦]'?|.")
HOUSE_MOVE: Final = re.compile(r"(\d)>(\d)(?:x(\d\d?))?")
DIGITS: Final = re.compile(r"[0-9]{1,9}")


def pile_text(pile: Pile) -> str:
    """Cards without blanks, the top last."""
    return "".join(map(str, pile))


class Reader:
    """The fields of one line; each is read as its type, problems add up."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.problems: list[str] = []

    def _bad(self, name: str, expected: str) -> None:
        self.problems.append(f"{name}={self.texts[name]}: expected {expected}")

    def _words(self, name: str) -> list[str]:
        """What stands between commas."""
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
        """A member of an Enum by its value."""
        text = self.texts.get(name)
        if text is None:
            return default
        found = next((m for m in kind if m.value == text), None)
        if found is None:
            self._bad(name, f"one of {', '.join(m.value for m in kind)}")
        return found or default

    def number(self, name: str) -> int:
        """A number, 0 if left out."""
        text = self.texts.get(name, "0")
        if not DIGITS.fullmatch(text):
            self._bad(name, "a number")
            return 0
        return int(text)

    def pair(self, name: str) -> tuple[int, int]:
        """`3:0`: a number for each player."""
        one, _, two = self.texts.get(name, "0:0").partition(":")
        if not (DIGITS.fullmatch(one) and DIGITS.fullmatch(two)):
            self._bad(name, "a number for each player, such as 30:0")
            return 0, 0
        return int(one), int(two)

    def seat(self, name: str) -> Seat | None:
        """A player, or nobody if left out."""
        found = sorted(self.seats(name))
        if len(found) > 1:
            self._bad(name, "one player")
        return found[0] if found else None

    def seats(self, name: str) -> frozenset[Seat]:
        """Players with commas between them."""
        words = self.words(name, ("1", "2"))
        return frozenset(Seat(int(word) - 1) for word in words)

    def words(self, name: str, known: Iterable[str]) -> list[str]:
        """Some of the words known, with commas between them."""
        known = tuple(known)
        words = self._words(name)
        if any(word not in known for word in words):
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
                self.problems.append(f"{name}: {word!r} is no card")
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
        words = self._words(name)
        found = []
        for word in words:
            move = HOUSE_MOVE.fullmatch(word)
            ends = (int(move[1]), int(move[2])) if move else (0, 0)
            count = int(move[3] or 1) if move else 0
            if move and all(1 <= end <= houses for end in ends):
                found.append((*ends, count))
                if ends[0] == ends[1]:
                    self.problems.append(f"{name}: {word} goes nowhere")
                if not count:
                    self.problems.append(f"{name}: {word} moves no card")
            else:
                self._bad(name, "house moves such as 2>5")
                return []
        return found

    def plays(self, name: str) -> tuple[Play, ...]:
        """`reserve>foundation1`: plays with commas between them."""
        words = self._words(name)
        found = []
        for word in words:
            one, _, two = word.partition(">")
            source, target = Places().parse(one), Places().parse(two)
            if source not in PLACES or target not in PLACES:
                self._bad(name, "plays such as reserve>foundation1")
                return ()
            found.append(Play(source, target))
        return tuple(found)

    def result(self, name: str) -> Result | None:
        """`win:1:36`: how the last game ended, who came out ahead, the points."""
        if name not in self.texts:
            return None
        end, ahead, points = (*self.texts[name].split(":"), "", "")[:3]
        kind = next((e for e in End if e.value == end), None)
        if kind is None or ahead not in ("1", "2", "-") or not DIGITS.fullmatch(points):
            self._bad(name, "an end, a player and points, such as win:1:36")
            return None
        seat = None if ahead == "-" else Seat(int(ahead) - 1)
        return Result(kind, seat, int(points))
