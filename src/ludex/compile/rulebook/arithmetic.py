"""Whole numbers and truth values: their code and their bounds."""

import re
from collections.abc import Callable
from operator import (
    add,
    and_,
    eq,
    floordiv,
    ge,
    gt,
    is_,
    is_not,
    le,
    lshift,
    lt,
    matmul,
    mod,
    mul,
    ne,
    or_,
    rshift,
    sub,
    truediv,
    xor,
)  # fmt: skip
from typing import Any

from ludex.compile.rulebook.core import LARGEST, Core, code_of, sum_of
from ludex.compile.rulebook.values import FALSE, TRUE, Atom, Const, Fact, Num, Value

Number = Num | Const
READ = re.compile(r"int\((T\d+)\[(\w+)\]\)")
"""A number read from a table, at a place with a name."""


class Arithmetic(Core):
    """A machine that can count."""

    def as_number(self, value: Value) -> Number:
        """A value as a whole number; what is none is refused."""
        if isinstance(value, Num):
            return value
        if isinstance(value, Const) and isinstance(value.value, int):
            return value
        if isinstance(value, Atom):
            places = self.places(value)
            numbers = [value.domain[i] for i in places]
            if numbers and all(isinstance(each, int) for each in numbers):
                return self._of_atom(value, places)
        raise self.fail("a whole number is needed here", "Exclude None by a guard or an `assert`.")

    def _of_atom(self, value: Atom, places: tuple[int, ...]) -> Number:
        numbers = {i: int(str(int(value.domain[i]))) for i in places}  # type: ignore[call-overload]
        low, high = min(numbers.values()), max(numbers.values())
        shift = {number - i for i, number in numbers.items()}
        if low == high:
            return Const(value.domain[places[0]])
        if len(shift) == 1:
            self.base.setdefault(value.code, (0, len(value.domain) - 1))
            self.learn((Fact(value.code, min(places), max(places)),))
            return self.linear(((value.code, 1),), shift.pop())
        every = [numbers.get(i, low) for i in range(len(value.domain))]
        return self.number(f"int({self.tables.array(every)}[{value.code}])", low, high)

    # -- sums ---------------------------------------------------------------------------

    def linear(self, terms: tuple[tuple[str, int], ...], offset: int) -> Number:
        """A sum of codes, each so many times, and a number."""
        found: dict[str, int] = {}
        for code, times in terms:
            found[code] = found.get(code, 0) + times
        factors = tuple(sorted((code, times) for code, times in found.items() if times))
        if not factors:
            return Const(offset)
        if len(factors) > 1:
            factors, offset = self._tables_joined(factors, offset)
        low = high = offset
        for code, times in factors:
            a, b = self._of_term(code)
            low += times * (a if times > 0 else b)
            high += times * (b if times > 0 else a)
        if low == high:
            return Const(low)
        if low < -LARGEST or high > LARGEST:
            raise self.fail(
                "a number may grow beyond 64 bits here",
                "Keep it within bounds: declare the domain of a field, use `min`, or a remainder.",
            )
        code = sum_of(factors, offset)
        if len(factors) == 1 and offset == 0 and factors[0][1] == 1:
            low, high = self.base[code]
        self.base.setdefault(code, (low, high))
        return Num(code, low, high, factors, offset)

    def _tables_joined(
        self, terms: tuple[tuple[str, int], ...], offset: int
    ) -> tuple[tuple[tuple[str, int], ...], int]:
        """Numbers from several tables at the same place come from one; or from none, where it is the place."""
        by_place: dict[str, list[tuple[str, str, int]]] = {}
        for code, times in terms:
            read = READ.fullmatch(code)
            if read is not None:
                by_place.setdefault(read[2], []).append((code, read[1], times))
        for place, several in by_place.items():
            if len(several) < 2:
                continue
            columns = [[times * n for n in self.tables.numbers(name)] for _, name, times in several]
            sums = [*map(sum, zip(*columns, strict=True))]
            rest = [term for term in terms if term[0] not in {code for code, _, _ in several}]
            if place in self.base and sums == [*range(sums[0], sums[0] + len(sums))]:
                rest, offset = [*rest, (place, 1)], offset + sums[0]
            else:
                code = f"int({self.tables.array(sums)}[{place}])"
                self.base[code] = min(sums), max(sums)
                rest.append((code, 1))
            terms = tuple(sorted(rest))
        return terms, offset

    def _terms(self, value: Number) -> tuple[tuple[tuple[str, int], ...], int]:
        if isinstance(value, Const):
            assert isinstance(value.value, int)
            return (), int(value.value)
        if value.is_bool:
            code = f"int({value.code})"
            self.base.setdefault(code, (0, 1))
            return ((code, 1),), 0
        return value.terms, value.offset

    def plus(self, a: Number, b: Number) -> Number:
        """The sum."""
        (x, m), (y, n) = self._terms(a), self._terms(b)
        return self.linear((*x, *y), m + n)

    def minus(self, a: Number, b: Number) -> Number:
        """The difference."""
        (x, m), (y, n) = self._terms(a), self._terms(b)
        return self.linear((*x, *((code, -times) for code, times in y)), m - n)

    def times(self, a: Number, n: int) -> Number:
        """Return a number multiplied."""
        x, m = self._terms(a)
        return self.linear(tuple((code, times * n) for code, times in x), m * n)

    def binary(self, operator: str, a: Number, b: Number) -> Number:
        """`a operator b`, as Python counts."""
        if isinstance(a, Const) and isinstance(b, Const):
            return self.constant(operator, a, b)
        if operator == "+":
            return self.plus(a, b)
        if operator == "-":
            return self.minus(a, b)
        if operator == "*" and isinstance(b, Const):
            return self.times(a, self.bounds(b)[0])
        if operator == "*" and isinstance(a, Const):
            return self.times(b, self.bounds(a)[0])
        (la, ha), (lb, hb) = self.bounds(a), self.bounds(b)
        x, y = _operand(a), _operand(b)
        code = f"({x} {operator} {y})"
        if operator == "*":
            ends = [la * lb, la * hb, ha * lb, ha * hb]
            return self.number(code, min(ends), max(ends))
        if operator in {"//", "%"}:
            if lb <= 0 <= hb:
                self.trap(f"{y} == 0", "division by zero")
                lb = max(lb, 1) if la >= 0 and hb > 0 and lb == 0 else lb
            if lb <= 0:
                most = max(abs(la), abs(ha))
                low, high = (-most, most) if operator == "//" else (min(0, lb + 1), max(0, hb - 1))
                return self.number(code, low, high)
            if operator == "%":
                low, high = 0, hb - 1
                return a if la >= 0 and ha < lb else self.number(code, low, high)
            ends = [la // lb, la // hb, ha // lb, ha // hb]
            return self.number(code, min(ends), max(ends))
        if operator in {"&", "|", "^"}:
            return self._bitwise(operator, a, b)
        if operator in {"<<", ">>"}:
            if lb < 0:
                self.trap(f"{y} < 0", "a negative shift")
                lb = 0
            if hb > 62:
                raise self.fail("a shift may be by more than 62 places here")
            ends = [_shift(operator, m, n) for m in (la, ha) for n in (lb, hb)]
            return self.number(code, min(ends), max(ends))
        if operator == "**" and isinstance(b, Const) and 0 <= lb <= 62 and la >= 0:
            return self.number(code, la**lb, ha**lb)
        raise self.fail(
            f"`{operator}` of unknown numbers is not compiled", "Read it from a constant tuple."
        )

    def as_count(self, value: Num | Const) -> Num | Const:
        """A truth value as 0 or 1; other numbers as they are."""
        if isinstance(value, Num):
            return self.number(f"int({value.code})", 0, 1) if value.is_bool else value
        return Const(int(value.value)) if isinstance(value.value, bool) else value

    def _bitwise(self, operator: str, a: Number, b: Number) -> Number:
        (la, ha), (lb, hb) = self.bounds(a), self.bounds(b)
        code = f"({_operand(a)} {operator} {_operand(b)})"
        both = all(
            (isinstance(x, Num) and x.is_bool)
            or (isinstance(x, Const) and isinstance(x.value, bool))
            for x in (a, b)
        )
        if both:
            return self.number(code, 0, 1, is_bool=True)
        if operator == "&" and (la >= 0 or lb >= 0):
            high = min(x for x, low in ((ha, la), (hb, lb)) if low >= 0)
            return self.number(code, 0, high)
        if la < 0 or lb < 0:
            raise self.fail("bits of a negative number are not compiled")
        return self.number(code, 0, (1 << max(ha.bit_length(), hb.bit_length())) - 1)

    def constant(self, operator: str, a: Const, b: Const) -> Number:
        """The same of two numbers that are known."""
        found = OPERATORS[operator](a.value, b.value)
        if not isinstance(found, int):
            raise self.fail("only whole numbers are compiled", "Count in whole numbers: `//`.")
        return Const(found)

    # -- comparisons --------------------------------------------------------------------

    def truth(self, code: str, yes: tuple[Fact, ...] = (), no: tuple[Fact, ...] = ()) -> Num:
        """A truth value with what it tells."""
        self.base.setdefault(code, (0, 1))
        return Num(code, 0, 1, (), 0, is_bool=True, yes=yes, no=no)

    def compared(self, operator: str, a: Number, b: Number) -> Number:
        """Is one number less than, or equal to, another?"""
        if isinstance(a, Const) and isinstance(b, Const):
            return TRUE if OPERATORS[operator](a.value, b.value) else FALSE
        if operator in {">", ">="}:
            return self.compared({">": "<", ">=": "<="}[operator], b, a)
        if operator in {"!=", "is not"}:
            return self.negated(self.compared("==", a, b))
        if operator == "is":
            operator = "=="
        rest = self.minus(a, b) if not _is_bool(a) and not _is_bool(b) else None
        (la, ha), (lb, hb) = self.bounds(a), self.bounds(b)
        if rest is not None:
            low, high = self.bounds(rest)
            if len(self._terms(a)[0]) + len(self._terms(b)[0]) == len(self._terms(rest)[0]):
                low, high = max(low, la - hb), min(high, ha - lb)
        else:
            low, high = la - hb, ha - lb
        code = f"{_operand(a)} {operator} {_operand(b)}"
        if operator == "<":
            if high < 0 or low >= 0:
                return Const(high < 0)
            return self.truth(
                code,
                self._narrow(a, la, hb - 1) + self._narrow(b, la + 1, hb) + self._apart(rest, 1),
                self._narrow(a, lb, ha) + self._narrow(b, lb, ha) + self._apart(rest, 0, -1),
            )
        if operator == "<=":
            if high <= 0 or low > 0:
                return Const(high <= 0)
            return self.truth(
                code,
                self._narrow(a, la, hb) + self._narrow(b, la, hb) + self._apart(rest, 0),
                self._narrow(a, lb + 1, ha)
                + self._narrow(b, lb, ha - 1)
                + self._apart(rest, 1, -1),
            )
        if low > 0 or high < 0:
            return FALSE
        if low == high == 0:
            return TRUE
        known = self.facts.get(code) or self.facts.get(f"{_operand(b)} == {_operand(a)}")
        if known is not None and known.low == known.high:
            return TRUE if known.low else FALSE
        no: tuple[Fact, ...] = ()
        for one, (x, y), (m, n) in ((a, (la, ha), (lb, hb)), (b, (lb, hb), (la, ha))):
            if m == n and m == x:
                no += self._narrow(one, x + 1, y)
            elif m == n and m == y:
                no += self._narrow(one, x, y - 1)
        both = max(la, lb), min(ha, hb)
        return self.truth(code, self._narrow(a, *both) + self._narrow(b, *both), no)

    def _apart(self, rest: Number | None, least: int, sign: int = 1) -> tuple[Fact, ...]:
        """The difference `b - a` of two numbers is so great: `rest` is `a - b`, or its opposite."""
        if not isinstance(rest, Num) or len(rest.terms) < 2:
            return ()
        if sign < 0:
            rest = self.times(rest, -1)
            assert isinstance(rest, Num)
        low, _ = self.bounds(rest)
        opposite = tuple((code, -times) for code, times in rest.terms)
        low, high = low - rest.offset, -least - rest.offset
        return Fact(sum_of(rest.terms, 0), low, high), Fact(sum_of(opposite, 0), -high, -low)

    def _narrow(self, value: Number, low: int, high: int) -> tuple[Fact, ...]:
        if isinstance(value, Const):
            return ()
        facts = [Fact(value.code, low, high)]
        if (
            len(value.terms) == 1
            and abs(value.terms[0][1]) == 1
            and value.terms[0][0] != value.code
        ):
            code, times = value.terms[0]
            ends = [times * (low - value.offset), times * (high - value.offset)]
            facts.append(Fact(code, min(ends), max(ends)))
        return tuple(facts)

    def negated(self, value: Number) -> Number:
        """Not so."""
        if isinstance(value, Const):
            return FALSE if value.value else TRUE
        code = value.code
        if code.startswith("not "):
            return self.truth(
                code[4:].removeprefix("(").removesuffix(")") if _is_wrapped(code[4:]) else code[4:],
                value.no,
                value.yes,
            )
        parts = code.split(" ")
        turned = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
        if len(parts) == 3 and parts[1] in turned:
            return self.truth(f"{parts[0]} {turned[parts[1]]} {parts[2]}", value.no, value.yes)
        return self.truth(f"not ({code})", value.no, value.yes)


OPERATORS: dict[str, Callable[..., Any]] = {
    "+": add, "-": sub, "*": mul, "//": floordiv, "%": mod, "/": truediv, "&": and_, "|": or_,
    "^": xor, "<<": lshift, ">>": rshift, "**": pow, "@": matmul, "<": lt, "<=": le, ">": gt,
    ">=": ge, "==": eq, "!=": ne, "is": is_, "is not": is_not,
}  # fmt: skip


def _shift(operator: str, a: int, b: int) -> int:
    return a << b if operator == "<<" else a >> b


def _is_bool(value: Number) -> bool:
    return value.is_bool if isinstance(value, Num) else isinstance(value.value, bool)


def _operand(value: Number) -> str:
    """The code of a number beside an operator: a comparison would else be read as one of a chain."""
    code = code_of(value)
    is_whole = not _is_bool(value) or " " not in code or _is_wrapped(code)
    return code if is_whole else f"({code})"


def _is_wrapped(code: str) -> bool:
    depth = 0
    for i, letter in enumerate(code):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and i < len(code) - 1:
            return False
    return code.startswith("(")
