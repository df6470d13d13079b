"""`ludex exam GAME --player WHO`: does a player keep the printed rules, and which does it break?"""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count as count_up
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludex.cli.arguments import FixedSeed, GameOpening, Json, demand_decisions, show
from ludex.cli.arguments.jobs import Work, rules_of
from ludex.cli.commands.tables.mcp import demand_sdk
from ludex.cli.errors import BadInput, as_bad_input, readable, tell_user
from ludex.cli.records import Without
from ludex.cli.terminal.progress import ProgressLine
from ludex.exam import report
from ludex.exam.examinees import CLIENT, PERSON, PlayerChoice
from ludex.exam.positions import ExamPosition, choose_positions
from ludex.exam.prompt import PromptPlan, Shown, rules_text
from ludex.exam.rulings import RulingQuestion, differences, question_of
from ludex.exam.run import COLUMNS, END, RULING, Examination, Row
from ludex.jobs.errors import JobError
from ludex.jobs.job import Job, Rows
from ludex.kernel import AnyGame
from ludex.parts.secret_dice import dice_for
from ludex.players.finder import find_player
from ludex.registry import AT, INSTALLED, Mutation, load, mutations_of, refined

if TYPE_CHECKING:
    from ludex.mcp.examinee import ClientExaminee

ExamRules = Annotated[GameOpening, Without("position", "deal")]


def exam(
    opening: ExamRules,
    work: Work,
    *,
    player: str,
    questions: int = 40,
    games: int = 0,
    mutations: int = 0,
    against: str = "greedy",
    show_as: Shown = "text",
    legal: bool = False,
    tries: int = 3,
    model: str = "",
    key: str = "LUDEX_PLAYER_KEY",
    setting: list[str] | None = None,
    seconds: float = 60.0,
    seed: FixedSeed = 1,
    scripts: Path | None = None,
    as_json: Json = False,
) -> None:
    """Examine a player: does it keep the printed rules, and which rule does it break?

    The player reads the rules and a position, and answers with an event. Positions are chosen so
    that every guard can be broken in some of them. An answer that is refused is counted under the
    guard that refused it, with the rate and its interval of 95 %; an unreadable answer, or none,
    is counted separately, and is never replaced by a move.

    \b
    ludex exam GAME --player http://127.0.0.1:8080/v1 --model NAME
    ludex exam GAME --player cmd:./my_program --questions 100 --legal
    ludex exam GAME --player my_model.py:answer --games 10 --against greedy

    With --mutations the player reads changed rules and says what follows an event: by the page, or
    by memory of the usual game? The public questions are those of seed 1; any other seed makes a set that nobody has seen.

    Options:
      player (WHO): An endpoint that speaks the chat protocol (http://…/v1), cmd:./program,
          my_model.py:function, a bot of the game, `person`, or `mcp`: the MCP client that
          starts this command.
      questions (0..10000): Positions to ask about.
      games (0..10000): Whole games to play after them.
      mutations (0..1000): Questions about each mutated rulebook of the game.
      against (BOT): The opponent in these games; in a game for one player it plays the same deals.
      show_as --show: The position as the view's text, as a scene in JSON, or both.
      legal: List the legal events.
      tries (1..20): Answers to a question, until one is legal.
      model (NAME): The model of the endpoint.
      key (VARIABLE): The environment variable with the endpoint's key.
      setting (NAME=VALUE): A further field of each request, such as temperature=0 (repeat).
      seconds (0.01..3600): The time limit for an answer.
      scripts (DIR): Write each question and game as a script for `ludex run`.
    """
    alone = player in (PERSON, CLIENT)
    if alone and (work.workers > 1 or work.cluster or work.out):
        raise BadInput(f"{player} answers alone: no --workers, --cluster or --out")
    with _connected(player, seconds) as client:
        key_text = os.environ.get(key, "")
        task = ExamTask(
            opening=opening,
            player=PlayerChoice(
                player, model, key_text, _settings(setting), seconds, client=client
            ),
            plan=PromptPlan(show_as, legal),
            questions=questions,
            games=games,
            mutations=mutations,
            against=against if games else "",
            tries=tries,
            seed=seed,
        )
        line = ProgressLine("ludex exam")
        line.stage("looking for positions")
        task.check(line.stage)
        line.clear()
        if alone:
            rows = [row for one in task.items for row in task.ask(one)]
        else:
            with as_bad_input(JobError):
                columns = [*work.rows(task.job(), "questions", f"seed {seed}")]
            rows = [row for one in columns for row in _rows(one)]
        if scripts is not None:
            _write(scripts, task, rows)
        found = report.summary(task.ready_exam.game, rows)
        title = f"{opening.name}, {player}{f' {model}' * bool(model)}, seed {seed}"
        record = {"game": opening.name, "player": player, "model": model, "seed": seed, **found}
        lines = [*report.lines(title, found)]
        show(record, lines, as_json=as_json)
        if client is not None:
            client.finish(json.dumps(record) if as_json else "\n".join(lines))


def _connected(player: str, seconds: float) -> "AbstractContextManager[ClientExaminee | None]":
    """Return the client of MCP that takes the exam, connected while the block lasts."""
    if player != CLIENT:
        return nullcontext()
    demand_sdk("ludex exam --player mcp")
    from ludex.mcp.examinee import client_examinee

    return client_examinee(seconds)


def _settings(texts: Sequence[str] | None) -> dict[str, Any]:
    found = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (equals and name):
            raise BadInput(f"--setting {text}: expected NAME=VALUE")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


