"""Run an exam: its questions, and whole games against a bot; each answer is a row.

After an answer that is not a move, the player may answer again, up to a number of tries. Answers are
stored as they came, and as a script with the refused events: `ludex run` prints the refusals.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

from ludex.bots import Bot, View, view_of
from ludex.exam.chat import ChatAnswer
from ludex.exam.examinees import AskedMove, Examinee
from ludex.exam.positions import TURN, ExamPosition
from ludex.exam.prompt import PromptPlan
from ludex.exam.referee import AnswerKind, Ruling, is_legal_usually, judge
from ludex.exam.rulings import RulingQuestion
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Outcome, Seat, seat_name
from ludex.kernel.loop import MOST_EVENTS
from ludex.parts.secret_dice import dice_for
from ludex.sandbox import Failed, TimedOut
from ludex.study.coverage.obligations import Catalogue

COLUMNS: Mapping[str, str] = {
    "item": "int64",
    "what": "string",
    "turn": "int64",
    "attempt": "int64",
    "kind": "string",
    "rule": "string",
    "sentence": "string",
    "breakable": "string",
    "memory": "bool",
    "answer": "string",
    "event": "string",
    "seconds": "double",
    "tokens_in": "int64",
    "tokens_out": "int64",
    "points": "double",
    "bot_points": "double",
    "outcome": "string",
    "script": "string",
}
"""A row is an answer, or the end of an item: a position or a game, with its script."""

POSITION, GAME, RULING, END = "position", "game", "ruling", "end"

Row = dict[str, Any]


@dataclass(frozen=True)
class Examination:
    """The settings to examine one player in one game."""

    game: AnyGame
    start: AnyState
    player: Examinee
    rules: str
    plan: PromptPlan
    seed: int
    tries: int = 3
    bot: Bot[Any] | None = None
    """The opponent in whole games."""

    original: AnyGame | None = None
    """The game as it is usually played, where the rules are changed."""

    @cached_property
    def catalogue(self) -> Catalogue:
        """The guards of the game by number."""
        return Catalogue(self.game)

    def position(self, number: int, place: ExamPosition) -> Iterator[Row]:
        """Yield the answers in a position."""
        script = [str(event) for event in place.script]
        question = _Questioning(self, number, POSITION, script)
        yield from question.ask(place.state, place.seat, 0, place.breakable)
        yield question.row(END, script="\n".join(script))

    def ruling(self, number: int, question: RulingQuestion) -> Iterator[Row]:
        """Yield the answer to a question about mutated rules; it is asked once."""
        game = self.game
        view = View(CHANCE, self.start, list[AnyEvent]())
        dice = dice_for(self.seed, number, RULING)
        move = AskedMove(game, view, self.rules, self.plan, dice, question=question)
        row: Row = {"item": number, "what": RULING, "turn": 0, "attempt": 0}
        row |= {"rule": question.mutation, "breakable": "", "event": question.script[1]}
        begun = perf_counter()
        try:
            reply = self.player(move)
            row |= {"answer": reply.text, **_tokens(reply)}
            if not reply.text.strip():
                raise _Empty("no answer")
            follows = question.follows_page(reply.text)
            kinds = {True: AnswerKind.LEGAL, False: AnswerKind.REFUSED}
            row["kind"] = kinds.get(follows, AnswerKind.UNREADABLE).value  # type: ignore[arg-type]
            row["memory"] = follows is False
        except Failed as failed:
            row |= {"kind": AnswerKind.FAILED.value, "sentence": _kind_of(failed)}
        row["seconds"] = round(perf_counter() - begun, 4)
        yield row
        yield {**row, "kind": END, "script": "\n".join(question.script)}

    def game_of(self, number: int) -> Iterator[Row]:
        """Yield the answers of a whole game, and its result."""
        seats = self.game.seat_count(self.start)
        seat, deal = Seat(number % seats), number // seats
        script: list[str] = []
        question = _Questioning(self, number, GAME, script)
        play = _Playing(self, deal, script)
        turn = 0
        while (s := play.advance(seat)) is not None:
            rows = [*question.ask(s, seat, turn, frozenset())]
            yield from rows
            turn += 1
            if question.event is None:
                break
            play.make(question.event)
        end = self.game.outcome(play.state)
        points = _points(end, seat) if turn == 0 or question.event is not None else 0.0
        faulty = turn > 0 and question.event is None
        outcome = "no move" if faulty else str(end.text) if end else "not ended"
        row = question.row(END, script="\n".join(script), points=points, outcome=outcome)
        if seats == 1 and self.bot is not None:
            alone = _Playing(self, deal, [])
            while alone.advance(None) is not None:
                pass
            row["bot_points"] = _points(self.game.outcome(alone.state), seat)
        yield row


def _points(end: Outcome | None, seat: Seat) -> float:
    if end is None or seat not in end.winners:
        return 0.0
    return 1.0 if len(end.winners) == 1 else 0.5


class _Playing:
    """A running game: chance and the bot act until the player has to."""

    def __init__(self, exam: Examination, deal: int, script: list[str]) -> None:
        self.exam, self.game, self.script = exam, exam.game.unchecked(), script
        self.state, self.count = exam.start, 0
        self.chance, self.dice = (dice_for(exam.seed, deal, use) for use in ("deal", "bot"))

    def make(self, event: AnyEvent, *, is_written: bool = True) -> None:
        """Make an event; the player's own is in the script already."""
        if not is_written:
            self.script.append(str(event))
        self.state = self.game.after(self.state, event)
        self.count += 1

    def advance(self, player: Seat | None) -> AnyState | None:
        """Return the next state in which the player decides; None at the end."""
        game, bot = self.game, self.exam.bot
        while self.count < MOST_EVENTS:
            s = self.state
            if game.outcome(s) is not None:
                return None
            seat = game.turn(s)
            if seat == CHANCE:
                self.make(game.draw(s, self.chance), is_written=False)
                continue
            view = view_of(game, s, seat)
            if not view.legal:
                return None
            if seat == player:
                return s
            if bot is None:
                return None
            self.make(bot(view, self.dice), is_written=False)
        return None


