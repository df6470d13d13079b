"""Players of every kind answer in words.

http://127.0.0.1:8080/v1   an endpoint that speaks the chat protocol
person                     somebody at this terminal
mcp                        a client of MCP that has started this command
my_model.py:answer         a function of one argument: a prompt in, an answer out
cmd:… filter:… FILE:NAME   a program or a function that plays in leagues, too
greedy, search:200         a bot of the game
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, cast

from ludex.bots import View
from ludex.exam.chat import ChatAnswer, ChatEndpoint
from ludex.exam.prompt import PromptPlan, position_text
from ludex.exam.referee import WAIT
from ludex.exam.rulings import RulingQuestion
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, Unreadable
from ludex.players.finder import FUNCTION, find_function, find_player, is_outside
from ludex.players.programs.program import Program
from ludex.registry import companion_of
from ludex.sandbox import Failed

PERSON, CLIENT = "person", "mcp"
CHAT = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class AskedMove:
    """A request for a move: a position as a seat sees it, and the refusals of earlier answers."""

    game: AnyGame
    view: View[AnyState]
    rules: str
    plan: PromptPlan
    dice: Dice
    refused: tuple[tuple[str, str], ...] = ()
    """Each answer that was not a move, with the reason."""

    question: RulingQuestion | None = None
    """A question about the rules, in place of a move."""

    @property
    def position(self) -> str:
        """The position as text, without the refusals."""
        if self.question is not None:
            return self.question.text
        return position_text(self.game, self.view, self.plan)

    @property
    def text(self) -> str:
        """The position as text, with the refusals."""
        if self.question is not None:
            return self.question.text
        return position_text(self.game, self.view, self.plan, self.refused)

    @property
    def legal(self) -> list[str]:
        """The legal answers, as they are written."""
        if self.question is not None:
            return ["A", "B"]
        return [*map(str, self.view.legal)] or [WAIT]

    @property
    def messages(self) -> list[dict[str, str]]:
        """The question as a conversation."""
        found = [("system", self.rules), ("user", self.position)]
        for answer, why in self.refused:
            found += [("assistant", answer), ("user", f"{why}\nAnswer again.")]
        return [{"role": role, "content": text} for role, text in found]


Examinee = Callable[[AskedMove], ChatAnswer]
"""Answers a question; Failed says why there is no answer."""


@dataclass(frozen=True)
class PlayerChoice:
    """The name of a player, and the settings that it needs."""

    text: str
    model: str = ""
    key: str = field(default="", repr=False)
    settings: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 60.0
    retries: int = 2
    client: Examinee | None = None
    """The player itself, if it is connected to this process."""

    def find(self, game: AnyGame, start: AnyState) -> Examinee:
        """Return the player, ready to answer; ValueError says why there is none."""
        text = self.text
        if self.client is not None:
            return self.client
        if text.startswith(CHAT):
            return self._endpoint()
        if text == PERSON:
            return _Person()
        own = {kind.name for kind in companion_of(game).bots()}
        if FUNCTION.fullmatch(text) and is_outside(text) and text.partition(":")[0] not in own:
            return _of_function(text)
        bot = find_player(game, text, start, seconds=self.seconds)
        if isinstance(bot, Unreadable):
            raise ValueError(str(bot))  # noqa: TRY004
        if isinstance(bot, Program):
            return _of_program(bot)
        return _of_bot(bot)

    def _endpoint(self) -> Examinee:
        if not self.model:
            raise ValueError(f"{self.text}: name the model")
        settings, limits = self.settings, (self.seconds, self.retries)
        endpoint = ChatEndpoint(self.text, self.model, self.key, settings, *limits)
        return lambda move: endpoint.ask(move.messages)


def _of_bot(choose: Callable[[View[AnyState], Dice], object]) -> Examinee:
    """Return a player that chooses as a bot does; without legal events it waits for its turn."""

    def answer(move: AskedMove) -> ChatAnswer:
        view = move.view
        return ChatAnswer(str(choose(view, move.dice) if view.legal else WAIT))

    return answer


def _of_function(text: str) -> Examinee:
    function = find_function(text)
    reads_prompt = len(signature(function).parameters) == 1
    bot = _of_bot(function)

    def answer(move: AskedMove) -> ChatAnswer:
        try:
            if not reads_prompt:
                return bot(move)
            return ChatAnswer(str(function(f"{move.rules}\n\n{move.text}") or ""))
        except Exception as problem:
            raise Failed(f"{type(problem).__name__}: {problem}") from problem

    return answer


def _of_program(program: Program) -> Examinee:
    def answer(move: AskedMove) -> ChatAnswer:
        seat, shown, legal = move.view.seat, move.view.shown, move.legal
        view = View(seat, shown, cast("list[AnyEvent]", legal if move.plan.legal else []))
        lines = f"{move.rules}\n\n{move.text}".splitlines()
        return ChatAnswer(program.answer(view, [f"prompt {line}" for line in lines]))

    return answer


class _Person:
    """Somebody at the terminal, who reads the rules once."""

    def __init__(self) -> None:
        self._knows_rules = False

    def __call__(self, move: AskedMove) -> ChatAnswer:
        if not self._knows_rules:
            print(move.rules, end="\n\n", file=sys.stderr)
            self._knows_rules = True
        text = move.refused[-1][1] if move.refused else move.position
        print(text, "> ", sep="\n", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise Failed("there is no more input")
        return ChatAnswer(line)
