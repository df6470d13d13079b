"""A chair: one table with the knowledge of a client's seat.

It drives the same table as line mode (`play/table.py`) and applies no rules itself: all words go
through the table protocol, bots and chance act automatically, and every line is on disk before the
answer. All answers come from the view of the seat.
"""

from collections.abc import Callable, Iterator
from threading import Lock
from time import monotonic
from typing import Annotated, Any

from pydantic import Field

from ludex.bots.advice import Advisor
from ludex.check.why.explanation import explain, explanation_lines
from ludex.kernel import (
    AnyEvent,
    Call,
    Dice,
    History,
    Redo,
    Seat,
    Undo,
    listed,
    seat_name,
    seat_number,
)
from ludex.language.position import position_line
from ludex.mcp.responses import (
    ClientLimits,
    EventText,
    Name,
    ToolAnswer,
    ToolError,
    quoted,
    shortened,
)
from ludex.play.protocol import LONGEST, WHY
from ludex.play.protocol.effects import Rejection, RejectionKind, common_length
from ludex.play.seating import Sitting
from ludex.players.advice import why_no_hint
from ludex.table import looks_of
from ludex.table.narration import LogEntry, last_entry

MOST_TOLD = 60
"""The most events of the log in one answer: the last ones."""

MOST_LEGAL = 200
GOES_ON = "wait lets the others move"


