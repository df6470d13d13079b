"""Hints: from a solver where there is one, else from the best bot; three steps and a why."""

from typing import Any

import pytest

from games.freecell.freecell_table import dealt
from ludex.bots import random_bot, view_of
from ludex.bots.advice import advisor_that_judges, hinted
from ludex.bots.budget import Budget
from ludex.bots.judge import general_judge, margin_in
from ludex.bots.search import Trial
from ludex.kernel import CHANCE, SOLO, Dice, Game, History, Seat, won
from ludex.language.position import read_position
from ludex.players.advice import advisor_for, source_of, why_no_hint
from ludex.registry import load
from ludex.table import looks_of
from playing import event_of, every_game, example, random_history

BRIEF = Budget(playouts=24)


def begun(game: Game[Any], seed: int = 1) -> Any:
    """The state at the first decision."""
    s, dice = game.start(), Dice(seed)
    while game.turn(s) == CHANCE and game.outcome(s) is None:
        s = game.after(s, game.draw(s, dice))
    return s


def test_a_chess_solitaire_is_won_by_following_hints() -> None:
    game = load("chess-solitaire")
    s = read_position(game, "NP.Q/.R.B/K.N./.P..")
    advisor = advisor_for(game)
    assert advisor.winnable is not None
    moves = 7
    while game.outcome(s) is None:
        view = view_of(game, s, SOLO)
        assert advisor.winnable(view) is True
        hint = advisor.hint(view, Dice(0))
        assert hint is not None
        counted = "one move" if moves == 1 else f"{moves} moves"
        assert hint.why == (f"It begins a way to win in {counted}. No capture loses yet.")
        s, moves = game.after(s, hint.event), moves - 1
    assert game.outcome(s) == won(SOLO, "You win: one piece is left")
    assert advisor.hint(view_of(game, s, SOLO), Dice(0)) is None


def test_a_capture_is_advised_because_others_lose() -> None:
    game = load("chess-solitaire")
    advisor = advisor_for(game)

    def why(position: str) -> str:
        hint = advisor.hint(view_of(game, read_position(game, position), SOLO), Dice(0))
        assert hint is not None
        return str(hint.why.partition(". ")[2])

    assert why(".N../.Q.R/P.../....") == "Every other capture loses."
    assert why("R.../..../..../R...") == "No capture loses yet."


def test_what_cannot_be_won_is_proven_and_where_it_was_lost() -> None:
    game = load("chess-solitaire")
    advisor = advisor_for(game)
    assert advisor.winnable is not None
    assert advisor.last_winnable is not None
    history = History(game, read_position(game, ".N../.Q.R/P.../...."))
    played = history.play(event_of(game, "move_and_capture(2,4,2,2)"))
    assert isinstance(played, History)
    view = view_of(game, played.state, SOLO)
    assert advisor.winnable(view) is False
    assert advisor.hint(view, Dice(0)) is None
    assert advisor.last_winnable(played) == 0


def test_before_a_solitaire_has_begun_nothing_is_known() -> None:
    for name in ("chess-solitaire", "freecell"):
        game = load(name)
        advisor = advisor_for(game)
        assert advisor.winnable is not None
        view = view_of(game, game.start(), SOLO)
        assert advisor.winnable(view) is None
        assert advisor.hint(view, Dice(0)) is None


def test_freecell_hints_come_from_its_solver() -> None:
    game, s = load("freecell"), dealt(617)
    hint = advisor_for(game).hint(view_of(game, s, SOLO), Dice(0))
    assert hint is not None
    assert hint.why.startswith("It begins a way to win in ")
    assert hint.why.endswith(" It digs for the ace of hearts, under 4 more cards.")
    which, where, what = hint.points
    assert which.startswith("Look at the ")
    assert where.startswith("It goes to ")
    assert what == f"{hint.gesture.words}."


def test_a_solver_that_gave_up_says_how_to_go_on_and_can() -> None:
    game, view = load("freecell"), view_of(load("freecell"), dealt(11982), SOLO)
    advisor = advisor_for(game, budget=50)
    assert advisor.winnable is not None
    assert advisor.looking_into is not None
    assert (advisor.hint(view, Dice(0)), advisor.winnable(view)) == (None, None)
    assert advisor.limit(view) == 50
    assert why_no_hint(game, advisor, view) == (
        "No way to win was found in 50 positions; ludex play freecell --budget 200 searches further."
    )
    further = advisor.looking_into(5_000)
    assert further.limit(view) == 5_000
    assert further.hint(dealt_view := view_of(game, dealt(617), SOLO), Dice(0))
    assert further.winnable is not None
    assert further.winnable(dealt_view) is True


