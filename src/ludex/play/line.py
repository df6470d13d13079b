"""Line mode: any game in words, for terminals, pipes and screen readers.

The player sees the state, is asked, and answers with an event by name, the number of one
from the list, or a word such as `undo`. Everything that happens is said.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import combining, normalize

from ludex.bots.advice import Advisor
from ludex.kernel import (
    CHANCE,
    SOLO,
    AnyGame,
    History,
    Seat,
    Written,
    listed,
    say,
    seat_name,
)
from ludex.language.position import position_line
from ludex.play.advice import HINT, WINNABLE, Advice
from ludex.play.protocol import WHY
from ludex.play.protocol.effects import ExplanationRequest, Rejection, RejectionKind, StepKind
from ludex.play.shorthand import in_full, in_short, shorthand_of
from ludex.play.table import Table
from ludex.registry import Shorthand
from ludex.table import looks_of
from ludex.table.hidden import is_open
from ludex.table.narration import by, last_entry, last_event_text

Say = Callable[[str], None]
Ask = Callable[[str], str | None]
Explain = Callable[[AnyGame, ExplanationRequest], list[str]]
"""An explanation why an event is allowed or not, in lines: by what its asker sees."""

EVENTS = "Type a move as its name and its arguments, such as {event}."
A_NUMBER = "a number"
HELP = {
    "legal": "list your moves",
    A_NUMBER: "make the move with this number in the list",
    "undo, redo": "go back and forth",
    "log": "what has happened",
    "position": "the position on one line",
    "rules": "the rules of the game",
    "why MOVE": "every condition of a move, and its effect",
    "restart": "the same deal from the start",
    "new": "another deal",
    "quit": "leave the table; the game stays saved",
}
"""The commands, and their effects."""

QUIT, RESTART, NEW = "quit", "restart", "new"
LEAVING = {QUIT: QUIT, "exit": QUIT, "q": QUIT, RESTART: RESTART, NEW: NEW}
"""Words that end the game at this table, and what comes then."""

COMMANDS = frozenset(
    {"help", "legal", "undo", "redo", "log", "rules", "position", WHY, HINT, WINNABLE}
    | LEAVING.keys()
)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """Something that can be done: how it is typed in short, said, and written in full."""

    typed: str
    words: str
    event: str


def _plain(word: str) -> str:
    """Return a word without its accents, which not every keyboard has."""
    return "".join(c for c in normalize("NFD", word) if not combining(c))


class LineMode:
    """One table played through questions and answers."""

    def __init__(
        self,
        table: Table,
        ask: Ask,
        say: Say,
        rules: Callable[[], str],
        advisor: Callable[[], Advisor] | None = None,
        *,
        explain: Explain | None = None,
        words: Callable[[str], str] = str,
    ) -> None:
        self.table, self.ask, self.say, self.rules = table, ask, say, rules
        self.explain, self.in_words, self._advisor = explain, words, advisor
        self._advice: Advice | None = None
        self.shorthand: Shorthand[Any] | None = shorthand_of(table.game)

    def play(self) -> str:
        """Play until the players leave, or the input ends: QUIT, RESTART or NEW."""
        table = self.table
        words, game = self.in_words, table.game
        self.say(f"{words(game.title)}. {words(game.summary)} ({words('help lists the commands')})")
        self._tell_typing()
        while True:
            self._advance()
            self._show()
            ending = self._answered()
            if ending is not None:
                return ending

    def words(self) -> list[str]:
        """Return what could be typed now, for completion."""
        words = ["help", "legal", "undo", "redo", "log", "rules", "position"]
        words += [WHY] if self.explain is not None else []
        words += [QUIT, RESTART, NEW, *(self.advice.words if self.advice else ())]
        events = (one.event for one in self._choices())
        return [*map(self.in_words, words), *events]

    @property
    def advice(self) -> Advice | None:
        """Return the adviser; called in when first needed, since solvers are heavy."""
        if self._advice is None and self._advisor is not None:
            self._advice = Advice(self.table, self._advisor())
        return self._advice

    @property
    def _seat(self) -> Seat:
        """Return the seat whose view is shown: the person to act, or the first person when nobody
        is."""
        turn, people = self.table.turn, self.table.people
        return turn if turn in people or not people else people[0]

    def _advance(self) -> None:
        for seat, event in self.table.advance():
            everybody = all(is_open(self.table.history, looking) for looking in self.table.people)
            text = event.name.replace("_", " ").capitalize()
            if everybody:
                text = last_entry(self.table.history, self._seat).words
            # What chance did is told by what came of it, where anything is told.
            if seat != CHANCE or not self.table.history.consequences:
                self.say(f"{self.in_words(seat_name(seat))}: {self.in_words(text)}")
            self._tell()

    def _tell(self) -> None:
        for sentence in self.table.history.consequences:
            self.say(f"  {self.in_words(sentence)}")

    def _show(self) -> None:
        table = self.table
        outcome = table.game.outcome(table.state)
        if outcome is None:
            self.say(self._text(self._seat))
            # How things stand for whoever looks, such as what one's hand is worth.
            state = table.game.view(table.state, self._seat)
            if remark := looks_of(table.game).side_panel(state, self._seat).remark:
                self.say(self.in_words(remark))
            return
        texts = {self._text(seat): seat for seat in reversed(table.people or (SOLO,))}
        for text, seat in reversed(texts.items()):
            if len(texts) > 1:
                sees = say("seat_sees", "What {player} sees:", player=seat_name(seat))
                self.say(self.in_words(sees))
            self.say(text)
        winners = listed(map(seat_name, outcome.winners))
        shared = outcome.winners and table.game.players[1] > 1
        over = say("over_how", "The game is over: {how}.", how=outcome.text)
        won = say("won_by", "Won by {winners}.", winners=winners) if shared else ""
        self.say(" ".join(filter(None, (self.in_words(over), self.in_words(won)))))

    def _text(self, seat: Seat) -> str:
        game = self.table.game
        return self.in_words(game.text(game.view(self.table.state, seat)))

    def _prompt(self) -> str:
        table = self.table
        if table.is_over:
            return f"({', '.join(map(self.in_words, ('undo', NEW, QUIT)))}) > "
        if table.turn not in table.people:
            goes_on = self.in_words("Enter goes on")
            return f"{self.in_words(seat_name(self._seat))} ({goes_on}) > "
        name = self.in_words(seat_name(table.turn))
        return f"{name} > " if table.game.players[1] > 1 else "> "

    def _answered(self) -> str | None:
        """Ask until something changes; how the player leaves, or None."""
        answers: dict[str, Callable[[], None]] = {
            "help": self._help,
            "?": self._help,
            "legal": self._list,
            "log": self._log,
            "rules": lambda: self.say(self.rules()),
            "position": lambda: self.say(
                position_line(self.table.game, self.table.view(self._seat).shown)
            ),
        }
        while True:
            answer = self.ask(self._prompt())
            word = QUIT if answer is None else self._typed(answer)
            if word in LEAVING:
                return LEAVING[word]
            if word in answers:
                answers[word]()
            elif word.split()[:1] == [WHY] and self.explain is not None:
                self._why(word.removeprefix(WHY).strip())
            elif (
                word.startswith((HINT, WINNABLE)) and self.advice and self.advice.is_question(word)
            ):
                if self._advised(self.advice, word):
                    return None
            elif word:
                if self._acted(word):
                    return None
            elif not self.table.is_over and self.table.turn not in self.table.people:
                return None  # Enter: the bot goes on

    def _typed(self, answer: str) -> str:
        """Return what was meant: words of line mode may have capitals, and be those that help shows."""
        first, *rest = answer.split(maxsplit=1) or [""]
        commands = {_plain(self.in_words(word)): word for word in sorted(COMMANDS)}
        word = commands.get(_plain(first.lower()), first.lower())
        if word in COMMANDS:
            return " ".join((word, *(one.strip() for one in rest)))
        return answer.strip()

    def _why(self, text: str) -> None:
        """Every guard of an event, as far as the player can see what it looks at."""
        assert self.explain is not None
        event = self._read_event(text)
        if isinstance(event, Rejection):
            self._refuse(event)
            return
        reaction = self.table.hear(self._seat, f"{WHY} {event}")
        if reaction.explanation_request is None:
            assert reaction.no is not None
            self.say(self.in_words(reaction.no.text))
            return
        for line in self.explain(self.table.game, reaction.explanation_request):
            self.say(line)

    def _advised(self, advice: Advice, word: str) -> bool:
        """Say what the advisor says; True when the advisor has moved."""
        answer = advice.answer(word, self._seat)
        if isinstance(answer, str):
            self.say(self.in_words(answer))
            return False
        return self._acted(str(answer))

    def _help(self) -> None:
        self.say(self.in_words(say("typed", EVENTS, event=self._sample())))
        lines = [
            (", ".join(map(self.in_words, typed.split(", "))), self.in_words(does))
            for typed, does in self._help_lines()
        ]
        wide = max(len(typed) for typed, _ in lines)
        for typed, does in lines:
            self.say(f"  {typed:{wide}}  {does}")
        self._tell_typing()

    def _sample(self) -> Written:
        """Return something that can be typed now; at the end, what was done last."""
        choices = self._choices()
        moves = [one.event for one in choices if "(" in one.event] or [one.event for one in choices]
        done = [str(event) for event in self.table.history.journal]
        return Written((moves or done[-1:] or ["undo"])[0])

    def _help_lines(self) -> Iterator[tuple[str, str]]:
        for typed, does in HELP.items():
            # Where moves are written in short, the list has those and no numbers.
            if typed != A_NUMBER or self.shorthand is None:
                yield typed, does
        if self.advice:
            yield ", ".join(self.advice.words), "ask for advice (noted as assisted)"
            if self.advice.advisor.looking_into:
                yield "hint NUMBER", "the same, with at most that many positions"

    def _tell_typing(self) -> None:
        if self.shorthand is not None:
            self.say(self.in_words(self.shorthand.about))
        typing = looks_of(self.table.game).typing
        if typing:
            self.say(self.in_words(typing))

    def _log(self) -> None:
        table, seat = self.table, self._seat
        for step in table.history.steps:
            then = History(table.game, table.history.start, step)
            self.say(f"{step.count:3} {self.in_words(last_event_text(then, seat))}")
            for sentence in then.consequences:
                self.say(f"      {self.in_words(sentence)}")

    def _list(self) -> None:
        choices = self._choices()
        wide = max((len(one.typed) for one in choices), default=0)
        for one in choices:
            self.say(f"{one.typed:>{max(3, wide)}} {one.words} [{one.event}]")

    def _choices(self) -> list["MenuEntry"]:
        """Return what the person to act can do, then what others at the keyboard can say.

        What is called the same, such as an ace that goes home to any of four places, is
        listed once. Of what several can say, such as to resign, it is told who says it.
        """
        game, state, first = self.table.game, self.table.state, self._seat
        people = self.table.people
        found: dict[str, MenuEntry] = {}
        for seat in (first, *(seat for seat in people if seat != first)):
            known = game.view(state, seat)
            for event in game.legal(known, seat):
                made = looks_of(game).gesture(known, event)
                if made.amount is not None:  # the words of a slider have no number
                    made = replace(made, words=event.spoken())
                if seat != first or (people[1:] and event.seat(known) is not None):
                    made = by(seat, made)
                spoken = self.in_words(made.words)
                if spoken not in found:
                    typed = str(len(found) + 1)
                    if self.shorthand is not None:  # there a number could be a move
                        typed = in_short(self.shorthand, known, event) or ""
                    found[spoken] = MenuEntry(typed, spoken, str(event))
        return [*found.values()]

    def _read_event(self, text: str) -> str | Rejection:
        """Return the event that somebody types, by its number, in short or in full."""
        if self.shorthand is None and text.isdecimal():
            numbered = {one.typed: one.event for one in self._choices()}
            return numbered.get(text, text)
        state = self.table.game.view(self.table.state, self._seat)
        return in_full(self.shorthand, state, text)

    def _acted(self, text: str) -> bool:
        """Carry out an event; False (and said why) when nothing has changed."""
        table, seat = self.table, self._seat
        event = self._read_event(text)
        if isinstance(event, Rejection):
            self._refuse(event)
            return False
        reaction = table.hear(seat, event)
        if reaction.no is not None:
            self._refuse(reaction.no)
            return False
        if reaction.answer is not None:
            self.say(self.in_words(reaction.answer.text))
            return False
        for way, history in tuple(reaction.steps) or ((StepKind.DONE, table.history),):
            words = self.in_words(last_event_text(history, seat))
            if way is StepKind.DONE:
                self.say(f"{words}.")
                self._tell()
            else:
                self.say(f"{self.in_words(way.value.capitalize())}: {words}.")
        return True

    def _refuse(self, no: Rejection) -> None:
        if no.why is RejectionKind.UNREADABLE:
            help_tells = self.in_words("help lists the commands")
            self.say(f"{self.in_words(no.text)} ({help_tells})")
        else:
            self.say(self.in_words(say("no", "No: {reason}", reason=no.text)))
