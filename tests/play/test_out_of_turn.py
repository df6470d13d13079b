"""Events out of turn: who may say them, at the table and at one keyboard."""

from ludex.bots import View
from ludex.kernel import Dice, Event, History, Seat, Unreadable
from ludex.language.position import read_position
from ludex.play.line import LineMode
from ludex.play.table import Table
from ludex.registry import load

GAME = load("russian-bank")
FIRST, SECOND = Seat(0), Seat(1)


def table() -> Table:
    start = GAME.start.varied(None, {"enforcement": "stop"})
    assert not isinstance(start, Unreadable)
    return Table(History(GAME, start), Dice(7), {})


def event(text: str) -> Event[object]:
    read = GAME.read(text)
    assert isinstance(read, Event)
    return read


def said(*answers: str) -> list[str]:
    lines = iter(answers)
    told: list[str] = []
    mode = LineMode(table(), lambda _: next(lines, None), told.append, lambda: "")
    mode.play()
    return told


def test_a_seat_says_only_what_is_its_own_to_say() -> None:
    playing = table()
    list(playing.advance())
    assert playing.turn == FIRST
    refusal = playing.act(FIRST, event("resign(2)"))
    assert refusal is not None
    assert refusal.text == "Only player 2 can decide that"
    assert playing.act(SECOND, event("resign(2)")) is None
    assert playing.is_over


def test_nobody_moves_or_blunders_for_the_player_on_turn() -> None:
    runs = read_position(
        GAME, "partial rules=standard turn=1 reserve1=5H reserve2=KC houses=7D/KS/QS/QC/9C8D/TH//JC"
    )
    assert event("move_run(5,6,2)") in GAME.legal(runs, FIRST)
    start = GAME.start.varied(None, {"enforcement": "stop", "faults": "all_faults"})
    faults = Table(History(GAME, start), Dice(7), {})
    list(faults.advance())
    for playing in (Table(History(GAME, runs), Dice(1), {}), faults):
        for one in [*GAME.legal(playing.state, FIRST), event("misplay(house1,house1)")]:
            if one.seat(playing.state) is None:
                before = playing.history
                refusal = playing.act(SECOND, one)
                assert refusal is not None
                assert refusal.text == "It is the turn of player 1"
                assert playing.history is before


def test_after_the_end_a_move_is_refused_because_the_game_is_over() -> None:
    tiles = load("carcassonne")
    over = read_position(tiles, "scores=7:9 next=- tiles=D,N,0,0;V,N,1,0 set=base length=2")
    playing = Table(History(tiles, over), Dice(1), {})
    laid = tiles.read("place_tile(5,5,N,none)")
    assert isinstance(laid, Event)
    for seat in (FIRST, SECOND):
        refusal = playing.act(seat, laid)
        assert refusal is not None
        assert refusal.text.lower() == "the game is over"


def test_either_player_may_go_on_to_the_next_game() -> None:
    for seat in (FIRST, SECOND):
        playing = table()
        list(playing.advance())
        assert playing.act(FIRST, event("resign(1)")) is None
        assert event("next_game") in GAME.legal(playing.state, seat)
        assert playing.act(seat, event("next_game")) is None


def test_people_at_one_keyboard_may_speak_for_themselves() -> None:
    told = said("turn_hand", "call_stop", "quit")
    assert not any(line.startswith("No: ") for line in told)
    told = said("agree_stalemate(1)", "agree_stalemate(2)", "quit")
    assert any("stalemate (by agreement)" in line for line in told)


def test_what_others_can_say_is_listed_too() -> None:
    told = said("turn_hand", "legal", "quit")
    assert any("[call_stop]" in line for line in told)
    assert any("[resign(2)]" in line for line in told)


def test_a_person_is_asked_after_each_action_of_a_bot_that_could_be_a_fault() -> None:
    start = GAME.start.varied(None, {"enforcement": "stop"})
    moves: list[str] = []

    def bot(view: View[object], dice: Dice) -> Event[object]:
        moves.append(str(view.legal[0]))
        return view.legal[0]

    playing = Table(History(GAME, start), Dice(7), {FIRST: bot})
    list(playing.advance())
    assert len(moves) == 1
    assert [str(e) for e in playing.view(SECOND).legal] == ["call_stop"]
    told: list[str] = []
    answers = iter(["", "", "quit"])
    LineMode(playing, lambda _: next(answers, None), told.append, lambda: "").play()
    assert len(moves) == 4
