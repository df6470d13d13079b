"""Players by name, as typed on the command line.

    search:200            one of the game's bots
    cmd:./play --fast     a program that speaks the language of docs/protocol-players.md
    filter:./Play         a program that reads a state and prints a move
    my_bot.py:choose      a function in a Python file, or of a module: my_bot:choose

All but the first run code of somebody's, so they are found only where a person at this
machine has typed them: never in a saved game, never at the word of a browser.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from ludex.bots import KINDS, Bot, View
from ludex.bots.cancellation import Stopped
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, Event, Unreadable
from ludex.players.opponents import BEST, SOLVED, find_bot
from ludex.players.programs.pipe import USUAL, Failed, PipeLimits
from ludex.players.programs.program import COMMAND, FILTER, Illegal, Program, demand_legal
from ludex.registry import companion_of

FUNCTION = re.compile(r"(?P<module>[^:\s]+):(?P<function>[A-Za-z_]\w*)")


def is_outside(text: str) -> bool:
    """Does this text name a user's program or function?"""
    if text.startswith((COMMAND, FILTER)):
        return True
    found = FUNCTION.fullmatch(text)
    return found is not None and found["module"] not in _OURS


_OURS = frozenset((*(kind.name for kind in KINDS), SOLVED, BEST))


def find_player(
    game: AnyGame,
    text: str,
    start: AnyState | None = None,
    *,
    seconds: float = 10.0,
    options: Mapping[str, str] | None = None,
    bounds: PipeLimits = USUAL,
) -> Bot[Any] | Unreadable:
    """Return the player of a name: a bot of the game, a program, or a function."""
    own = {kind.name for kind in companion_of(game).bots()}
    if not is_outside(text) or text.partition(":")[0] in own:
        bot = find_bot(game, text, start)
        if isinstance(bot, Unreadable) and (os.sep in text or text.endswith(".py")):
            hint = f"write {COMMAND}{text} for a program, {text}:NAME for a function"
            return Unreadable((f"{bot}; {hint}",))
        return bot
    try:
        if text.startswith((COMMAND, FILTER)):
            return Program(game, text, seconds, options, bounds)
        return own_function(game, text)
    except ValueError as trouble:
        return Unreadable((f"{text}: {trouble}",))


def own_function(game: AnyGame, text: str) -> Bot[Any]:
    """Return a user's function as a bot; its errors are reported in one line, like those of a
    program."""
    function = find_function(text)

    def choose(view: View[Any], dice: Dice) -> AnyEvent:
        try:
            event: object = function(view, dice)
        except (Failed, Stopped):
            raise
        except Exception as trouble:
            problem = " ".join(f"{type(trouble).__name__}: {trouble}".split())
            raise Failed(f"{text}: {problem[:500]}") from trouble
        if not isinstance(event, Event):
            problem = f"{event!r:.80}" if event is not None else "nothing"
            raise Illegal(f"{text}: it returns {problem}, which is not an event")
        try:
            return demand_legal(game, view, event)
        except Illegal as illegal:
            raise Illegal(f"{text}: {illegal}") from None

    return choose


def find_function(text: str) -> Callable[..., Any]:
    """Return the function named like `my_bot.py:choose`; a ValueError gives the reason if there is
    none."""
    found = FUNCTION.fullmatch(text)
    assert found is not None
    module = _module(found["module"])
    function = getattr(module, found["function"], None)
    if not callable(function):
        raise ValueError(f"there is no function {found['function']} in it")  # noqa: TRY004 - a mistyped word
    return cast("Callable[..., Any]", function)


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
        problem = f"{type(trouble).__name__}: {trouble}"
        raise ValueError(f"it cannot be loaded: {problem}") from trouble
