"""The state of a compilation: the names and their values, what is known, and the code so far.

A function of the rulebook is run on values that are partly unknown. What is known is computed at
once; the rest becomes code.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.tables import Tables
from ludex.compile.rulebook.values import Atom, Const, Fact, Num, Value, fact_among
from ludex.compile.rulebook.writer import Block, If, Label

Key: TypeAlias = tuple[int, str]
"""A frame and a name in it."""

ANSWER = -2
"""The frame of what functions answered; an answer is forgotten where ways with different ones meet."""

LARGEST = 1 << 62
"""Numbers of the generated code stay below this."""


@dataclass(eq=False)
class Frame:
    """A function that is being run."""

    number: int
    around: dict[str, object]
    """The names of its module and closure."""
    file: str
    name: str
    outer: "Frame | None" = None
    """The function in which it is written, whose names it sees."""
    leave: Label | None = None
    """The label to which its return leads."""
    give: "Callable[[Value], None] | None" = None
    """The use of the values that it yields."""
    function: object = None
    is_shadow: bool = False
    """Is nothing wanted of its result but whether it is None?"""
    finish: "Callable[[Value], None] | None" = None
    """The use of its result at once, where nothing else follows."""


@dataclass(eq=False)
class Core:
    """The facts known while a function is compiled."""

    tables: Tables
    result: str = "0"
    """The result of the generated function where the rulebook would raise."""
    scratch: int = 0
    """The first word of the row that is free for work."""
    block: Block = field(default_factory=Block)
    store: dict[Key, Value] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    dead: bool = False
    frames: list[Frame] = field(default_factory=list)
    site: Site = field(default_factory=Site)
    touch: "Callable[[str], Value | None]" = lambda _: None
    """Opens the loop over a field of an event when the field is first asked for."""

    def __post_init__(self) -> None:
        self.made = 0
        """So many names were made."""
        self.since: dict[str, int] = {}
        """By the code that says whether a value is there: its own names were made after so many."""
        self.broken: dict[Key, CompileError] = {}
        self.base: dict[str, tuple[int, int]] = {}
        self.behind: dict[str, tuple[Num | Const, list[int]]] = {}
        """The codes of table entries: the place asked for, and what the table has for each."""
        self.most_scratch = self.scratch
        self.alive: set[int] = {-1, ANSWER}
        self.walrus: set[Key] = set()
        self._line: tuple[str, int] | None = None

    # -- code ---------------------------------------------------------------------------

    def name(self, hint: str = "v") -> str:
        """A name that nothing has."""
        self.made += 1
        stem = "".join(c if c.isalnum() else "_" for c in hint).strip("_") or "v"
        return f"{stem}_{self.made}"

    def line(self, text: str) -> None:
        """Write a line of code."""
        if not self.dead:
            self.block.line(text)

    def at(self, site: Site) -> None:
        """Go on to another line of the rulebook."""
        self.site = site
        place = (site.file, site.line)
        if place != self._line and not self.dead:
            self._line = place
            self.block.line(f"# {site}")

    @contextmanager
    def into(self, block: Block) -> Iterator[Block]:
        """Write into another block."""
        outer, self.block = self.block, block
        try:
            yield block
        finally:
            self.block = outer

    def trap(self, condition: str, problem: str) -> None:
        """Give up the game where the condition holds: the rulebook would raise, or there is no
        room."""
        if self.dead or condition == "False":
            return
        number = self.tables.trap(self.site, problem)
        then = Block([f"state[0] = {number}  # {problem}", f"return {self.result}"])
        if condition == "True":
            self.block.nodes.append(then)
            self.dead = True
        else:
            self.block.nodes.append(If(condition, then, Block()))

    def fail(self, problem: str, instead: str = "") -> CompileError:
        """Return the error of something that cannot be compiled; whoever reads the expression says where."""
        return CompileError(problem, instead)

    # -- numbers ------------------------------------------------------------------------

    def number(self, code: str, low: int, high: int, *, is_bool: bool = False) -> Num | Const:
        """A number whose code is no sum."""
        if low == high:
            return Const(bool(low) if is_bool else low)
        if low < -LARGEST or high > LARGEST:
            raise self.fail(
                "a number may grow beyond 64 bits here",
                "Keep it within bounds: declare the domain of a field, use `min`, or a remainder.",
            )
        known = self.base.get(code, (low, high))
        self.base[code] = min(low, known[0]), max(high, known[1])
        terms = () if is_bool else ((code, 1),)
        return Num(code, low, high, terms, 0, is_bool)

    def variable(self, hint: str, low: int, high: int, *, is_bool: bool = False) -> Num:
        """A number in a variable of its own."""
        code = self.name(hint)
        self.base[code] = (low, high)
        return Num(code, low, high, () if is_bool else ((code, 1),), 0, is_bool)

    def bounds(self, value: Num | Const) -> tuple[int, int]:
        """The bounds of a number, as far as they are known here."""
        if isinstance(value, Const):
            assert isinstance(value.value, int)
            return int(value.value), int(value.value)
        low, high = value.low, value.high
        fact = self.facts.get(value.code)
        if fact is not None:
            low, high = max(low, fact.low), min(high, fact.high)
        if value.terms and (len(value.terms) > 1 or value.offset or value.terms[0][1] != 1):
            least = most = value.offset
            for code, times in value.terms:
                a, b = self._of_term(code)
                least += times * (a if times > 0 else b)
                most += times * (b if times > 0 else a)
            low, high = max(low, least), min(high, most)
        if len(value.terms) > 1:
            fact = self.facts.get(sum_of(value.terms, 0))
            if fact is not None:
                low, high = max(low, fact.low + value.offset), min(high, fact.high + value.offset)
        return low, max(low, high)

    def _of_term(self, code: str) -> tuple[int, int]:
        low, high = self.base[code]
        fact = self.facts.get(code)
        return (low, high) if fact is None else (max(low, fact.low), min(high, fact.high))

    def places(self, atom: Atom) -> tuple[int, ...]:
        """The places that a thing may have, as far as they are known here."""
        fact = self.facts.get(atom.code)
        every = range(len(atom.domain))
        if fact is None:
            return tuple(every)
        low, high, among = fact.low, fact.high, fact.among
        return tuple(i for i in every if low <= i <= high and (among is None or i in among))

    def learn(self, facts: tuple[Fact, ...]) -> None:
        """Note a fact that holds from here on; where it cannot hold, nothing follows."""
        for fact in facts:
            known = self.facts.get(fact.code)
            low, high, among = fact.low, fact.high, fact.among
            if known is not None:
                low, high = max(low, known.low), min(high, known.high)
                if known.among is not None:
                    among = known.among if among is None else among & known.among
            self.facts[fact.code] = Fact(fact.code, low, high, among)
            place, numbers = self.behind.get(fact.code, (None, []))
            if isinstance(place, Num) and len(place.terms) == 1 and place.terms[0][1] == 1:
                narrowed = (
                    i - place.offset
                    for i, n in enumerate(numbers)
                    if low <= n <= high and (among is None or n in among)
                )
                self.learn(fact_among(place.terms[0][0], narrowed))


def code_of(value: Num | Const) -> str:
    """The code of a number."""
    if isinstance(value, Const):
        assert isinstance(value.value, int)
        return repr(value.value if isinstance(value.value, bool) else int(value.value))
    return value.code


@cache
def sum_of(terms: tuple[tuple[str, int], ...], offset: int) -> str:
    """The code of a sum: so many times each of some codes, and a number."""
    text = ""
    for code, times in sorted(terms, key=lambda term: term[1] < 0):
        sign = "-" if times < 0 else "+"
        part = code if abs(times) == 1 else f"{abs(times)} * {code}"
        text = f"{text} {sign} {part}" if text else (part if times > 0 else f"-{part}")
    if offset:
        text = f"{text} {'-' if offset < 0 else '+'} {abs(offset)}"
    is_alone = len(terms) == 1 and terms[0][1] == 1 and not offset
    return text if is_alone else f"({text})"
