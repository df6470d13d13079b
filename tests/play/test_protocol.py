"""The protocol of a table, word by word: what is heard, and what comes of it."""

from typing import Any

import pytest

from ludex.kernel import CHANCE, ONLOOKER, Dice, Game, History, Seat
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol import act, advise, hear, replay_lines, with_chance
from ludex.play.protocol.effects import (
    Accepted,
    AdviceGiven,
    QueryAnswer,
    Reaction,
    RejectionKind,
    StepKind,
    UndoRequested,
)
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import share_hash
from ludex.play.protocol.situation import Situation, TableSetting, UndoRequest
from ludex.registry import load
from playing import event_of, example

FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
SHARE = "ab" * 32


def begun(game: Game[Any], state: object = None, **kind: Any) -> Situation:
    start = game.start() if state is None else state
    return Situation(TableSetting(game, **kind), History(game, start))


def drawn(table: Situation) -> Any:
    return table.game.draw(table.state, dice_for(7, table.number, "chance"))


def dealt(table: Situation) -> Situation:
    while table.turn == CHANCE and not table.is_over:
        table = act(table, CHANCE, drawn(table)).after
    return table


def noughts(*words: str, apart: bool = True) -> Situation:
    table = begun(example("tic_tac_toe"), apart=apart)
    for word in words:
        heard = hear(table, table.turn, table.number, word)
        assert heard.no is None
        table = heard.after
    return table


def why(heard: Reaction) -> str:
    """Why nothing happened; and indeed nothing has."""
    assert heard.no is not None
    assert heard.effects == (heard.no,)
    assert heard.after is heard.before
    return heard.no.text


def test_an_accepted_event_is_a_line_and_one_number_more() -> None:
    heard = hear(noughts(), FIRST, 0, "mark(5)")
    assert heard.effects == (Accepted(LogLine("mark(5)", 1)),)
    assert heard.after.number == 1
    assert heard.after.turn == SECOND


def test_why_is_a_question_about_what_the_speaker_sees_and_changes_nothing() -> None:
    table = dealt(begun(load("russian-bank"), apart=True))
    for seat in (FIRST, SECOND):
        event = table.game.moves(table.state)[0]
        heard = hear(table, seat, table.number, f"why  {event} ")
        assert heard.after is table
        assert heard.effects == (heard.explanation_request,)
        assert heard.explanation_request is not None
        assert heard.explanation_request.event == event
        assert heard.explanation_request.shown == table.game.view(table.state, seat)
        assert heard.explanation_request.shown != table.state
        assert heard.explanation_request.hides
        mine = table.turn == seat
        assert heard.explanation_request.of_another == (
            None if mine else f"It is the turn of player {table.turn + 1}"
        )


def test_at_one_keyboard_somebody_asks_for_whoever_it_belongs_to() -> None:
    for apart in (False, True):
        table = dealt(begun(load("russian-bank"), apart=apart))
        heard = hear(table, FIRST, None, "why resign(2)")
        assert heard.explanation_request is not None
        whose = "Only player 2 can decide that" if apart else None
        assert heard.explanation_request.of_another == whose


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("why", "Type why and an event."),
        ("why  ", "Type why and an event."),
        ("why not", "no event 'not'."),
        ("why mark", "mark does not conform to mark(cell: INTEGER)."),
        ("why mark(", "'mark(' is not written like an event."),
        ("why " + "x" * 401, "that is too long to be an event."),
        ("why undo", "undo moves back or forward in the game: it has no conditions."),
        ("whymark(1)", "no event 'whymark'."),
    ],
)
def test_why_of_nonsense_is_answered_in_a_sentence(words: str, answer: str) -> None:
    assert why(hear(noughts(), FIRST, 0, words)) == answer


def test_who_looks_on_or_is_behind_asks_in_vain() -> None:
    table = noughts("mark(5)")
    assert why(hear(table, ONLOOKER, 1, "why mark(1)")) == "You are watching."
    assert why(hear(table, SECOND, 0, "why mark(1)")) == "The table has moved on."


def test_words_to_a_number_that_is_gone_are_stale() -> None:
    table = noughts("mark(5)")
    for number in (0, 2, -1):
        heard = hear(table, SECOND, number, "mark(1)")
        assert why(heard) == "The table has moved on."
        assert heard.no is not None
        assert heard.no.stale
    assert why(advise(table, 0)) == "The table has moved on."


