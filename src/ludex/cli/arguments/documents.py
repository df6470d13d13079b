"""The document of a game as it is written, for the commands that take one."""

from typing import TYPE_CHECKING, Any

from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.documents.written import Written
    from ludex.kernel import Game


def written_of(game: "Game[Any]") -> "Written":
    """The model of the document that a game comes from, or one line that there is none."""
    from ludex.registry import companion_of, having

    model = companion_of(game).written
    if model is None:
        there = ", ".join(having("written"))
        raise BadInput(f"the document of {game.name} is no model; those are: {there}")
    return model()
