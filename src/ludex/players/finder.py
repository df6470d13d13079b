"""Who plays, as somebody types it.

    search:200            one of the game's bots
    cmd:./play --fast     a program that speaks the language of `speaking`
    filter:./Play         a program that reads a state and prints a move
    my_bot.py:choose      a function in a Python file, or of a module: my_bot:choose

All but the first run code of somebody's, so they are found only where a person at this
machine has typed them: never in a saved game, never at the word of a browser.
"""

import os
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Generic, TypeVar, cast
from weakref import finalize

from ludex.bots import KINDS, Bot, View
from ludex.bots.cancellation import Stopped
from ludex.kernel import Dice, Event, Game, Unreadable
from ludex.players.opponents import BEST, SOLVED, bots_of, find_bot
from ludex.players.programs.filter import FilterProgram
from ludex.players.programs.legality import Illegal, demand_legal
from ludex.players.programs.pipe import FREE, Bounds, Failed, why_not_there
from ludex.players.programs.program import Program
from ludex.registry import companion_of

S = TypeVar("S")

COMMAND: Final = "cmd:"
FILTER: Final = "filter:"
FUNCTION: Final = re.compile(r"(?P<module>[^:\s]+):(?P<function>[A-Za-z_]\w*)")

PATIENCE: Final = 3.0
"""Seconds to say hello, where a program may be a filter that never will."""


def is_outside(text: str) -> bool:
    """Does this name code of somebody's own?"""
    if text.startswith((COMMAND, FILTER)):
        return True
    found = FUNCTION.fullmatch(text)
    return found is not None and found["module"] not in _OURS


_OURS: Final = frozenset((*(kind.name for kind in KINDS), SOLVED, BEST))


def find_player(
    game: Game[S],
    text: str,
    start: S | None = None,
    *,
    seconds: float = 10.0,
    options: Mapping[str, str] | None = None,
) -> Bot[S] | Unreadable:
    """The player that a text names: a bot of the game, a program, or a function."""
    own = {name for name, _ in companion_bots(game)}
    if not is_outside(text) or text.partition(":")[0] in own:
        bot = find_bot(game, text, start)
        if isinstance(bot, Unreadable) and (os.sep in text or text.endswith(".py")):
            hint = f"a program is written {COMMAND}{text}, a function {text}:NAME"
            return Unreadable((f"{bot}; {hint}",))
        return bot
    try:
        if text.startswith((COMMAND, FILTER)):
            return Outsider(game, text, seconds, options)
        return OwnFunction(game, text, _function(text))
    except ValueError as trouble:
        return Unreadable((f"{text}: {trouble}",))


def companion_bots(game: Game[S]) -> tuple[tuple[str, str], ...]:
    """The bots of this game alone."""
    return tuple((kind.name, kind.sentence) for kind in companion_of(game).bots())


class Outsider(Generic[S]):
    """A program, of whichever kind it turns out to be."""

    def __init__(
        self,
        game: Game[S],
        text: str,
        seconds: float,
        options: Mapping[str, str] | None = None,
        bounds: Bounds = FREE,
    ) -> None:
        kind, _, command = text.partition(":")
        form = companion_of(game).move_filter
        if problem := why_not_there(command):
            raise ValueError(problem)
        if f"{kind}:" == FILTER and form is None:
            raise ValueError(f"{game.name} has no filters: write {COMMAND}{command}")
        self.text = text
        self.program: Program[S] = Program(game, command, seconds, options, bounds)
        self._filter = (
            None if form is None else FilterProgram(game, command, form(), seconds, bounds)
        )
        self._is_filter = f"{kind}:" == FILTER
        self._is_known = self._is_filter or form is None
        # Whoever forgets to close it does not leave it running.
        finalize(self, self.program.close)

    def __call__(self, view: View[S], dice: Dice) -> Event[S]:
        """Its move at a table; Failed says who has none, and why."""
        try:
            return self.move(view, (), dice)
        except Failed as failed:
            raise type(failed)(f"{self.text}: {failed}") from None

    def move(self, view: View[S], told: tuple[str, ...], dice: Dice) -> Event[S]:
        """Its move, after it has been told what happened."""
        if not self._is_known:
            self._learn()
        if self._is_filter:
            assert self._filter is not None
            return self._filter(view, dice)
        return self.program.move(view, told)

    def greet(self) -> None:
        """Hear its hello, unless it may be a filter, which has none; Failed says why not."""
        if self._is_known and not self._is_filter:
            self.program.greet()

    def _learn(self) -> None:
        """A program that says hello speaks the language; another is a filter."""
        try:
            self.program.greet(PATIENCE)
        except Failed:
            self._is_filter = True
        self._is_known = True

    def over(self, winners: tuple[int, ...]) -> None:
        """The game has ended, and these seats (from 1) have won it."""
        self.program.over(winners)

    def stop(self) -> None:
        """End it at once, from any thread: whoever waits for its move hears of it."""
        self.program.stop()
        if self._filter is not None:
            self._filter.stop()

    def close(self) -> None:
        """End the program."""
        self.program.close()


class OwnFunction(Generic[S]):
    """A function of somebody's: whatever it does wrong is told in a line, as of a program."""

    def __init__(self, game: Game[S], text: str, function: Bot[S]) -> None:
        self.game, self.text, self._function = game, text, function

    def __call__(self, view: View[S], dice: Dice) -> Event[S]:
        """Its move; Failed says why there is none."""
        try:
            event: object = self._function(view, dice)
        except (Failed, Stopped):
            raise
        except Exception as trouble:
            what = " ".join(f"{type(trouble).__name__}: {trouble}".split())
            raise Failed(f"{self.text}: {what[:500]}") from trouble
        if not isinstance(event, Event):
            what = f"{event!r:.80}" if event is not None else "nothing"
            raise Illegal(f"{self.text}: it answers {what}, which is no event")
        try:
            return demand_legal(self.game, view, event)
        except Illegal as illegal:
            raise Illegal(f"{self.text}: {illegal}") from None


def _function(text: str) -> Bot[Any]:
    found = FUNCTION.fullmatch(text)
    assert found is not None
    module = _module(found["module"])
    function = getattr(module, found["function"], None)
    if not callable(function):
        problem = f"there is no function {found['function']} in it"
        raise ValueError(problem)  # noqa: TRY004 - it is a mistyped word
    return cast("Bot[Any]", function)


def _module(name: str) -> ModuleType:
    try:
        if name.endswith(".py"):
            path = Path(name).resolve()
            spec = spec_from_file_location(f"ludex_player_{path.stem}", path)
            assert spec is not None
            assert spec.loader is not None
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
        if "" not in sys.path and str(Path.cwd()) not in sys.path:
            sys.path.insert(0, str(Path.cwd()))
        return import_module(name)
    except FileNotFoundError:
        raise ValueError("there is no such file") from None
    except ModuleNotFoundError as trouble:
        raise ValueError(f"there is no module {trouble.name!r}") from None
    except Exception as trouble:
        # Somebody's own code may fail in any way; it is told like any other bad input.
        what = f"{type(trouble).__name__}: {trouble}"
        raise ValueError(f"it cannot be loaded: {what}") from trouble


__all__ = ["Failed", "Illegal", "Outsider", "bots_of", "find_player", "is_outside"]
