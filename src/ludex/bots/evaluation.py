"""The value of a seat's standing: by the game's own evaluation, or by its outcome alone."""

from typing import NamedTuple

from ludex.bots.cancellation import think_on
from ludex.bots.observation import AnyBot, AnyView, unless_forced
from ludex.bots.thinking import thinking_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, Seat

WORLDS = 8
"""The number of states imagined behind a view where something is hidden."""


class RatedEvent(NamedTuple):
    """An event and how it went."""

    event: AnyEvent
    tries: int
    mean: float
    """The standing of its seat then, on the average."""

    is_proven: bool = False


def standing(game: AnyGame, s: AnyState, seat: Seat) -> float:
    """The worth of a state to a seat; without an evaluation only the end counts."""
    worth = thinking_of(game).worth
    if worth is not None:
        return worth(s, seat)
    outcome = game.outcome(s)
    if outcome is None:
        return 0.0
    if seat not in outcome.winners:
        return -1.0
    return 1.0 if len(outcome.winners) < game.seat_count(s) else 0.0


def imagined(game: AnyGame, view: AnyView, dice: Dice, most: int = WORLDS) -> list[AnyState]:
    """States that could lie behind a view; one, if nothing is hidden."""
    first = thinking_of(game).imagine(view.shown, view.seat, dice)
    if first == view.shown:
        return [first]
    more = (thinking_of(game).imagine(view.shown, view.seat, dice) for _ in range(most - 1))
    return [first, *more]


def weighed(game: AnyGame, view: AnyView, dice: Dice) -> list[tuple[AnyEvent, float]]:
    """Each legal event with how its seat stands right after it, on the average."""
    worlds = imagined(game, view, dice)
    values = []
    for event in view.legal:
        think_on()
        worths = (standing(game, game.after(s, event), view.seat) for s in worlds)
        values.append((event, sum(worths) / len(worlds)))
    return values


def greedy_bot(game: AnyGame) -> AnyBot:
    """Return the bot that looks one event ahead, by the game's own evaluation."""
    unchecked = game.unchecked()

    def choose(view: AnyView, dice: Dice) -> AnyEvent:
        values = weighed(unchecked, view, dice)
        best = max(value for _, value in values)
        return dice.choice([event for event, value in values if value == best])

    return unless_forced(choose)
