"""Running scripts: the first state, then each event with its echo and its result."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Chance,
    Dice,
    History,
    Query,
    Refusal,
    Sentence,
)
from ludex.language.document import document_of
from ludex.language.script_check import Dialect


class TranscriptEntry(NamedTuple):
    """One event of a run (None at the start), its refusal, if any, and the history after it."""

    event: AnyEvent | None
    refusal: Refusal | None
    history: History[AnyState]

    @property
    def state(self) -> AnyState:
        """The state after the event."""
        return self.history.state


def run_script(
    history: History[AnyState], events: Iterable[AnyEvent], dice: Dice | None = None
) -> Iterator[TranscriptEntry]:
    """Play `events`; with dice, chance events that the script omits are drawn."""
    yield TranscriptEntry(None, None, history)
    for event in events:
        if dice is not None and not isinstance(event, Chance):
            for entry in play_chances(history, dice):
                yield entry
                history = entry.history
        entry = play_event(history, event)
        yield entry
        history = entry.history
    if dice is not None:
        yield from play_chances(history, dice)


def play_event(history: History[AnyState], event: AnyEvent) -> TranscriptEntry:
    """One event played, or refused."""
    result = history.play(event)
    if isinstance(result, Refusal):
        return TranscriptEntry(event, result, history)
    return TranscriptEntry(event, None, result)


def play_chances(history: History[AnyState], dice: Dice) -> Iterator[TranscriptEntry]:
    """Play chance until a player is to act or the game is over."""
    game = history.game
    while game.turn(history.state) == CHANCE and game.outcome(history.state) is None:
        entry = play_event(history, game.draw(history.state, dice))
        yield entry
        history = entry.history


def entry_text(entry: TranscriptEntry, dialect: Dialect = Dialect.DOCUMENT) -> str:
    """Return the text of the transcript below the echo of an event."""
    game, state = entry.history.game, entry.state
    if entry.refusal is not None:
        text = document_of(game).refused(state, reason(game, entry.refusal, dialect))
    elif isinstance(entry.event, Query):
        text = dialect_words(game, entry.event.answer(state), dialect)
    else:
        text = (document_of(game).text or game.text)(state)
    if dialect is Dialect.ETF:
        return "\n".join(f"  {line}" for line in text.split("\n"))
    return text


def reason(game: AnyGame, refusal: Refusal, dialect: Dialect) -> str:
    """Return why an event was refused, in the words of a dialect."""
    return dialect_words(game, refusal.text, dialect)


def dialect_words(game: AnyGame, text: str, dialect: Dialect) -> str:
    """Return a sentence of the rulebook in the words of a dialect."""
    if not isinstance(text, Sentence):
        return text
    words = {**game.wordings.get("document", {})}
    if dialect is Dialect.ETF:
        words |= game.wordings.get("etf", {})
    return text.worded(words)


def transcript_pieces(
    entries: Iterable[TranscriptEntry], dialect: Dialect = Dialect.DOCUMENT
) -> Iterator[str]:
    """The transcript, piece by piece: echoes and states, each ended by a newline."""
    for entry in entries:
        if entry.event is not None:
            yield f"->{entry.event}\n"
        yield f"{entry_text(entry, dialect)}\n"
