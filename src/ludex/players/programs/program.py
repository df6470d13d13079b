"""A program of somebody's as a bot like any other: one that talks, or one that is a filter.

One that talks speaks the language of docs/protocol-players.md. It is started when it is first
asked, and stays. A filter reads a state and prints its move, started anew for every move; some
documents describe their players so. How a state is written for it, and what move it is that it
prints, the game's companion knows. When a program fails, it is ended, and `Failed` says why:
what that costs is for whoever asked it to decide.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any
from weakref import finalize

from ludex.bots import View
from ludex.kernel import AnyEvent, AnyGame, Dice, Unreadable, seat_number
from ludex.language.position import position_line
from ludex.players.programs.pipe import USUAL, Failed, Pipe, PipeLimits, TimedOut, why_not_there
from ludex.registry import companion_of

COMMAND = "cmd:"
FILTER = "filter:"

STARTING = 10.0
"""Seconds that a program has to say hello."""

TIMEOUT = 3.0
"""The same where a program may be a filter that never will."""

GRACE = 0.2
"""Seconds beyond its time that the pipes may take."""

LONGEST_LINE = 10_000
"""Bytes of a line that a program may say."""

MOST_REMARKS = 10_000
"""Other lines that it may say before its move; nobody listens to them."""

MOST_PRINTED = 1_000_000
"""Bytes that a filter may print: a whole state, and more."""


class Illegal(Failed):
    """A program made a move that the rules refuse."""


def demand_legal(game: AnyGame, view: View[Any], event: AnyEvent) -> AnyEvent:
    """The event, if it is legal; Illegal says which rule is against it."""
    if event in view.legal:
        return event
    refusal = game.refusal(view.shown, event)
    if refusal is not None:
        raise Illegal(f"{event} is refused: {refusal.text}")
    if not game.belongs_to(view.shown, event, view.seat):
        raise Illegal(f"{event} is an event of another seat")
    if event.sampled:
        return event  # of amounts only some are listed
    raise Illegal(f"{event} is not a move of the game")


class Program:
    """A program at the table, of whichever kind it turns out to be."""

    def __init__(
        self,
        game: AnyGame,
        text: str,
        seconds: float = 10.0,
        options: Mapping[str, str] | None = None,
        bounds: PipeLimits = USUAL,
    ) -> None:
        self._command = text.partition(":")[2]
        form = companion_of(game).move_filter
        if problem := why_not_there(self._command):
            raise ValueError(problem)
        self._is_filter = True if text.startswith(FILTER) else None if form else False
        """None until it has shown which it is."""

        if self._is_filter and form is None:
            raise ValueError(f"{game.name} has no filters: write {COMMAND}{self._command}")
        self.game, self.text, self.seconds = game, text, seconds
        self.name = ""
        """The name by which it calls itself."""

        self._form = form and form()
        self._bounds, self._options = bounds, dict(options or {})
        self._pipe: Pipe | None = None
        self._is_playing = False

    def __call__(self, view: View[Any], dice: Dice) -> AnyEvent:
        """Return the move of the program, with dice of its own; Failed says who has none, and why."""
        del dice
        try:
            return self.move(view)
        except Failed as failed:
            raise type(failed)(f"{self.text}: {failed}") from None

    def move(self, view: View[Any], news: Iterable[str] = ()) -> AnyEvent:
        """Return the move of the program, after it has been told what happened."""
        try:
            text = self.answer(view, [f"told {each}" for each in news])
            event = self.game.read(text)
            if isinstance(event, Unreadable):
                raise Illegal(f"answers {text[:80]!r}: {event}")
            return demand_legal(self.game, view, event)
        except Failed:
            self.close()
            raise

    def answer(self, view: View[Any], lines: Iterable[str] = ()) -> str:
        """Return the answer of the program as it is written, after it has heard these lines."""
        if self._is_filter is None:
            self._is_filter = not self._says_hello()
        try:
            return str(self._filtered(view)) if self._is_filter else self._answer(view, lines)
        except Failed:
            self.close()
            raise

    def over(self, winners: Iterable[int] = ()) -> None:
        """The game has ended, and these seats (from 1) have won it."""
        if self._pipe is not None and self._is_playing:
            text = " ".join(["over", *map(str, winners)]) + "\n"
            try:
                self._pipe.say(text, monotonic() + 1)
            except Failed:
                self.close()
        self._is_playing = False

    def close(self) -> None:
        """End the program, whatever it is doing."""
        if self._pipe is not None:
            with suppress(Failed):
                self._pipe.say("quit\n", monotonic())
            self._pipe.close()
        self._pipe, self._is_playing = None, False

    def stop(self) -> None:
        """End it at once, from any thread: whoever waits for its move hears of it."""
        pipe = self._pipe
        if pipe is not None:
            pipe.let_go()

    def greet(self, timeout: float = STARTING) -> None:
        """Hear its hello, unless it may be a filter, which has none; Failed says why not."""
        if self._is_filter is False:
            self._started(timeout)

    def _says_hello(self) -> bool:
        try:
            self._started(TIMEOUT)
        except Failed:
            return False
        return True

    def _started(self, timeout: float = STARTING) -> Pipe:
        """Start it, unless it runs, and greet it."""
        if self._pipe is None:
            self._pipe = pipe = Pipe(self._command, self._bounds)
            finalize(self, pipe.close)  # whoever forgets to close it does not leave it running
            until = monotonic() + timeout
            try:
                pipe.say("hello ludex 1\n", until)
                self.name = _after("hello", pipe, until)
            except TimedOut:
                self.close()
                raise Failed(
                    f"sent no hello within {timeout:g} s (does the program flush its output?)"
                ) from None
            except Failed as failed:
                self.close()
                raise type(failed)(f"{failed}, before it sent a hello") from None
        return self._pipe

    def _answer(self, view: View[Any], news: Iterable[str]) -> str:
        """Ask a program that talks."""
        pipe = self._started()
        if any(line.split(" ", 1)[0] == "bestmove" for line in pipe.unheard()):
            raise Failed("sent a move without a request")
        lines = []
        if not self._is_playing:
            lines += [f"game {self.game.name}"]
            lines += [f"option {name} {value}" for name, value in self._options.items()]
            lines += [f"seat {seat_number(view.seat)}"]
            self._is_playing = True
        lines += news
        lines += [f"position {position_line(self.game, view.shown)}"]
        lines += [f"legal {event}" for event in view.legal]
        lines += [f"go {self.seconds:g}", ""]
        until = monotonic() + self.seconds + GRACE
        pipe.say("\n".join(lines), until)
        return _after("bestmove", pipe, until)

    def _filtered(self, view: View[Any]) -> AnyEvent:
        """Let a filter read what its seat sees, and print its move."""
        assert self._form is not None
        given = self._form.write(view.shown)
        if isinstance(given, Unreadable):
            raise Failed(str(given))
        until = monotonic() + self.seconds + GRACE
        self._pipe = pipe = Pipe(self._command, self._bounds)
        try:
            pipe.say(given, until)
            pipe.end_input()
            output = pipe.all_said(until, MOST_PRINTED)
        finally:
            pipe.close()
            self._pipe = None
        event = self._form.read(view.shown, output)
        if isinstance(event, Unreadable):
            raise Failed(f"printed no move: {event}")
        return event


def _after(word: str, pipe: Pipe, until: float) -> str:
    """Return what follows a word; remarks before it are passed over."""
    for _ in range(MOST_REMARKS):
        first, _, rest = pipe.hear(until, LONGEST_LINE).strip().partition(" ")
        if first == word:
            return rest.strip()
    raise Failed(f"says {MOST_REMARKS:,} lines, but no {word}")
