"""Tables that note what is read in them: of the same kinds, and with the same contents."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Path = tuple[object, ...]
Note = Callable[[str, Path], None]


def noting(value: Any, table: str, note: Note, note_all: Note, path: Path = ()) -> Any:  # noqa: ANN401  # any table
    """The same table, which notes what is read in it."""
    match value:
        case Mapping():
            inner = {
                key: noting(held, table, note, note_all, (*path, key))
                if isinstance(held, Mapping)
                else held
                for key, held in value.items()
            }
            noted = _NotingDict(inner)
            noted.told = table, path, note, note_all
            return noted
        case frozenset() | set():
            some = _NotingSet(value)
            some.told = table, path, note, note_all
            return some
        case tuple():
            row = _NotingTuple(value)
            row.told = table, path, note, note_all
            return row
        case _:
            return value


class _NotingDict(dict[Any, Any]):
    told: tuple[str, Path, Note, Note]

    def _one(self, key: object) -> None:
        table, path, note, _ = self.told
        note(table, (*path, key))

    def _any(self) -> None:
        table, path, _, note_all = self.told
        note_all(table, path)

    def __getitem__(self, key: object) -> Any:  # noqa: ANN401  # as a dict does
        self._one(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._one(key)
        return super().__contains__(key)

    def get(self, key: object, default: Any = None) -> Any:  # noqa: ANN401  # as a dict does
        self._one(key)
        return super().get(key, default)

    def __iter__(self) -> Iterator[Any]:
        self._any()
        return super().__iter__()

    def keys(self) -> Any:  # noqa: ANN401  # as a dict does
        self._any()
        return super().keys()

    def values(self) -> Any:  # noqa: ANN401  # as a dict does
        self._any()
        return super().values()

    def items(self) -> Any:  # noqa: ANN401  # as a dict does
        self._any()
        return super().items()

    def __len__(self) -> int:
        self._any()
        return super().__len__()


class _NotingSet(frozenset[Any]):
    told: tuple[str, Path, Note, Note]

    def _any(self) -> None:
        table, path, _, note_all = self.told
        note_all(table, path)

    def __contains__(self, key: object) -> bool:
        table, path, note, _ = self.told
        note(table, (*path, key))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[Any]:
        self._any()
        return super().__iter__()

    def __len__(self) -> int:
        self._any()
        return super().__len__()

    def difference(self, *others: Any) -> frozenset[Any]:  # noqa: ANN401  # as a set does
        self._any()
        return super().difference(*others)

    def issuperset(self, other: Any) -> bool:  # noqa: ANN401  # as a set does
        self._any()
        return super().issuperset(other)


class _NotingTuple(tuple[Any, ...]):  # noqa: SLOT001  # it must know whom to tell
    told: tuple[str, Path, Note, Note]

    def _any(self) -> None:
        table, path, _, note_all = self.told
        note_all(table, path)

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401  # as a tuple does
        self._any()
        return super().__getitem__(at)

    def __contains__(self, key: object) -> bool:
        self._any()
        return super().__contains__(key)

    def __iter__(self) -> Iterator[Any]:
        self._any()
        return super().__iter__()

    def __len__(self) -> int:
        self._any()
        return super().__len__()

    def index(self, *given: Any) -> int:  # noqa: ANN401  # as a tuple does
        self._any()
        return super().index(*given)