def test_why_there_is_no_hint() -> None:
    game = load("chess-solitaire")
    lost = view_of(game, read_position(game, "N.../..../..../...N"), SOLO)
    lost = view_of(game, game.after(lost.shown, event_of(game, "start_game")), SOLO)
    assert why_no_hint(game, advisor_for(game), lost) == (
        "There is no good advice here: this position cannot be won."
    )
    early = view_of(game, game.start(), SOLO)
    assert why_no_hint(game, advisor_for(game), early) == (
        "There is no good advice here: no way to win is known."
    )


@pytest.mark.parametrize(
    "game",
    [g for g in every_game() if g.players[1] > 1 and g.is_decided],
    ids=lambda game: game.name,
)
def test_every_other_game_has_hints_that_can_be_followed(game: Game[Any]) -> None:
    advisor = advisor_that_judges(game, general_judge(game), BRIEF)
    for seed in range(4):
        s = random_history(game, seed, 12).state
        if game.outcome(s) is not None or game.turn(s) == CHANCE:
            s = begun(game, seed)
        turn = game.turn(s)
        hint = advisor.hint(view_of(game, s, turn), Dice(seed))
        assert hint is not None
        assert game.refusal(s, hint.event) is None
        assert hint.gesture == looks_of(game).gesture(game.view(s, turn), hint.event)
        assert all(point.endswith(".") and point[:-1] for point in hint.points)
        assert hint.why.endswith(".")
        assert "\n" not in hint.why


def test_the_steps_name_the_piece_the_place_and_what_happens() -> None:
    game = load("russian-bank")
    s = read_position(game, "partial reserve1=7D houses=8C/KH hand1=KS hand2=2C")
    hint = advisor_that_judges(game, general_judge(game), BRIEF).hint(
        view_of(game, s, Seat(0)), Dice(1)
    )
    assert hint is not None
    assert str(hint.event) == "move(reserve,house1)"
    assert hint.points == (
        "Look at your reserve (seven of diamonds).",
        "It goes to house 1 (eight of clubs).",
        "7♦ from the reserve to house 1.",
    )
    assert " cards on average" in hint.why
    assert "the next best (" in hint.why


def test_a_margin_is_told_only_of_equal_luck_and_if_it_is_no_accident() -> None:
    event = event_of(example("tic_tac_toe"), "mark(5)")
    best, other = Trial(event, 0.0), Trial(event, 0.0)
    best.results = [11.0, 12.0, 12.0, 11.0]
    other.results = [9.0, 10.5, 9.5, 9.0, 40.0]  # one lucky try more: it proves nothing
    assert margin_in(best.leads(other)) == 2.0
    other.results = [12.0, 13.0, 13.5, 12.0]
    assert margin_in(best.leads(other)) is None
    other.results = [10.0]
    assert margin_in(best.leads(other)) is None


def test_what_is_forced_needs_no_reason() -> None:
    game = example("tic_tac_toe")
    s = game.start()
    for cell in (1, 2, 3, 5, 4, 6, 8, 7):
        s = game.after(s, event_of(game, f"mark({cell})"))
    hint = advisor_for(game).hint(view_of(game, s, game.turn(s)), Dice(1))
    assert hint is not None
    assert hint.why == "It is the only move."
    assert hint.points[0] == "Look at c1."


def test_who_is_not_on_turn_gets_no_hint() -> None:
    game = load("carcassonne")
    view = view_of(game, begun(game), Seat(1))
    assert advisor_for(game).hint(view, Dice(1)) is None


def test_advice_may_come_from_any_bot() -> None:
    game = load("carcassonne")
    view = view_of(game, begun(game), Seat(0))
    hint = hinted(game, view, random_bot(view, Dice(1)), "Why not.")
    assert hint.why == "Why not."


def test_where_hints_come_from_is_told() -> None:
    assert source_of(load("freecell")) == "the FreeCell solver"
    assert source_of(load("holdem")) == "the bot regular"
    assert source_of(load("carcassonne")) == "the bot builder"