@pytest.mark.parametrize("apart", [False, True])
def test_a_refusal_names_the_guard_and_what_cannot_be_read_says_so(apart: bool) -> None:
    table = noughts("mark(5)", apart=apart)
    heard = hear(table, SECOND, 1, "mark(5)")
    assert why(heard) == "cell 5 is taken"
    assert heard.no is not None
    assert heard.no.why is RejectionKind.RULES
    assert heard.no.refusal is not None
    assert heard.no.refusal.guard == 2
    heard = hear(table, SECOND, 1, "mark(")
    assert why(heard)
    assert heard.no is not None
    assert heard.no.why is RejectionKind.UNREADABLE


def test_nobody_speaks_for_another_across_the_net() -> None:
    bank = load("russian-bank")
    apart = dealt(begun(bank, apart=True))
    assert why(hear(apart, FIRST, apart.number, "resign(2)")) == ("Only player 2 can decide that")
    assert why(hear(noughts(), SECOND, 0, "mark(1)")) == "It is the turn of player 1"
    assert why(hear(noughts(), ONLOOKER, 0, "mark(1)")) == "You are watching."
    at_one_keyboard = dealt(begun(bank))
    said = hear(at_one_keyboard, FIRST, at_one_keyboard.number, "resign(2)")
    assert said.lines == (LogLine("resign(2)", 2),)


def test_a_table_across_the_net_keeps_its_game_and_answers_no_queries() -> None:
    chess = load("chess-solitaire")
    for apart in (True, False):
        table = begun(chess, apart=apart)
        anew = hear(table, FIRST, 0, "reset_game")
        asked = hear(table, FIRST, 0, "moves(1,1)")
        if apart:
            assert why(anew) == "A table keeps its game: open a new table."
            assert why(asked) == "moves is a question, not a move."
        else:
            assert anew.no is not None  # not before the game has begun, say the rules
            assert anew.no.why is RejectionKind.RULES
            assert asked.no is not None or isinstance(asked.answer, QueryAnswer)


def test_who_plays_alone_goes_back_at_once_over_what_a_bot_replied() -> None:
    game = example("tic_tac_toe")
    table = begun(game, apart=True, bots=frozenset({SECOND}))
    table = hear(table, FIRST, 0, "mark(5)").after
    table = act(table, SECOND, event_of(game, "mark(1)")).after
    heard = hear(table, FIRST, 2, "undo")
    assert [line.event for line in heard.lines] == ["undo", "undo"]
    assert heard.after.history.length == 0
    assert not heard.after.assisted
    assert [way for way, _ in heard.steps] == [StepKind.BACK, StepKind.BACK]
    again = hear(heard.after, FIRST, 4, "redo")
    assert [line.event for line in again.lines] == ["redo", "redo"]
    assert again.after.state is table.state
    assert [way for way, _ in again.steps] == [StepKind.AGAIN, StepKind.AGAIN]
    assert why(hear(again.after, FIRST, 6, "redo")) == "Nothing to redo"
    assert why(hear(begun(game), FIRST, 0, "undo")) == "Nothing to undo"


def test_people_apart_go_back_when_all_the_others_agree() -> None:
    start = load("carcassonne").start.varied(None, {"players": "3"})
    table = dealt(begun(load("carcassonne"), start, apart=True))
    event = table.game.moves(table.state)[0]
    table = dealt(act(table, table.turn, event).after)
    asked = hear(table, SECOND, table.number, "undo")
    wish = UndoRequest(table.number, 2)
    assert asked.effects == (UndoRequested(wish),)
    assert asked.after.number == table.number  # the others' words are not stale by it
    assert hear(asked.after, SECOND, None, "undo").effects == ()  # asked already
    assert why(hear(asked.after, SECOND, None, ":agree")) == "The others have to agree."
    one = hear(asked.after, FIRST, None, ":agree")
    assert one.effects == (UndoRequested(UndoRequest(table.number, 2, (1,))),)
    assert hear(one.after, FIRST, None, ":agree").after.undo_request == one.after.undo_request
    both = hear(one.after, THIRD, None, "undo")  # who wants the same agrees
    assert {line.event for line in both.lines} == {"undo"}
    assert both.after.undo_request is None
    assert both.after.assisted  # a tile had been drawn
    assert both.after.history.length == table.history.length - len(both.lines)


