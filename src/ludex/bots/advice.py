"""Advice: a good event for now, pointed at first and done second."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ludex.bots.budget import Budget
from ludex.bots.judge import Judge, Judgement
from ludex.bots.observation import AnyView
from ludex.bots.thinking import thinking_of
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Fault,
    History,
    Sentence,
    as_sentence,
    joined,
    say,
)
from ludex.table import Gesture, Zone, looks_of


@dataclass(frozen=True, slots=True)
class Hint:
    """An event worth making, how it is made, and why."""

    event: AnyEvent
    gesture: Gesture
    why: str
    """One line."""

    points: tuple[str, str, str] = ("", "", "")
    """The hint in three steps, a sentence each: which piece, where to, what happens."""

    way: tuple[AnyEvent, ...] = ()
    """The whole way to win that it begins, where one is known."""


FURTHER = 4
"""So many times as far a second look goes."""


@dataclass(frozen=True, slots=True)
class Advisor:
    """An advisor, who sees what the asker sees.

    `winnable` answers True (proven), False (proven) or None (unknown); games in which the
    question has no exact answer have no such light.
    """

    hint: Callable[[AnyView, Dice], Hint | None]
    winnable: Callable[[AnyView], bool | None] | None = None
    last_winnable: Callable[[History[AnyState]], int | None] | None = None
    """After how many events of a game that is lost now it could last be won, if known."""

    limit: Callable[[AnyView], int | None] = lambda _: None
    """The number of positions it looks into before an answer stays unknown; None if it does not."""

    looking_into: "Callable[[int], Advisor] | None" = None
    """The same advisor with another such limit."""


def advisor_that_judges(game: AnyGame, judge: Judge, budget: Budget) -> Advisor:
    """Advice to do what was found best, with the numbers."""

    def hint(view: AnyView, dice: Dice) -> Hint | None:
        if not view.legal:
            return None
        if len(view.legal) == 1:
            return hinted(game, view, view.legal[0], "It is the only move.")
        found = judge(view, dice, budget)
        return hinted(game, view, found.best.event, _reason(game, view, found))

    return Advisor(hint)


PROVED = {
    1: "It wins against any play: that is proved.",
    0: "Nothing more than a draw can be forced: that is proved.",
    -1: "Every move loses against good play: that is proved. This one delays the end longest.",
}
"""By the sign of what is certain."""


def _reason(game: AnyGame, view: AnyView, found: Judgement) -> str:
    """Tell in a line what the tries have shown; what is proved is told as that."""
    best, facts = found.best, dict[str, object]()
    if thinking_of(game).worth is None:
        if best.is_proven:
            return PROVED[(best.mean > 0) - (best.mean < 0)]
        facts["share"] = round(50 * (1 + best.mean))
        brings, alone, more = "it scores {share} of 100 points", ".", "{margin}"
    elif best.tries:
        facts |= {"mean": best.mean, "unit": as_sentence(thinking_of(game).unit)}
        brings = "it leads to {mean:+.1f} {unit} on average"
        alone, more = "; the other moves are as good.", "{margin:.1f}"
    else:
        return "There was no time to compare moves: this one looks best at first sight."
    tried = "Tried {tries} times" if best.tries != 1 else "Tried once"
    words, facts["tries"] = f"{tried}, {brings}", best.tries
    if found.other is None:
        return say("tried", f"{words}{alone}", **facts)
    other = found.other.event
    facts["next"] = _words(looks_of(game).gesture(view.shown, other), other)
    if found.margin is None:
        return say("tried", f"{words}; the next best ({{next}}) is too close to call.", **facts)
    facts["margin"] = round(50 * found.margin) if "share" in facts else found.margin
    return say("tried", f"{words}, {more} more than the next best ({{next}}).", **facts)


def _words(gesture: Gesture, event: AnyEvent) -> Sentence:
    """An event in words; those of a slider have no number in them."""
    return event.spoken() if gesture.amount else as_sentence(gesture.words)


def offered(view: AnyView, event: AnyEvent) -> AnyEvent:
    """Return an event as `legal` offers it: of amounts, of which only some are listed, the nearest."""
    alike = [other for other in view.legal if type(other) is type(event)]

    def distance(other: AnyEvent) -> int:
        pairs = zip(event.words(), other.words(), strict=True)
        return sum(abs(int(one) - int(two)) for one, two in pairs if one != two)

    if event in alike or not alike or not event.sampled:
        return event
    return min(alike, key=distance)


def hinted(game: AnyGame, view: AnyView, event: AnyEvent, why: str) -> Hint:
    """The hint to make an event, in words from the scene."""
    state, event = view.shown, offered(view, event)
    gesture = looks_of(game).gesture(state, event)
    zones = looks_of(game).zones(state, view.seat)
    sentences = [str(event) if gesture.amount else gesture.words]
    with suppress(Fault):  # what it would bring about may depend on what is hidden
        sentences += game.consequences(state, event, game.after(state, event))
    happens = " ".join(f"{sentence.rstrip('.')}." for sentence in sentences)
    points = _what_to_pick(zones, gesture), _where(zones, gesture, event), happens
    return Hint(event, gesture, why, points)


def _what_to_pick(zones: tuple[Zone, ...], gesture: Gesture) -> str:
    """Say what to pick up."""
    if gesture.pick is None:
        return say("hint_say", "There is nothing to move: choose an action.")
    return say("hint_look", "Look at {thing}.", thing=_named(zones, gesture.pick))


def _where(zones: tuple[Zone, ...], gesture: Gesture, event: AnyEvent) -> str:
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
