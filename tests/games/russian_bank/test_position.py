"""Position lines, their validity check, and what a seat may see."""

import pytest

from games.russian_bank.bank import (
    GAME,
    after,
    at,
    dealt,
)
from ludex.kernel import Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.parts.cards import Hidden
from ludex.table import scene_of


def problems(line: str) -> tuple[str, ...]:
    read = read_position(GAME, line)
    assert isinstance(read, Unreadable), "this is a position"
    return read.problems


def test_a_dealt_position_reads_back() -> None:
    s = dealt(12)
    assert read_position(GAME, position_line(GAME, s)) == s


def test_the_start_of_every_preset_reads_back() -> None:
    for preset in GAME.start.presets:
        s = GAME.start(preset)
        assert read_position(GAME, position_line(GAME, s)) == s


def test_fields_may_come_in_any_order_and_cards_in_any_spelling() -> None:
    one = at("hand1=KSTD houses=9C/8D")
    other = at("houses=9c/8♦ hand1=K♠10d turn=1")
    assert one == other


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("partial hand1=ZZ", ("hand1: 'ZZ' is not a card",)),
        ("partial hand1=2S2S", ("2S is there 2 times",)),
        ("partial houses=2S/3S/4S/5S/6S/7S/8S/9S/TS",
         ("houses=2S/3S/4S/5S/6S/7S/8S/9S/TS: expected at most 8 piles",)),
        ("partial houses=9C8C", ("house 1 does not run down in alternate colours",)),
        ("partial foundations=2S", ("foundation 1 does not run up from the ace in one suit",)),
        ("partial foundations=AS2H/AC3C",
         ("foundation 1 does not run up from the ace in one suit",
          "foundation 2 does not run up from the ace in one suit")),
        ("partial houses=9C??", ("houses: every card of 9C?? must be known",)),
        ("partial reserve1=9C loaded1=1",
         ("reserve 1 has 1 cards, not all of them can be loaded ones",)),
        ("partial reserve1=9C??", ("the top of reserve 1 must be known",)),
        ("partial games=x", ("games=x: expected a number",)),
        ("partial turn=3", ("turn=3: expected some of 1, 2",)),
        ("partial idle=x", ("idle=x: expected a number for each player, such as 30:0",)),
        ("partial scores=3", ("scores=3: expected a number for each player, such as 30:0",)),
        ("partial phase=over", ("a game that is over needs a result",)),
        ("partial phase=nowhere", ("phase=nowhere: expected one of deal, play, over",)),
        ("partial past=xyz", ("past=xyz: expected hexadecimal numbers",)),
        ("partial result=won:1:1",
         ("result=won:1:1: expected an end, a player and points, such as win:1:36",)),
        ("partial seen=1>9", ("seen=1>9: expected house moves such as 2>5",)),
        ("partial seen=1>2", ("seen: house 2 has no such cards to go back",)),
        ("partial turned=2S3S", ("turned=2S3S: expected one card",)),
        ("partial flags=tired", ("flags=tired: expected some of progressed, drained, waste_played, acted, misplayed",)),
        ("partial nonsense", ("'nonsense': expected name=value or partial",)),
        ("partial hand1=2S hand1=3S", ("hand1 stands twice",)),
        ("rules=house", ("rules=house: expected a preset first, one of standard, stop, report, document",)),
        ("rules=report;reserve_size=99",
         ("rules: reserve_size=99: expected a number from 11 to 13",)),
        ("partial watched=1 fault=wrong_place before={partial hand1=ZZ}",
         ("before: hand1: 'ZZ' is not a card",)),
        ("partial fault=wrong_place before={partial}",
         ("a fault needs the watched player",)),
        ("partial watched=1 fault=wrong_place skipped=a>b before={partial}",
         ("skipped=a>b: expected plays such as reserve>foundation1",)),
        ("partial result=win:-:30", ("the result win needs a winner",)),
        ("partial result=resigned:-:30", ("the result resigned needs a winner",)),
        ("partial result=agreement:-:3", ("a level game scores no points",)),
        ("partial seen=1>1", ("seen: 1>1 goes nowhere", "seen: house 1 has no such cards to go back")),
        ("partial seen=1>2x00 houses=-/KS", ("seen: 1>2x00 moves no card",)),
        ("partial turned=?? hand1=2S", ("the turned card must be known",)),
        ("partial hand1=2S??", ("some cards are unknown that a view shows, or known that it hides",)),
        ("partial hand1=?? reserve1=2S3S",
         ("some cards are unknown that a view shows, or known that it hides",)),
        ("partial scores=300:0", ("the match is decided: no game of it is played any more",)),
        ("partial skipped=hand>house1", ("skipped needs a fault",)),
        ("partial before={partial}", ("before needs a fault",)),
    ],
)  # fmt: skip
def test_everything_wrong_with_a_line_is_listed(line: str, found: tuple[str, ...]) -> None:
    assert problems(line) == found


def test_an_unknown_field_is_answered_with_the_known_ones() -> None:
    assert problems("partial hnad1=2S")[0].startswith("no field 'hnad1'; there are: ")


def test_103_cards_and_a_card_twice_are_no_position() -> None:
    line = position_line(GAME, dealt(12))
    card = str(dealt(12).houses[0][0])
    assert problems(line.replace(f"houses={card}/", "houses=-/")) == (
        "103 cards instead of 104",
        f"missing: {card}",
    )
    other = str(dealt(12).houses[1][0])
    assert problems(line.replace(f"houses={card}/", f"houses={other}/")) == (
        f"{other} is there 2 times",
        f"missing: {card}",
    )


