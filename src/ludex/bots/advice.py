"""Advice: what would be good to do now, pointed at first and done second."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from ludex.bots.budget import Budget
from ludex.bots.judge import Judge, Judgement, Opinion
from ludex.bots.observation import Bot, View
from ludex.kernel import (
    Dice,
    Event,
    Fault,
    Game,
    History,
    Sentence,
    as_sentence,
    joined,
    say,
)
from ludex.table import Gesture, Zone, looks_of

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Hint(Generic[S]):
    """An event worth making, how it is made, and why."""

    event: Event[S]
    gesture: Gesture
    why: str
    """One line."""

    points: tuple[str, str, str] = ("", "", "")
    """The hint in three steps, a sentence each: which piece, where to, what happens."""

    way: tuple[Event[S], ...] = ()
    """The whole way to win that it begins, where one is known."""


FURTHER: Final = 4
"""So many times as far a second look goes."""


@dataclass(frozen=True, slots=True)
class Advisor(Generic[S]):
    """An advisor, who sees what the asker sees.

    `winnable` answers True (proven), False (proven) or None (unknown); games in which the
    question has no exact answer have no such light.
    """

    hint: Callable[[View[S], Dice], Hint[S] | None]
    winnable: Callable[[View[S]], bool | None] | None = None
    last_winnable: Callable[[History[S]], int | None] | None = None
    """After how many events of a game that is lost now it could last be won, if known."""

    limit: Callable[[View[S]], int | None] = lambda _: None
    """How many positions it looks into before an answer stays unknown; None if it does not."""

    looking_into: "Callable[[int], Advisor[S]] | None" = None
    """The same advisor with another such limit."""


def advisor_from(game: Game[S], bot: Bot[S], why: str) -> Advisor[S]:
    """Advice to do what a bot would do."""

    def hint(view: View[S], dice: Dice) -> Hint[S] | None:
        return hinted(game, view, bot(view, dice), why) if view.legal else None

    return Advisor(hint)


def advisor_that_judges(game: Game[S], judge: Judge[S], budget: Budget) -> Advisor[S]:
    """Advice to do what was found best, with the numbers."""

    def hint(view: View[S], dice: Dice) -> Hint[S] | None:
        if not view.legal:
            return None
        if len(view.legal) == 1:
            return hinted(game, view, view.legal[0], "It is all that can be done.")
        found = judge(view, dice, budget)
        why = _of_ends if game.thinking.worth is None else _of_worths
        return hinted(game, view, found.best.event, why(game, view, found))

    return Advisor(hint)


CLOSE: Final = "the next best ({next}) is too close to call."


def _of_worths(game: Game[S], view: View[S], found: Judgement[S]) -> str:
    """Tell in a line what the tries have shown."""
    best = found.best
    if not best.tries:
        return "There was no time to try anything out: it looks best at once."
    tried = "Tried {tries} times" if best.tries != 1 else "Tried once"
    why = f"{tried}, it leads to {{mean:+.1f}} {{unit}} on average"
    unit = as_sentence(game.thinking.unit)
    facts: dict[str, object] = {"tries": best.tries, "mean": best.mean, "unit": unit}
    if found.other is None:
        return say("tried", f"{why}; everything else comes to the same.", **facts)
    facts["next"] = _next(game, view, found.other)
    if found.margin is None:
        return say("tried", f"{why}; {CLOSE}", **facts)
    more = "{margin:.1f} more than the next best ({next})."
    return say("tried", f"{why}, {more}", **facts, margin=found.margin)


def _of_ends(game: Game[S], view: View[S], found: Judgement[S]) -> str:
    """Tell the same where only the end counts; what is proved is told as that."""
    best, share = found.best, round(50 * (1 + found.best.mean))
    if best.is_proven and best.mean > 0:
        return "It wins, whatever others do: that is proved."
    if best.is_proven and best.mean < 0:
        return "Everything loses against good play: that is proved. This takes longest."
    tried = "Tried {tries} times" if best.tries != 1 else "Tried once"
    why = f"{tried}, it gets {{share}} points of a hundred"
    if best.is_proven:
        return "Nothing more than a draw can be forced: that is proved."
    facts: dict[str, object] = {"tries": best.tries, "share": share}
    if found.other is None:
        return say("tried", f"{why}.", **facts)
    facts["next"] = _next(game, view, found.other)
    if found.margin is None:
        return say("tried", f"{why}; {CLOSE}", **facts)
    margin = round(50 * found.margin)
    more = "{margin} more than the next best ({next})."
    return say("tried", f"{why}, {more}", **facts, margin=margin)


def _next(game: Game[S], view: View[S], other: Opinion[S]) -> Sentence:
    return _words(looks_of(game).gesture(view.shown, other.event), other.event)


def _words(gesture: Gesture, event: Event[S]) -> Sentence:
    """An event in words; those of a slider have no number in them."""
    return event.spoken() if gesture.amount else as_sentence(gesture.words)


def hinted(game: Game[S], view: View[S], event: Event[S], why: str) -> Hint[S]:
    """The hint to make an event, in words from the scene."""
    shown = view.shown
    gesture = looks_of(game).gesture(shown, event)
    zones = looks_of(game).zones(shown, view.seat)
    words = str(event) if gesture.amount else gesture.words
    told = _told(game, shown, event)
    return Hint(
        event,
        gesture,
        why,
        (
            _which(zones, gesture),
            _where(zones, gesture, event),
            " ".join(f"{sentence.rstrip('.')}." for sentence in (words, *told)),
        ),
    )


def _told(game: Game[S], shown: S, event: Event[S]) -> tuple[str, ...]:
    """Return what an event would bring about; nothing where that depends on what is hidden."""
    try:
        after = game.after(shown, event)
    except Fault:
        return ()
    return game.consequences(shown, event, after)


def _which(zones: tuple[Zone, ...], gesture: Gesture) -> str:
    """Say what to pick up."""
    if gesture.pick is None:
        return say("hint_say", "There is nothing to move: choose an action.")
    return say("hint_look", "Look at {thing}.", thing=_named(zones, gesture.pick))


def _where(zones: tuple[Zone, ...], gesture: Gesture, event: Event[S]) -> str:
    """Say where to put it."""
    if gesture.drop is None:
        return say("hint_do", "Do this: {event}.", event=_words(gesture, event))
    place = _named(zones, gesture.drop)
    if not gesture.choices:
        return say("hint_place", "It goes to {place}.", place=place)
    words = "It goes to {place} ({chosen})."
    return say("hint_place", words, place=place, chosen=joined(gesture.choices))


def _named(zones: tuple[Zone, ...], key: str) -> str:
    """A zone with what lies on top of it, or a piece and its zone."""
    for zone in zones:
        if zone.key == key:
            top = zone.pieces[-1].label if zone.pieces else ""
            if top in zone.label:
                return zone.label
            words = "{place} ({top})"
            return say("place_and_top", words, place=zone.label, top=top)
        for piece in zone.pieces:
            if piece.key == key:
                words = "the {thing} ({place})"
                return say("thing_at", words, thing=piece.label, place=zone.label)
    return key
