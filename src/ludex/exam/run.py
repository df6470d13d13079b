"""Asking: the questions of an exam, and whole games against a bot; each answer is a row.

A player is asked again after an answer that is no move, up to a number of tries. What it said is
kept as it was, and as a script: refused events stand in it, so `ludex run` prints the refusals.
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
    """All that is needed to ask one player about one game."""

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

    def position(self, number: int, asked: ExamPosition) -> Iterator[Row]:
        """Yield the answers in a position."""
        script = [str(event) for event in asked.script]
        question = _Questioning(self, number, POSITION, script)
        yield from question.ask(asked.state, asked.seat, 0, asked.breakable)
        yield question.row(END, script="\n".join(script))

    def ruling(self, number: int, asked: RulingQuestion) -> Iterator[Row]:
        """Yield the answer to a question about mutated rules; it is asked once."""
        game = self.game
        view = View(CHANCE, self.start, list[AnyEvent]())
        dice = dice_for(self.seed, number, RULING)
        move = AskedMove(game, view, self.rules, self.plan, dice, question=asked)
        row: Row = {"item": number, "what": RULING, "turn": 0, "attempt": 0}
        row |= {"rule": asked.mutation, "breakable": "", "event": asked.script[1]}
        begun = perf_counter()
        try:
            said = self.player(move)
            row |= {"answer": said.text, **_tokens(said)}
            if not said.text.strip():
                raise _Empty("no answer")
            follows = asked.follows_page(said.text)
            kinds = {True: AnswerKind.LEGAL, False: AnswerKind.REFUSED}
            row["kind"] = kinds.get(follows, AnswerKind.UNREADABLE).value  # type: ignore[arg-type]
            row["memory"] = follows is False
        except Failed as failed:
            row |= {"kind": AnswerKind.FAILED.value, "sentence": _kind_of(failed)}
        row["seconds"] = round(perf_counter() - begun, 4)
        yield row
        yield {**row, "kind": END, "script": "\n".join(asked.script)}

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
    """A game as it goes: chance and the bot act, until the player is to."""

    def __init__(self, exam: Examination, deal: int, script: list[str]) -> None:
        self.exam, self.game, self.script = exam, exam.game.unchecked(), script
        self.state, self.count = exam.start, 0
        self.chance, self.dice = (dice_for(exam.seed, deal, who) for who in ("deal", "bot"))

    def make(self, event: AnyEvent, *, is_written: bool = True) -> None:
        """Make an event; the player's own is in the script already."""
        if not is_written:
            self.script.append(str(event))
        self.state = self.game.after(self.state, event)
        self.count += 1

    def advance(self, player: Seat | None) -> AnyState | None:
        """The next state in which the player decides; None at the end."""
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
    """The answers about one item, one after the other."""

    def __init__(self, exam: Examination, item: int, what: str, script: list[str]) -> None:
        self.exam, self.item, self.what, self.script = exam, item, what, script
        self.event: AnyEvent | None = None
        """The move that was made in the end."""

    def row(self, kind: str, **values: object) -> Row:
        """A row about this item."""
        return {"item": self.item, "what": self.what, "kind": kind, **values}

    def ask(self, s: AnyState, seat: Seat, turn: int, breakable: frozenset[str]) -> Iterator[Row]:
        """Ask until there is a move, or no try is left."""
        exam, refused = self.exam, list[tuple[str, str]]()
        view, self.event = view_of(exam.game, s, seat), None
        dice = dice_for(exam.seed, 1_000_003 * self.item + turn, f"{self.what} answers")
        for attempt in range(exam.tries):
            asked = AskedMove(exam.game, view, exam.rules, exam.plan, dice.split(), (*refused,))
            row, begun = self.row("", turn=turn, attempt=attempt), perf_counter()
            row["breakable"] = " ".join(sorted(breakable))
            try:
                said = exam.player(asked)
                row |= {"answer": said.text, **_tokens(said)}
                if not said.text.strip():
                    raise _Empty("no answer")
                ruling = judge(exam.catalogue, s, seat, said.text)
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
        """Is an event refused that the usual rules allow?"""
        exam, event = self.exam, ruling.event
        if exam.original is None:
            return None
        if ruling.kind is not AnswerKind.REFUSED or event is None:
            return False
        return is_legal_usually(exam.original, exam.game, s, seat, event)

    def _write(self, ruling: Ruling, seat: Seat) -> None:
        """Write what was answered into the script: as an event, if `ludex run` would say the same."""
        if ruling.event is not None and (
            ruling.kind is AnswerKind.LEGAL
            or (ruling.kind is AnswerKind.REFUSED and ruling.rule != TURN)
        ):
            self.script.append(str(ruling.event))
        else:
            said = ruling.event or ruling.kind.value
            why = " ".join(str(ruling.sentence).split())
            self.script.append(f"-- {seat_name(seat)}: {said}: {why}".rstrip(": "))


class _Empty(Failed):
    kind = "empty"


def _kind_of(failed: Failed) -> str:
    """The kind of a failure, in a word or two."""
    late = "time" if isinstance(failed, TimedOut) else "failed"
    return str(getattr(failed, "kind", late))


def _tokens(said: ChatAnswer) -> Row:
    return {"tokens_in": said.tokens_in, "tokens_out": said.tokens_out}


def _reply(ruling: Ruling) -> str:
    """The sentence that a player is told of an answer that is no move."""
    if ruling.kind is AnswerKind.REFUSED:
        return f"{ruling.event or 'wait'} is refused: {ruling.sentence}"
    return f"This is not an event: {ruling.sentence}"
