"""Rulings: a player that has read mutated rules says what follows an event, by the page or by memory.

Two rulebooks are played side by side, the usual and the mutated one, as long as they agree. An event
on which they differ is a question with two answers, in an order that dice decide.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.exam.referee import last_line
from ludex.kernel import AnyGame, AnyState, Dice, Unreadable, seat_name
from ludex.kernel.loop import random_event
from ludex.language.position import position_line, read_position
from ludex.registry import Mutation

PUBLIC = 1
"""The seed of the public questions."""

WALKS = 60
LENGTH = 200
"""Games played side by side, and events of each at most."""

TRIED = 6
"""The number of legal events whose effects are compared in a state."""

EACH = 2
"""The number of differences that are taken from one game."""

REFUSED = "The rules refuse the event, and nothing changes."

QUESTION = """\
You are the referee of this game. The position:

{position}

Now {who} says `{event}`. Which answer follows from the rules above?

A: {first}

B: {second}

Answer with the letter A or B, alone on the last line."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A position in which two rulebooks agree, and an event after which they do not."""

    position: str
    event: str
    usual: str
    """The consequence by the usual rules."""

    mutated: str


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """A question about a difference."""

    mutation: str
    text: str
    right: str
    """The letter of the answer that follows the page; the other one follows memory."""

    script: tuple[str, ...]
    """The position and the event."""

    def follows_page(self, answer: str) -> bool | None:
        """Does an answer follow the page? None: it is no answer."""
        letter = last_line(answer).upper().rstrip(":)")
        return letter == self.right if letter in ("A", "B") else None


def consequence(game: AnyGame, s: AnyState, text: str) -> str:
    """Return the consequence of an event in words: it is refused, or the position after it."""
    event = game.read(text)
    if isinstance(event, Unreadable) or game.refusal(s, event) is not None:
        return REFUSED
    t = game.after(s, event)
    end = game.outcome(t)
    scores = f" {' : '.join(map(str, end.scores))}" if end and end.scores else ""
    return f"{game.status(t)}{scores}\n{game.text(t)}"


def compare_event(usual: AnyGame, mutated: AnyGame, line: str, event: str) -> Difference | None:
    """Return the difference that an event makes in a position of both games, or None."""
    s, t = (read_position(game, line) for game in (usual, mutated))
    if isinstance(s, Unreadable) or isinstance(t, Unreadable) or usual.text(s) != mutated.text(t):
        return None
    found = consequence(usual, s, event), consequence(mutated, t, event)
    return Difference(line, event, *found) if found[0] != found[1] else None


def differences(
    usual: AnyGame, mutated: AnyGame, mutation: Mutation, seed: int
) -> Iterator[Difference]:
    """Yield differences that games played side by side meet; the recorded one is public."""
    if mutation.position and seed == PUBLIC:
        recorded = compare_event(usual, mutated, mutation.position, mutation.event)
        assert recorded is not None, mutation.name
        yield recorded
    dice, seen = Dice(seed), {(mutation.position, mutation.event)}
    for _ in range(WALKS):
        met = 0
        for one in _side_by_side(usual.unchecked(), mutated.unchecked(), mutation.start, dice):
            if (one.position, one.event) not in seen:
                seen.add((one.position, one.event))
                yield one
                met += 1
            if met == EACH:
                break


def _side_by_side(usual: AnyGame, mutated: AnyGame, start: str, dice: Dice) -> Iterator[Difference]:
    """Play both for one game, and yield the differences on the way."""
    s, t = (read_position(game, start) if start else game.start() for game in (usual, mutated))
    for _ in range(LENGTH):
        if usual.outcome(s) is not None:
            return
        listed = [[*map(str, game.legal(at))] for game, at in ((usual, s), (mutated, t))]
        both = [event for event in listed[0] if event in {*listed[1]}]
        only = [event for one in listed for event in one if event not in {*both}]
        tried = [dice.choice(some) for some, count in ((only, 2), (both, TRIED)) if some
                 for _ in range(count)]  # fmt: skip
        after = random_event(usual, s, dice)
        tried += [] if after is None else [str(after)]
        for event in dict.fromkeys(tried):
            found = consequence(usual, s, event), consequence(mutated, t, event)
            if found[0] != found[1]:
                yield Difference(position_line(usual, s), event, *found)
        again = mutated.read(str(after))
        if after is None or isinstance(again, Unreadable) or mutated.refusal(t, again) is not None:
            return
        s, t = usual.after(s, after), mutated.after(t, again)
        if position_line(usual, s) != position_line(mutated, t):
            return


def question_of(mutated: AnyGame, mutation: str, one: Difference, dice: Dice) -> RulingQuestion:
    """Return the question about a difference."""
    state = read_position(mutated, one.position)
    assert not isinstance(state, Unreadable)
    is_first = dice.below(2) == 0
    first, second = (one.mutated, one.usual) if is_first else (one.usual, one.mutated)
    text = QUESTION.format(
        position=f"{mutated.status(state)}\n{mutated.text(state)}",
        who=seat_name(mutated.turn(state)),
        event=one.event,
        first=first,
        second=second,
    )
    return RulingQuestion(mutation, text, "BA"[is_first], (one.position, one.event))
