"""The tools: what each of them takes, in words that a client is shown, and what it asks of the hall."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludex.mcp.hall import Hall
from ludex.mcp.new_table import Wish
from ludex.mcp.responses import Answer, Trouble, quoted
from ludex.mcp.seat import MOST_LEGAL

LARGEST: Final = 2**63 - 1
Text = Annotated[str, Field(max_length=4_000)]
Name = Annotated[str, Field(max_length=100)]
TableName = Annotated[
    Name | None,
    Field(description="The table, such as t1; not needed while there is only one."),
]
GameName = Annotated[
    Name, Field(description="The name of a game, as list_games has it.")
]
EventText = Annotated[
    Text,
    Field(description="An event as legal writes it, such as mark(5)."),
]


class Asked(BaseModel):
    """What a client may say to a tool: these words, of these types, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Asked):
    """No arguments."""


class AboutGame(Asked):
    """One game."""

    game: GameName


class StartTable(Asked):
    """How a table begins, and who sits there."""

    game: GameName
    preset: Annotated[
        Name | None, Field(description="A named set of rules; about_game lists them.")
    ] = None
    options: Annotated[
        dict[Name, Name | int | bool],
        Field(
            description="Single options of the rules, by name; about_game lists them.",
            max_length=60,
        ),
    ] = {}  # pydantic copies it
    players: Annotated[
        int | None,
        Field(description="How many play, where the game leaves that open."),
    ] = None
    seat: Annotated[int, Field(description="Where you sit, counted from 1.")] = 1
    opponents: Annotated[
        list[Name],
        Field(
            description="Bots for the other seats, in their order: one for each, or one for"
            " all. about_game lists them.",
            max_length=20,
        ),
    ] = []  # as above
    seed: Annotated[
        int | None,
        Field(
            description="The seed of everything that chance does, to play the same deal again;"
            " the game then counts as practice. Without it nobody knows what comes.",
            ge=0,
            le=LARGEST,
        ),
    ] = None
    deal: Annotated[
        int | None,
        Field(
            description="The number of a deal, in games that have numbered deals.",
            ge=-LARGEST,
            le=LARGEST,
        ),
    ] = None
    position: Annotated[
        Text | None,
        Field(description="A position line to begin with, as view gives it."),
    ] = None
    puzzle: Annotated[
        Name | None,
        Field(
            description="In a game that has puzzles: new, or easy, medium, hard, expert or master,"
            " for a new one, or the id of one."
        ),
    ] = None


class ResumeTable(Asked):
    """A game that was left."""

    saved: Annotated[
        Name | None,
        Field(
            description="The name that leave_table has told; not needed for the last game"
            " that is not over."
        ),
    ] = None


class AtTable(Asked):
    """A table."""

    table: TableName = None


class View(AtTable):
    """A table, and how much of what has happened."""

    log_from: Annotated[
        int | None,
        Field(
            description="Tell what has happened from this event on, counted from 1; without"
            " it, since you were last told. The last 60 at most.",
            ge=1,
        ),
    ] = None


class Legal(AtTable):
    """A table, and which of the legal events."""

    words: Annotated[
        Name,
        Field(
            description="Only events that have these words in them, or in what they mean."
        ),
    ] = ""
    skip: Annotated[int, Field(description="Leave out this many.", ge=0)] = 0
    limit: Annotated[
        int, Field(description="At most this many.", ge=1, le=MOST_LEGAL)
    ] = 50


class Play(AtTable):
    """A table, and what to do there."""

    event: EventText
    number: Annotated[
        int | None,
        Field(
            description="The number that view gave: where the table has moved on since, nothing"
            " happens. So nothing is played twice."
        ),
    ] = None


class Event(AtTable):
    """A table, and an event."""

    event: EventText