class ClientSeat:
    """One seat at one table."""

    def __init__(
        self,
        name: str,
        sitting: Sitting,
        limits: ClientLimits,
        advisor: Callable[[], Advisor],
    ) -> None:
        self.name = name
        self.sitting, self.table = sitting, sitting.table
        self.limits = limits
        self.busy = Lock()
        """Held by whoever does something here: calls may come side by side."""

        (self.seat,) = sitting.table.people
        self._advisor = advisor
        self._logged: History[Any] | None = None
        """The number of log entries that the client has been told of."""

    # -- what can be asked ------------------------------------------------------------------

    def view(
        self,
        log_from: Annotated[
            int | None,
            Field(
                description="Show the log from this event on, counted from 1. The default is"
                " everything since your last call. At most the last 60 events.",
                ge=1,
            ),
        ] = None,
    ) -> ToolAnswer:
        """Show the view of your seat: a text picture, the events since your last call, the player
        on turn, and the result of a finished game."""
        return self._viewed(*self._log(log_from))

    def legal(
        self,
        words: Annotated[
            Name,
            Field(description="Only events that contain these words, or whose description does."),
        ] = "",
        skip: Annotated[int, Field(description="Skip this many events.", ge=0)] = 0,
        limit: Annotated[
            int, Field(description="The most events to list.", ge=1, le=MOST_LEGAL)
        ] = 50,
    ) -> ToolAnswer:
        """List the legal events of your seat, in the notation of scripts and in words."""
        found = [(str(event), self._spoken(event)) for event in self._legal()]
        query = words.lower()
        matching = [one for one in found if not query or query in " ".join(one).lower()]
        page = matching[skip : skip + limit]
        text = "\n".join(f"{event}: {sentence}" if sentence else event for event, sentence in page)
        more = len(matching) - skip - len(page)
        parts = [text or self._nothing(len(found)), *self._open_amounts()]
        if more > 0:
            parts.append(f"({more} more: skip={skip + len(page)} shows the next ones.)")
        data = {
            "table": self.name,
            "events": [{"event": event, "words": sentence} for event, sentence in page],
            "matching": len(matching),
            "legal": len(found),
        }
        return ToolAnswer(shortened("\n".join(parts)), data)

    def why(self, event: EventText) -> ToolAnswer:
        """Explain an event from the view of your seat: every condition in its order, whether it
        holds, and the effect of the event. Nothing is played."""
        reaction = self.table.hear(self.seat, f"{WHY} {_event_text(event)}")
        if reaction.explanation_request is None:
            assert reaction.no is not None
            raise ToolError(reaction.no.text)
        request = reaction.explanation_request
        found = explain(
            self.table.game,
            request.shown,
            request.event,
            of_another=request.of_another,
            is_view=request.hides,
        )
        guards = [
            {
                "number": judged.number,
                "stands": judged.standing.value,
                "sentence": str(judged.reason),
                "code": judged.code,
            }
            for judged in found.guards
        ]
        data = {
            "table": self.name,
            "event": found.event,
            "legal": found.is_legal,
            "verdict": str(found.verdict),
            "guards": guards,
        }
        return ToolAnswer(shortened("\n".join(explanation_lines(found))), data)

    def hint(self) -> ToolAnswer:
        """Suggest a good event. The saved game is then marked as assisted."""
        table = self.table
        if not self.limits.hints:
            raise ToolError("This server does not offer hints.")
        if table.is_over:
            raise ToolError("The game is over.")
        if table.turn != self.seat:
            raise ToolError(f"There is no advice to give: {self._whose_turn()}.")
        view, advisor = table.view(self.seat), self._advisor()
        table.advised()
        # Dice of its own: a hint must not change what will be dealt.
        hint = advisor.hint(view, Dice(table.history.length))
        if hint is None:
            raise ToolError(str(why_no_hint(table.game, advisor, view)))
        _, _, effect = hint.points
        text = f"{hint.event}\n{effect}\n{hint.why}"
        data = {
            "table": self.name,
            "event": str(hint.event),
            "words": str(effect),
            "why": str(hint.why),
        }
        return ToolAnswer(shortened(text), data)

    # -- what can be done -------------------------------------------------------------------

    def begin(self) -> ToolAnswer:
        """Let chance deal and the first players move."""
        self._go_on()
        return self.view(1)

    def play(
        self,
        event: EventText,
        number: Annotated[
            int | None,
            Field(
                description="The number that view gave. If the table has changed since, nothing is"
                " played; so no event is played twice."
            ),
        ] = None,
    ) -> ToolAnswer:
        """Play an event. The others reply until it is your turn again. A refusal names the rule
        and changes nothing. The answer is that of view."""
        words = _event_text(event)
        if len(words) > LONGEST or not words:
            raise ToolError("Write an event in the notation of legal, such as mark(5).")
        goes_back = isinstance(self.table.game.read(words), Undo | Redo)
        if goes_back and not self.limits.undo:
            raise ToolError("This server does not let you take moves back.")
        reaction = self.table.hear(self.seat, words, number)
        if reaction.no is not None:
            raise ToolError(self._refused(words, reaction.no))
        if reaction.answer is not None:
            data = {"table": self.name, "answer": reaction.answer.text}
            return ToolAnswer(shortened(reaction.answer.text), data)
        if not goes_back:
            self._go_on()
        return self.view()

    def undo(self) -> ToolAnswer:
        """Take back the replies of the others and your last event. If you have seen hidden
        information, the saved game is marked as assisted."""
        return self.play(Undo.name)

    def wait(self) -> ToolAnswer:
        """Let the others move when you could act out of turn but do not want to. The answer is
        that of view."""
        table = self.table
        if table.is_over:
            raise ToolError("The game is over.")
        if table.turn == self.seat:
            raise ToolError("It is your turn: there is no other player to wait for.")
        self._go_on()
        return self.view()

    def leave(self) -> str | None:
        """Leave the table; return the name of the saved game, unless nothing was played."""
        self.sitting.leave()
        path = self.sitting.file.path
        return path.stem if path.exists() else None

    def _go_on(self) -> None:
        until = monotonic() + self.limits.playing
        for _ in self.table.advance():
            if monotonic() > until:
                return

    def _refused(self, words: str, no: Rejection) -> str:
        event = quoted(words)
        match no.why:
            case RejectionKind.STALE:
                return f"{no.text} Look at it again with view."
            case RejectionKind.UNREADABLE:
                return f"{no.text} legal shows how events are written."
            case RejectionKind.RULES:
                return f"{event} is refused: {no.text}"
            case RejectionKind.TABLE:
                return no.text

    # -- what is seen -----------------------------------------------------------------------

    def row(self) -> dict[str, object]:
        """Return the line for the list of tables."""
        game, over = self.table.game, self.table.is_over
        return {
            "table": self.name,
            "game": game.name,
            "seat": seat_number(self.seat),
            "status": str(game.status(self._shown)) if over else self._whose_turn(),
            "saved": self.sitting.file.path.stem,
        }

    def _legal(self) -> list[AnyEvent]:
        return self.table.game.legal(self._shown, self.seat)

    @property
    def _shown(self) -> Any:  # noqa: ANN401  # of any game
        table = self.table
        return table.game.view(table.state, self.seat)

    def _spoken(self, event: AnyEvent) -> str:
        """An event in the game's own words, where it has any."""
        made = looks_of(self.table.game).gesture(self._shown, event)
        plain = made.amount is not None or made.words == Call.spoken(event)
        return "" if plain else str(made.words)

    def _open_amounts(self) -> Iterator[str]:
        """Tell which events have other amounts than those that are listed."""
        game, state, seen = self.table.game, self._shown, set[str]()
        for event in self._legal():
            if not event.sampled or event.name in seen:
                continue
            seen.add(event.name)
            amount = looks_of(game).gesture(state, event).amount
            whole = f" from {amount.low} to {amount.high}" if amount else ""
            yield f"({event.name}: other numbers{whole} may be legal too; why shows whether.)"

    def _nothing(self, legal: int) -> str:
        if legal:
            return f"None of the {legal} legal events contains these words."
        if self.table.is_over:
            return "Nothing: the game is over."
        return f"Nothing now: {self._whose_turn()}."

    def _whose_turn(self) -> str:
        turn = self.table.turn
        if turn == self.seat:
            return "it is your turn"
        return f"it is the turn of {self._player_name(turn)}"

    def _player_name(self, seat: Seat) -> str:
        seats = self.sitting.header.seats
        if not 0 <= seat < len(seats):
            return str(seat_name(seat))
        player = "you" if seat == self.seat else seats[seat]
        return f"{seat_name(seat)} ({player})"

    def _viewed(self, log: list[LogEntry], back: list[LogEntry]) -> ToolAnswer:
        table = self.table
        game, state = table.game, self._shown
        picture, legal = game.text(state), len(self._legal())
        outcome = game.outcome(state)
        parts = [f"Table {self.name}: {game.title}. You are {seat_name(self.seat)}."]
        if back:
            parts.append("Taken back: " + "; ".join(str(one.words) for one in back))
        parts += self._log_lines(log)
        parts += [picture, self._what_next(legal)]
        data = {
            "table": self.name,
            "game": game.name,
            "seat": seat_number(self.seat),
            "players": [
                "you" if seat == self.seat else player
                for seat, player in enumerate(self.sitting.header.seats)
            ],
            "number": table.now.number,
            "turn": seat_number(table.turn),
            "your_turn": not table.is_over and table.turn == self.seat,
            "legal": legal,
            "picture": shortened(picture),
            "position": shortened(position_line(game, state)),
            "log": [_as_data(one) for one in log],
            "taken_back": len(back),
            "over": outcome is not None,
            "outcome": outcome
            and {
                "text": str(outcome.text),
                "winners": [seat_number(seat) for seat in outcome.winners],
                "you_won": self.seat in outcome.winners,
            },
            "assisted": table.is_assisted,
        }
        return ToolAnswer(shortened("\n".join(parts)), data)

    def _log_lines(self, log: list[LogEntry]) -> Iterator[str]:
        if len(log) == MOST_TOLD and log[0].n > 1:
            yield "(Earlier events are left out: view with log_from shows them.)"
        for one in log:
            yield f"{one.n:3} {self._player_name(Seat(one.seat - 1))}: {one.event}" + (
                f" ({one.words})" if one.words != one.event else ""
            )
            yield from (f"    {sentence}" for sentence in one.told)

    def _what_next(self, legal: int) -> str:
        table = self.table
        outcome = table.game.outcome(self._shown)
        if outcome is not None:
            won = listed(map(seat_name, outcome.winners))
            shared = outcome.winners and table.game.players[1] > 1
            more = f" legal shows {legal} more events." if legal else ""
            over = f"The game is over: {outcome.text}."
            return f"{over} Won by {won}.{more}" if shared else f"{over}{more}"
        events = f"{legal} legal event{'s' * (legal != 1)}"
        if table.turn == self.seat:
            return f"It is your turn: {events}."
        turn = f"It is the turn of {self._player_name(table.turn)}."
        if legal:
            return f"{turn} You may act ({events}), or {GOES_ON}."
        return f"{turn} {GOES_ON.capitalize()}."

    def _log(self, start: int | None) -> tuple[list[LogEntry], list[LogEntry]]:
        """Return what is told now, and which of what was told before has been taken back."""
        now, before = self.table.history, self._logged
        self._logged = now
        if start is not None:
            return self._steps_after(now, start - 1), []
        if before is None or before.start is not now.start:  # begun anew
            return self._steps_after(now, 0), []
        known = common_length(before.past, now.past)
        return self._steps_after(now, known), self._steps_after(before, known)[::-1]

    def _steps_after(self, history: History[Any], known: int) -> list[LogEntry]:
        """The last steps of a history that are not known, as the seat may know them."""
        steps = history.steps[known:][-MOST_TOLD:]
        game, start = history.game, history.start
        return [last_entry(History(game, start, step), self.seat) for step in steps]


def _event_text(words: str) -> str:
    """Return words as events are written; one without arguments has no brackets."""
    return words.strip().removesuffix("()")


def _as_data(one: LogEntry) -> dict[str, object]:
    return {
        "n": one.n,
        "seat": one.seat,
        "event": one.event,
        "words": str(one.words),
        "told": [str(sentence) for sentence in one.told],
    }
