"""Puzzles: boards that can be won, made to measure, each with a short name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from ludex.kernel import Dice, Event

S = TypeVar("S")

LEVELS = ("easy", "medium", "hard", "expert", "master")


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """The requested properties of a puzzle."""

    pieces: int
    level: str | None = None
    """One of LEVELS."""

    unique: bool = False
    """Should there be only one way to win?"""


@dataclass(frozen=True, slots=True)
class Puzzle(Generic[S]):
    """A board that can be won, with its properties."""

    start: S
    id: str
    """A short name from which the board can be restored."""

    level: str
    pieces: int
    words: str = ""
    """The difficulty, in words for people."""

    facts: Mapping[str, object] = field(default_factory=dict)
    """The properties as JSON."""


class Make(Protocol[S]):
    """Looks for a puzzle among so many boards; `tell` hears how many it has looked at."""

    def __call__(
        self, spec: PuzzleSpec, dice: "Dice", *, tries: int, tell: Callable[[int], None]
    ) -> Puzzle[S] | None:
        """The puzzle, if one is found."""


@dataclass(frozen=True, kw_only=True)
class Puzzles(Generic[S]):
    """The puzzles of a game."""

    make: Make[S]
    decoded: Callable[[str], S | None]
    """The board of a puzzle's name, or None if the name is invalid."""

    misnamed: str = "{name} is not a puzzle."
    """The message for an invalid name."""

    judged: Callable[[S], Puzzle[S] | None]
    """A board as a puzzle; None if it cannot be won, or cannot be searched completely."""

    is_lost: Callable[[S], bool]
    """Is it proved that the board cannot be won?"""

    solution: "Callable[[S], Sequence[Event[S]]]"
    begun: Callable[[S], S] = lambda board: board
    """The state after setting up a board."""

    pieces: Callable[[S], int]
    usual: int = 6
    """The default number of pieces of a puzzle."""

    sizes: Mapping[str, int] = field(
        default_factory=lambda: dict(zip(LEVELS, (5, 6, 7, 7, 8), strict=True))
    )
    """The numbers of pieces for each level, if only the level is given."""

    packs: Callable[[], Mapping[str, Sequence[Puzzle[S]]]] = dict
    """Puzzles that come with the game: by level, from the easiest to the hardest."""

    hardest: Callable[[], Mapping[int, Sequence[Puzzle[S]]]] = dict
    """The hardest known puzzles, by the number of pieces."""

    daily: Callable[[int], Puzzle[S]] | None = None
    """The puzzle of a day, by its ordinal; without such puzzles, the day is a seed."""

    def spec(self, pieces: int | None, level: str | None, *, unique: bool = False) -> PuzzleSpec:
        """Return a specification, with the usual number of pieces by default."""
        usual = self.usual if level is None else self.sizes[level]
        return PuzzleSpec(pieces or usual, level, unique)

    def of_day(self, ordinal: int, *, tries: int, tell: Callable[[int], None]) -> Puzzle[S] | None:
        """Return the puzzle of a day, the same for everybody."""
        if self.daily is not None:
            return self.daily(ordinal)
        from ludex.kernel import Dice  # noqa: PLC0415 - help does without it

        return self.make(PuzzleSpec(self.usual), Dice(ordinal), tries=tries, tell=tell)
