"""FreeCell in play: legal events, runs, autoplay, positions, boards, scenes."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.freecell.freecell_table import after, columns, dealt, event, refusal, table
from ludex.check.simulate import simulate
from ludex.games.freecell.formats.boards import plain_text, read_board
from ludex.games.freecell.formats.notation import single_moves
from ludex.games.freecell.game import State, game
from ludex.games.freecell.rules.autoplay import Sending, sent_home
from ludex.games.freecell.rules.dealing import dealt as dealt_by
from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.events import Autoplay, MoveGameToGame
from ludex.games.freecell.rules.options import PRESETS, Building, Rules, Spaces
from ludex.games.freecell.rules.options import AutoplayScope as Option
from ludex.games.freecell.rules.state import board_of, cleared, set_up
from ludex.games.freecell.solver import Solved, verdict
from ludex.kernel import CHANCE, Dice, Event, Unreadable
from ludex.language.position import position_line, read_position
from ludex.table import scene_of

some_rules = st.builds(
    lambda to_cells, **options: Rules(dealt_to_cells=min(to_cells, options["cells"]), **options),
    columns=st.integers(4, 13),
    cells=st.integers(0, 10),
    packs=st.integers(1, 2),
    building=st.sampled_from(Building),
    spaces=st.sampled_from(Spaces),
    autoplay=st.sampled_from(Option),
    to_cells=st.integers(0, 10),
)
presets = st.sampled_from([*PRESETS.values()])
seeds = st.integers(0, 2**32)


def played(rules: Rules, seed: int, steps: int, *, home_first: bool = False) -> State:
    """A position reached at random; with home first it is often far on."""
    dice = Dice(seed)
    s = dealt_by(rules, 1 + dice.below(2**33 - 1))
    for _ in range(steps):
        legal = [*game.moves(s)]
        if not legal:
            break
        homing = [e for e in legal if "home" in e.name or e.name == "autoplay"]
        s = dice.choice((homing if home_first else []) or legal).apply(s)
    return s


@settings(max_examples=4, deadline=None)
@given(some_rules, seeds, st.integers(0, 60), st.booleans())
def test_the_candidates_are_exactly_what_the_guards_allow(
    rules: Rules, seed: int, steps: int, home_first: bool
) -> None:
    s = played(rules, seed, steps, home_first=home_first)
    found = [e for e in game.legal(s) if e.name != "new_game"]
    tried = {
        e
        for cls in game.events
        if cls.name.startswith("move_") or cls is Autoplay
        for e in every(cls)
        if game.refusal(s, e) is None
    }
    assert len({*found}) == len(found)
    assert {*found} == tried
    assert (game.outcome(s) is None) == bool(tried)


def every(cls: type[Event[State]]) -> Iterator[Event[State]]:
    for values in product(*(field.domain.values() for field in cls.fields())):
        yield cls(*values)


def test_a_supermove_is_the_chain_of_its_single_moves() -> None:
    longest = 0

    @settings(max_examples=75, deadline=None)
    @given(some_rules, seeds, st.integers(0, 200))
    @example(Rules(), 3, 20)  # a run to carry, whatever luck the others have
    def decomposes(rules: Rules, seed: int, steps: int) -> None:
        nonlocal longest
        s = played(rules, seed, steps, home_first=True)
        for move in game.moves(s):
            if isinstance(move, MoveGameToGame):
                longest = max(longest, move.count)
                assert_chain(s, move)

    decomposes()
    assert longest > 1


@pytest.mark.parametrize(
    ("s", "text"),
    [
        (table("columns=KSQHJSTD9S/KHQSJHTS/-/-/-/KD/QD/JDKC"), "move_game_to_game(5,0,2)"),
        (table("cells=KC/KD/QD/- columns=KSQHJSTD9S/KHQSJHTS/-/-/-/JD/-/-"),
         "move_game_to_game(5,0,2)"),
        (table("rules=eight-off columns=KSQSJSTS9S/-/-/-/-/-/-/-"),
         "move_game_to_game(5,0,2)"),
    ],
)  # fmt: skip
def test_long_runs_decompose(s: State, text: str) -> None:
    assert_chain(s, event(text))


def assert_chain(s: State, move: Any) -> None:
    chain = [*single_moves(s, move)]
    one_by_one = s
    for step in chain:
        assert not isinstance(step, MoveGameToGame) or step.count == 1
        assert game.refusal(one_by_one, step) is None, (move, step)
        one_by_one = step.apply(one_by_one)
    assert one_by_one == move.apply(s)


def test_one_card_more_than_can_be_carried_is_refused() -> None:
    s = table("cells=KC/KD/QD/- columns=KSQHJSTD/KHQSJHTS/9S/9D/8S/JD/TH/-")
    assert refusal(s, "move_game_to_game(3,0,7)").startswith("Only 2 can be moved")
    assert refusal(s, "move_game_to_game(2,0,7)") == ""


# -- autoplay -------------------------------------------------------------------------


def test_the_cards_that_autoplay_sends_home_are_named() -> None:
    def told(s: State, text: str) -> tuple[str, ...]:
        return game.consequences(s, event(text), game.after(s, event(text)))

    assert told(columns("KS QS", "KH"), "autoplay(all)") == ("Q♠, K♠ and K♥ go home",)
    assert told(columns("KS"), "autoplay(all)") == ("K♠ goes home",)
    assert told(columns("KS"), "move_game_to_free(0,0)") == ()


def test_safe_autoplay_keeps_what_could_be_needed() -> None:
    s = table("homes=4S/4H/-/4D columns=5H5S/3CKCQCJCTC9C8C7C6C5C4C2C/KSQSJSTS9S8S7S6S/"
              "KHQHJHTH9H8H7H6H/KDQDJDTD9D8D7D6D5D/AC/-/-")  # fmt: skip
    t = after(s, "autoplay(safe)")
    assert [len(home) for home in t.homes] == [5, 4, 2, 4]  # 5♥ may hold 4♣
    everything = after(s, "autoplay(all)")
    assert len(everything.homes[1]) == 13


def test_autoplay_obeys_the_option() -> None:
    line = "rules=freecell;autoplay={} columns=KS/-/-/-/-/-/-/-"
    assert refusal(table(line.format("off")), "autoplay(safe)") == "Autoplay is off"
    safe = table(line.format("safe"))
    assert refusal(safe, "autoplay(all)") == "Only safe cards go home by themselves"
    assert refusal(safe, "autoplay(safe)") == ""
    assert refusal(table(line.format("all")), "autoplay(all)") == ""


def test_autoplay_without_a_card_to_send_is_refused() -> None:
    assert refusal(dealt(617), "autoplay(all)") == "No card can be sent home now (all)"
    assert refusal(dealt(617), "autoplay(safe)") == "No card can be sent home now (safe)"


def test_safe_autoplay_never_loses_a_game() -> None:
    compared = 0
    for seed in range(0, 120, 3):
        for rules in PRESETS.values():
            s = played(rules, seed, 4 + seed % 20)
            t = sent_home(s, Sending.SAFE)
            if t != s and isinstance(verdict(s, 500), Solved):
                compared += 1
                assert isinstance(verdict(t), Solved), position_line(game, s)
    assert compared > 10


# -- deals and presets ----------------------------------------------------------------


def test_a_deal_is_left_to_chance() -> None:
    s = game.start()
    assert game.turn(s) == CHANCE
    assert game.chance(s) is None
    drawn = game.draw(s, Dice(5))
    assert game.refusal(s, drawn) is None
    assert game.draw(s, Dice(5)) == drawn


@pytest.mark.parametrize(
    ("preset", "lengths", "cells"),
    [
        ("freecell", [7, 7, 7, 7, 6, 6, 6, 6], 0),
        ("bakers-game", [7, 7, 7, 7, 6, 6, 6, 6], 0),
        ("eight-off", [6] * 8, 4),
        ("seahaven-towers", [5] * 10, 2),
        ("forecell", [6] * 8, 4),
    ],
)
def test_every_preset_deals_its_own_table(preset: str, lengths: list[int], cells: int) -> None:
    s = dealt(617, preset)
    assert [len(column) for column in s.columns] == lengths
    assert len(s.cells) - s.free_cells == cells


def test_bakers_game_has_the_numbered_deals_too() -> None:
    assert dealt(617, "bakers-game").columns == dealt(617).columns


def test_options_that_no_table_could_have_are_told() -> None:
    for changes, said in (
        ({"cells": "11"}, "cells=11: expected a number from 0 to 10"),
        ({"columns": "3"}, "columns=3: expected a number from 4 to 13"),
        ({"cells": "2", "dealt_to_cells": "3"}, "from 0 to 2, not 3"),
    ):
        found = game.start.varied(None, changes)
        assert isinstance(found, Unreadable)
        assert said in str(found)


# -- positions and boards ---------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(some_rules, seeds, st.integers(0, 200))
def test_a_position_reads_back_under_any_rules(rules: Rules, seed: int, steps: int) -> None:
    s = played(rules, seed, steps, home_first=True)
    assert read_position(game, position_line(game, s)) == s
    assert read_position(game, position_line(game, cleared(rules))) == cleared(rules)


@settings(max_examples=30, deadline=None)
@given(presets, seeds, st.integers(0, 200))
def test_a_board_goes_out_and_comes_back(rules: Rules, seed: int, steps: int) -> None:
    s = played(rules, seed, steps, home_first=True)
    board = read_board(plain_text(board_of(s)), rules)
    assert isinstance(board, Board)
    again = set_up(rules, board)
    assert (again.columns, again.cells) == (s.columns, s.cells)
    assert {*again.homes} == {*s.homes}


@settings(max_examples=15, deadline=None)
@given(seeds, st.integers(0, 200))
def test_a_board_of_two_packs_keeps_every_card(seed: int, steps: int) -> None:
    rules = Rules(columns=10, cells=8, packs=2)
    s = played(rules, seed, steps, home_first=True)
    board = read_board(plain_text(board_of(s)), rules)
    assert isinstance(board, Board)
    again = set_up(rules, board)
    assert all(holds(again) for holds in game.always.values())


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("rules=whist", ["no preset 'whist'"]),
        ("rules=freecell;cells=12", ["cells=12: expected"]),
        ("what", ["'what' is not of the form name=value", "52 missing"]),
        ("colour=red homes=rest", ["no field 'colour'"]),
        ("homes=rest cells=-/-/-/- cells=KS/-/-/-", ["cells is given twice"]),
        ("homes=rest homes=rest homes=rest", ["homes is given 3 times"]),
        ("rules=freecell;cells=3;cells=2", ["rules: cells is given twice"]),
        ("homes=rest columns=KS", ["8 columns expected, 1 found"]),
        ("homes=rest columns=KS/1X/-/-/-/-/-/-", ["columns 2: '1X' is not a card"]),
        ("homes=KS/KH/KC/QD columns=1X?2S/-", ["8 columns expected, 2 found",
            "columns 1: '1X?' is not a card", "2S is there 2 times", "1 missing: KD"]),
        ("homes=KS/QH/KC/QD cells=KHKD/-/-/-", ["cells 1: more than one card"]),
        ("homes=rest columns=KSKS/-/-/-/-/-/-/-", ["KS is there 2 times"]),
        ("homes=rest cells=KSKH/-/-/-", ["cells 1: more than one card"]),
        ("homes=KS/KH/KC/-", ["13 missing: AD 2D"]),
        ("homes=AS3S/KH/KC/KD", ["homes 1: not from the ace up in suit",
                                 "11 missing: 2S 4S"]),
        ("phase=late homes=rest", ["phase=late: expected play or setup"]),
        ("phase=setup homes=KS/-/-/-", ["during set-up cards lie in the columns only"]),
    ],
)  # fmt: skip
def test_everything_wrong_with_a_position_is_told(line: str, problems: list[str]) -> None:
    found = read_position(game, line)
    assert isinstance(found, Unreadable)
    for problem in problems:
        assert problem in str(found)
    assert ("missing" in str(found)) == any("missing" in text for text in problems)


# -- texts and scenes ---------------------------------------------------------------------


def test_the_picture_shows_cells_homes_and_columns() -> None:
    s = table("cells=-/TD/-/- homes=5S/-/-/AD columns=-/KHQS/-/-/-/-/-/" + rest())
    assert game.text(s).splitlines()[:4] == [
        "cells  -- 10♦  --  --   homes  5♠  --  --  A♦",
        "   1   2   3   4   5   6   7   8",
        "  --  K♥  --  --  --  --  --  6♠",
        "      Q♠                      7♠",
    ]


def rest() -> str:
    gone = {"TD", "KH", "QS", "AD", *(f"{rank}S" for rank in "A2345")}
    return "".join(f"{r}{s}" for s in "SHCD" for r in "A23456789TJQK" if f"{r}{s}" not in gone)


def test_no_cells_are_drawn_as_none() -> None:
    s = table("rules=freecell;cells=0 columns=KS/-/-/-/-/-/-/-")
    assert game.text(s).startswith("cells none   homes")


def test_gestures_say_what_they_do() -> None:
    s = table("cells=QD/-/-/- columns=KHQS/KD/KS/-/-/-/-/-")
    words = {g.event: g for g in scene_of(game, s, game.turn(s)).gestures}
    run = words["move_game_to_game(2,0,3)"]
    assert (run.words, run.pick, run.drop) == (
        "K♥ and 1 more onto the empty column 4", "KH", "column:3",
    )  # fmt: skip
    assert words["move_free_to_game(0,2)"].words == "Q♦ onto K♠"
    assert words["move_free_to_home(0,3)"].words == "Q♦ home"
    assert words["move_game_to_free(1,1)"].words == "K♦ to free cell 2"
    assert words["autoplay(safe)"].words == "Send safe cards home"
    assert words["new_game"].words == "New game"


# -- many games ---------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_keep_the_invariants(preset: str) -> None:
    report = simulate(game, game.start(preset), 8, dice=Dice(3), max_events=150)
    assert report.violations == 0


def test_random_games_with_two_packs_keep_the_invariants() -> None:
    start = game.start.varied(None, {"packs": "2", "columns": "10", "cells": "8"})
    assert isinstance(start, State)
    report = simulate(game, start, 3, dice=Dice(3), max_events=150)
    assert report.violations == 0


def test_a_board_by_hand_can_be_lost_and_taken_back() -> None:
    s = after(columns("KH QS", "KS"), "move_game_to_free(0,0)")
    assert after(s, "new_game") == game.start()
