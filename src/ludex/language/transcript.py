"""Running scripts: the first state, then for each event its echo and what it led to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.kernel import (
    CHANCE,
    Chance,
    Dice,
    Event,
    Game,
    History,
    Query,
    Refusal,
    Sentence,
)
from ludex.language.script_check import Dialect

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
    """One event of a run (none at the start), its refusal if any, and the history then."""

    event: Event[S] | None
    refusal: Refusal | None
    history: History[S]

    @property
    def state(self) -> S:
        """The state after the event."""
        return self.history.state


def run(
    history: History[S], events: Iterable[Event[S]], dice: Dice | None = None
) -> Iterator[Entry[S]]:
    """Play `events`; with dice, chance acts by itself where the script does not."""
    yield Entry(None, None, history)
    for event in events:
        if dice is not None and not isinstance(event, Chance):
            for entry in chances(history, dice):
                yield entry
                history = entry.history
        entry = played(history, event)
        yield entry
        history = entry.history
    if dice is not None:
        yield from chances(history, dice)


def played(history: History[S], event: Event[S]) -> Entry[S]:
    """One event played, or refused."""
    result = history.play(event)
    if isinstance(result, Refusal):
        return Entry(event, result, history)
    return Entry(event, None, result)


def chances(history: History[S], dice: Dice) -> Iterator[Entry[S]]:
    """What chance does until a player is to act or the game is over."""
    game = history.game
    while game.turn(history.state) == CHANCE and game.outcome(history.state) is None:
        entry = played(history, game.draw(history.state, dice))
        yield entry
        history = entry.history


def shown(entry: Entry[S], dialect: Dialect = Dialect.DOCUMENT) -> str:
    """What stands in the transcript under the echo of an event."""
    game, state = entry.history.game, entry.state
    if entry.refusal is not None:
        text = game.document.refused(state, reason(game, entry.refusal, dialect))
    elif isinstance(entry.event, Query):
        text = in_words(game, entry.event.answer(state), dialect)
    else:
        text = (game.document.text or game.text)(state)
    if dialect is Dialect.ETF:
        return "\n".join(f"  {line}" for line in text.split("\n"))
    return text


def reason(game: Game[S], refusal: Refusal, dialect: Dialect) -> str:
    """Why an event was refused, in the words of a dialect."""
    return in_words(game, refusal.text, dialect)


def in_words(game: Game[S], text: str, dialect: Dialect) -> str:
    """What the rulebook says, in the words of a dialect where they differ."""
    if not isinstance(text, Sentence):
        return text
    words = {**game.wordings.get("document", {})}
    if dialect is Dialect.ETF:
        words |= game.wordings.get("etf", {})
    return text.worded(words)


def printed(
    entries: Iterable[Entry[S]],
    dialect: Dialect = Dialect.DOCUMENT,
    show: Callable[[Entry[S], Dialect], str] = shown,
) -> Iterator[str]:
    """The transcript, piece by piece: echoes and states, each ended by a newline."""
    for entry in entries:
        if entry.event is not None:
            yield f"->{entry.event}\n"
        yield f"{show(entry, dialect)}\n"
