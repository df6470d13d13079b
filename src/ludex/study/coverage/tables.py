"""The data tables of a rulebook, row by row: the rows that an event reads, and its behaviour
without one of them.

A row is an entry of a mapping (of the innermost one, where mappings hold mappings), or an
element of a tuple or a set. A row *matters* to an event where the transcript would be another
without it. Rows that an event does not read need not be tried; so the tables are exchanged for
ones that note what is read.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any, TypeGuard

from ludex.check.rulebooks import Rulebook, caches, is_record

Path = tuple[object, ...]
Note = Callable[[str, Path], None]

READERS: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {
    dict: (
        ("__getitem__", "__contains__", "get"),
        ("__iter__", "__len__", "keys", "values", "items"),
    ),
    frozenset: (("__contains__",), ("__iter__", "__len__", "difference", "issuperset")),
    tuple: ((), ("__getitem__", "__contains__", "__iter__", "__len__", "index")),
}
"""The methods of each kind of table that read one row, by its key, and those that read any row."""


def _noting_class(base: type) -> type:
    """Make a kind of table whose methods first note what they read."""
    by_key, whole = READERS[base]

    def reading(name: str, *, is_row: bool) -> Callable[..., Any]:
        def read(self: Any, *given: object) -> Any:  # noqa: ANN401  # as the table does
            table, path, note, note_all = self.noting
            if is_row:
                note(table, (*path, given[0]))
            else:
                note_all(table, path)
            return getattr(base, name)(self, *given)

        return read

    methods = {name: reading(name, is_row=name in by_key) for name in (*by_key, *whole)}
    return type(base.__name__, (base,), methods)


KINDS = {base: _noting_class(base) for base in READERS}


def recording(value: Any, table: str, note: Note, note_all: Note, path: Path = ()) -> Any:  # noqa: ANN401  # any table
    """Return the same table, which notes what is read in it."""
    kind: type
    match value:
        case Mapping():
            kind = dict
            value = {
                key: recording(element, table, note, note_all, (*path, key))
                if isinstance(element, Mapping)
                else element
                for key, element in value.items()
            }
        case frozenset() | set():
            kind = frozenset
        case tuple():
            kind = tuple
        case _:
            return value
    noted = KINDS[kind](value)
    noted.noting = table, path, note, note_all
    return noted


MOST = 2_000
"""Rows of a table that are looked at; a longer one is no rule but an encyclopedia."""


EXTRA = -1
"""Stands for a row too many, where the path leads to what holds the rows."""

PUT = -2
"""Stands for a part too many in a row."""

ONE = 1_000
"""The weight of a row."""

PARTS = 32
PUTS = 20_000
"""Of a table with more different parts, or more ways to put one of them in, they are not put in."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table, one part of what stands in it, or that there is no row or part more."""

    table: str
    path: Path
    part: int | None = None
    more: object = None
    """The part that does not stand in it: besides those that do, or in the place of one."""

    def __str__(self) -> str:
        keys = "".join(f"[{key_text(key)}]" for key in self.path)
        match self.part:
            case None:
                return f"{self.table}{keys}"
            case -1:
                return f"{self.table}{keys}, a row more"
            case -2:
                return f"{self.table}{keys}, with {key_text(self.more)} in it"
            case part if self.more is not None:
                return f"{self.table}{keys}, {key_text(self.more)} as part {part + 1}"
            case part:
                return f"{self.table}{keys}, part {part + 1}"


def key_text(key: object) -> str:
    """A key as it is told."""
    name = getattr(key, "name", None)
    return name if isinstance(name, str) else " ".join(str(key).split())


