"""Random games keep every promise, under every rule."""

from collections.abc import Mapping
from itertools import product

import pytest

from games.russian_bank.bank import (
    GAME,
    MODES,
    PRESETS,
    dealt,
    random_states,
    started,
)
from games.russian_bank.greedy import greedy_game
from ludex.check.strange_events import strange_event
from ludex.games.russian_bank.rules.candidates import is_compulsory
from ludex.games.russian_bank.rules.events import Misplay
from ludex.games.russian_bank.rules.places import PLACES
from ludex.games.russian_bank.rules.state import End, Phase, State
from ludex.kernel import Dice, Query, Refusal, Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.table.options import options_of

VALUES = {
    option.name: option.expected.removeprefix("one of ").split(", ")
    for option in options_of(GAME)
    if option.expected.startswith("one of ")
} | {
    "reserve_size": ["11"],
    "houses_per_player": ["3"],
    "reserve_first": ["no", "yes"],
    "no_repeat_in_turn": ["no", "yes"],
}
MOST_VALUES = max(map(len, VALUES.values()))
OFTEN = [*zip(("standard", *PRESETS), MODES, strict=True)]
"""Each preset and each mode."""


def check_candidates(s: State) -> None:
    """What is offered is what the guards let pass, nothing more and nothing less."""
    tried = {e for e in GAME.brute(s) if not e.sampled and GAME.refusal(s, e) is None}
    assert set(GAME.legal(s)) == tried


@pytest.mark.parametrize(
    ("preset", "mode"),
    [
        pytest.param(*both, marks=() if both in OFTEN else pytest.mark.slow)
        for both in product(PRESETS, MODES)
    ],
)
def test_a_random_game_ends_and_every_state_can_be_written_and_seen(preset: str, mode: str) -> None:
    states = random_states(started(preset, enforcement=mode), seed=7, most=6000)
    assert GAME.outcome(states[-1]) is not None
    for s in states[:: len(states) // 12]:
        assert read_position(GAME, position_line(GAME, s)) == s
        check_candidates(s)
        for seat in (Seat(0), Seat(1)):
            view = GAME.view(s, seat)
            assert GAME.legal(view, seat) == GAME.legal(s, seat)
            assert read_position(GAME, position_line(GAME, view)) == view


def check_play_by(options: Mapping[str, str]) -> None:
    """What is offered in some states of a random game is legal, and somebody can move."""
    for s in random_states(started(**options), seed=3, most=160)[20::60]:
        check_candidates(s)
        assert GAME.outcome(s) is not None or GAME.moves(s), options


def test_under_every_value_of_every_option_the_offered_events_are_the_legal_ones() -> None:
    """All options are changed at once, each to its first value, its second and so on."""
    for turn, shift in product(range(MOST_VALUES), range(2)):
        check_play_by(
            {
                option: values[(turn + shift * number) % len(values)]
                for number, (option, values) in enumerate(VALUES.items())
            }
        )


@pytest.mark.slow
@pytest.mark.parametrize("option", VALUES)
def test_under_every_value_of_a_single_option_they_are_too(option: str) -> None:
    for value in VALUES[option]:
        check_play_by({option: value})


@pytest.mark.parametrize(
    "preset",
    [PRESETS[0], *(pytest.param(p, marks=pytest.mark.slow) for p in PRESETS[1:])],
)
def test_stop_with_every_fault_and_the_whole_turn_open_keeps_every_promise(
    preset: str,
) -> None:
    start = started(
        preset,
        enforcement="stop",
        faults="all_faults",
        call_reaches="whole_turn",
        wrong_call_costs="one_of_three_calls",
    )
    states = random_states(start, seed=11, most=1500)
    for s in states[::250]:
        assert read_position(GAME, position_line(GAME, s)) == s
        check_candidates(s)


@pytest.mark.parametrize("mode", ["stop", "penalise"])
def test_wrong_plays_thrown_in_at_random_keep_every_promise(mode: str) -> None:
    dice = Dice(6)
    s = dealt(3, enforcement=mode, faults="all_faults")
    made = 0
    for _ in range(250):
        wrong = Misplay(*(dice.choice(PLACES) for _ in range(2)))
        if dice.below(3) == 0 and not isinstance(GAME.apply(s, wrong), Refusal):
            s, made = GAME.after(s, wrong), made + 1
            assert read_position(GAME, position_line(GAME, s)) == s
        elif GAME.moves(s):
            s = GAME.after(s, dice.choice(GAME.moves(s)))
    assert made > 20


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("preset", PRESETS)
def test_many_random_games_keep_every_promise_and_end(preset: str, mode: str) -> None:
    start = started(preset, enforcement=mode)
    for seed in range(4):
        states = random_states(start, seed, most=30_000)
        assert GAME.outcome(states[-1]) is not None


def test_in_the_document_s_game_a_compulsory_play_forbids_everything_else() -> None:
    called = 0
    for s in random_states(started("report"), seed=11, most=1500):
        if s.phase is Phase.PLAY:
            tags = {is_compulsory(s, e) for e in GAME.moves(s)}
            assert len(tags) == 1, position_line(GAME, s)
            called += True in tags
    assert called


def test_somebody_can_always_move() -> None:
    for seed in range(2):
        for s in random_states(dealt(seed), seed, most=600):
            assert s.phase is not Phase.PLAY or GAME.moves(s)


@pytest.mark.parametrize("count", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_greedy_play_decides_nearly_every_standard_game_in_about_44_turns(
    count: int,
) -> None:
    games = [greedy_game(started(), Dice(seed)) for seed in range(count)]
    won = [game for game in games if game.end is End.WIN]
    assert len(won) >= count * 58 / 60
    turns = sorted(game.turns for game in won)
    assert 38 <= turns[len(turns) // 2] <= 50


def test_strange_events_are_refused_and_never_crash() -> None:
    dice = Dice(5)
    for s in random_states(dealt(1), seed=2, most=300)[::10]:
        for _ in range(40):
            strange = strange_event(GAME, dice)
            if GAME.refusal(s, strange) is None and not isinstance(strange, Query):
                assert strange in GAME.legal(s)


def test_a_position_line_cut_in_half_is_refused_in_one_line() -> None:
    for s in random_states(dealt(4), seed=4, most=200)[::20]:
        line = position_line(GAME, s)
        cut = read_position(GAME, line[: len(line) // 2])
        assert isinstance(cut, Unreadable)
        assert "\n" not in str(cut)
