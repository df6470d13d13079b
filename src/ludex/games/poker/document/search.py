"""Is there a model? Asked of a small universe: by search, or of z3 where it is installed.

Both are given the same statements and the same possible values. The search needs nothing but
Python: it gives values to unknowns, lets each statement with one unknown left decide it, and
goes back where two statements disagree. It suits decks of two or three cards; z3 takes more.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ludex.games.poker.document.ground import (
    SIGNS,
    All,
    Compared,
    Deck,
    Different,
    Some,
    Statement,
    Unknown,
    Value,
    Without,
)

Model = Mapping[Unknown, int]
"""A value for each unknown that the statements name."""

Prover = Callable[[Deck, Iterable[Statement]], Model | None]
"""A model of statements on a deck, or None when there is none."""


def search(deck: Deck, statements: Iterable[Statement]) -> Model | None:
    """A model, found by trying."""
    return _Search(deck, list(dict.fromkeys(_apart(statements)))).model()


def _apart(statements: Iterable[Statement]) -> Iterator[Statement]:
    for one in statements:
        if isinstance(one, All):
            yield from _apart(one.parts)
        else:
            yield one


def unknowns(statement: Statement) -> set[Unknown]:
    """The values that a statement is about."""
    match statement:
        case Compared(left, _, right):
            return _unknown(left) | _unknown(right)
        case All(parts) | Some(parts):
            return set().union(*map(unknowns, parts))
        case Different(several, _):
            return set(several)


def _unknown(value: Value) -> set[Unknown]:
    if isinstance(value, Without):
        return {value.right}
    return {value} if isinstance(value, Unknown) else set()


def truth(statement: Statement, model: Model) -> bool | None:
    """Is a statement true in a model; None when the model does not say enough."""
    match statement:
        case Compared(left, sign, right):
            one, other = _value(left, model), _value(right, model)
            return None if one is None or other is None else SIGNS[sign](one, other)
        case All(parts):
            return _each(parts, model, decides=False)
        case Some(parts):
            return _each(parts, model, decides=True)
        case Different(several, holds):
            values = [model[one] for one in several if one in model]
            if len(set(values)) < len(values):
                return not holds
            return holds if len(values) == len(several) else None


def _each(parts: Sequence[Statement], model: Model, *, decides: bool) -> bool | None:
    found: bool | None = not decides
    for part in parts:
        one = truth(part, model)
        if one is decides:
            return decides
        if one is None:
            found = None
    return found


def _value(value: Value, model: Model) -> int | None:
    if isinstance(value, Without):
        right = model.get(value.right)
        return None if right is None else value.left & ~right
    return model.get(value) if isinstance(value, Unknown) else value


class _Search:
    """Values given so far, and those that are still possible."""

    def __init__(self, deck: Deck, statements: list[Statement]) -> None:
        self.statements = statements
        self.about = [sorted(unknowns(s), key=repr) for s in statements]
        self.naming: dict[Unknown, list[int]] = defaultdict(list)
        for i, several in enumerate(self.about):
            for one in several:
                self.naming[one].append(i)
        self.possible = {one: list(deck.possible(one)) for one in self.naming}
        self.given: dict[Unknown, int] = {}

    def model(self) -> Model | None:
        for statement in self.statements:
            if isinstance(statement, Different) and statement.holds:
                several = statement.unknowns
                if len(several) > len({v for s in several for v in self.possible[s]}):
                    return None  # more pigeons than holes
        return self._extended() if self._settled(range(len(self.statements))) else None

    def _extended(self) -> Model | None:
        unknown = self._choice()
        if unknown is None:
            rest = {one: values[0] for one, values in self.possible.items()}
            return {**rest, **self.given}
        for value in list(self.possible[unknown]):
            before = dict(self.given), {k: list(v) for k, v in self.possible.items()}
            self.given[unknown] = value
            if self._settled(self.naming[unknown]) and (found := self._extended()):
                return found
            self.given, self.possible = before
        return None

    def _choice(self) -> Unknown | None:
        """What an undecided statement asks for, with the fewest values left."""
        best: Unknown | None = None
        for i, statement in enumerate(self.statements):
            if truth(statement, self.given) is None:
                for one in self.about[i]:
                    if one not in self.given and (
                        best is None
                        or len(self.possible[one]) < len(self.possible[best])
                    ):
                        best = one
                if best is not None and len(self.possible[best]) <= 2:
                    return best
        return best

    def _settled(self, asked: Iterable[int]) -> bool:
        """Draw all conclusions; False where two of them disagree."""
        waiting = list(asked)
        while waiting:
            i = waiting.pop()
            left = [one for one in self.about[i] if one not in self.given]
            if not left:
                if truth(self.statements[i], self.given) is False:
                    return False
            elif len(left) == 1:
                if not self._narrowed(i, left[0]):
                    return False
                if left[0] in self.given:
                    waiting += self.naming[left[0]]
            elif truth(self.statements[i], self.given) is False:
                return False
        return True

    def _narrowed(self, i: int, unknown: Unknown) -> bool:
        """Keep the values with which a statement is true; the last one is given."""
        kept = [
            value
            for value in self.possible[unknown]
            if truth(self.statements[i], {**self.given, unknown: value})
        ]
        self.possible[unknown] = kept
        if len(kept) == 1:
            self.given[unknown] = kept[0]
        return bool(kept)