class Rules(AboutGame):
    """A game, and which part of its rules."""

    part: Annotated[int, Field(description="Long rules come in parts.", ge=1)] = 1


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool."""

    name: str
    title: str
    about: str
    takes: type[Asked]
    do: Callable[[Hall, Any], Answer]
    changes: bool = False
    """Does it change anything? A client may ask a person before it calls such a tool."""

    def answer(self, hall: Hall, said: Mapping[str, object]) -> Answer:
        """What it answers to what a client says; Trouble says what is wrong with that."""
        try:
            asked = self.takes.model_validate(dict(said))
        except ValidationError as wrong:
            raise Trouble(self._what_is_wrong(wrong)) from None
        return self.do(hall, asked)

    def _what_is_wrong(self, wrong: ValidationError) -> str:
        known = ", ".join(self.takes.model_fields) or "none"
        problems = []
        for each in wrong.errors()[:5]:
            name = ".".join(str(part) for part in each["loc"])[:80]
            match each["type"]:
                case "extra_forbidden":
                    problems.append(f"there is no argument {quoted(name)}")
                case "missing":
                    problems.append(f"{name} is missing")
                case _:
                    problems.append(f"{name}: {each['msg']}")
        return f"{self.name}: {'; '.join(problems)}. Its arguments: {known}."


def _start(hall: Hall, asked: StartTable) -> Answer:
    options = {name: _option(value) for name, value in asked.options.items()}
    wish = Wish(
        preset=asked.preset,
        options=options,
        players=asked.players,
        seat=asked.seat,
        opponents=tuple(asked.opponents),
        seed=asked.seed,
        deal=asked.deal,
        position=asked.position,
        puzzle=asked.puzzle,
    )
    return hall.start(asked.game, wish)


def _option(value: str | int | bool) -> str:  # a value that was said
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _view(hall: Hall, asked: View) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.view(asked.log_from)


def _legal(hall: Hall, asked: Legal) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.legal(asked.words, asked.skip, asked.limit)


def _play(hall: Hall, asked: Play) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.play(asked.event, asked.number)


def _why(hall: Hall, asked: Event) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.why(asked.event)


def _wait(hall: Hall, asked: AtTable) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.wait()


def _hint(hall: Hall, asked: AtTable) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.hint()


def _undo(hall: Hall, asked: AtTable) -> Answer:
    with hall.at(asked.table) as chair:
        return chair.undo()


TOOLS: Final = (
    Tool(
        "list_games",
        "List the games",
        "The games that can be played here, with how many play and what each is.",
        Nothing,
        lambda hall, _: hall.list_games(),
    ),
    Tool(
        "about_game",
        "About a game",
        "How a game can begin: presets, options, opponents, and how its events are written.",
        AboutGame,
        lambda hall, asked: hall.about(asked.game),
    ),
    Tool(
        "rules",
        "Read the rules",
        "The printed rules of a game, with every reason for which an event is refused.",
        Rules,
        lambda hall, asked: hall.rules(asked.game, asked.part),
    ),
    Tool(
        "start_table",
        "Start a table",
        "Sit down at a new table. Bots take the other seats, chance is drawn by the table."
        " Answers as view does.",
        StartTable,
        _start,
        changes=True,
    ),
    Tool(
        "resume_table",
        "Go on with a game",
        "Sit down again at a table that you have left, also in another session. Answers as view"
        " does.",
        ResumeTable,
        lambda hall, asked: hall.resume(asked.saved),
        changes=True,
    ),
    Tool(
        "view",
        "Look at the table",
        "What your seat sees: a picture in text, what has happened since you were last told, whose"
        " turn it is, and how the game has ended.",
        View,
        _view,
    ),
    Tool(
        "legal",
        "List what you can do",
        "The legal events of your seat, as they are written and in words.",
        Legal,
        _legal,
    ),
    Tool(
        "play",
        "Play an event",
        "Do something at the table. The others reply until it is for you to act again. A refusal"
        " names the rule, and changes nothing. Answers as view does.",
        Play,
        _play,
        changes=True,
    ),
    Tool(
        "wait",
        "Let the others go on",
        "Where it is not your turn, but you could say something: let the others go on. Answers as"
        " view does.",
        AtTable,
        _wait,
        changes=True,
    ),
    Tool(
        "why",
        "Ask why, or why not",
        "Every condition of an event in its order, whether it holds, and what the event would do,"
        " by what your seat sees. Changes nothing.",
        Event,
        _why,
    ),
    Tool(
        "hint",
        "Ask for advice",
        "What would be good to do now. The saved game notes that you were helped.",
        AtTable,
        _hint,
        changes=True,
    ),
    Tool(
        "undo",
        "Take back",
        "Go back to your last decision, over what the others replied. Where you have seen what you"
        " could not have known, the saved game notes it.",
        AtTable,
        _undo,
        changes=True,
    ),
    Tool(
        "list_tables",
        "List your tables",
        "The tables where you sit.",
        Nothing,
        lambda hall, _: hall.tables(),
    ),
    Tool(
        "leave_table",
        "Leave a table",
        "Get up. The game stays saved on this machine.",
        AtTable,
        lambda hall, asked: hall.leave(asked.table),
        changes=True,
    ),
)
