"""Situations in which an event is tried, so that a mistake in any part of a rule shows somewhere.

A guard can be wrong in one phase, before one outcome, at one end of the board, or in one part of
its condition. So an event is wanted

- accepted and refused in every *class of states*: by phase, outcome and whose turn it is;
- refused by each guard where no other fails, and by two where their words differ;
- with each part of a condition true and false (modified condition/decision coverage);
- with the least and the greatest value of each argument, and those just beyond.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

from ludex.check.trials import innermost
from ludex.kernel import AnyEvent, AnyGame, AnyState, Atom, Query, Sentence
from ludex.kernel.event import GuardSite, site_of
from ludex.kernel.texts.sentence import code_of
from ludex.study.coverage.obligations import (
    Catalogue,
    EventSuccess,
    GuardOrder,
    Obligation,
    Refused,
)

FEW = 8
"""Values of an argument of which each is tried."""


@dataclass(frozen=True, slots=True)
class TrialSituation:
    """An event tried where something in particular is true."""

    event: str
    facts: tuple[object, ...]


class AskedGuard(NamedTuple):
    """A guard's answer: its number, whether it held, its words, and the parts of its condition."""

    number: int
    words: str | None
    parts: tuple[bool | None, ...]


class Situations:
    """Says which situations trying an event in a state shows."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.game: AnyGame = catalogue.game.unchecked()
        self._classes: dict[AnyState, tuple[object, ...]] = {}
        self._refused: dict[tuple[AnyState, type[AnyEvent]], str | None] = {}
        self._conditions = {
            (name, row.site): _parts(row.condition)
            for name, rows in catalogue.guards.items()
            for row in rows
        }

    def class_of(self, s: AnyState) -> tuple[object, ...]:
        """The class of a state: its phases and switches, how it has ended, and whose turn it is."""
        known = self._classes.get(s)
        if known is None:
            ended = self.game.outcome(s)
            turn = None if ended is not None else self.game.turn(s)
            switches = _switches(s)
            known = (*switches, codes(ended.text) if ended else (), turn)
            self._classes[s] = known
        return known

    def ask(self, s: AnyState, event: AnyEvent) -> list[AskedGuard]:
        """Ask every guard, also those after one that fails, as far as they can be asked."""
        found: list[AskedGuard] = []
        try:
            guards: Iterator[object] = event.guards(s)  # whatever a faulty rulebook gives
            for answer in guards:
                if answer is not True and not isinstance(answer, str):
                    break
                site = site_of(guards)  # type: ignore[arg-type]  # as above
                number = self.catalogue.numbers.get((event.name, site)) if site else None
                if number is None or site is None:
                    continue
                words = None if answer is True else str(answer)
                found.append(AskedGuard(number, words, self._truths(event, site, guards)))
        except Exception:  # noqa: BLE001, S110  # a guard after one that fails may be undefined
            pass
        return found

    def _truths(self, event: AnyEvent, site: GuardSite, guards: object) -> tuple[bool | None, ...]:
        parts = self._conditions.get((event.name, site), ())
        frame = innermost(guards) if parts else None
        if frame is None:
            return ()
        names = {**frame.f_globals, **frame.f_locals}
        return tuple(_truth(part, names) for part in parts)

    def met(self, s: AnyState, event: AnyEvent) -> set[Obligation | TrialSituation]:
        """Everything that trying an event shows, but for the rows of tables."""
        name, around = event.name, self.class_of(s)
        if event.of_history:
            return set()
        refused = self._kernel(s, event)
        if refused is not None:
            return {TrialSituation(name, ("kernel", around, refused))}
        answers = self.ask(s, event)
        failed = [one for one in answers if one.words is not None]
        found: set[Obligation | TrialSituation] = set()
        first = failed[0].number if failed else 0
        if not failed:
            found.add(EventSuccess(name))
            found.add(TrialSituation(name, ("accepted", around, self._after(s, event))))
            decided = answers
        else:
            found.add(Refused(name, first))
            others = [one for one in failed if one.number > first]
            differ = [one.number for one in others if one.words != failed[0].words]
            found.update(GuardOrder(name, first, number) for number in differ)
            second = others[0].number if others else 0
            if not others or differ:
                found.add(TrialSituation(name, ("refused", around, first, second)))
            decided = [one for one in answers if one.number <= first]
        for one in decided:
            if len(one.parts) > 1 and one.number in (first, 0 if first else one.number):
                found.add(TrialSituation(name, ("parts", one.number, one.parts)))
        found |= self._edges(event, first)
        return found

    def _kernel(self, s: AnyState, event: AnyEvent) -> str | None:
        """Return the reason why the kernel refuses all events of a kind in a state."""
        key = s, type(event)
        if key not in self._refused:
            refusal = self.game.refusal(s, event)
            by_kernel = refusal is not None and not refusal.guard
            self._refused[key] = code_of(refusal.text) if refusal and by_kernel else None
        return self._refused[key]

    def _after(self, s: AnyState, event: AnyEvent) -> object:
        return None if isinstance(event, Query) else self.class_of(event.apply(s))

    def _edges(self, event: AnyEvent, first: int) -> set[Obligation | TrialSituation]:
        """The extreme values among its arguments, and what became of it."""
        every = edges(type(event))  # type: ignore[arg-type]  # classes can be hashed
        return {
            TrialSituation(event.name, ("value", at, word, first))
            for at, word in enumerate(event.words())
            if word in every[at]
        }


def codes(text: object) -> tuple[str, ...]:
    """The codes of a sentence and of the sentences in it: why a game has ended, too."""
    if not isinstance(text, Sentence):
        return (code_of(str(text)),)
    inside = (codes(value) for value in text.values.values() if isinstance(value, Sentence))
    return (text.code, *(code for some in inside for code in some))


def _switches(s: AnyState) -> Iterator[object]:
    if is_dataclass(s):
        for one in fields(s):
            value = getattr(s, one.name)
            if isinstance(value, Enum | bool):
                yield value


@cache
def edges(cls: type[AnyEvent]) -> tuple[frozenset[str], ...]:
    """The words that are tried of each argument: the ends and just beyond, or all where few."""
    return tuple(frozenset(_edge_words(one.atom)) for one in cls.parameters())


def _edge_words(atom: Atom[Any]) -> Iterator[str]:
    values = [*atom.values()] if atom.size <= 10_000 else []
    if values and all(type(v) is int for v in values):
        low, high = min(values), max(values)
        beyond = [v for v in atom.hostile() if type(v) is int]
        chosen = {low, high, *(v for v in beyond if v in (low - 1, high + 1))}
        yield from map(atom.text, sorted(chosen))
    elif 0 < len(values) <= FEW:
        yield from map(atom.text, values)


def with_edges(event: AnyEvent) -> Iterator[AnyEvent]:
    """The event with one argument at an end of its values, or just beyond."""
    cls, words = type(event), event.words()
    for at, some in enumerate(edges(cls)):  # type: ignore[arg-type]  # as above
        for word in sorted(some):
            made = _read(cls, (*words[:at], word, *words[at + 1 :]))
            if made is not None and word != words[at]:
                yield made


def _read(cls: type[AnyEvent], words: tuple[str, ...]) -> AnyEvent | None:
    values, at = [], 0
    for one in cls.fields():
        size = len(one.domain.atoms)
        value = one.domain.read(words[at : at + size])
        if value is None:
            return None
        values.append(value)
        at += size
    return cls(*values)


# -- parts of conditions --------------------------------------------------------------------------


@cache
def _parts(condition: str) -> tuple[CodeType, ...]:
    """The parts of a condition that `and`, `or` and `not` put together, if there are several."""
    try:
        tree = ast.parse(condition, mode="eval").body
    except SyntaxError:
        return ()
    found = [*_atoms(tree)]
    if len(found) < 2:
        return ()
    return tuple(
        compile(ast.Expression(one), "<condition>", "eval", dont_inherit=True) for one in found
    )


def _atoms(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BoolOp(values=values):
            for one in values:
                yield from _atoms(one)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _atoms(inner)
        case ast.Compare(left=left, ops=[*ops], comparators=[*others]) if len(ops) > 1:
            for i, op in enumerate(ops):
                one = ast.Compare(left if not i else others[i - 1], [op], [others[i]])
                yield ast.copy_location(one, node)
        case _:
            yield node


def _truth(part: CodeType, names: dict[str, Any]) -> bool | None:
    """A part of a condition here; None where it cannot be asked, as what is before it fails."""
    try:
        return bool(eval(part, names))  # noqa: S307  # the rulebook's own text, in its own place
    except Exception:  # noqa: BLE001  # as above
        return None
