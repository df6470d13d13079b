"""In which dialect scripts are read and transcripts printed."""

from enum import StrEnum
from typing import Annotated

import typer


class DialectOption(StrEnum):
    """The two dialects, without importing the event language for them."""

    DOCUMENT = "document"
    ETF = "etf"


Wording = Annotated[
    DialectOption,
    typer.Option(
        help="`document`: as the game's document prints it; `etf`: as the course's oracle."
    ),
]
