"""What serves hold'em beside its rules: hands compared, equity, hand histories (`poker`)."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Command, Companion, Filter

if TYPE_CHECKING:
    from ludex.engines.engine import Engine
    from ludex.games.poker.holdem.state import State


def _engine(start: "State") -> "Engine[State]":
    from ludex.engines.holdem.engine import engine
    from ludex.engines.starting import starting
    from ludex.games.poker.holdem.state import first_state

    made = engine(start.rules)
    return made if start == first_state(start.rules) else starting(made, start)


def _filters() -> "tuple[Filter, ...]":
    from ludex.companions.holdem.grading import FILTERS

    return FILTERS


companion: "Final[Companion[State]]" = Companion(
    engine=_engine,
    filters=_filters,
    commands=(
        Command(
            name="poker",
            at="ludex.companions.holdem.poker:app",
            summary="Poker: hands compared, equity counted, hand histories replayed.",
        ),
    ),
)
