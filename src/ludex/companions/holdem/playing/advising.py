"""Hints for hold'em: what the regular would do, with the chances that it saw."""

from ludex.bots import View
from ludex.bots.advice import Advisor, Hint, hinted
from ludex.companions.holdem.playing import flop, preflop
from ludex.companions.holdem.playing.player import player
from ludex.games.poker.holdem.betting import to_call
from ludex.games.poker.holdem.state import Phase, State
from ludex.kernel import Dice, Event, Game, Sentence, say


def advisor(game: Game[State]) -> Advisor[State]:
    """Advice from the player that knows the game; no dice decide between choices."""

    def hint(view: View[State], dice: Dice) -> Hint[State] | None:
        if not view.legal:
            return None
        s = view.shown
        if s.phase is Phase.SHOWDOWN:
            why: str = "There is nothing left to bet on."
            return hinted(game, view, player(view, dice), why)
        event, wins = _best(view, dice)
        return hinted(game, view, event, _why(s, wins))

    return Advisor(hint)


def _best(view: View[State], dice: Dice) -> tuple[Event[State], float]:
    s = view.shown
    if not s.board:
        return preflop.thought(s, view.seat, dice)
    found = flop.thought(s, view.seat, dice)
    best, _ = max(found.values, key=lambda pair: pair[1])
    return best, found.wins


def _why(s: State, wins: float) -> Sentence:
    chances, cost = round(100 * wins), to_call(s)
    if not cost:
        words = (
            "Your cards win about {wins} % of the time against what others may hold."
        )
        return say("chances", words, wins=chances)
    return say(
        "chances",
        "Your cards win about {wins} % of the time against what others may hold; "
        "a call pays from {needed} % on.",
        wins=chances,
        needed=round(100 * cost / (s.pot + cost)),
    )