class Tables:
    """The tables of a rulebook, exchanged and put back at will."""

    def __init__(self, book: Rulebook) -> None:
        self.value: dict[str, Any] = {}
        self.large: dict[str, int] = {}
        """Tables that were left out, and how many rows they have."""

        self.rows: dict[TableRow, None] = {}
        self._parts: dict[tuple[str, Path], list[TableRow]] = {}
        self._more: dict[tuple[str, Path], tuple[object, object]] = {}
        """A key and what could stand there, for what holds the rows by keys."""

        self._puts: dict[tuple[str, Path], tuple[TableRow, ...]] = {}
        """The parts that could be added to a row."""

        self._others: dict[TableRow, tuple[TableRow, ...]] = {}
        """The parts that could replace one in a row."""

        self._often: dict[str, Counter[object]] = {}
        """The frequency of each part in the rows of a table."""

        self._twins: dict[TableRow, Any] = {}
        """The tables without a row, as far as they have been asked for."""

        self._holders: dict[str, list[tuple[dict[str, Any], str]]] = {}
        self._clear = caches(book.modules)
        self.read: set[tuple[str, Path]] = set()
        self._all: list[tuple[str, Path]] = []
        for table in book.tables:
            rows = [*rows_of(table.value)]
            if len(rows) > MOST:
                self.large[table.name] = len(rows)
                continue
            self.value[table.name] = table.value
            self._holders[table.name] = [*_holders(book.modules, table.value)]
            for path, element in rows:
                self._add(table.name, path, element)
            self._put(table.name, rows)
            for path, key, element in _absent(table.value):
                self._more[table.name, path] = key, element
                self.rows[TableRow(table.name, path, EXTRA)] = None

    def _add(self, name: str, path: Path, element: object) -> None:
        found = [TableRow(name, path)]
        if is_list(element) and path:
            found += [TableRow(name, path, i) for i in range(len(element))]
        self._parts[name, path] = found
        self.rows |= dict.fromkeys(found)

    def _put(self, name: str, rows: list[tuple[Path, object]]) -> None:
        """Note the parts of other rows, each of which could stand in this row too."""
        lists = {path: element for path, element in rows if is_list(element) and path}
        try:
            often = Counter(x for element in lists.values() for x in element)
        except TypeError:
            return  # a part that is a mapping itself cannot be told from others
        if len(often) > PARTS or len(often) * len(lists) > PUTS:
            return
        self._often[name] = often
        for path, element in lists.items():
            others = [x for x in often if x not in element and x is not None]
            self._puts[name, path] = tuple(TableRow(name, path, PUT, x) for x in others)
            for i in range(len(element)):
                one = TableRow(name, path, i)
                self._others[one] = tuple(TableRow(name, path, i, x) for x in others)

    def puts(self, table: str, path: Path) -> tuple[TableRow, ...]:
        """Return the obligations that a part does not stand in a row, for every part that could."""
        return self._puts.get((table, path), ())

    def others(self, part: TableRow) -> tuple[TableRow, ...]:
        """Return the obligations that no other part stands in the place of one, for every one that
        could."""
        return self._others.get(part, ())

    @property
    def contents(self) -> list[TableRow]:
        """The contents of the rows: each part, no part more, and no other in its place."""
        parts = [row for row in self.rows if row.part is not None and row.part >= 0]
        puts = (row for rows in self._puts.values() for row in rows)
        others = (row for rows in self._others.values() for row in rows)
        return [*parts, *puts, *others]

    def weight(self, row: TableRow) -> int:
        """Return what it is worth to meet a row, in thousandths.

        What stands in a row is worth as much as that it is there. A third of that is for its
        parts, that none is left out; one for there being no part more; one for no other being
        in the place of a part. What stands often in a table is put in more often.
        """
        key = row.table, row.path
        if row.part is None or row.part == EXTRA:
            return ONE
        parts, puts = len(self._parts[key]) - 1, self._puts.get(key, ())
        share = ONE if not parts or not puts else ONE // 3
        if row.part != PUT:
            share //= parts
        if row.more is None:
            return share
        often = self._often[row.table]
        return share * often[row.more] // sum(often[one.more] for one in puts)

    @property
    def whole(self) -> list[TableRow]:
        """The rows themselves, without their parts."""
        return [row for row in self.rows if row.part is None]

    # -- exchanging -----------------------------------------------------------------------

    @contextmanager
    def _exchanged(self, values: Mapping[str, object]) -> Iterator[None]:
        """Let the rulebook look into other tables while this lasts."""
        before = [
            (space, name, space[name], value)
            for table, value in values.items()
            for space, name in self._holders[table]
        ]
        for space, name, _, value in before:
            space[name] = value
        self.forget()
        try:
            yield
        finally:
            for space, name, old, _ in before:
                space[name] = old
            self.forget()

    def changed(self, table: str, value: object) -> AbstractContextManager[None]:
        """Let the rulebook look into another table while this lasts."""
        return self._exchanged({table: value})

    def without(self, row: TableRow) -> AbstractContextManager[None]:
        """Remove the row, or add one more, while this lasts."""
        twin = self._twins.get(row)
        if twin is None:
            change = None if row.part is None else partial(self._part_changed, row)
            twin = self._twins[row] = rebuild(self.value[row.table], row.path, change)
        return self.changed(row.table, twin)

    def _part_changed(self, row: TableRow, element: Any) -> object:  # noqa: ANN401  # any row
        """Return what stands in a row, or holds rows, with a part less, more or exchanged."""
        if row.part == EXTRA:
            key, more = self._more[row.table, row.path]
            return {**element, key: more}
        if row.part == PUT:
            return type(element)([*element, row.more])
        at = row.part or 0
        others = [] if row.more is None else [row.more]
        return type(element)([*element[:at], *others, *element[at + 1 :]])

    def with_parts(
        self, table: str, path: Path, more: Sequence[object]
    ) -> AbstractContextManager[None]:
        """Add these elements to a row, after its parts, while this lasts."""
        twin = rebuild(self.value[table], path, lambda element: type(element)([*element, *more]))
        return self.changed(table, twin)

    def forget(self) -> None:
        """Clear the caches of the rulebook's functions: they were filled with the other table."""
        for clear in self._clear:
            clear()

    def watched(self) -> AbstractContextManager[None]:
        """Tell `seen` which rows a call reads while this lasts."""
        return self._exchanged(
            {
                name: recording(self.value[name], name, self._note, self._note_all)
                for name in self._holders
            }
        )

    def _note(self, table: str, path: Path) -> None:
        self.read.add((table, path))

    def _note_all(self, table: str, path: Path) -> None:
        self._all.append((table, path))

    def begin(self) -> None:
        """Note from now on."""
        self.read.clear()
        self._all.clear()
        self.forget()

    def touched(self) -> set[tuple[str, Path]]:
        """Return the rows that were read since `begin`, and the tables that were read as a whole."""
        return {*self.read, *self._all}

    def has_read(
        self, rows: Collection[tuple[str, Path]], whole: Collection[tuple[str, Path]]
    ) -> bool:
        """Was one of these rows read since `begin`, or as a whole what holds some of these?"""
        return any(one in rows for one in self.read) or any(one in whole for one in self._all)

    def seen(self) -> list[TableRow]:
        """The rows that were read since `begin`, and their parts."""
        for table, prefix in dict.fromkeys(self._all):
            size = len(prefix)
            self.read.update(
                (table, path)
                for name, path in self._parts
                if name == table and path[:size] == prefix
            )
        found = [TableRow(*k, EXTRA) for k in dict.fromkeys(self._all) if k in self._more]
        for key in self.read:
            found += self._parts.get(key, ())
        return found


