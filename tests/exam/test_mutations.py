"""Mutated rulebooks: each is another game, its page says so, and a shortest script shows it."""

import pickle
from functools import cache
from itertools import islice

import pytest

from ludex.check.laws import LawCheck
from ludex.exam.chat import ChatAnswer
from ludex.exam.examinees import AskedMove, Examinee
from ludex.exam.positions import choose_positions
from ludex.exam.prompt import PromptPlan
from ludex.exam.report import summary
from ludex.exam.rulings import compare_event, consequence, differences, question_of
from ludex.exam.run import Examination, Row
from ludex.kernel import AnyGame, Dice
from ludex.language.position import position_line, read_position
from ludex.language.rulebook.markup import as_text
from ludex.language.rulebook.page import page_blocks
from ludex.registry import load, mutations_of

GAMES = ("carcassonne", "chess-solitaire", "freecell", "holdem", "russian-bank")


@cache
def page(name: str) -> str:
    return as_text(page_blocks(load(name)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_twenty_mutations(name: str) -> None:
    found = mutations_of(name)
    assert len(found) >= 20
    assert len({one.says for one in found.values()}) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_each_mutation_is_another_game_by_its_page_and_by_a_shortest_script(name: str) -> None:
    usual = load(name)
    for mutation in mutations_of(name).values():
        mutated = load(f"{name}@{mutation.name}")
        assert page(mutated.name) != page(name), mutation.name
        start = read_position(mutated, mutation.position)
        assert mutated.text(start) == usual.text(read_position(usual, mutation.position))
        found = compare_event(usual, mutated, mutation.position, mutation.event)
        assert found is not None, mutation.name
        assert pickle.loads(pickle.dumps(mutated)).events is mutated.events


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_mutated_rulebooks_keep_the_laws(name: str) -> None:
    for mutation in mutations_of(name):
        game = load(f"{name}@{mutation}")
        check = LawCheck(game, Dice(1))
        check.play_all([game.start()], plays=1, steps=12, timeout=20.0)
        assert [*check.found] == [], mutation


def by(game: AnyGame) -> Examinee:
    """A player that answers as a rulebook says, whatever it has read."""

    def answer(asked: AskedMove) -> ChatAnswer:
        question = asked.question
        assert question is not None
        position, event = question.script
        state = read_position(game, position)
        first = question.text.partition("\n\nA: ")[2].partition("\n\nB: ")[0]
        return ChatAnswer("A" if first == consequence(game, state, event) else "B")

    return answer


def answered(name: str, *, from_memory: bool) -> dict[str, tuple[int, int]]:
    """The rates of a player by the first three mutations of a game: by the page, of how many."""
    usual, rows = load(name), list[Row]()
    for mutation in [*mutations_of(name).values()][:3]:
        mutated = load(f"{name}@{mutation.name}")
        player = by(usual if from_memory else mutated)
        exam = Examination(mutated, mutated.start(), player, "", PromptPlan(), 1)
        for i, one in enumerate(islice(differences(usual, mutated, mutation, 1), 4)):
            rows += exam.ruling(i, question_of(mutated, mutation.name, one, Dice(i)))
    found = summary(usual, rows)
    assert found["questions"] == 0
    return {one["mutation"]: (one["hits"], one["of"]) for one in found["mutations"]}


@pytest.mark.parametrize(
    "name", ["chess-solitaire", pytest.param("freecell", marks=pytest.mark.slow)]
)
def test_a_player_from_memory_is_told_from_one_that_follows_the_page(name: str) -> None:
    page, memory = (answered(name, from_memory=it) for it in (False, True))
    assert page == dict.fromkeys(page, (4, 4))
    assert memory == dict.fromkeys(page, (0, 4))


def plays_the_usual_game(usual: AnyGame) -> Examinee:
    """A player that plays a move of the usual game, best one that the page forbids."""

    def answer(asked: AskedMove) -> ChatAnswer:
        if not asked.view.legal:
            return ChatAnswer("wait")
        state = read_position(usual, position_line(asked.game, asked.view.shown))
        moves = [str(event) for event in usual.moves(state)]
        legal = {str(event) for event in asked.view.legal}
        return ChatAnswer(min(moves or sorted(legal), key=lambda event: (event in legal, event)))

    return answer


@pytest.mark.slow
@pytest.mark.parametrize("mutation", ["pawns-capture-downwards", "knights-are-never-blocked"])
def test_one_that_plays_the_usual_game_breaks_the_changed_rule(mutation: str) -> None:
    usual, mutated = load("chess-solitaire"), load(f"chess-solitaire@{mutation}")
    start = read_position(mutated, mutations_of("chess-solitaire")[mutation].start)
    asked = choose_positions(mutated, start, 12, 1)
    player = plays_the_usual_game(usual)
    exam = Examination(mutated, start, player, "", PromptPlan(), 1, 1, None, usual)
    found = summary(mutated, [row for i, one in enumerate(asked) for row in exam.position(i, one)])
    hits = {one["rule"]: one["hits"] for one in found["rules"] if one["hits"]}
    narrowed = mutation == "pawns-capture-downwards"
    assert {*hits} == ({"move_and_capture:7"} if narrowed else set())
    assert found["memory"]["hits"] == found["refused"] == sum(hits.values())
