"""Faults: bugs of a rulebook, found while an event is judged or played.

A refusal is for the player; a fault is for whoever wrote the rules. It names the event, what
is wrong with it and where that stands, and holds the state in which it showed.
"""

from traceback import walk_tb
from types import FunctionType

from ludex.kernel.call import Call


class Fault(AssertionError):
    """A bug in the rulebook; the text names the event and the error."""

    def __init__(self, problem: str, event: Call | None, state: object) -> None:
        super().__init__(problem if event is None else f"{event}: {problem}")
        self.problem = problem
        self.event = event
        self.state = state

    def __rich__(self) -> str:
        """One line where a terminal would show the frames of a crash."""
        return f"ludex: a bug in the rulebook: {self}".replace("[", r"\[")


class Violation(Fault):
    """An event broke a property that the rulebook promises."""

    def __init__(self, prop: str, event: Call | None, state: object) -> None:
        super().__init__(f"breaks {prop!r}", event, state)
        self.prop = prop

    def __str__(self) -> str:
        return f"{self.event} breaks {self.prop!r}" if self.event else self.broken

    @property
    def broken(self) -> str:
        """Name the property that does not hold."""
        return f"{self.prop!r} does not hold"


def raised(part: str, error: Exception, event: Call, state: object) -> Fault:
    """The fault of a part of an event that raises instead of answering."""
    words = " ".join(str(error).split())
    if len(words) > 200:  # it is somebody else's message
        words = f"{words[:200]}…"
    message = ": ".join(filter(None, (type(error).__name__, words)))
    return Fault(f"{part} raises {message}{_place(error, event)}", event, state)


def _place(error: Exception, event: Call) -> str:
    """The last line of the rulebook on the way to the error, else the last line of all."""
    own = getattr(type(event), "apply", None)
    file = own.__code__.co_filename if isinstance(own, FunctionType) else ""
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    ours = [frame for frame in frames if frame[0] == file] or frames
    if not ours:
        return ""
    path, line = ours[-1]
    return f" ({path.replace(chr(92), '/').rpartition('/')[2]}, line {line})"