Item = tuple[str, int]
"""A question or a game, by its number."""


@dataclass(frozen=True)
class ExamTask:
    """All that a worker needs to know to ask some questions."""

    opening: GameOpening
    player: PlayerChoice
    plan: PromptPlan
    questions: int
    games: int
    mutations: int
    against: str
    tries: int
    seed: int

    def __getstate__(self) -> dict[str, Any]:
        names = self.__dataclass_fields__
        return {name: getattr(self, name) for name in names}

    @cached_property
    def ready_exam(self) -> Examination:
        """The exam in this process."""
        game = demand_decisions(self.opening()[0])
        start = self.opening.state_of(game)
        bot = None
        if self.against:
            fast = refined(game)
            bot = readable(find_player(fast, self.against, start), "--against: ")
        with as_bad_input(ValueError, about="--player "):
            player = self.player.find(game, start)
        changes = self.opening.changes(game)
        rules = rules_text(game, self.opening.preset, changes)
        usual = load(self.opening.name.partition(AT)[0]) if AT in self.opening.name else None
        plan, limits = self.plan, (self.seed, self.tries)
        return Examination(game, start, player, rules, plan, *limits, bot, usual)

    @cached_property
    def positions(self) -> list[ExamPosition]:
        """The positions, the same in every process."""
        exam = self.ready_exam
        return choose_positions(exam.game, exam.start, self.questions, self.seed)

    @property
    def mutated(self) -> list[Mutation]:
        """The mutations of the game."""
        name = self.opening.name
        return [*mutations_of(name).values()] if INSTALLED.knows(name) else []

    def rulings(self, mutation: Mutation) -> tuple[AnyGame, list[RulingQuestion]]:
        """The mutated game, and the questions about it."""
        return _rulings(self.opening.name, mutation.name, self.mutations, self.seed)

    def check(self, tell: Callable[[str], None]) -> None:
        """Say what is wrong before anything is asked."""
        if not (self.questions or self.games or self.mutations):
            raise BadInput("--questions, --games or --mutations: there is nothing to ask")
        if self.mutations and not self.mutated:
            raise BadInput(f"--mutations: {self.opening.name} has no mutated rulebooks")
        _ = self.ready_exam
        tell("looking for positions")
        _ = self.positions

    @property
    def items(self) -> list[Item]:
        """Everything to ask, in order."""
        items = [("position", i) for i in range(len(self.positions))]
        items += [(RULING, i) for i in range(self.mutations * len(self.mutated))]
        return [*items, *(("game", i) for i in range(self.games))]

    def ask(self, item: Item) -> list[Row]:
        """Ask about a position, or play a game."""
        kind, number = item
        exam = self.ready_exam
        if kind == "position":
            return [*exam.position(number, self.positions[number])]
        if kind == RULING:
            mutation = self.mutated[number // self.mutations]
            game, questions = self.rulings(mutation)
            at = number % self.mutations
            if at >= len(questions):  # so many differences were not found
                return []
            changed = replace(exam, game=game, rules=rules_text(game))
            return [*changed.ruling(number, questions[at])]
        return [*exam.game_of(number)]

    def ready(self) -> Callable[[Sequence[Item]], Rows]:
        """Return a function that asks."""
        return lambda items: Rows.of(COLUMNS, [row for one in items for row in self.ask(one)])

    def job(self) -> Job[Sequence[Item]]:
        """Return the job: a chunk for each question, so that no answer is asked for twice."""
        settings = {
            "game": self.opening.name,
            "preset": self.opening.preset,
            "option": self.opening.changes(self.ready_exam.game),
            "rules": rules_of(self.ready_exam.game),
            "player": self.player.text,
            "model": self.player.model,
            "settings": dict(self.player.settings),
            "show": self.plan.show,
            "legal": self.plan.legal,
            "questions": self.questions,
            "games": self.games,
            "mutations": self.mutations,
            "against": self.against,
            "tries": self.tries,
            "seconds": self.player.seconds,
            "seed": self.seed,
        }
        return Job("exam", settings, COLUMNS, self, [(one,) for one in self.items])


@cache
def _rulings(
    name: str, mutation: str, count: int, seed: int
) -> tuple[AnyGame, list[RulingQuestion]]:
    usual, mutated = load(name), load(f"{name}{AT}{mutation}")
    found = islice(differences(usual, mutated, mutations_of(name)[mutation], seed), count)
    orders = (dice_for(seed, number, mutation) for number in count_up())
    return mutated, [
        question_of(mutated, mutation, one, dice) for one, dice in zip(found, orders, strict=False)
    ]


def _rows(rows: Rows) -> list[Row]:
    columns = zip(*(rows.columns[name] for name in COLUMNS), strict=True)
    return [dict(zip(COLUMNS, one, strict=True)) for one in columns]


def _write(folder: Path, task: ExamTask, rows: Sequence[Row]) -> None:
    """Write every question and game as a script."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            if row["kind"] == END:
                path = folder / f"{row['what']}-{row['item'] + 1:04}.txt"
                head, script = task.opening.running(path.name), row["script"]
                if row["what"] == RULING:
                    position, _, script = script.partition("\n")
                    game = f"{task.opening.name}{AT}{row['rule']}"
                    head = f"ludex run {game} --position '{position}' {path.name}"
                path.write_text(f"-- {head}\n{script}\n", encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"--scripts {folder}: {problem.strerror}") from None
    tell_user(f"scripts are in {folder}")
