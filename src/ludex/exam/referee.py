"""Judge the answers in an exam: their kind, and the rule that they break."""

import re
from dataclasses import dataclass
from enum import Enum

from ludex.exam.positions import TURN, rule_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Query, Seat, Unreadable, say
from ludex.language.position import position_line, read_position
from ludex.study.coverage.obligations import Catalogue

WAIT = "wait"
"""The answer of a player who is not on turn."""

MARKS = re.compile(
    r"^(?:[-*>#\s]*(?:answer|event|move)\s*[:=]\s*)?[`*\s]*(.*?)[`*\s.]*$", re.IGNORECASE
)
"""Marks around an answer that change nothing: `**Answer:** mark(5)`."""


class AnswerKind(Enum):
    """The kinds of answers."""

    LEGAL = "legal"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judgement of an answer."""

    kind: AnswerKind
    event: AnyEvent | None = None
    """The event of the answer; None if the player waits."""

    rule: str = ""
    """The rule that it breaks, as positions name them."""

    sentence: str = ""
    """The reason why it is not a move."""


def last_line(text: str) -> str:
    """Return the answer in a text: its last line, without quotes and a heading."""
    lines = [line for line in text.splitlines() if line.strip().strip("`")]
    found = MARKS.match(lines[-1].strip().replace("**", "")) if lines else None
    return found[1] if found else ""


def judge(catalogue: Catalogue, s: AnyState, seat: Seat, text: str) -> Ruling:
    """Judge an answer of a seat in a state."""
    game, words = catalogue.game, last_line(text)
    if words.lower().removesuffix("()") == WAIT:
        if seat != game.turn(s):
            return Ruling(AnswerKind.LEGAL)
        return Ruling(AnswerKind.REFUSED, rule=TURN, sentence=say("your_turn", "it is your turn"))
    event = game.read(words)
    if isinstance(event, Unreadable):
        return Ruling(AnswerKind.UNREADABLE, sentence=str(event))
    if event.aside or event.of_history or isinstance(event, Query):
        why = f"{event} is not a move of the game"
        return Ruling(AnswerKind.UNREADABLE, event, sentence=why)
    return _judge_event(catalogue, s, seat, event)


def _judge_event(catalogue: Catalogue, s: AnyState, seat: Seat, event: AnyEvent) -> Ruling:
    game = catalogue.game
    if not event.by_chance and not game.belongs_to(s, event, seat):
        why = say("not_your_turn", "it is not your turn")
        return Ruling(AnswerKind.REFUSED, event, TURN, why)
    refusal = game.refusal(s, event)
    if refusal is None:
        return Ruling(AnswerKind.LEGAL, event)
    rule = rule_of(catalogue, s, event) or ""
    return Ruling(AnswerKind.REFUSED, event, rule, refusal.text)


def is_legal_usually(
    usual: AnyGame, game: AnyGame, s: AnyState, seat: Seat, event: AnyEvent
) -> bool:
    """Would an event be legal by the usual rules, in the same position?"""
    state, other = read_position(usual, position_line(game, s)), usual.read(str(event))
    if isinstance(state, Unreadable) or isinstance(other, Unreadable):
        return False
    return usual.refusal(state, other) is None and usual.belongs_to(state, other, seat)
