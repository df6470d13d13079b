"""The log of a table: its beginning, and the lines accepted since, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludex.kernel import AnyGame, AnyState, Unreadable
from ludex.language.position import read_position
from ludex.table import looks_of


@dataclass(frozen=True, slots=True)
class Header:
    """The beginning of a game, and who plays it."""

    game: str
    seed: int
    seats: tuple[str, ...]
    """`person`, or the name of a bot, for each seat."""

    created: str
    preset: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    position: str | None = None
    label: str | None = None
    """The name of its beginning, where it has one: `deal 617`."""

    rules: str | None = None
    """The digest of the file of its rules, where it is a game of a file."""

    seed_chosen: bool = False
    """Did somebody choose the seed of what is dealt unseen, who could know it then?"""

    client: str | None = None
    """The client in the seat of a person, where it was a program: `mcp`."""

    @classmethod
    def read(cls, record: Mapping[str, object], seed: int) -> "Header | None":
        """Return the header that a JSON object describes; None where something is missing."""
        match record:
            case {
                "game": str(game),
                "seats": [*seats],
                "created": str(created),
                "preset": None | str() as preset,
                "options": dict(options),
                "position": None | str() as position,
            }:

                def text(name: str) -> str | None:
                    value = record.get(name)
                    return value if isinstance(value, str) else None

                return cls(
                    game,
                    seed,
                    tuple(map(str, seats)),
                    created,
                    preset,
                    {str(name): str(value) for name, value in options.items()},
                    position,
                    text("label"),
                    text("rules"),
                    record.get("seed_chosen") is True,
                    text("client"),
                )
        return None

    def start(self, game: AnyGame) -> AnyState | Unreadable:
        """Return the first state."""
        if self.position is not None:
            return read_position(game, self.position)
        return game.start.varied(self.preset, self.options)


def is_practice(game: AnyGame, header: Header) -> bool:
    """Did somebody choose what lies on the table, or know what will be dealt?

    Deals and puzzles that have a name lie open for all to see, and anybody may choose one.
    """
    if header.position is not None:
        return header.label is None
    start = header.start(game)
    by_hand = not isinstance(start, Unreadable) and looks_of(game).is_set_up(start)
    return by_hand or header.seed_chosen


BY_CHANCE = 0
"""The seat of a line that nobody chose."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: an event, or a word about the table."""

    event: str
    """Empty where nothing was played, but advice was given."""

    seat: int
    """The owner of the event, counted from 1; 0 for chance."""

    seconds: float = 0.0
    """Since the line before."""

    assisted: bool = False
    """Did it use what an honest player would not have known: a hint, a look back?"""
