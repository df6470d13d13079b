"""What serves hold'em beside its rules: hands compared, equity, hand histories (`poker`)."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Command, Companion

if TYPE_CHECKING:
    from ludex.games.poker.holdem.state import State

companion: "Final[Companion[State]]" = Companion(
    commands=(
        Command(
            name="poker",
            at="ludex.companions.holdem.poker:app",
            summary="Poker: hands compared, equity counted, hand histories replayed.",
        ),
    ),
)
