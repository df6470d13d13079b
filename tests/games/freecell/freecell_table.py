"""FreeCell tables for tests: positions from a line, events from their texts."""

from ludex.games.freecell.game import State, game
from ludex.kernel import Event, Refusal, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect
from ludex.language.transcript import dialect_words


def table(line: str) -> State:
    """The state of a position line; `homes=rest` is added where no homes are given."""
    if "homes=" not in line and "phase=" not in line:
        line = f"homes=rest {line}"
    state = read_position(game, line)
    assert not isinstance(state, Unreadable), state
    return state


def columns(*piles: str) -> State:
    """A table with these columns first, empty ones after them, all other cards home."""
    texts = [pile.replace(" ", "") or "-" for pile in piles]
    return table(f"columns={'/'.join(texts + ['-'] * (8 - len(texts)))}")


def event(text: str) -> Event[State]:
    read = game.read(text)
    assert not isinstance(read, Unreadable), read
    return read


def refusal(s: State, text: str) -> str:
    """Why the event is refused, in the document's words; empty when it is not."""
    found = game.refusal(s, event(text))
    return dialect_words(game, found.text, Dialect.DOCUMENT) if found else ""


def code(s: State, text: str) -> str:
    """The document's exception, or another name of why the event is refused."""
    found = game.refusal(s, event(text))
    return found.code if found else ""


def after(s: State, *texts: str) -> State:
    for text in texts:
        state = game.apply(s, event(text))
        assert not isinstance(state, Refusal), state
        s = state
    return s


def dealt(number: int, preset: str | None = None) -> State:
    return after(game.start(preset), f"deal({number})")


def shown(pile: tuple[object, ...]) -> str:
    return " ".join(map(str, pile))
