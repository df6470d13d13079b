"""Records, tuples and values that may be missing: their parts, and whether two are the same."""

from collections.abc import Callable
from itertools import chain

from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.fold import made
from ludex.compile.rulebook.shapes import (
    Choice,
    Fixed,
    Number,
    Shape,
    field_names,
    identical,
    is_record,
    words,
)
from ludex.compile.rulebook.values import (
    EMPTY,
    FALSE,
    NONE,
    TRUE,
    Atom,
    Bits,
    Cat,
    Const,
    Fact,
    Indexed,
    Lazy,
    Num,
    Opt,
    Put,
    Rec,
    Seq,
    Text,
    Tup,
    Value,
    fact_among,
    is_plain_tuple,
)
from ludex.compile.rulebook.ways import Ways


class Structures(Ways):
    """A machine that knows what values are made of."""

    # -- records ------------------------------------------------------------------------

    def record(self, kind: type, parts: tuple[tuple[str, Value], ...]) -> Value:
        """A record; one whose fields are known is a constant."""
        if all(isinstance(value, Const) for _, value in parts):
            values = tuple(value.value for _, value in parts if isinstance(value, Const))
            try:
                return Const(made(kind, values))
            except Exception as error:  # noqa: BLE001 - as the rulebook would raise
                self.trap("True", type(error).__name__)
                return NONE
        return Rec(kind, parts)

    def part(self, value: Value, name: str) -> Value:
        """A field of a record."""
        match value:
            case Rec(kind, _):
                found = value.get(name)
                if found is not None:
                    return found
                raise self.fail(f"a {kind.__name__} has no field `{name}`")
            case Const(constant) if hasattr(constant, name):
                return Const(getattr(constant, name))
            case Atom():
                return self.tabulate(lambda thing: getattr(thing, name), [value])
            case Opt():
                return self.part(self.present(value), name)
        raise self.fail(f"`{name}` of a value that is not a record")

    def present(self, value: Value) -> Value:
        """A value that is not None here; where it may be, the rulebook would raise."""
        if isinstance(value, Opt):
            low, _ = self.bounds(value.there)
            if low == 0:
                self.trap(f"not ({value.there.code})", "None has no such part")
                self.learn(value.there.yes)
            return value.value
        if isinstance(value, Const) and value.value is None:
            self.trap("True", "None has no such part")
        return value

    def presence(self, value: Value) -> Num | Const:
        """Is it not None?"""
        if isinstance(value, Opt):
            low, high = self.bounds(value.there)
            return value.there if low != high else Const(bool(low))
        if isinstance(value, Const):
            return Const(value.value is not None)
        if isinstance(value, Atom):
            places = self.places(value)
            none = [i for i in places if value.domain[i] is None]
            if not none:
                return TRUE
            if len(none) == len(places):
                return FALSE
            rest = [i for i in places if i not in none]
            code = f"{value.code} != {none[0]}"
            return self.truth(code, fact_among(value.code, rest), fact_among(value.code, none))
        return TRUE

    def is_always(self, value: Value, known: object) -> bool:
        """Is it certain that this is the value?"""
        if isinstance(value, Const):
            return identical(value.value, known) or value.value == known
        if isinstance(value, Num | Atom):
            shape = self.shape(value)
            return isinstance(shape, Fixed) and shape.value == known
        if isinstance(value, Rec):
            return all(self.is_always(part, getattr(known, name)) for name, part in value.fields)
        parts = self.parts(value)
        items = [item for part in parts if isinstance(part, Tup) for item in part.items]
        if (
            isinstance(known, tuple)
            and len(items) == len(known)
            and all(isinstance(p, Tup) for p in parts)
        ):
            return all(map(self.is_always, items, known))
        return False

    # -- things out of a few --------------------------------------------------------------

    def place_in(self, value: Value, domain: tuple[object, ...]) -> str:
        """The code of the place of a value among some things."""
        match value:
            case Const(constant):
                for i, each in enumerate(domain):
                    if identical(each, constant):
                        return str(i)
                for i, each in enumerate(domain):
                    if each is not None and each == constant:
                        return str(i)
                raise self.fail(f"{constant!r} is not among the values that were expected here")
            case Atom(code, mine):
                if len(mine) <= len(domain) and all(map(identical, mine, domain)):
                    return code
                numbers = _places_among(mine, domain)
                here = {*self.places(value)}
                lost = [i for i, n in enumerate(numbers) if n < 0 and i in here]
                numbers = [max(0, n) for n in numbers]
                if lost:
                    flags = self.tables.array([int(i in lost) for i in range(len(mine))])
                    self.trap(f"{flags}[{code}] != 0", "a value that was not expected")
                shift = {n - i for i, n in enumerate(numbers) if i in here and i not in lost}
                if len(shift) == 1:
                    by = shift.pop()
                    return code if by == 0 else f"({code} {'-' if by < 0 else '+'} {abs(by)})"
                return f"int({self.tables.array(numbers)}[{code}])"
            case Num():
                return self._place_of_number(value, domain)
            case Opt(there, inner):
                none = next((i for i, each in enumerate(domain) if each is None), None)
                if none is None:
                    self.trap(f"not ({there.code})", "a value that was not expected")
                    return self.place_in(inner, domain)
                return f"({self.place_in(inner, domain)} if {there.code} else {none})"
            case Rec():
                found = self.tabulate(lambda thing: thing, [value])
                if isinstance(found, Const | Atom):
                    return self.place_in(found, domain)
        raise self.fail("a value of another kind is expected here")

    def _place_of_number(self, value: Num, domain: tuple[object, ...]) -> str:
        low, high = self.bounds(value)
        numbers = [
            (i, int(str(int(each)))) for i, each in enumerate(domain) if isinstance(each, int)
        ]
        shift = {i - n for i, n in numbers}
        if len(shift) != 1:
            raise self.fail("a number is expected among values of another kind")
        least, most = numbers[0][1], numbers[-1][1]
        if low < least or high > most:
            code = self.hold(value)
            self.trap(f"not {least} <= {code} <= {most}", "a value that was not expected")
        return code_of(self.plus(value, Const(shift.pop())))

    # -- tuples -------------------------------------------------------------------------

    def parts(self, value: Value) -> tuple[Tup | Seq, ...]:
        """A tuple as stretches of items."""
        match value:
            case Tup() | Seq():
                return (value,)
            case Cat(parts):
                return parts
            case Put():
                return self._around(value)
            case Const(tuple() as things) if is_plain_tuple(value):
                return (Tup(tuple(Const(each) for each in things)),)
            case Rec(kind, fields) if issubclass(kind, tuple):
                return (Tup(tuple(each for _, each in fields)),)
            case Const(tuple() as things):
                return (Tup(tuple(Const(each) for each in things)),)
            case Opt():
                return self.parts(self.present(value))
            case Atom(_, domain) if all(
                isinstance(each, tuple) for each in domain if each is not None
            ):
                names = getattr(next(each for each in domain if each is not None), "_fields", None)
                if names is not None:
                    return (Tup(tuple(self.part(value, name) for name in names)),)
                found = self.tabulate(lambda thing: thing, [value])
                if isinstance(found, Seq | Const):
                    return self.parts(found)
        raise self.fail("a tuple is needed here", "Make it a tuple: `tuple(...)`.")

    def is_tuple(self, value: Value) -> bool:
        """Is it a tuple of any kind?"""
        match value:
            case Tup() | Seq() | Cat() | Put():
                return True
            case Const(tuple()):
                return True
            case Rec(kind, _):
                return issubclass(kind, tuple)
            case Atom(_, domain):
                return all(isinstance(each, tuple) for each in domain)
        return False

    def join_parts(self, parts: list[Tup | Seq]) -> Value:
        """Tuples one after the other as one."""
        found: list[Tup | Seq] = []
        for part in parts:
            last = found[-1] if found else None
            if (isinstance(part, Tup) and not part.items) or (
                isinstance(part, Seq) and part.length == Const(0)
            ):
                continue
            if isinstance(part, Tup) and isinstance(last, Tup):
                found[-1] = Tup((*last.items, *part.items))
            else:
                found.append(part)
        if not found:
            return EMPTY
        if len(found) > 1:
            return Cat(tuple(found))
        only = found[0]
        if isinstance(only, Tup) and all(isinstance(item, Const) for item in only.items):
            return Const(tuple(item.value for item in only.items if isinstance(item, Const)))
        return only

    def length(self, value: Value) -> Num | Const:
        """The number of items of a tuple."""
        if isinstance(value, Put):
            return self.length(value.whole)
        total: Num | Const = Const(0)
        for part in self.parts(value):
            total = self.plus(
                total, part.length if isinstance(part, Seq) else Const(len(part.items))
            )
        return total

    def sequence(self, value: Value, hint: str = "items") -> Seq | Tup:
        """A tuple in one stretch; made one by copying, if it is none."""
        if isinstance(value, Const) and is_plain_tuple(value):
            return self.promoted(value)
        parts = self.parts(value)
        if len(parts) == 1:
            return parts[0]
        target = self.storage(self.shape(value), hint)
        self.assign(target, value)
        assert isinstance(target, Seq | Tup)
        return target

    def nth(self, value: Value, i: int) -> Value:
        """The item at a place that is known, and there."""
        if isinstance(value, Put):
            return self._of_put(value, Const(i))
        seen = 0
        parts = self.parts(value)
        for part in parts:
            if isinstance(part, Tup):
                if i < seen + len(part.items):
                    return part.items[i - seen]
                seen += len(part.items)
            else:
                low, high = self.bounds(part.length)
                if low == high and i >= seen + low:
                    seen += low
                elif i < seen + low or low == high or part is parts[-1]:
                    return self.item(part, Const(i - seen))
                else:
                    break
        whole = self.sequence(value)
        assert isinstance(whole, Seq)
        return self.item(whole, Const(i))

    def index(self, value: Value, i: Num | Const) -> Value:
        """The item at a place, from the end if it is negative."""
        length = self.length(value)
        least, most = self.bounds(length)
        low, high = self.bounds(i)
        if isinstance(length, Const) and isinstance(i, Const):
            at = low + least if low < 0 else low
            if not 0 <= at < least:
                self.trap("True", "the tuple has no such index")
                return NONE
            return self.nth(value, at)
        if high < 0:
            i = self.plus(length, i)
        elif low < 0:
            code = self.hold(i, "place")
            place = self.variable("place", -most, max(high, most))
            self.line(f"{place.code} = {code} + {code_of(length)} if {code} < 0 else {code}")
            i = place
        return self._within(value, i, length)

    def _within(self, value: Value, i: Num | Const, length: Num | Const) -> Value:
        low, _ = self.bounds(i)
        below = self.compared("<", i, length)
        if low < 0 or below != TRUE:
            conditions = [f"{code_of(i)} < 0"] * (low < 0)
            conditions += [f"{code_of(i)} >= {code_of(length)}"] * (below != TRUE)
            self.trap(" or ".join(conditions), "the tuple has no such index")
            if self.dead:
                return NONE
            if isinstance(i, Num):
                self.learn((Fact(i.code, 0, self.bounds(length)[1] - 1),))
            if isinstance(below, Num):
                self.learn(below.yes)
        if isinstance(i, Const):
            return self.nth(value, self.bounds(i)[0])
        if isinstance(value, Put):
            return self._of_put(value, i)
        whole = self.sequence_if_alike(value)
        if isinstance(whole, Seq):
            return self.item(whole, i)
        return self._chosen(list(whole.items), i)

    def replaced(self, whole: Value, i: Num | Const, item: Value) -> Value | None:
        """`(*whole[:i], item, *whole[i + 1 :])`; None where the place may not be there."""
        inside = self.compared("<", i, self.length(whole))
        if self.bounds(i)[0] < 0 or inside != TRUE:
            return None
        if isinstance(whole, Put) or (isinstance(whole, Seq) and whole.step == 1):
            return Put(whole, i, item)
        return None

    def _around(self, value: Put) -> tuple[Tup | Seq, ...]:
        """The items before the new one, the new one, and those after it."""
        whole = value.whole if isinstance(value.whole, Seq) else self.sequence(value.whole)
        assert isinstance(whole, Seq)
        next_one = self.plus(value.at, Const(1))
        start = self.plus(whole.start, self.times(next_one, words(whole.item)))
        after = self.minus(whole.length, next_one)
        return (
            Seq(whole.array, whole.start, value.at, whole.item, whole.most),
            Tup((value.item,)),
            Seq(whole.array, start, after, whole.item, whole.most),
        )

    def _of_put(self, value: Put, i: Num | Const) -> Value:
        """The item at a place, which may be the new one."""
        is_new = self.compared("==", i, value.at)
        if isinstance(is_new, Const):
            return value.item if is_new.value else self._of_whole(value.whole, i)
        key = (-1, self.name("item"))

        def new() -> None:
            self.store[key] = value.item

        def old() -> None:
            self.store[key] = self._of_whole(value.whole, i)

        self.branch(is_new, new, old)
        return self.take(key)

    def _of_whole(self, whole: Seq | Put, i: Num | Const) -> Value:
        return self._of_put(whole, i) if isinstance(whole, Put) else self.item(whole, i)

    def sequence_if_alike(self, value: Value) -> Seq | Tup:
        """A tuple in one stretch, or its items, where those are of many kinds or few."""
        parts = self.parts(value)
        if len(parts) == 1 and isinstance(parts[0], Tup) and not is_plain_tuple(value):
            return parts[0]
        return self.sequence(value)

    def _chosen(self, items: list[Value], i: Num) -> Value:
        """One of several items, by a place that is not known."""
        found: list[Value] = []
        key = (-1, self.name("item"))

        def choose(rest: list[Value], at: int) -> None:
            if len(rest) == 1:
                self.store[key] = rest[0]
                return
            condition = self.compared("==", i, Const(at))
            if isinstance(condition, Const):
                choose([rest[0]] if condition.value else rest[1:], at + 1)
                return

            def here() -> None:
                self.store[key] = rest[0]

            self.branch(condition, here, lambda: choose(rest[1:], at + 1))

        choose(items, 0)
        found.append(self.take(key))
        return found[0]

    def take(self, key: tuple[int, str]) -> Value:
        """The value of a name that is needed only once."""
        if self.dead:
            return NONE
        if key not in self.store:
            error = self.broken.get(key)
            raise error.placed(self.site) if error else self.fail(f"`{key[1]}` has no value here")
        return self.store.pop(key)

    def slice(
        self, value: Value, start: Num | Const | None, stop: Num | Const | None, step: int = 1
    ) -> Value:
        """A part of a tuple, as Python takes it."""
        length = self.length(value)
        if step == -1 and start is None and stop is None:
            return self._backwards(value, length)
        if step == -1 and isinstance(start, Const) and stop is None and self.bounds(start)[0] < 0:
            before = self.slice(
                value, None, self.plus(start, Const(1)) if start != Const(-1) else None
            )
            return self._backwards(before, self.length(before))
        if step != 1:
            raise self.fail(
                "a slice with this step is not compiled", "Use a loop over the indices."
            )
        first = self.clamped(Const(0) if start is None else start, length)
        last = length if stop is None else self.clamped(stop, length)
        known = [self.bounds(each) for each in (first, last, length)]
        parts = self.parts(value)
        if (
            len(parts) == 1
            and isinstance(parts[0], Tup)
            and isinstance(first, Const)
            and isinstance(last, Const)
        ):
            return self.join_parts([Tup(parts[0].items[known[0][0] : known[1][0]])])
        if len(parts) > 1 or isinstance(parts[0], Tup):
            if (
                first == Const(0)
                and stop is not None
                and isinstance(stop, Const)
                and self.bounds(stop)[0] == -1
            ):
                cut = self._without_last(parts)
                if cut is not None:
                    return cut
            if (
                last == length
                and isinstance(first, Const)
                and isinstance(parts[0], Tup)
                and len(parts[0].items) >= known[0][0]
            ):
                return self.join_parts([Tup(parts[0].items[known[0][0] :]), *parts[1:]])
            part = self.sequence(value)
            if isinstance(part, Tup):
                target = self.as_words(part)
                return self.slice(target, start, stop, step)
        else:
            part = parts[0]
        assert isinstance(part, Seq)
        count = self.minus(last, first)
        low, high = self.bounds(count)
        if low < 0:
            code = self.name("count")
            self.line(f"{code} = max(0, {code_of(count)})")
            count = self.number(code, 0, max(0, min(high, part.most)))
        most = min(part.most, max(0, self.bounds(count)[1]))
        size = words(part.item) * part.step
        return Seq(
            part.array,
            self.plus(part.start, self.times(first, size)),
            count,
            part.item,
            most,
            part.step,
        )

    def as_words(self, part: Tup) -> Seq:
        """Some items in the words of an array."""
        from ludex.compile.rulebook.shapes import as_array, as_items  # noqa: PLC0415

        items = as_items(self.shape(part))
        assert items is not None
        target = self.storage(as_array(items), "items")
        self.assign(target, part)
        assert isinstance(target, Seq)
        return target

    def _without_last(self, parts: tuple[Tup | Seq, ...]) -> Value | None:
        last = parts[-1]
        if isinstance(last, Tup) and last.items:
            return self.join_parts([*parts[:-1], Tup(last.items[:-1])])
        return None

    def _backwards(self, value: Value, length: Num | Const) -> Value:
        parts: list[Tup | Seq] = []
        for part in reversed(self.parts(value)):
            if isinstance(part, Tup):
                parts.append(Tup(part.items[::-1]))
                continue
            size = words(part.item) * part.step
            end = self.plus(part.start, self.times(self.minus(part.length, Const(1)), size))
            parts.append(Seq(part.array, end, part.length, part.item, part.most, -part.step))
        return self.join_parts([*parts])

    def clamped(self, at: Num | Const, length: Num | Const) -> Num | Const:
        """A bound of a slice: from the end if negative, and never beyond the ends."""
        low, high = self.bounds(at)
        if high < 0:
            at = self.plus(at, length)
        elif low < 0:
            raise self.fail(
                "a bound of a slice may be negative here, or not", "Test its sign first."
            )
        low, high = self.bounds(at)
        if low < 0:
            code = self.name("at")
            self.line(f"{code} = max(0, {code_of(at)})")
            at = self.number(code, 0, max(0, high))
        if self.compared("<=", at, length) != TRUE:
            code = self.name("at")
            self.line(f"{code} = min({code_of(at)}, {code_of(length)})")
            at = self.number(
                code,
                max(0, min(self.bounds(at)[0], self.bounds(length)[0])),
                min(self.bounds(at)[1], self.bounds(length)[1]),
            )
        return at


PLACES: dict[tuple[int, int], tuple[object, object, list[int]]] = {}


def _places_among(mine: tuple[object, ...], domain: tuple[object, ...]) -> list[int]:
    """The place of each thing among others; -1 if it is not there."""
    key = id(mine), id(domain)
    if key not in PLACES:
        numbers = []
        for each in mine:
            same = (k for k, other in enumerate(domain) if identical(other, each))
            equal = (k for k, other in enumerate(domain) if other is not None and other == each)
            numbers.append(next(chain(same, equal), -1))
        PLACES[key] = mine, domain, numbers  # kept, so that no other object gets their numbers
    return PLACES[key][2]


__all__ = [
    "Bits",
    "Callable",
    "Choice",
    "Indexed",
    "Lazy",
    "Number",
    "Shape",
    "Structures",
    "Text",
    "field_names",
    "is_record",
]
