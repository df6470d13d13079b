"""Whole numbers and truth values: their code and their bounds."""

from collections.abc import Callable

from ludex.compile.rulebook.core import LARGEST, Core, code_of
from ludex.compile.rulebook.values import FALSE, TRUE, Atom, Const, Fact, Num, Value

Number = Num | Const


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
        raise self.fail(
            "a whole number is needed here", "Say that it is not None, by a guard or an `assert`."
        )

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
        kept = tuple(sorted((code, times) for code, times in found.items() if times))
        if not kept:
            return Const(offset)
        low = high = offset
        for code, times in kept:
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
        code = _sum(kept, offset)
        if len(kept) == 1 and offset == 0 and kept[0][1] == 1:
            low, high = self.base[code]
        self.base.setdefault(code, (low, high))
        return Num(code, low, high, kept, offset)

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
        """So many times a number."""
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
        x, y = code_of(a), code_of(b)
        code = f"({x} {operator} {y})"
        if operator == "*":
            ends = [la * lb, la * hb, ha * lb, ha * hb]
            return self.number(code, min(ends), max(ends))
        if operator in {"//", "%"}:
            if lb <= 0 <= hb:
                self.trap(f"{y} == 0", "division by zero")
                lb = max(lb, 1) if la >= 0 and hb > 0 and lb == 0 else lb
            if lb <= 0:
                raise self.fail("a divisor may be negative here", "Divide by a positive number.")
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
        raise self.fail(f"`{operator}` of numbers that are not known is not compiled")

    def _bitwise(self, operator: str, a: Number, b: Number) -> Number:
        (la, ha), (lb, hb) = self.bounds(a), self.bounds(b)
        code = f"({code_of(a)} {operator} {code_of(b)})"
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
            return TRUE if COMPARED[operator](a.value, b.value) else FALSE
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
        code = f"{code_of(a)} {operator} {code_of(b)}"
        if operator == "<":
            if high < 0 or low >= 0:
                return Const(high < 0)
            return self.truth(
                code,
                self._narrow(a, la, hb - 1) + self._narrow(b, la + 1, hb),
                self._narrow(a, lb, ha) + self._narrow(b, lb, ha),
            )
        if operator == "<=":
            if high <= 0 or low > 0:
                return Const(high <= 0)
            return self.truth(
                code,
                self._narrow(a, la, hb) + self._narrow(b, la, hb),
                self._narrow(a, lb + 1, ha) + self._narrow(b, lb, ha - 1),
            )
        if low > 0 or high < 0:
            return FALSE
        if low == high == 0:
            return TRUE
        no: tuple[Fact, ...] = ()
        for one, (x, y), (m, n) in ((a, (la, ha), (lb, hb)), (b, (lb, hb), (la, ha))):
            if m == n and m == x:
                no += self._narrow(one, x + 1, y)
            elif m == n and m == y:
                no += self._narrow(one, x, y - 1)
        both = max(la, lb), min(ha, hb)
        return self.truth(code, self._narrow(a, *both) + self._narrow(b, *both), no)

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


OPERATORS: dict[str, Callable[..., object]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "//": lambda a, b: a // b, "%": lambda a, b: a % b, "/": lambda a, b: a / b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b, "**": lambda a, b: a**b,
    "@": lambda a, b: a @ b,
}  # fmt: skip
COMPARED: dict[str, Callable[..., bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "is": lambda a, b: a is b, "is not": lambda a, b: a is not b,
    "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
}  # fmt: skip


def _sum(terms: tuple[tuple[str, int], ...], offset: int) -> str:
    text = ""
    for code, times in sorted(terms, key=lambda term: term[1] < 0):
        sign = "-" if times < 0 else "+"
        part = code if abs(times) == 1 else f"{abs(times)} * {code}"
        text = f"{text} {sign} {part}" if text else (part if times > 0 else f"-{part}")
    if offset:
        text = f"{text} {'-' if offset < 0 else '+'} {abs(offset)}"
    is_alone = len(terms) == 1 and terms[0][1] == 1 and not offset
    return text if is_alone else f"({text})"


def _shift(operator: str, a: int, b: int) -> int:
    return a << b if operator == "<<" else a >> b


def _is_bool(value: Number) -> bool:
    return value.is_bool if isinstance(value, Num) else isinstance(value.value, bool)


def _is_wrapped(code: str) -> bool:
    depth = 0
    for i, letter in enumerate(code):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and i < len(code) - 1:
            return False
    return code.startswith("(")
