"""A FreeCell position on one line, and everything that can be wrong with it.

    rules=freecell homes=5S/-/AC/- cells=-/QH/-/- columns=JDKD2S/-/9H9S/...

`name=value` in any order; what is left out is empty. Piles are joined by `/`, cards stand
without blanks, the last card is the free one; `-` is an empty place, `'` marks the second
pack. A home is named by its highest card; where copies of two packs are mixed all its
cards stand there. `homes=rest` says that all other cards are home. `rules` is a preset,
with single options after it: `freecell;cells=3`. `phase=setup` is a board still being laid.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ludex.kernel import Notation, Unreadable
from ludex.kernel.start import changed_rules, rules_text
from ludex.parts.cards import Card, Deck

from .dealing import homes_of_the_rest
from .options import PRESETS, Rules
from .state import (
    Phase,
    Pile,
    State,
    run_home,
    takes,
)

NAMES = ("rules", "phase", "homes", "cells", "columns")
_FACE = r"(?:10|.)[SHCDshcd♠♥♣♦]"
CARD = re.compile(rf"{_FACE}'*|(?:(?!{_FACE}).)+")
"""A card, or all that stands before the next one and is none."""
EMPTY = "-"


def write(s: State) -> str:
    """Return the position line of a state."""
    words = [f"rules={rules_text(PRESETS, s.rules)}"]
    if s.phase is Phase.SETUP:
        words.append("phase=setup")
    if any(s.homes):
        words.append(f"homes={'/'.join(map(_home_text, s.homes))}")
    if any(s.cells):
        words.append(f"cells={'/'.join(str(card or EMPTY) for card in s.cells)}")
    if any(s.columns):
        words.append(f"columns={'/'.join(map(_pile_text, s.columns))}")
    return " ".join(words)


def _pile_text(pile: Pile) -> str:
    return "".join(map(str, pile)) or EMPTY


def _home_text(home: Pile) -> str:
    is_plain = len({card.pack for card in home}) == 1
    return str(home[-1]) if is_plain else _pile_text(home)


def read(line: str) -> State | Unreadable:
    """Return the state of a position line, or everything wrong with it."""
    words = [word.partition("=") for word in line.split()]
    values = {name: value for name, equals, value in words if equals}
    found = [f"{name!r} is not of the form name=value" for name, eq, _ in words if not eq]
    found += _repeated(name for name, equals, _ in words if equals)
    found += [
        f"no field {name!r}; there are: {', '.join(NAMES)}" for name in values if name not in NAMES
    ]
    rules = _read_rules(values.get("rules", "freecell"))
    if isinstance(rules, Unreadable):
        return Unreadable((*found, *rules.problems))
    return _PositionReader(rules, values, found).state()


def _read_rules(text: str) -> Rules | Unreadable:
    name, *changes = text.split(";")
    if name not in PRESETS:
        return Unreadable((f"no preset {name!r}; there are: {', '.join(PRESETS)}",))
    pairs = [change.partition("=") for change in changes]
    if repeated := _repeated(option for option, _, _ in pairs):
        return Unreadable(tuple(f"rules: {problem}" for problem in repeated))
    return changed_rules(PRESETS[name], {option: value for option, _, value in pairs})


def _repeated(names: Iterable[str]) -> list[str]:
    """Nobody can know which of two values is meant."""
    counts = Counter(names)
    return [
        f"{name} is given {'twice' if count == 2 else f'{count} times'}"
        for name, count in counts.items()
        if count > 1
    ]


class _PositionReader:
    """A position while it is read: its fields, and the problems found so far."""

    def __init__(self, rules: Rules, values: dict[str, str], found: list[str]) -> None:
        self.rules = rules
        self.values = values
        self.found = found

    def state(self) -> State | Unreadable:
        phase = self._phase()
        columns = self._piles("columns", self.rules.columns)
        cells = tuple(self._cells())
        is_rest = self.values.get("homes") == "rest"
        homes = ((),) * self.rules.homes if is_rest else self._homes()
        s = State(self.rules, columns, cells, homes, phase)
        if is_rest:
            s = replace(s, homes=homes_of_the_rest(s))
        self._count_cards(s)
        return Unreadable(tuple(self.found)) if self.found else s

    def _phase(self) -> Phase:
        word = self.values.get("phase", Phase.PLAY.value)
        if word not in (Phase.PLAY.value, Phase.SETUP.value):
            self.found.append(f"phase={word}: expected play or setup")
            return Phase.PLAY
        return Phase(word)

    def _piles(self, name: str, count: int) -> tuple[Pile, ...]:
        """Return the piles of a field; too many or too few are told, too few also mended."""
        if name not in self.values:
            return ((),) * count
        texts = self.values[name].split("/") if self.values[name] else []
        if len(texts) != count:
            self.found.append(f"{count} {name} expected, {len(texts)} found")
        piles = [tuple(self._cards(name, i, text)) for i, text in enumerate(texts, 1)]
        return tuple(piles + [()] * (count - len(piles)))

    def _cards(self, name: str, number: int, text: str) -> Iterator[Card]:
        for word in CARD.findall("" if text == EMPTY else text):
            card = Card.parse(word)
            if card is None or card.pack >= self.rules.packs:
                self.found.append(f"{name} {number}: {word!r} is not a card")
            else:
                yield card

    def _cells(self) -> Iterator[Card | None]:
        for i, pile in enumerate(self._piles("cells", self.rules.cells), 1):
            if len(pile) > 1:
                self.found.append(f"cells {i}: more than one card")
            yield from pile or (None,)

    def _homes(self) -> tuple[Pile, ...]:
        homes = []
        for i, pile in enumerate(self._piles("homes", self.rules.homes), 1):
            if len(pile) == 1:
                top = pile[0]
                homes.append(run_home(top.suit, top.rank, top.pack))
            else:
                homes.append(pile)
                if not all(takes(pile[:n], pile[n]) for n in range(len(pile))):
                    self.found.append(f"homes {i}: not from the ace up in suit")
        return tuple(homes)

    def _count_cards(self, s: State) -> None:
        """Every card is there once; during set-up some may be missing."""
        counts = Counter(s.cards)
        self.found += [f"{c} is there {n} times" for c, n in counts.items() if n > 1]
        if s.phase is Phase.PLAY:
            pack = Deck.of_packs(self.rules.packs).cards
            missing = [str(card) for card in pack if card not in counts]
            if missing:
                self.found.append(f"{len(missing)} missing: {' '.join(missing)}")
        elif any(s.homes) or any(s.cells):
            self.found.append("during set-up cards lie in the columns only")


notation = Notation(write, read)
