"""Line mode: any game in words, for terminals, pipes and screen readers.

The player sees the state, is asked, and answers with an event by name, the number of one
from the list, or a word such as `undo`. Everything that happens is said.
"""

from collections.abc import Callable
from typing import TypeVar

from ludex.kernel import CHANCE, Query, Refusal, Unreadable, seat_name
from ludex.play.table import Table

S = TypeVar("S")

Say = Callable[[str], None]
Ask = Callable[[str], str | None]

HELP = """\
An event is written as its name with its arguments, such as mark(5).
  legal       list what you can do, by number     a number   do that
  undo, redo  go back and forth                   rules      the rules of the game
  position    the position on one line            quit       leave the table"""


class LineMode:
    """One table played through questions and answers."""

    def __init__(
        self, table: Table[S], ask: Ask, say: Say, rules: Callable[[], str]
    ) -> None:
        self.table = table
        self.ask = ask
        self.say = say
        self.rules = rules

    def play(self) -> None:
        """Until the players leave, or the input ends after the game has."""
        table = self.table
        self.say(f"{table.game.title}. {table.game.summary} (help tells what to type)")
        while True:
            self._advance()
            self._show()
            if not self._answered():
                return

    def words(self) -> list[str]:
        """What could be typed now, for completion."""
        table = self.table
        legal = [str(event) for event in table.game.legal(table.state)]
        return ["help", "legal", "undo", "redo", "rules", "position", "quit", *legal]

    def _advance(self) -> None:
        for seat, event in self.table.advance():
            hidden = seat == CHANCE and self.table.game.seat_count(self.table.state) > 1
            told = event.name if hidden else str(event)
            self.say(f"{seat_name(seat)}: {told}")

    def _show(self) -> None:
        table = self.table
        outcome = table.game.outcome(table.state)
        if outcome is not None:
            self.say(table.game.text(table.state))
            winners = " and ".join(seat_name(seat) for seat in outcome.winners)
            self.say(
                f"The game is over: {outcome.text}."
                + (
                    f" Won by {winners}."
                    if winners and table.game.players[1] > 1
                    else ""
                )
            )
            return
        self.say(table.game.text(table.game.view(table.state, table.turn)))

    def _prompt(self) -> str:
        table = self.table
        if table.is_over:
            return "(undo, quit) > "
        return f"{seat_name(table.turn)} > " if table.game.players[1] > 1 else "> "

    def _answered(self) -> bool:
        """Ask until something changes; False when the player leaves."""
        while True:
            answer = self.ask(self._prompt())
            match answer if answer is None else answer.strip():
                case None | "quit" | "exit" | "q":
                    return False
                case "":
                    continue
                case "help" | "?":
                    self.say(HELP)
                case "legal":
                    self._list()
                case "rules":
                    self.say(self.rules())
                case "position":
                    self._position()
                case str(text) if self._acted(text):
                    return True

    def _position(self) -> None:
        shown = self.table.game.view(self.table.state, self.table.turn)
        self.say(self.table.game.position(shown))

    def _list(self) -> None:
        for i, event in enumerate(self._choices(), start=1):
            self.say(f"{i:3} {event}")

    def _choices(self) -> list[str]:
        table = self.table
        return [str(event) for event in table.game.legal(table.state, table.turn)]

    def _acted(self, text: str) -> bool:
        """Carry out an event; False (and said why) when nothing has changed."""
        table = self.table
        if text in ("undo", "redo"):
            changed = table.undo() if text == "undo" else table.redo()
            if not changed:
                self.say(f"Nothing to {text}")
            return changed
        choices = self._choices()
        if text.isdecimal() and 1 <= int(text) <= len(choices):
            text = choices[int(text) - 1]
            self.say(text)
        event = table.game.read(text)
        if isinstance(event, Unreadable):
            self.say(f"{event}. (help tells what to type)")
            return False
        if isinstance(event, Query):
            refusal = table.game.refusal(table.state, event)
            self.say(f"No: {refusal.text}" if refusal else event.answer(table.state))
            return False
        refusal = table.act(table.turn, event)
        if isinstance(refusal, Refusal):
            self.say(f"No: {refusal.text}")
            return False
        return True
