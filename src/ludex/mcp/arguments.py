"""What a client may say to a tool, in words that it is shown."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

LARGEST: Final = 2**63 - 1
Text = Annotated[str, Field(max_length=4_000)]
Name = Annotated[str, Field(max_length=100)]
TableName = Annotated[
    Name | None,
    Field(description="The table, such as t1; not needed while there is only one."),
]
GameName = Annotated[Name, Field(description="The name of a game, as list_games has it.")]
EventText = Annotated[
    Text,
    Field(description="An event as legal writes it, such as mark(5)."),
]


class Arguments(BaseModel):
    """The arguments of a tool: these words, of these types, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)