def is_list(element: object) -> TypeGuard[tuple[Any, ...] | list[Any]]:
    """Is it many things, and not one whose places have names?"""
    return isinstance(element, tuple | list) and not is_record(element)


def _holders(
    modules: tuple[ModuleType, ...], value: object
) -> Iterator[tuple[dict[str, Any], str]]:
    for module in modules:
        for name, element in vars(module).items():
            if element is value:
                yield vars(module), name


def rows_of(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every row of a table: the keys that lead to it, and what stands there."""
    match value:
        case Mapping():
            for key, element in value.items():
                if isinstance(element, Mapping):
                    yield from rows_of(element, (*path, key))
                else:
                    yield (*path, key), element
        case frozenset() | set():
            for element in sorted(value, key=repr):
                yield (*path, element), None
        case tuple() | list():
            for i, element in enumerate(value):
                yield (*path, i), element


def _absent(value: object) -> Iterator[tuple[Path, object, object]]:
    """Yield, of rows that are found by keys, a key that only other rows have, and its value."""
    rows = {path: element for path, element in rows_of(value) if len(path) > 1}
    for prefix in dict.fromkeys((*(path[:-1] for path in rows), *_empty(value))):
        for path, element in rows.items():
            if len(path) == len(prefix) + 1 and (*prefix, path[-1]) not in rows:
                yield prefix, path[-1], element
                break


def _empty(value: object, path: Path = ()) -> Iterator[Path]:
    """The places of mappings that hold no row, such as the ways of a piece that can go nowhere."""
    if isinstance(value, Mapping):
        if not value and path:
            yield path
        for key, element in value.items():
            yield from _empty(element, (*path, key))


def rebuild(
    value: Any,  # noqa: ANN401  # any table
    path: Path,
    change: Callable[[Any], object] | None,
) -> Any:  # noqa: ANN401  # as above
    """The table with one row changed; without a change it is gone."""
    key, *rest = path
    match value:
        case Mapping():
            twin = dict(value)
            if rest:
                twin[key] = rebuild(twin[key], tuple(rest), change)
            elif change is None:
                del twin[key]
            else:
                twin[key] = change(twin[key])
            return MappingProxyType(twin) if isinstance(value, MappingProxyType) else twin
        case frozenset() | set():
            less = value - {key}
            return less if change is None else less | {change(key)}
        case _:
            assert isinstance(key, int)
            items = [*value]
            items[key : key + 1] = [] if change is None else [change(items[key])]
            return type(value)(items)
