"""What serves Russian Bank beside its rules."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Companion

if TYPE_CHECKING:
    from ludex.documents.written import Written
    from ludex.games.russian_bank.state import State
    from ludex.kernel import Refinement


def _refinement() -> "Refinement[State]":
    from ludex.engines.russian_bank.listing import REFINEMENT

    return REFINEMENT


def _written() -> "Written":
    from ludex.documents.russian_bank.written import written

    return written


companion: "Final[Companion[State]]" = Companion(
    refinement=_refinement, written=_written
)
