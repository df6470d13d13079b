"""The engine of Russian Bank does what the rulebook says, on every table that it claims."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args, get_type_hints

import numpy as np
import pytest

from lockstep_walks import demand_the_same_games, steps_of
from ludex.check.strange_events import strange_event
from ludex.compile import answers
from ludex.compile.engine import OVER
from ludex.compile.lockstep import compared, stepped
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.games.russian_bank.engine.engine import actor, covers, engine
from ludex.games.russian_bank.engine.layout import (
    CHOICES,
    DEAL,
    MOST_PAST,
    MOST_SEEN,
    PAST_COUNT,
    RULES,
    SEEN_COUNT,
    NotPlayed,
    packed_rules,
)
from ludex.games.russian_bank.engine.moves import deal
from ludex.games.russian_bank.game import game
from ludex.games.russian_bank.rules.dealing import Deal
from ludex.games.russian_bank.rules.events import (
    AgreeStalemate,
    CallStop,
    Move,
    NextGame,
)
from ludex.games.russian_bank.rules.options import PRESETS, STANDARD, Rules
from ludex.games.russian_bank.rules.places import HOUSES, ON_FOUNDATIONS
from ludex.games.russian_bank.rules.state import StalemateProgress, State
from ludex.games.russian_bank.rules.view import imagine
from ludex.kernel import Dice, Query, Seat
from ludex.language.position import read_position
from ludex.registry import refined
from refinements import wide

FAST = refined(game).unchecked()
"""The rulebook with its list of moves, which other tests prove."""

PLAYED = {name: rules for name, rules in PRESETS.items() if rules.blocks}
"""The presets that the engine plays: where stop is called, the rulebook does."""

TABLES = {
    **PLAYED,
    "six houses, the waste open": Rules(
        reserve_size=11, houses_per_player=3, first_player="higher_card",
        equal_cards="first_houses", all_equal="new_deal", own_waste="open",
        load_ranks="next_or_same", enforcement="remind",
    ),
    "loads are compulsory": Rules(
        loading="compulsory", first_player="cut", fill_empty_houses="from_anywhere",
        own_waste="one_card_a_turn", runs_move="card_by_card",
    ),
    "loads come last": Rules(
        loading="last_resort", discard_when="it_fits_nowhere", equal_cards="suits",
        own_waste="open_without_reserve", first_player="by_turns",
    ),
    "no loads, no repetition": Rules(
        loading="never", foundation_duty="none", reserve_first=False,
        empty_house_takes="kings", fill_empty_houses="from_anywhere",
        no_repeat_in_turn=False, stalemate=frozenset(("both_idle",)),
    ),
    "at any time": Rules(
        turn_hand_when="any_time", discard_when="any_time", empty_house_takes="aces",
        foundation_duty="reserve_and_hand", reserve_first=False,
        waste_becomes_hand="at_the_next_turn", loading="compulsory",
    ),
    "spaces stay empty": Rules(
        reserve_size=12, empty_house_takes="nothing", all_equal="player_1",
        stalemate=frozenset(("third_repetition",)), stalemate_scores="nothing",
        win_bonus=1000, card_points=100, reserve_card_points=0,
        turn_hand_when="reserve_is_blocked",
    ),
}  # fmt: skip


def test_the_tables_have_every_option_that_is_claimed() -> None:
    not_played = {"buried_cards_too"}
    for name in CHOICES:
        words = {*get_args(get_type_hints(Rules)[name])} - not_played
        assert {getattr(rules, name) for rules in TABLES.values()} == words


@pytest.mark.parametrize("name", TABLES)
def test_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps = 1_500 if name in PLAYED else 500
    demand_the_same_games(engine(TABLES[name]), range(1000), steps, FAST)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_many_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps, seeds = steps_of(name, PLAYED, TABLES), range(10**6, 2 * 10**6)
    demand_the_same_games(engine(TABLES[name]), seeds, steps, FAST)


def states(rules: Rules, seed: int, every: int = 1) -> Iterator[State]:
    """A random game, each so many moves."""
    dice, s = Dice(seed), Deal(seed).apply(game.start()._replace(rules=rules))
    count = 0
    while FAST.outcome(s) is None:
        if count % every == 0:
            yield s
        s = FAST.after(s, dice.choice(FAST.moves(s)))
        count += 1
    yield s


@pytest.mark.parametrize("name", PLAYED)
def test_positions_are_packed_and_every_move_leads_where_the_guards_say(
    name: str,
) -> None:
    packed = engine(PRESETS[name])
    for seed in range(2):
        for s in states(PRESETS[name], seed, 29):
            assert compared(packed, s, game.unchecked()) is None
            assert game.outcome(s) is not None or not [*stepped(packed, s, FAST)]


def test_nothing_that_can_be_written_down_is_legal_but_what_is_listed() -> None:
    packed, dice = engine(), Dice(4)
    for count, s in enumerate(states(STANDARD, 3, 40)):
        listed = {*answers.moves(packed, s)}
        if count % 4 == 0:
            assert {*wide(game, s)} == listed
        for event in listed:  # and of others what is next to it
            near = [strange_event(game, dice, event) for _ in range(3)]
            moves = [e for e in near if not (e.aside or isinstance(e, Query))]
            assert {e for e in moves if game.refusal(s, e) is None} <= listed


def test_deals_are_those_of_the_rulebook() -> None:
    for name in ("standard", "six houses, the waste open", "loads come last"):
        rules = TABLES[name]
        for number in (*range(150), 2**62 - 1):
            row = np.zeros(engine().words, np.int64)
            row[RULES] = packed_rules(rules)
            deal(row, number)
            s = Deal(number).apply(State(rules))
            assert engine(rules).decode(row) == s
            assert engine(rules).is_row_of(row, s)


def test_the_next_game_of_a_match_is_dealt_too() -> None:
    rules = replace(STANDARD, first_player="by_turns", match_target="none")
    packed, s = engine(rules), [*states(rules, 8)][-1]
    again = game.after(s, NextGame())
    row = packed.rows([again])[0]
    assert packed.decode(row) == again
    loops(packed).one.draw(row, 12, 0)
    assert packed.chanced is not None
    dealt = game.after(again, packed.chanced(row, row))
    assert packed.decode(row) == dealt
    assert dealt.match.games == 1
    assert dealt.seat != s.match.starter


def test_moves_are_chosen_from_the_legal_ones_each_as_likely() -> None:
    packed = engine()
    one = loops(packed).one
    assert one.choose is not None
    found = np.zeros(packed.most, np.int64)
    for s in states(STANDARD, 6, 97):
        if game.outcome(s) is not None:
            continue
        row = packed.rows([s])[0]
        legal = found[: one.legal(row, found)].tolist()
        tries = 200 * len(legal)
        chosen = Counter(one.choose(row, 3, n, found) for n in range(tries))
        assert {*chosen} == {*legal}
        assert all(130 < times < 270 for times in chosen.values())


def test_numbers_and_events_stand_for_each_other() -> None:
    packed = engine()
    row = np.zeros(packed.words, np.int64)
    events = [packed.event(row, number) for number in range(packed.actions)]
    assert len({*events}) == packed.actions == 201
    assert [packed.action(row, each) for each in events] == [*range(packed.actions)]
    for event in (CallStop(), Move(ON_FOUNDATIONS[0], HOUSES[0])):
        with pytest.raises(ValueError, match="has no number"):
            packed.action(row, event)


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (Rules(enforcement="stop"), "where faults are refused .* enforcement=stop"),
        (Rules(enforcement="penalise"), "where faults are refused"),
        (Rules(foundation_duty="buried_cards_too"), "buried_cards_too"),
        (
            Rules(runs_move="as_a_unit"),
            "cards one by one, not with runs_move=as_a_unit",
        ),
    ],
)
def test_other_tables_are_refused_in_one_line(rules: Rules, line: str) -> None:
    with pytest.raises(NotPlayed, match=line) as refused:
        engine(rules)
    assert "\n" not in str(refused.value)


def test_states_that_are_not_packed_are_not_covered() -> None:
    s = Deal(1).apply(game.start())
    assert covers(s)
    assert covers(game.start())
    assert not covers(game.view(s, Seat(0)))
    assert not covers(s._replace(calm=StalemateProgress(past=(1,) * MOST_PAST)))
    watched = s._replace(court=s.court._replace(false_calls=(1, 0)))
    assert not covers(watched)


def test_offers_and_sketches_are_packed() -> None:
    s = game.after(Deal(1).apply(game.start()), AgreeStalemate(Seat(1)))
    assert compared(engine(), s, FAST) is None
    sketch = read_position(game, "rules=standard partial turn=2 hand2=4S houses=7C6H/8D")
    assert compared(engine(), sketch, FAST) is None
    assert not [*stepped(engine(), sketch, FAST)]


def test_a_game_without_room_for_more_is_cut_off() -> None:
    row = engine().rows([Deal(1).apply(game.start())])[0]
    for place, most in ((SEEN_COUNT, MOST_SEEN), (PAST_COUNT, MOST_PAST)):
        full = row.copy()
        full[place] = most
        assert actor(row) >= 0
        assert actor(full) == OVER


def test_random_games_end_long_before_there_is_no_room() -> None:
    scores, lengths = simulate(engine(), 1_000)
    assert lengths.max() < 10_000
    assert (scores.max(axis=1) > 0).mean() > 0.98
    again = simulate(engine(), 1_000, workers=3)
    assert np.array_equal(scores, again[0])
    assert np.array_equal(lengths, again[1])


def test_a_seat_sees_nothing_but_what_its_view_shows() -> None:
    """Other cards behind the same backs: the same is seen."""
    packed, dice, differ = engine(), Dice(1), 0
    one, another = (np.zeros(packed.seen, np.int64) for _ in range(2))
    for s in states(STANDARD, 4, 11):
        for seat in (Seat(0), Seat(1)):
            other = imagine(game.view(s, seat), seat, dice)
            row, changed = packed.rows([s, other])
            row[DEAL], row[-1] = 17, 99
            loops(packed).one.observe(row, seat, one)
            loops(packed).one.observe(changed, seat, another)
            assert np.array_equal(one, another)
            differ += not np.array_equal(row, changed)
            assert packed.decode(one) == game.view(s, seat)
    assert differ > 50


def test_what_was_dealt_with_is_not_seen() -> None:
    """Nothing that a game has left lying in its row, either."""
    packed = engine()
    run, row = loops(packed).one, np.zeros(packed.words, np.int64)
    drawn = run.draw(row, 5, run.begin(row, 5))
    found, seen, fresh = (np.zeros(packed.words, np.int64) for _ in range(3))
    assert run.choose is not None
    for _ in range(300):
        run.apply(row, run.choose(row, 5, drawn, found))
        drawn += 1
        run.observe(row, 0, seen[: packed.seen])
        run.observe(packed.rows([packed.decode(row)])[0], 0, fresh[: packed.seen])
        assert np.array_equal(seen, fresh)