def test_a_wish_is_refused_taken_back_or_void_when_anything_happens() -> None:
    table = noughts("mark(5)")
    asked = hear(table, FIRST, 1, "undo").after
    for seat in (FIRST, SECOND):
        heard = hear(asked, seat, 1, ":refuse")
        assert heard.effects == (UndoRequested(None),)
        assert why(hear(heard.after, SECOND, 1, ":agree")) == "There is no request to undo."
    moved = hear(asked, SECOND, 1, "mark(1)").after
    assert moved.undo_request is None
    assert why(hear(moved, SECOND, 2, ":agree")) == "There is no request to undo."
    assert (
        table.with_undo_request(UndoRequest(0, 1)).undo_request is None
    )  # read from a store, and too old


def test_the_end_of_a_shared_game_is_the_end_where_people_sit_apart() -> None:
    whole = ("mark(1)", "mark(4)", "mark(2)", "mark(5)", "mark(3)")
    ended = noughts(*whole)
    assert ended.is_over
    assert why(hear(ended, FIRST, 5, "undo")) == "The game is over."
    assert not ended.can_undo
    assert hear(noughts(*whole, apart=False), FIRST, 5, "undo").lines


def test_what_was_taken_back_is_for_whoever_played_it_to_play_again() -> None:
    table = noughts("mark(5)")
    back = hear(hear(table, FIRST, 1, "undo").after, SECOND, 1, ":agree").after
    text = "Only player 1 can redo that."
    assert why(hear(back, SECOND, 2, "redo")) == text
    assert hear(back, FIRST, 2, "redo").lines == (LogLine("redo", 1),)


def test_the_first_deal_waits_for_shares_and_chance_replies_when_all_have_answered() -> None:
    bank = load("russian-bank")
    table = begun(bank, apart=True, together=True)
    assert table.awaited == {1, 2}
    given = share_hash(1, SHARE)
    for bad in ("", "xyz", given.upper(), given + "0"):
        text = "A share has 64 lower-case hex digits."
        assert why(hear(table, FIRST, None, f":hash {bad}")) == text
    first = hear(table, FIRST, None, f":hash {given}")
    assert first.lines == (LogLine(f":hash {given}", 1),)
    assert with_chance(first, drawn, pausing=True).lines == first.lines
    assert hear(first.after, FIRST, None, f":hash {given}").effects == ()
    text = "No deal is waiting for a share from you."
    assert why(hear(first.after, FIRST, None, ":no share")) == text
    assert why(hear(first.after, FIRST, None, f":share {SHARE}")) == text
    last = hear(first.after, SECOND, 0 if table.number else None, ":no share")
    assert with_chance(last, drawn, pausing=True).lines == last.lines
    assert last.after.unopened == {1}
    other = "That is not the share whose hash you gave."
    assert why(hear(last.after, FIRST, None, f":share {'0' * 64}")) == other
    last = hear(last.after, FIRST, None, f":share {SHARE}")
    replied = with_chance(last, drawn, pausing=True)
    assert len(replied.lines) > len(last.lines)
    assert replied.after.turn != CHANCE
    text = "The deal does not wait for a player."
    assert why(hear(replied.after, FIRST, None, ":deal")) == text
    assert hear(table, FIRST, 0, ":deal").after.awaited == frozenset()


def test_who_gives_the_last_share_cannot_choose_the_deal() -> None:
    table = begun(load("russian-bank"), apart=True, together=True)
    table = hear(table, FIRST, None, f":hash {share_hash(1, SHARE)}").after
    hurried = hear(table, FIRST, None, ":deal").after
    late = "No deal is waiting for a share from you."
    assert why(hear(hurried, SECOND, None, f":hash {share_hash(2, SHARE)}")) == late
    table = hear(table, SECOND, None, f":hash {share_hash(2, SHARE)}").after
    table = hear(table, FIRST, None, f":share {SHARE}").after
    assert table.unopened == {2}
    # The second knows by now what would be dealt: no other share fits, and nothing else deals.
    for share in (f"{n:064x}" for n in range(91)):
        other = "That is not the share whose hash you gave."
        assert why(hear(table, SECOND, None, f":share {share}")) == other
    for words in (":deal", ":no share", f":hash {share_hash(2, '1' * 64)}"):
        heard = hear(table, SECOND, None, words)
        assert with_chance(heard, drawn, pausing=False).lines == ()
    dealt_at_last = hear(table, SECOND, None, f":share {SHARE}")
    assert with_chance(dealt_at_last, drawn, pausing=False).after.turn != CHANCE


