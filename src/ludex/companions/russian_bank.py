"""What serves Russian Bank beside its rules."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Companion

if TYPE_CHECKING:
    from ludex.documents.written import Written
    from ludex.engines.engine import Engine
    from ludex.games.russian_bank.state import State
    from ludex.kernel import Refinement


def _refinement() -> "Refinement[State]":
    from ludex.engines.russian_bank.listing import REFINEMENT

    return REFINEMENT


def _written() -> "Written":
    from ludex.documents.russian_bank.written import written

    return written


def _engine(start: "State") -> "Engine[State]":
    from ludex.engines.russian_bank.engine import engine
    from ludex.engines.starting import starting
    from ludex.games.russian_bank.state import begun

    made = engine(start.rules)
    return made if start == begun(start.rules) else starting(made, start)


companion: "Final[Companion[State]]" = Companion(
    refinement=_refinement, engine=_engine, written=_written
)
