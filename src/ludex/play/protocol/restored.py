"""A table restored from a long log: without judging again what was accepted before.

Only the text of each event is taken up at first. An event is read, and the state after it is
worked out, when somebody looks: from the last state before it that is known, or from a snapshot,
the position that was written down after so many lines.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.kernel import AnyState, History, Redo, Reset, Undo, Unreadable
from ludex.kernel.history import STATE, Step
from ludex.language.position import read_position
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import is_note
from ludex.play.protocol.situation import Situation


class StoredStep(Step[Any]):
    """A step of which only the text is known until somebody asks for more."""

    __slots__ = ("origin", "position", "text")

    def __init__(self, text: str, origin: Situation, rest: Step[Any] | None, count: int) -> None:
        put = object.__setattr__
        put(self, "text", text)
        put(self, "position", None)
        put(self, "origin", origin)
        put(self, "rest", rest)
        put(self, "count", count)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # an event or a state of any game
        """Work out what is not known yet, and remember it."""
        if name == "event":
            found = _event(self)
        elif name == "state":
            found = _state(self)
        else:
            raise AttributeError(name)
        object.__setattr__(self, name, found)
        return found


class UndoneStep(StoredStep):
    """A stored step that was taken back; what it led to is the same."""

    __slots__ = ("source",)

    def __init__(self, source: StoredStep, rest: Step[Any] | None, count: int) -> None:
        super().__init__(source.text, source.origin, rest, count)
        object.__setattr__(self, "source", source)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # an event or a state of any game
        """Ask the step that was taken back."""
        if name not in ("event", "state"):
            raise AttributeError(name)
        return getattr(self.source, name)


def restored(
    table: Situation, lines: Sequence[LogLine], positions: Mapping[int, str]
) -> Situation | Unreadable:
    """Return a new table after lines that it has accepted before, some with their positions."""
    resets = {cls.name for cls in table.game.events if issubclass(cls, Reset)}
    past: StoredStep | None = None
    future: UndoneStep | None = None
    notes = table.notes
    for number, line in enumerate(lines, start=1):
        if is_note(line):
            more = notes.after(line)
            if more is None:
                return Unreadable((f"line {number} is not an event",))
            notes = more
            continue
        notes = notes.played()
        if line.event == Undo.name and past is not None:
            future = UndoneStep(past, future, past.count)
            past = past.rest if isinstance(past.rest, StoredStep) else None
        elif line.event == Redo.name and future is not None:
            past = future.source
            future = future.rest if isinstance(future.rest, UndoneStep) else None
        elif line.event.partition("(")[0] in (Undo.name, Redo.name, *resets):
            return Unreadable((f"line {number}: {line.event} is refused",))
        else:
            past, future = StoredStep(line.event, table, past, past.count + 1 if past else 1), None
        if past is not None and number in positions:
            object.__setattr__(past, "position", positions[number])
    history = History(table.game, table.history.start, past, future)
    return table.after(tuple(lines), history, notes)


def _event(step: StoredStep) -> Any:  # noqa: ANN401  # of any game
    event = step.origin.setting.read(step.text)
    assert not isinstance(event, Unreadable), step.text
    return event


def _state(step: StoredStep) -> AnyState:
    """Go back to a state that is known, and forward again from there."""
    missing, last, known = list[StoredStep](), step, None
    while known is None:
        missing.append(last)
        if (position := _position(last)) is not None:
            known = position
            _keep(missing.pop(), position)
        elif isinstance(last.rest, StoredStep):
            last = last.rest
            known = _known(last)
        else:
            known = step.origin.history.start
    for one in reversed(missing):
        known = step.origin.game.after(known, one.event)
        _keep(one, known)
    return known


def _position(step: StoredStep) -> AnyState | None:
    """Return the state of a snapshot; another version of the game may no longer read it."""
    found = None if step.position is None else read_position(step.origin.game, step.position)
    return None if isinstance(found, Unreadable) else found


def _known(step: StoredStep) -> AnyState | None:
    try:
        return STATE.__get__(step, Step)
    except AttributeError:
        return None


def _keep(step: StoredStep, state: AnyState) -> None:
    object.__setattr__(step, "state", state)
