"""The protocol of a table: it receives the words of a seat and returns effects.

    heard = hear(table, seat, number, "move(2,5)")

Line mode, the terminal and the server drive it; none of them applies rules itself. The protocol
does no input or output, has no clock and never waits: the same words in the same situation have the
same effects. `number` is the number of the situation that the speaker has seen. With any other
number the words are stale, so nothing happens twice, from any number of pages.

The words: an event, `undo`, `redo`; `why EVENT`; and about the table `:agree` and `:refuse`
(answers to a request to undo; `:refuse` also withdraws one's own request), `:hash HEX` and `:no
share`, `:share HEX` (after all hashes), `:deal` (the deal waits for nobody else), `:close` (no
further game of this match).
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ludex.kernel import (
    CHANCE,
    AnyEvent,
    History,
    Query,
    Redo,
    Refusal,
    Reset,
    Seat,
    Undo,
    Unreadable,
    Written,
    say,
    seat_name,
    seat_number,
)
from ludex.kernel.history import NOTHING_TO_REDO, NOTHING_TO_UNDO
from ludex.play.protocol.effects import (
    Accepted,
    AdviceGiven,
    ExplanationRequest,
    QueryAnswer,
    Reaction,
    Rejection,
    RejectionKind,
    UndoRequested,
)
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import (
    HASHES,
    NO_SHARE,
    NOTE,
    SHARE,
    SHARES,
    Notes,
    is_note,
)
from ludex.play.protocol.situation import Situation, UndoRequest
from ludex.table.hidden import follows_chance, foretells, hides_anew, reveals

WHY = "why"
AGREE = ":agree"
REFUSE = ":refuse"

LONGEST = 400
"""The maximum length of an event from a client."""

STALE = Rejection(say("stale", "The table has moved on."), RejectionKind.STALE)
LOOKING_ON = Rejection(say("looking_on", "You are watching."))
CLOSED = Rejection(say("match_closed", "This match is over: all players agreed to end it."))
TOO_LONG = Rejection(say("too_long", "that is too long to be an event."), RejectionKind.UNREADABLE)
OVER = Rejection(say("shared_end", "The game is over."))
KEEPS = Rejection(say("keeps_game", "A table keeps its game: open a new table."))
NOBODY_ASKS = Rejection(say("nobody_asks", "There is no request to undo."))
OTHERS_AGREE = Rejection(say("others_agree", "The others have to agree."))
NO_SHARE_AWAITED = Rejection(say("no_share_awaited", "No deal is waiting for a share from you."))
BAD_SHARE = Rejection(say("bad_share", "A share has 64 lower-case hex digits."))
OTHER_SHARE = Rejection(say("other_share", "That is not the share whose hash you gave."))
NO_WAITING = Rejection(say("no_waiting", "The deal does not wait for a player."))
NO_MATCH = Rejection(say("no_match", "There is no match to end now."))
WHY_WHAT = Rejection(say("why_what", "Type why and an event."), RejectionKind.UNREADABLE)
NO_RULE = "{event} moves back or forward in the game: it has no conditions."
NO_WORD = Rejection(say("no_word", "there is no such command."), RejectionKind.UNREADABLE)


def hear(table: Situation, seat: Seat, number: int | None, words: str) -> Reaction:
    """Hear the words of a seat whose player has seen the table at `number`.

    Words without a number are never stale; shares are such words.
    """
    no = _not_heard(table, number)
    if table.setting.apart and seat not in table.people:
        no = LOOKING_ON
    if no is not None:
        return _no(table, no)
    if table.setting.apart and words.startswith(NOTE):
        return _hear_note(table, seat, words)
    if words.split(maxsplit=1)[:1] == [WHY] and WHY not in table.game.calls:
        return _why(table, seat, words.strip().removeprefix(WHY).strip())
    return _event(table, seat, words)


def hear_repeated(
    table: Situation, seat: Seat, number: int | None, words: str, times: int
) -> Reaction:
    """Hear the same words several times, until they have no effect."""
    reaction = hear(table, seat, number, words)
    for _ in range(times - 1):
        if not reaction.lines:
            break
        more = hear(reaction.after, seat, None, words)
        if not more.lines:
            break
        reaction = reaction.then(more)
    return reaction


def act(table: Situation, seat: Seat, event: AnyEvent) -> Reaction:
    """Let a seat make an event that a person, a bot or chance has chosen."""
    game, state = table.game, table.state
    if not game.belongs_to(state, event, seat):
        return _refused(table, Refusal(event, _not_yours(table, event), 0))
    played = table.history.play(event)
    if isinstance(played, Refusal):
        return _refused(table, played)
    return _accepted(table, (LogLine(str(event), seat_number(seat)),), history=played)


def advise(table: Situation, number: int | None) -> Reaction:
    """Note that a player who has seen the table at `number` is about to receive advice.

    Without a number the player already has the advice, and the note is always made.
    """
    no = None if number is None else _not_heard(table, number)
    if no is not None:
        return _no(table, no)
    return Reaction(table, table.helped(), (AdviceGiven(),))


def with_chance(
    reaction: Reaction, draw: Callable[[Situation], AnyEvent], *, pausing: bool
) -> Reaction:
    """Return the chance events that follow at once, in the same commit and the same scene.

    If people watch, a chance event waits after new information: the end of the last deal, and each
    street of a board without further bets.
    """
    while reaction.lines:
        table = reaction.after
        if table.is_over or table.turn != CHANCE or table.is_held_up:
            break
        event = draw(table)
        if pausing and (follows_chance(table.history) or hides_anew(table.history, event)):
            break
        reply = act(table, CHANCE, event)
        assert reply.no is None, f"chance: {reply.no}"
        reaction = reaction.then(reply)
    return reaction


def replay_lines(table: Situation, lines: Iterable[LogLine]) -> Situation | Unreadable:
    """Return the situation after lines that were accepted before, or the line that is impossible."""
    history, notes, taken = table.history, table.notes, list[LogLine]()
    for number, line in enumerate(lines, start=table.number + 1):
        taken.append(line)
        if is_note(line):
            more = notes.after(line)
            if more is None:
                return Unreadable((f"line {number} is not an event",))
            notes = more
            continue
        event = table.setting.read(line.event)
        played = None if isinstance(event, Unreadable) else history.play(event)
        if not isinstance(played, History):
            return Unreadable((f"line {number}: {line.event} is refused",))
        history, notes = played, notes.played()
    return table.after(tuple(taken), history, notes)


def _not_heard(table: Situation, number: int | None) -> Rejection | None:
    """Is nothing heard that was said to this number, whatever it is?"""
    if number is not None and number != table.number:
        return STALE
    return CLOSED if table.is_closed else None


# -- events -------------------------------------------------------------------------------


def _event(  # noqa: PLR0911  # one a kind of event
    table: Situation, seat: Seat, words: str
) -> Reaction:
    """Words that should be an event."""
    apart = table.setting.apart
    if apart and len(words) > LONGEST:
        return _no(table, TOO_LONG)
    match event := table.setting.read(words):
        case Unreadable():
            return _no(table, Rejection(event.summary, RejectionKind.UNREADABLE))
        case Undo():
            return _undo(table, seat)
        case Redo():
            return _redo(table, seat)
        case Query():
            return _queried(table, seat, event)
    if apart and isinstance(event, Reset):
        return _no(table, KEEPS)
    return act(table, _speaker(table, seat, event), event)


def _speaker(table: Situation, seat: Seat, event: AnyEvent) -> Seat:
    """Return whose words these are: people at one keyboard may speak for themselves."""
    own = event.seat(table.state)
    if table.setting.apart or own is None or own not in table.people:
        return seat
    return own


def _not_yours(table: Situation, event: AnyEvent) -> str:
    game, own = table.game, event.seat(table.state)
    if own is not None:
        return say("not_yours", "Only {player} can decide that", player=seat_name(own))
    outcome = game.outcome(table.state)
    if outcome is not None:
        return game.refusal_after(outcome)
    turn = seat_name(table.turn)
    return say("not_your_turn", "It is the turn of {player}", player=turn)


def _queried(table: Situation, seat: Seat, query: Query[Any]) -> Reaction:
    """Answer what a seat asks from what it sees."""
    if table.setting.apart:
        text = say("question", "{event} is a question, not a move.", event=query.name)
        return _no(table, Rejection(text))
    state = table.game.view(table.state, seat)
    refusal = table.game.refusal(state, query)
    if refusal is not None:
        return _refused(table, refusal)
    title = query.name.replace("_", " ")
    return Reaction(table, table, (QueryAnswer(title, query.answer(state)),))


def _why(table: Situation, seat: Seat, words: str) -> Reaction:
    """Explain an event by what the asking seat sees, and nothing else."""
    if not words:
        return _no(table, WHY_WHAT)
    if len(words) > LONGEST:
        return _no(table, TOO_LONG)
    event = table.setting.read(words)
    if isinstance(event, Unreadable):
        return _no(table, Rejection(event.summary, RejectionKind.UNREADABLE))
    if event.of_history:
        return _no(table, Rejection(say("no_rule", NO_RULE, event=Written(event.name))))
    state = table.game.view(table.state, seat)
    request = ExplanationRequest(
        event, state, state != table.state, _not_theirs(table, seat, event)
    )
    return Reaction(table, table, (request,))


def _not_theirs(table: Situation, seat: Seat, event: AnyEvent) -> str | None:
    """Return why an event is not for a seat to make; what is asked of the state is known to all."""
    if isinstance(event, Query):
        return None
    own = table.game.belongs_to(table.state, event, _speaker(table, seat, event))
    return None if own else _not_yours(table, event)


# -- back and forth -----------------------------------------------------------------------


def _undo(table: Situation, seat: Seat) -> Reaction:
    """Go back; where other people play at screens of their own, ask them first."""
    if table.is_final:
        return _no(table, OVER)
    if not table.can_undo:
        return _refused(table, Refusal(Undo[Any](), NOTHING_TO_UNDO, 1), RejectionKind.TABLE)
    if not table.setting.apart or table.people == (seat,):
        return _gone_back(table)
    number, request = seat_number(seat), table.undo_request
    if request is None:
        return _with_undo_request(table, UndoRequest(table.number, number))
    if request.seat == number:
        return Reaction(table, table)  # asked already
    return _agreed(table, request, number)


def _agreed(table: Situation, request: UndoRequest, number: int) -> Reaction:
    agreed = {*request.agreed, number}
    others = {seat_number(person) for person in table.people} - {request.seat}
    if others <= agreed:
        return _gone_back(table)
    return _with_undo_request(table, replace(request, agreed=tuple(sorted(agreed))))


def _gone_back(table: Situation) -> Reaction:
    """Go back to the last decision of a person, over what bots and chance replied."""
    back, steps = table.history, 0
    # Whoever has reached the end could look at what was hidden, and at what was to come.
    revealed = table.game.is_finished(table.state) and foretells(back)
    while (before := back.undone()) is not None:
        revealed = revealed or reveals(back, table.people)
        back, steps = before, steps + 1
        if table.is_persons(back.state):
            break
    # What has been seen cannot be un-seen: the game goes on as assisted.
    line = LogLine(Undo.name, seat_number(table.turn), assisted=revealed)
    return _accepted(table, (line,) * steps, history=back)


def _redo(table: Situation, seat: Seat) -> Reaction:
    """Go forward to the next decision of a person that was taken back."""
    future = table.history.future
    if future is None:
        return _refused(table, Refusal(Redo[Any](), NOTHING_TO_REDO, 1), RejectionKind.TABLE)
    game, state, several = table.game, table.state, len(table.people) > 1
    if table.setting.apart and several and not game.belongs_to(state, future.event, seat):
        owner = seat_name(game.seat_of(state, future.event))
        text = say("not_yours_again", "Only {player} can redo that.", player=owner)
        return _no(table, Rejection(text))
    forth, steps = table.history, 0
    while (after := forth.redone()) is not None:
        forth, steps = after, steps + 1
        if table.is_persons(forth.state):
            break
    line = LogLine(Redo.name, seat_number(table.turn))
    return _accepted(table, (line,) * steps, history=forth)


# -- about the table ----------------------------------------------------------------------


def _hear_note(table: Situation, seat: Seat, words: str) -> Reaction:
    """Hear what is said about the table and is no event."""
    number, notes = seat_number(seat), table.notes
    match words:
        case ":agree" | ":refuse":
            return _replied(table, number, agrees=words == AGREE)
        case ":deal":
            no = None if table.awaited else NO_WAITING
        case ":close":
            no = None if table.is_over and not table.is_finished else NO_MATCH
            if no is None and number in notes.closing:
                return Reaction(table, table)  # said already
        case _ if words == NO_SHARE or words.startswith((HASHES, SHARES)):
            known = (f"{HASHES}{notes.hashes.get(number)}", f"{SHARES}{notes.shares.get(number)}")
            if words in known:
                return Reaction(table, table)  # said already, by another page
            no = _why_no_share(table, number, words)
        case _:
            no = NO_WORD
    line = LogLine(words, number)
    more = notes.after(line) if no is None else None
    if more is None:
        return _no(table, no or BAD_SHARE)
    return _accepted(table, (line,), notes=more)


def _why_no_share(table: Situation, number: int, words: str) -> Rejection | None:
    """Return why a seat cannot say this of its share now; what is no share is told elsewhere."""
    if not words.startswith(SHARES):
        return None if number in table.awaited else NO_SHARE_AWAITED
    share = words.removeprefix(SHARES)
    if number not in table.unopened:
        return NO_SHARE_AWAITED
    is_other = SHARE.fullmatch(share) and not table.notes.fits(number, share)
    return OTHER_SHARE if is_other else None


def _replied(table: Situation, number: int, *, agrees: bool) -> Reaction:
    """React to a request to undo."""
    request = table.undo_request
    if request is None:
        return _no(table, NOBODY_ASKS)
    if not agrees:  # refused, or taken back by whoever asked
        return _with_undo_request(table, None)
    if request.seat == number:
        return _no(table, OTHERS_AGREE)
    return _agreed(table, request, number)


# -- effects ------------------------------------------------------------------------------


def _no(table: Situation, no: Rejection) -> Reaction:
    return Reaction(table, table, (no,))


def _refused(
    table: Situation, refusal: Refusal, why: RejectionKind = RejectionKind.RULES
) -> Reaction:
    return _no(table, Rejection(refusal.text, why, refusal))


def _with_undo_request(table: Situation, request: UndoRequest | None) -> Reaction:
    return Reaction(table, table.with_undo_request(request), (UndoRequested(request),))


def _accepted(
    table: Situation,
    lines: tuple[LogLine, ...],
    *,
    history: History[Any] | None = None,
    notes: Notes | None = None,
) -> Reaction:
    return Reaction(table, table.after(lines, history, notes), tuple(map(Accepted, lines)))
