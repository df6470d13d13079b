"""Tables that note what is read in them: of the same kinds, and with the same contents."""

from collections.abc import Callable, Mapping
from typing import Any, Final

Path = tuple[object, ...]
Note = Callable[[str, Path], None]

READERS: Final[dict[type, tuple[tuple[str, ...], tuple[str, ...]]]] = {
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

    def noting_row(name: str) -> Callable[..., Any]:
        def read(self: Any, key: object, *given: object) -> Any:  # noqa: ANN401  # as the table does
            table, path, note, _ = self.told
            note(table, (*path, key))
            return getattr(base, name)(self, key, *given)

        return read

    def noting_all(name: str) -> Callable[..., Any]:
        def read(self: Any, *given: object) -> Any:  # noqa: ANN401  # as the table does
            table, path, _, note_all = self.told
            note_all(table, path)
            return getattr(base, name)(self, *given)

        return read

    methods = {name: noting_row(name) for name in by_key}
    return type(base.__name__, (base,), methods | {n: noting_all(n) for n in whole})


KINDS: Final = {base: _noting_class(base) for base in READERS}


def noting(value: Any, table: str, note: Note, note_all: Note, path: Path = ()) -> Any:  # noqa: ANN401  # any table
    """Return the same table, which notes what is read in it."""
    kind: type
    match value:
        case Mapping():
            kind = dict
            value = {
                key: noting(held, table, note, note_all, (*path, key))
                if isinstance(held, Mapping)
                else held
                for key, held in value.items()
            }
        case frozenset() | set():
            kind = frozenset
        case tuple():
            kind = tuple
        case _:
            return value
    noted = KINDS[kind](value)
    noted.told = table, path, note, note_all
    return noted