FAULTY = "rules=standard;enforcement=stop turn=1 hand1=2S hand2=3S houses=KH"


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("fault=wrong_place", ("a fault needs the position before it: before={...}",)),
        ("fault=wrong_place before=", ("a fault needs the position before it: before={...}",)),
        (f"fault=reserve_skipped skipped=reserve>foundation1 before={{partial {FAULTY}}}",
         ("skipped: reserve>foundation1 could not be played before the fault",)),
        (f"fault=reserve_skipped skipped=house1>foundation1 before={{partial {FAULTY}}}",
         ("skipped: house1>foundation1 could not be played before the fault",)),
        (f"fault=reserve_skipped before={{partial {FAULTY}}}",
         ("the fault reserve_skipped needs a skipped play",)),
        (f"fault=wrong_place skipped=house1>house2 before={{partial {FAULTY}}}",
         ("the fault wrong_place needs no skipped play",)),
        ("fault=wrong_place before={partial rules=report phase=over result=win:1:30 turn=1 hand1=2S hand2=3S houses=KH}",
         ("before: the game is not in play", "before: other rules", "before: another match")),
        (f"fault=wrong_place before={{partial {FAULTY}/KS}}", ("before: other cards",)),
        (f"fault=wrong_place before={{partial {FAULTY} watched=2}}", ("before: nobody is watched there yet",)),
        (f"fault=wrong_place before={{partial {FAULTY.replace('turn=1', 'turn=2')}}}",
         ("before: player 1, who is watched, is not on turn",)),
        (f"fault=wrong_place before={{partial {FAULTY} watched=1 fault=wrong_place before={{partial}}}}",
         ("before: no fault can be on record there",)),
    ],
)  # fmt: skip
def test_a_fault_on_record_must_fit_the_position_before_it(
    fault: str, found: tuple[str, ...]
) -> None:
    assert problems(f"partial {FAULTY} watched=1 {fault}") == found


def test_faults_are_on_record_only_in_play_and_where_players_call_them() -> None:
    line = f"partial {FAULTY} watched=1 fault=wrong_place before={{partial {FAULTY}}}"
    read = read_position(GAME, line)
    assert not isinstance(read, Unreadable)
    assert problems(line.replace("stop", "penalise")) == (
        "a fault is on record only where enforcement is stop",
    )
    assert problems(f"{line} phase=over result=agreement:-:0") == (
        "a fault is on record only while a game is in play",
        "before: another match",
    )


def test_the_end_of_a_game_clears_the_record() -> None:
    s = at("rules=standard;enforcement=stop hand1=KS hand2=2D houses=AC")
    s = after(s, "turn_hand", "resign(1)")
    assert s.court.fault is None
    assert read_position(GAME, position_line(GAME, s)) == s


def test_a_view_is_a_position_too() -> None:
    view = GAME.view(dealt(12), Seat(0))
    assert "??" in position_line(GAME, view)
    assert read_position(GAME, position_line(GAME, view)) == view


# -- views --------------------------------------------------------------------------------


def test_a_view_knows_tops_counts_houses_and_the_turned_card_and_nothing_else() -> None:
    s = at("hand1=2S3S turned=4S waste1=5S6S reserve1=7S8S hand2=2D houses=KH")
    view = GAME.view(s, Seat(1))
    hidden = Hidden()
    assert view.sides[0] == (
        (hidden, s.sides[0].reserve[-1]),
        (hidden, hidden),
        (hidden, s.sides[0].waste[-1]),
        0,
    )
    assert view.turned == s.turned
    assert view.houses == s.houses


def test_a_view_does_not_tell_whether_an_action_was_a_fault() -> None:
    line = "rules=standard;enforcement=stop hand1=2D3D hand2=4D"
    faulty = after(at(f"{line} houses=AS/KH/KD/KH'/KD'/JH/JD/JH'"), "turn_hand")
    proper = after(at(f"{line} houses=KS/KH/KD/KH'/KD'/JH/JD/JH'"), "turn_hand")
    assert faulty.court.fault is not None
    assert proper.court.fault is None
    for s in (faulty, proper):
        view = GAME.view(s, Seat(1))
        assert view.court.fault is None
        assert view.court.watched == 0
        assert "call_stop" in map(str, GAME.legal(view, Seat(1)))
        for word in ("fault=", "skipped=", "before="):
            assert word not in position_line(GAME, view)


def test_a_card_that_is_not_known_cannot_be_played() -> None:
    view = GAME.view(at("reserve1=9D8D7D houses=8C hand1=KS hand2=2C"), Seat(0))
    blind = GAME.after(view, GAME.moves(view)[0])
    assert not isinstance(blind.sides[0].reserve[-1], type(view.sides[0].reserve[-1]))
    refusal = GAME.refusal(blind, GAME.moves(view)[0])
    assert refusal is not None
    assert refusal.text == "the card on the reserve is not known"


# -- scenes -------------------------------------------------------------------------------


def test_a_scene_has_every_pile_and_says_what_is_compulsory() -> None:
    s = at("hand1=2S waste1=3S reserve1=9DAS hand2=2D houses=KH")
    scene = scene_of(GAME, s, Seat(0))
    assert len(scene.zones) == 8 + 8 + 2 * 4
    words = {g.event: g.words for g in scene.gestures}
    assert words["move(reserve,foundation1)"] == (
        "A♠ from the reserve to foundation 1 (compulsory)"
    )
    gesture = next(g for g in scene.gestures if g.event == "move(reserve,foundation1)")
    assert (gesture.pick, gesture.drop) == ("reserve:1", "foundation1")


def test_hidden_cards_show_their_backs() -> None:
    scene = scene_of(GAME, dealt(1), Seat(0))
    looks = [p.look for zone in scene.zones for p in zone.pieces]
    assert looks.count("card:back") == 2 * (12 + 35)
    assert len({p.key for zone in scene.zones for p in zone.pieces}) == 104
