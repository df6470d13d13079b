"""The tools: functions of the hall, or of a chair at a table. What each takes is read off its signature, in words that a client is shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any

from pydantic import ValidationError, create_model

from ludex.mcp.hall import ClientHall
from ludex.mcp.new_table import StartTable
from ludex.mcp.responses import Arguments, TableName, ToolAnswer, ToolError, quoted
from ludex.mcp.seat import ClientSeat


@dataclass(frozen=True)
class Tool:
    """One tool."""

    title: str
    do: Callable[..., ToolAnswer]
    changes: bool = False
    """Does it change anything? A client may ask a person before it calls such a tool."""

    @property
    def name(self) -> str:
        """The name of the tool."""
        return self.do.__name__

    @property
    def about(self) -> str:
        """The description of the tool."""
        return " ".join((self.do.__doc__ or "").split())

    @property
    def is_at_table(self) -> bool:
        """Is it a function of a chair, so that a client also says at which table?"""
        return getattr(ClientSeat, self.name, None) is self.do

    @cached_property
    def takes(self) -> type[Arguments]:
        """The arguments that it takes."""
        if self.do is ClientHall.start_table:
            return StartTable
        _, *given = signature(self.do).parameters.values()
        needed: dict[str, Any] = {
            one.name: (one.annotation, ...) for one in given if one.default is one.empty
        }
        if self.is_at_table:
            needed["table"] = TableName, None
        for one in given:
            needed.setdefault(one.name, (one.annotation, one.default))
        name = "".join(map(str.capitalize, self.name.split("_")))
        return create_model(name, __base__=Arguments, **needed)

    def answer(self, hall: ClientHall, arguments: Mapping[str, object]) -> ToolAnswer:
        """Return what it answers to what a client says; ToolError says what is wrong with that."""
        try:
            given = self.takes.model_validate(dict(arguments))
        except ValidationError as wrong:
            raise ToolError(self._what_is_wrong(wrong)) from None
        if isinstance(given, StartTable):
            return self.do(hall, given)
        named = dict(given)
        if not self.is_at_table:
            return self.do(hall, **named)
        with hall.at(named.pop("table")) as chair:
            return self.do(chair, **named)

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


TOOLS = (
    Tool("List the games", ClientHall.list_games),
    Tool("About a game", ClientHall.about_game),
    Tool("Read the rules", ClientHall.rules),
    Tool("Start a table", ClientHall.start_table, changes=True),
    Tool("Continue a game", ClientHall.resume_table, changes=True),
    Tool("Look at the table", ClientSeat.view),
    Tool("List the legal events", ClientSeat.legal),
    Tool("Play an event", ClientSeat.play, changes=True),
    Tool("Let the others move", ClientSeat.wait, changes=True),
    Tool("Ask why, or why not", ClientSeat.why),
    Tool("Ask for advice", ClientSeat.hint, changes=True),
    Tool("Take back", ClientSeat.undo, changes=True),
    Tool("List your tables", ClientHall.list_tables),
    Tool("Leave a table", ClientHall.leave_table, changes=True),
)
