"""Laws of events: texts both ways, replay, undo, refusals, candidates, hostile arguments."""

from math import prod

from ludex.check.errors import describe_error
from ludex.check.explore.fingerprint import Writer
from ludex.check.laws.law import AnyHistory, Broken, law
from ludex.check.strange_events import strange_event
from ludex.check.trials import try_out
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    Dice,
    Fault,
    Query,
    Refusal,
    Unreadable,
    replayed,
)
from ludex.language.position import position_line

STRANGE = 30
"""Events out of the blue that are tried in a position."""

BRUTE = 5_000
"""The most events of the domains for which all of them are compared with the candidates."""


@law("replay")
def replay(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """A journal that is written down and read again gives the same state."""
    read: list[AnyEvent] = []
    for event in history.journal:
        reread = game.read(str(event))
        if isinstance(reread, Unreadable) or reread != event:
            yield f"{event} reads back as {reread}"
            return
        read.append(reread)
    other = replayed(game, history.start, read)
    if isinstance(other, Refusal):
        yield f"played again, {other.event} is refused: {other.text}"
    elif other.state != history.state:
        yield "played again, the journal leads to another state"
    elif hash(other.state) != hash(history.state):
        yield "two states are equal and have different hashes"


@law("texts")
def texts(game: AnyGame, _history: AnyHistory, dice: Dice) -> Broken:
    """An event is written and read back as it was, also a hostile one."""
    for _ in range(STRANGE):
        event = strange_event(game, dice)
        reread = game.read(str(event))
        if reread != event:
            yield f"{event} reads back as {reread}"
        elif hash(reread) != hash(event):
            yield f"{event} reads back as an equal event with another hash"


@law("refused")
def refused(game: AnyGame, history: AnyHistory, dice: Dice) -> Broken:
    """A refused event has a reason and leaves the history and its state as they were."""
    state = history.state
    before = position_line(game, state)
    for _ in range(STRANGE):
        event = strange_event(game, dice)
        answer = history.play(event)
        if isinstance(answer, Refusal):
            if not answer.text:
                yield f"{event} is refused without a reason"
            if answer.event is not event or game.refusal(state, event) != answer:
                yield f"{event} is refused for another reason when it is checked again"
        if history.state is not state:
            yield f"{event} changes the history it is tried on"
    if position_line(game, state) != before:
        yield "the text of the state changes when events are tried on it"


@law("undo")
def undo(_game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """Undo to the start and redo to the end give every state again."""
    states = [history.start, *(step.state for step in history.steps)]
    back = history
    for state in reversed(states[:-1]):
        undone = back.undone()
        if undone is None or undone.state is not state:
            yield "undo does not lead to the state before"
            return
        back = undone
    if back.undone() is not None:
        yield "there is something to undo at the start"
    for state in states[1:]:
        redone = back.redone()
        if redone is None or redone.state is not state:
            yield "redo does not lead to the state after"
            return
        back = redone
    if back.redone() is not None or back != history:
        yield "redo to the end does not restore the history"


@law("candidates")
def candidates(game: AnyGame, history: AnyHistory, dice: Dice) -> Broken:
    """The candidates hold every legal event, each once, and no event that is refused."""
    if game.speed.candidates is None:
        return
    state = history.state
    legal = game.legal(state)
    if len(set(legal)) != len(legal):
        yield "a legal event is offered twice"
    for event in legal:
        refusal = game.refusal(state, event)
        if refusal is not None:
            yield f"{event} is listed, and refused: {refusal.text}"
    listed = set(legal)
    for event in _everything(game, state, dice):
        if event.sampled or isinstance(event, Query) or event in listed:
            continue
        if game.refusal(state, event) is None:
            yield f"{event} is legal, and not among the candidates"


def _everything(game: AnyGame, state: object, dice: Dice) -> list[AnyEvent]:
    """Every event that the domains can make, or a few hundred of them."""
    if sum(prod(f.domain.size for f in cls.fields()) for cls in game.events) <= BRUTE:
        return [*game.brute(state)]
    return [strange_event(game, dice) for _ in range(300)]


@law("hostile arguments")
def hostile(game: AnyGame, history: AnyHistory, dice: Dice) -> Broken:
    """Any event that is tried is allowed or refused: no guard raises, no query stumbles."""
    state = history.state
    legal = game.legal(state)
    for _ in range(STRANGE):
        near = dice.choice(legal) if legal else None
        event = strange_event(game, dice, near)
        try:
            if game.refusal(state, event) is None:
                try_out(game, state, event)
                for one in event.fields():
                    if not one.domain.allows(getattr(event, one.name)):
                        yield f"{event} is allowed, and no {one.name} is {getattr(event, one.name)}"
        except Fault as fault:
            yield str(fault)
        except Exception as error:  # noqa: BLE001  # an answer that raises
            yield f"{event}: it raises {describe_error(error)}"


def _playable(game: AnyGame, state: object, dice: Dice) -> list[AnyEvent]:
    """The legal events in any order; none where a guard is at fault, which others tell."""
    try:
        legal = [event for event in game.legal(state) if not isinstance(event, Query)]
    except Fault:
        return []
    dice.shuffle(legal)
    return legal


@law("purity")
def purity(game: AnyGame, history: AnyHistory, dice: Dice) -> Broken:
    """The same event in the same state gives the same state, and changes nothing else."""
    state = history.state
    digest = Writer().digest
    before = digest(state)
    plain = game.unchecked()  # a promise that is broken is told by other laws
    for event in _playable(game, state, dice)[:STRANGE]:
        first, second = plain.after(state, event), plain.after(state, event)
        if digest(state) != before:
            yield f"{event} changes the state it is applied to; a state is a value"
            return
        if first != second:
            yield f"{event} gives one state the first time and another the second"
    first_time = game.turn(state), game.outcome(state), game.text(state)
    if first_time != (game.turn(state), game.outcome(state), game.text(state)):
        yield "a state gives different answers when it is read twice"
    if digest(state) != before:
        yield "reading a state changes it; a state is a value"


LAWS = (replay, texts, refused, undo, candidates, hostile)
