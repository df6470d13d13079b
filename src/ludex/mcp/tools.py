"""The tools: functions of the hall. What each takes is read off its signature, in words that a client is shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError, create_model

from ludex.mcp.arguments import Arguments, EventText, GameName, Name, TableName
from ludex.mcp.hall import ClientHall
from ludex.mcp.new_table import StartTable
from ludex.mcp.responses import ToolAnswer, ToolError, quoted
from ludex.mcp.seat import MOST_LEGAL


@dataclass(frozen=True)
class Tool:
    """One tool."""

    title: str
    do: Callable[..., ToolAnswer]
    changes: bool = False
    """Does it change anything? A client may ask a person before it calls such a tool."""

    takes_record: bool = False
    """Does the function take all arguments as one record?"""

    @property
    def name(self) -> str:
        """The name of the tool."""
        return self.do.__name__

    @property
    def about(self) -> str:
        """The description of the tool."""
        return " ".join((self.do.__doc__ or "").split())

    @cached_property
    def takes(self) -> type[Arguments]:
        """The arguments that it takes besides the hall."""
        _, *given = signature(self.do).parameters.values()
        if self.takes_record:
            record: type[Arguments] = given[0].annotation
            return record
        fields: dict[str, Any] = {
            one.name: (
                one.annotation,
                ... if one.default is one.empty else one.default,
            )
            for one in given
        }
        name = "".join(map(str.capitalize, self.name.split("_")))
        return create_model(name, __base__=Arguments, **fields)

    def answer(self, hall: ClientHall, said: Mapping[str, object]) -> ToolAnswer:
        """Return what it answers to what a client says; Trouble says what is wrong with that."""
        try:
            given = self.takes.model_validate(dict(said))
        except ValidationError as wrong:
            raise ToolError(self._what_is_wrong(wrong)) from None
        if self.takes_record:
            return self.do(hall, given)
        return self.do(hall, **dict(given))

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


def list_games(hall: ClientHall) -> ToolAnswer:
    """The games that can be played here, with how many play and what each is."""
    return hall.list_games()


def about_game(hall: ClientHall, game: GameName) -> ToolAnswer:
    """How a game can begin: presets, options, opponents, and how its events are written."""
    return hall.about(game)


def rules(
    hall: ClientHall,
    game: GameName,
    part: Annotated[int, Field(description="Long rules come in parts.", ge=1)] = 1,
) -> ToolAnswer:
    """The printed rules of a game, with every reason for which an event is refused."""
    return hall.rules(game, part)


def start_table(hall: ClientHall, wish: StartTable) -> ToolAnswer:
    """Sit down at a new table. Bots take the other seats, chance is drawn by the table. Answers
    as view does."""
    return hall.start(wish)


def resume_table(
    hall: ClientHall,
    saved: Annotated[
        Name | None,
        Field(
            description="The name that leave_table has told; not needed for the last game"
            " that is not over."
        ),
    ] = None,
) -> ToolAnswer:
    """Sit down again at a table that you have left, also in another session. Answers as view
    does."""
    return hall.resume(saved)


def view(
    hall: ClientHall,
    table: TableName = None,
    log_from: Annotated[
        int | None,
        Field(
            description="Tell what has happened from this event on, counted from 1; without"
            " it, since you were last told. The last 60 at most.",
            ge=1,
        ),
    ] = None,
) -> ToolAnswer:
    """What your seat sees: a picture in text, what has happened since you were last told, whose
    turn it is, and how the game has ended."""
    with hall.at(table) as chair:
        return chair.view(log_from)


def legal(
    hall: ClientHall,
    table: TableName = None,
    words: Annotated[
        Name,
        Field(description="Only events that have these words in them, or in what they mean."),
    ] = "",
    skip: Annotated[int, Field(description="Leave out this many.", ge=0)] = 0,
    limit: Annotated[int, Field(description="At most this many.", ge=1, le=MOST_LEGAL)] = 50,
) -> ToolAnswer:
    """The legal events of your seat, as they are written and in words."""
    with hall.at(table) as chair:
        return chair.legal(words, skip, limit)


def play(
    hall: ClientHall,
    event: EventText,
    table: TableName = None,
    number: Annotated[
        int | None,
        Field(
            description="The number that view gave: where the table has moved on since, nothing"
            " happens. So nothing is played twice."
        ),
    ] = None,
) -> ToolAnswer:
    """Do something at the table. The others reply until it is for you to act again. A refusal
    names the rule, and changes nothing. Answers as view does."""
    with hall.at(table) as chair:
        return chair.play(event, number)


def wait(hall: ClientHall, table: TableName = None) -> ToolAnswer:
    """Where it is not your turn, but you could say something: let the others go on. Answers as
    view does."""
    with hall.at(table) as chair:
        return chair.wait()


def why(hall: ClientHall, event: EventText, table: TableName = None) -> ToolAnswer:
    """Every condition of an event in its order, whether it holds, and what the event would do,
    by what your seat sees. Changes nothing."""
    with hall.at(table) as chair:
        return chair.why(event)


def hint(hall: ClientHall, table: TableName = None) -> ToolAnswer:
    """What would be good to do now. The saved game notes that you were helped."""
    with hall.at(table) as chair:
        return chair.hint()


def undo(hall: ClientHall, table: TableName = None) -> ToolAnswer:
    """Go back to your last decision, over what the others replied. Where you have seen what you
    could not have known, the saved game notes it."""
    with hall.at(table) as chair:
        return chair.undo()


def list_tables(hall: ClientHall) -> ToolAnswer:
    """The tables where you sit."""
    return hall.tables()


def leave_table(hall: ClientHall, table: TableName = None) -> ToolAnswer:
    """Get up. The game stays saved on this machine."""
    return hall.leave(table)


TOOLS: Final = (
    Tool("List the games", list_games),
    Tool("About a game", about_game),
    Tool("Read the rules", rules),
    Tool("Start a table", start_table, changes=True, takes_record=True),
    Tool("Go on with a game", resume_table, changes=True),
    Tool("Look at the table", view),
    Tool("List what you can do", legal),
    Tool("Play an event", play, changes=True),
    Tool("Let the others go on", wait, changes=True),
    Tool("Ask why, or why not", why),
    Tool("Ask for advice", hint, changes=True),
    Tool("Take back", undo, changes=True),
    Tool("List your tables", list_tables),
    Tool("Leave a table", leave_table, changes=True),
)
