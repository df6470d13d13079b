"""A seat at this keyboard: the eyes that are shown, and the choices of the player.

What is said there goes to the `Table`: what it accepts it has put on disk. Nothing here draws.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

from ludex.kernel import ONLOOKER, History, Refusal, Seat, Unreadable, say
from ludex.play.protocol import WHY
from ludex.play.protocol.effects import ExplanationRequest, QueryAnswer, Rejection
from ludex.play.seating import Sitting
from ludex.play.shorthand import in_full, shorthand_of
from ludex.table import Gesture, Scene, find_dropped_event, looks_of, scene_of
from ludex.table.hidden import is_open
from ludex.table.narration import by, last_event_text
from ludex.tui.table.translation import translate_gesture, translate_scene


@dataclass(frozen=True, slots=True)
class NarratedEvent:
    """An event that has happened, in sentences: what was done, then what came of it."""

    sentences: tuple[str, ...]
    seat: Seat
    """The seat that did it, or chance."""


Answered = NarratedEvent | QueryAnswer | Rejection
"""The result of an attempt: an event, an answer, or the reason why not."""


class LocalSeat:
    """The people at one keyboard, one of whom looks."""

    def __init__(self, sitting: Sitting, words: Callable[[str], str] = str) -> None:
        self.sitting = sitting
        self.words = words
        self.table = sitting.table
        self.game = sitting.table.game
        self.viewer = self._person()
        self._seen = self.table.now.number
        """The number of the situation last shown: what is done then is meant for that, and for
        nothing later."""

        self.shorthand = shorthand_of(self.game)
        """The notation in which players of the field write a move, if they do."""

        self.refused = ""
        """The event that was refused last, as it is written."""

        self.curtain: Seat | None = None
        """The seat that is to take the keyboard before anything is shown."""

    @property
    def is_waiting(self) -> bool:
        """Are bots or chance to act?"""
        return not self.table.is_over and self.table.turn not in self.table.people

    def _person(self) -> Seat:
        """Return who looks: the person to act, or the first person when nobody is."""
        people = self.table.people
        if self.table.turn in people:
            return self.table.turn
        return people[0] if people else ONLOOKER

    def change(self) -> None:
        """Pass the keyboard, before another person's hidden things are shown."""
        person = self._person()
        if person == self.viewer:
            return
        several = len(self.table.people) > 1
        if several and self.table.hides and not self.table.is_over:
            self.curtain = person
        self.viewer = person

    # -- seeing ------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the table as the viewer sees it."""
        self._seen = self.table.now.number
        return translate_scene(scene_of(self.game, self.table.state, self.viewer), self.words)

    def text(self) -> str:
        """Return the same in characters, for games without a scene."""
        return self.game.text(self.game.view(self.table.state, self.viewer))

    def preview(self, scene: Scene, gesture: Gesture) -> Scene | None:
        """Return the scene with one place as it would be; only where nothing is hidden."""
        event = self.game.read(gesture.event)
        if gesture.drop is None or isinstance(event, Unreadable) or self.table.hides:
            return None
        then = self.game.unchecked().apply(self.table.state, event)
        if isinstance(then, Refusal):
            return None
        after = {zone.key: zone for zone in looks_of(self.game).zones(then, self.viewer)}
        zones = tuple(
            after.get(zone.key, zone) if zone.key == gesture.drop else zone for zone in scene.zones
        )
        return Scene(zones, scene.gestures, scene.status)

    def of_others(self) -> list[Gesture]:
        """List what other people at this keyboard can say out of turn."""
        return [
            translate_gesture(by(seat, gesture), self.words)
            for seat in self.table.people
            if seat != self.viewer
            for gesture in scene_of(self.game, self.table.state, seat).gestures
            if gesture.pick is None
        ]

    # -- doing -------------------------------------------------------------------------

    def drop(self, picks: tuple[str, ...], zone: str) -> Answered:
        """Drop something where no legal gesture ends: the referee says why not."""
        state = self.game.view(self.table.state, self.viewer)
        zones = looks_of(self.game).zones(state, self.viewer)
        for pick in picks:
            event = find_dropped_event(self.game, state, zones, pick, zone)
            if event is not None:
                return self.act(str(event))
        return Rejection(say("not_there", "that cannot go there"))

    def type(self, text: str) -> Answered:
        """Make an event that was typed, in full or as players of the field write it."""
        state = self.game.view(self.table.state, self.viewer)
        full = in_full(self.shorthand, state, text)
        return full if isinstance(full, Rejection) else self.act(full)

    def act(self, text: str) -> Answered:
        """Make an event of what was shown, as whoever it belongs to."""
        reaction = self.table.hear(self.viewer, text, self._seen)
        refusal = reaction.no.refusal if reaction.no is not None else None
        self.refused = "" if refusal is None else str(refusal.event)
        return reaction.no or reaction.answer or self.narrate()

    def wonder(self, text: str) -> ExplanationRequest | Rejection:
        """Ask about an event, as the viewer sees the table."""
        reaction = self.table.hear(self.viewer, f"{WHY} {text}")
        found = reaction.explanation_request or reaction.no
        assert found is not None
        return found

    def go(self, word: str) -> Rejection | None:
        """Go back or forth, or say why not."""
        return self.table.hear(self.viewer, word).no

    def narrate(self, of: History[Any] | None = None) -> NarratedEvent:
        """Tell the last event, of a history or of this one, in words that all people here may read."""
        history = self.table.history if of is None else of
        past = history.past
        if past is None:  # begun anew
            return NarratedEvent((self.words(last_event_text(history, self.viewer)),), self.viewer)
        blind = [seat for seat in self.table.people if not is_open(history, seat)]
        words = last_event_text(history, blind[0] if blind else self.viewer)
        before = past.rest.state if past.rest else history.start
        sentences = map(self.words, (words, *history.consequences))
        return NarratedEvent(tuple(sentences), self.game.seat_of(before, past.event))

    def remembered(self, most: int) -> list[NarratedEvent]:
        """Tell so many of the last events, the latest last."""
        found: list[NarratedEvent] = []
        history: History[Any] | None = self.table.history
        while history is not None and history.past is not None and len(found) < most:
            found.append(self.narrate(history))
            history = history.undone()
        return found[::-1]

    # -- others ------------------------------------------------------------------------

    def let_others(self) -> bool:
        """Let chance or a bot make one event; False when nobody is to act.

        A bot that is stopped has done nothing. One that chooses after everybody has left
        finds the file closed, and nothing is kept of it.
        """
        return next(self.table.advance(), None) is not None

    def scene_after_chance(self) -> Scene:
        """Return what the viewer will see when chance has acted; its dice are not touched."""
        table = self.table
        event = self.game.draw(table.state, copy(table.dice))
        then = self.game.after(table.state, event)
        return translate_scene(scene_of(self.game, then, self.viewer), self.words)
