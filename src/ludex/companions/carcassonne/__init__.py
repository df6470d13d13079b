"""What serves Carcassonne beside its rules: the document's programs (`programs`)."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Command, Companion

if TYPE_CHECKING:
    from ludex.games.carcassonne.state import State
    from ludex.kernel import Refinement


def _refinement() -> "Refinement[State]":
    from ludex.engines.carcassonne.listing import REFINEMENT

    return REFINEMENT


companion: "Final[Companion[State]]" = Companion(
    refinement=_refinement,
    commands=(
        Command(
            name="carcassonne",
            at="ludex.companions.carcassonne.programs:app",
            summary="The programs of the Haskassonne document, on XML states.",
        ),
    ),
)