class _Questioning:
    """Asks about one item and yields its answers."""

    def __init__(self, exam: Examination, item: int, item_kind: str, script: list[str]) -> None:
        self.exam, self.item, self.item_kind, self.script = exam, item, item_kind, script
        self.event: AnyEvent | None = None
        """The move of the last answer, if it was legal."""

    def row(self, kind: str, **values: object) -> Row:
        """Return a row about this item."""
        return {"item": self.item, "what": self.item_kind, "kind": kind, **values}

    def ask(self, s: AnyState, seat: Seat, turn: int, breakable: frozenset[str]) -> Iterator[Row]:
        """Ask until the player makes a move or has no try left."""
        exam, refused = self.exam, list[tuple[str, str]]()
        view, self.event = view_of(exam.game, s, seat), None
        dice = dice_for(exam.seed, 1_000_003 * self.item + turn, f"{self.item_kind} answers")
        for attempt in range(exam.tries):
            move = AskedMove(exam.game, view, exam.rules, exam.plan, dice.split(), (*refused,))
            row, begun = self.row("", turn=turn, attempt=attempt), perf_counter()
            row["breakable"] = " ".join(sorted(breakable))
            try:
                reply = exam.player(move)
                row |= {"answer": reply.text, **_tokens(reply)}
                if not reply.text.strip():
                    raise _Empty("no answer")
                ruling = judge(exam.catalogue, s, seat, reply.text)
            except Failed as failed:
                ruling = Ruling(AnswerKind.FAILED, rule=_kind_of(failed), sentence=str(failed))
            row["seconds"] = round(perf_counter() - begun, 4)
            row |= {"kind": ruling.kind.value, "rule": ruling.rule}
            row |= {"sentence": ruling.sentence, "memory": self._is_memory(s, seat, ruling)}
            row["event"] = None if ruling.event is None else str(ruling.event)
            self._write(ruling, seat)
            yield row
            if ruling.kind is AnswerKind.LEGAL:
                self.event = ruling.event
                return
            if ruling.kind is not AnswerKind.FAILED:
                refused.append((row["answer"], _reply(ruling)))

    def _is_memory(self, s: AnyState, seat: Seat, ruling: Ruling) -> bool | None:
        """Is the event refused although the usual rules allow it?"""
        exam, event = self.exam, ruling.event
        if exam.original is None:
            return None
        if ruling.kind is not AnswerKind.REFUSED or event is None:
            return False
        return is_legal_usually(exam.original, exam.game, s, seat, event)

    def _write(self, ruling: Ruling, seat: Seat) -> None:
        """Write an answer into the script: as an event if `ludex run` would judge it alike."""
        if ruling.event is not None and (
            ruling.kind is AnswerKind.LEGAL
            or (ruling.kind is AnswerKind.REFUSED and ruling.rule != TURN)
        ):
            self.script.append(str(ruling.event))
        else:
            reply = ruling.event or ruling.kind.value
            why = " ".join(str(ruling.sentence).split())
            self.script.append(f"-- {seat_name(seat)}: {reply}: {why}".rstrip(": "))


class _Empty(Failed):
    kind = "empty"


def _kind_of(failed: Failed) -> str:
    """Return the kind of a failure, in a word or two."""
    late = "time" if isinstance(failed, TimedOut) else "failed"
    return str(getattr(failed, "kind", late))


def _tokens(reply: ChatAnswer) -> Row:
    return {"tokens_in": reply.tokens_in, "tokens_out": reply.tokens_out}


def _reply(ruling: Ruling) -> str:
    """Return the sentence for a player whose answer was not a move."""
    if ruling.kind is AnswerKind.REFUSED:
        return f"{ruling.event or 'wait'} is refused: {ruling.sentence}"
    return f"This is not an event: {ruling.sentence}"