def test_a_match_is_given_up_when_everybody_has_had_enough_of_it() -> None:
    table = dealt(begun(load("russian-bank"), apart=True))
    text = "There is no match to end now."
    assert why(hear(table, FIRST, None, ":close")) == text
    table = hear(table, FIRST, None, "resign(1)").after
    assert not table.is_finished
    table = hear(table, FIRST, None, ":close").after
    assert hear(table, FIRST, None, ":close").effects == ()
    on = hear(table, SECOND, None, "next_game").after
    assert on.notes.closing == frozenset()  # whoever plays on has not had enough
    closed = hear(table, SECOND, None, ":close").after
    assert closed.is_closed
    assert closed.is_finished
    for words in ("next_game", "undo", ":close", "nonsense"):
        text = "This match is over: all players agreed to end it."
        assert why(hear(closed, FIRST, None, words)) == text


def test_at_one_keyboard_there_are_no_words_about_the_table() -> None:
    for words in (":close", ":agree", ":deal", f":share {SHARE}"):
        heard = hear(noughts(apart=False), FIRST, 0, words)
        assert heard.no is not None
        assert heard.no.why is RejectionKind.UNREADABLE
    heard = hear(noughts(), FIRST, 0, ":nonsense")
    assert why(heard) == "there is no such command."


def test_advice_is_marked_for_good_and_makes_no_words_stale() -> None:
    heard = advise(noughts(), 0)
    assert heard.effects == (AdviceGiven(),)
    assert heard.after.assisted
    assert heard.after.number == 0
    assert hear(heard.after, FIRST, 0, "mark(1)").after.assisted


def test_words_from_afar_have_a_length() -> None:
    long = "mark(" + "1" * 400 + ")"
    assert why(hear(noughts(), FIRST, 0, long)) == "that is too long to be an event."
    assert why(hear(noughts(apart=False), FIRST, 0, long)) != ("that is too long to be an event.")


def test_a_log_that_cannot_have_been_accepted_is_told_line_by_line() -> None:
    fresh = noughts()
    for lines, trouble in (
        ((LogLine("mark(5)", 1), LogLine("mark(5)", 2)), "line 2: mark(5) is refused"),
        (
            (LogLine("mark(5)", 1), LogLine("nonsense", 2)),
            "line 2: nonsense is refused",
        ),
        ((LogLine(":nonsense", 1),), "line 1 is not an event"),
    ):
        assert str(replay_lines(fresh, lines)) == trouble


def test_a_deal_that_ends_another_is_left_for_people_to_look_first() -> None:
    bank = load("russian-bank")
    table = dealt(begun(bank, apart=True))
    ended = hear(table, FIRST, None, "resign(1)").after
    going_on = hear(ended, FIRST, None, "next_game")
    looked = with_chance(going_on, drawn, pausing=True)
    assert looked.after.turn == CHANCE
    assert with_chance(going_on, drawn, pausing=False).after.turn != CHANCE


def test_a_board_that_nobody_bets_on_comes_street_by_street() -> None:
    game = load("holdem")
    table = dealt(begun(game, game.start("heads_up"), apart=True))
    table = hear(table, table.turn, None, "raise_to(500)").after
    called = hear(table, table.turn, None, "call")
    boards = []
    for _ in range(3):
        called = with_chance(called, drawn, pausing=True)
        boards.append(len(called.after.state.board))
        if called.after.turn == CHANCE:
            called = act(called.after, CHANCE, drawn(called.after))
    assert boards == [3, 4, 5]


def test_the_same_words_in_the_same_situation_have_the_same_effects() -> None:
    table, dice = dealt(begun(load("holdem"), apart=True)), Dice(3)
    for _ in range(20):
        if table.is_over or table.turn == CHANCE:
            break
        words = str(dice.choice(table.game.legal(table.state, table.turn)))
        one = hear(table, table.turn, table.number, words)
        two = hear(table, table.turn, table.number, words)
        assert one.effects == two.effects
        assert one.after.history == two.after.history
        table = one.after


def test_going_back_over_a_showdown_is_possible_and_makes_the_game_assisted() -> None:
    """Who wins hangs on cards that the other could not see: no view foretells it."""
    holdem = load("holdem")
    start = holdem.start.varied(None, {"players": "2"})
    table = dealt(begun(holdem, start, apart=True))
    for words in ("call", *["check"] * 7, "show", "show"):
        table = dealt(table) if table.turn == CHANCE else table
        table = hear(table, table.turn, table.number, words).after
    assert str(table.history.journal[-1]) == "show"
    asked = hear(table, FIRST, table.number, "undo").after
    agreed = hear(asked, SECOND, asked.number, ":agree")
    assert agreed.no is None
    assert agreed.lines == (LogLine("undo", 0, assisted=True),)
    assert agreed.after.assisted
