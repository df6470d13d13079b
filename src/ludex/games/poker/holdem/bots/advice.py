"""Hints for hold'em: the regular's choice, with the chances that it saw and the next best beside
it."""

from ludex.bots import View
from ludex.bots.advice import Advisor, Hint, hinted, offered
from ludex.bots.budget import Budget
from ludex.bots.evaluation import RatedEvent
from ludex.bots.judge import Judgement
from ludex.kernel import Dice, Game, Sentence, as_sentence, say
from ludex.table import looks_of

from ..rules import Phase, State, to_call
from . import flop, preflop
from .judge import JUDGE
from .player import player


def advisor(game: Game[State]) -> Advisor:
    """Advice from the player that knows the game; no dice decide between choices."""

    def hint(view: View[State], dice: Dice) -> Hint | None:
        if not view.legal:
            return None
        s = view.shown
        if s.phase is not Phase.BETTING:
            words = "There is nothing left to bet on."
            if s.phase is Phase.REBUY:
                words = "Buying in again costs only chips that you can win back."
            return hinted(game, view, player(view, dice), words)
        found, wins = _best(view, dice)
        chances, alternative = _why(s, wins), _alternative(game, view, found)
        if alternative is not None:
            words = "{chances} {beside}"
            chances = say("chances", words, chances=chances, beside=alternative)
        return hinted(game, view, found.best.event, chances)

    return Advisor(hint)


def _best(view: View[State], dice: Dice) -> tuple[Judgement, float]:
    s = view.shown
    if not s.board:
        event, wins = preflop.evaluate(s, view.seat, dice)
        return Judgement(RatedEvent(event, 1, 0.0)), wins
    wins = flop.evaluate(s, view.seat, dice).wins
    return JUDGE(view, dice, Budget(playouts=1)), wins


def _alternative(game: Game[State], view: View[State], found: Judgement) -> Sentence | None:
    """Return by how much it is better than the next best, where that was counted."""
    if found.other is None:
        return None
    event = offered(view, found.other.event)
    if event == offered(view, found.best.event):
        return None
    gesture = looks_of(game).gesture(view.shown, event)
    following = event.spoken() if gesture.amount else as_sentence(gesture.words)
    words = "It brings about {margin:.0f} chips more than the next best ({next})."
    if found.margin is None:
        words = "The next best ({next}) is too close to call."
    return say("chances", words, margin=found.margin, next=following)


def _why(s: State, wins: float) -> Sentence:
    cost = to_call(s)
    words = "Your cards win about {wins} % of the time against the possible cards of the others."
    if cost:
        words = (
            "Your cards win about {wins} % of the time against the possible cards of the others; "
            "a call pays from {needed} % on."
        )
    needed = round(100 * cost / (s.pot + cost))
    return say("chances", words, wins=round(100 * wins), needed=needed)
