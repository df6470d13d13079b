"""The laws that every game obeys, under every preset."""

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.kernel import (
    CHANCE,
    ONLOOKER,
    Dice,
    Game,
    History,
    Query,
    Refusal,
    Seat,
    replayed,
)
from playing import every_start, random_history

STARTS = every_start()
BRUTE = 5_000

lawful = pytest.mark.parametrize(
    ("game", "preset"), STARTS, ids=[f"{g.name}-{preset}" for g, preset in STARTS]
)
some_play = given(seed=st.integers(0, 2**32), steps=st.integers(0, 120))
quickly = settings(max_examples=12, deadline=None)


@lawful
@some_play
@quickly
def test_a_journal_written_down_and_read_again_gives_the_same_state(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    history = random_history(game, seed, steps, preset)
    read = [game.read(str(event)) for event in history.journal]
    assert read == list(history.journal)
    again = replayed(game, game.start(preset), read)  # type: ignore[arg-type]
    assert isinstance(again, History)
    assert again.state == history.state
    assert hash(again.state) == hash(history.state)


@lawful
@some_play
@quickly
def test_a_refused_event_leaves_the_history_and_its_state_identical(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    history = random_history(game, seed, steps, preset)
    state = history.state
    before = game.position(state)
    dice = Dice(seed)
    for _ in range(30):
        event = game.strange(dice)
        answer = history.play(event)
        if isinstance(answer, Refusal):
            assert answer.text
            assert answer.event is event
            assert game.refusal(state, event) == answer
        assert history.state is state
    assert game.position(state) == before


@lawful
@some_play
@quickly
def test_a_strange_event_prints_and_parses_back(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    dice = Dice(seed)
    for _ in range(20):
        event = game.strange(dice)
        assert game.read(str(event)) == event
        assert hash(event) == hash(game.read(str(event)))


@lawful
@some_play
@quickly
def test_states_hash_compare_and_pickle(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert hash(copy) == hash(state)


@lawful
@some_play
@quickly
def test_undo_to_the_start_and_redo_to_the_end_give_every_state_again(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    history = random_history(game, seed, steps, preset)
    states = [history.start, *(step.state for step in history.steps)]
    back = history
    for state in reversed(states[:-1]):
        undone = back.undone()
        assert undone is not None
        back = undone
        assert back.state is state
    assert back.undone() is None
    for state in states[1:]:
        redone = back.redone()
        assert redone is not None
        back = redone
        assert back.state is state
    assert back.redone() is None
    assert back == history


@lawful
@some_play
@quickly
def test_a_position_line_reads_back_to_the_same_state(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    line = game.position(state)
    assert "\n" not in line
    assert game.read_position(line) == state


@lawful
@some_play
@quickly
def test_nobody_moves_after_the_end_and_somebody_can_before(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    if game.outcome(state) is None:
        assert game.turn(state) == CHANCE or game.moves(state)
    else:
        assert not game.moves(state)


@lawful
@some_play
@quickly
def test_the_candidates_hold_every_legal_event(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    if game.speed.candidates is None:
        return
    state = random_history(game, seed, steps, preset).state
    legal = game.legal(state)
    assert len(set(legal)) == len(legal), "a legal event is offered twice"
    assert [game.refusal(state, event) for event in legal] == [None] * len(legal)
    dice = Dice(seed)
    sizes = 0
    for cls in game.events:
        size = 1
        for field in cls.fields():
            size *= field.domain.size
        sizes += size
    if sizes <= BRUTE:
        tried = [e for e in game.brute(state) if game.refusal(state, e) is None]
        assert {e for e in tried if not e.sampled} == {
            e for e in legal if not e.sampled
        }
    else:
        tried = [game.strange(dice) for _ in range(300)]
        for event in tried:
            if isinstance(event, Query) or event.sampled:
                continue
            if game.refusal(state, event) is None:
                assert event in legal, event


@lawful
@some_play
@quickly
def test_a_view_offers_the_seat_the_same_events_as_the_state(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    for seat in map(Seat, range(game.seat_count(state))):
        view = game.view(state, seat)
        assert game.view(view, seat) == view
        if game.outcome(state) is None:
            assert game.legal(view, seat) == game.legal(state, seat)


@lawful
@some_play
@quickly
def test_a_scene_is_whole_and_its_gestures_make_legal_events(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    for seat in map(Seat, range(game.seat_count(state))):
        scene = game.scene(state, seat)
        zones = [zone.key for zone in scene.zones]
        pieces = [piece.key for zone in scene.zones for piece in zone.pieces]
        assert len(set(zones)) == len(zones)
        places = {*zones, *pieces}
        for gesture in scene.gestures:
            assert gesture.words
            assert gesture.pick is None or gesture.pick in places
            assert gesture.drop is None or gesture.drop in places
            if gesture.amount is None:
                event = game.read(gesture.event)
                assert game.refusal(state, event) is None  # type: ignore[arg-type]


@lawful
@some_play
@quickly
def test_the_probabilities_of_chance_sum_to_one(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    history = random_history(game, seed, steps, preset)
    for state in (history.start, *(step.state for step in history.steps)):
        if game.turn(state) == CHANCE and game.outcome(state) is None:
            outcomes = game.chance(state)
            if outcomes is not None:
                assert sum(p for _, p in outcomes) == Fraction(1)
                assert all(game.refusal(state, e) is None for e, _ in outcomes)


@lawful
@some_play
@quickly
def test_an_onlooker_sees_the_table_and_can_do_nothing(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    shown = game.view(state, ONLOOKER)
    assert game.view(shown, ONLOOKER) == shown
    scene = game.scene(state, ONLOOKER)
    assert scene.gestures == ()
    for seat in map(Seat, range(game.seat_count(state))):
        own = game.scene(state, seat)
        assert {zone.key for zone in own.zones} == {zone.key for zone in scene.zones}
        # What an onlooker sees, everybody sees.
        assert game.view(game.view(state, seat), ONLOOKER) == shown


@lawful
@some_play
@quickly
def test_a_drop_anywhere_is_answered_and_a_gesture_means_its_event(
    game: Game[Any], preset: str, seed: int, steps: int
) -> None:
    state = random_history(game, seed, steps, preset).state
    dice = Dice(seed)
    for seat in map(Seat, range(game.seat_count(state))):
        shown = game.view(state, seat)
        scene = game.scene(state, seat)
        zones = [zone.key for zone in scene.zones]
        things = [*zones, *(p.key for zone in scene.zones for p in zone.pieces)]
        for _ in range(10 if zones else 0):
            event = game.looks.meant(shown, dice.choice(things), dice.choice(zones))
            if event is not None:
                assert game.read(str(event)) == event
                refusal = game.refusal(shown, event)
                assert refusal is None or refusal.text
        for made in scene.gestures:
            if made.pick is not None and made.drop is not None:
                event = game.looks.meant(shown, made.pick, made.drop)
                assert event is not None
                found = game.looks.gesture(shown, event)
                assert found.drop == made.drop
                assert game.refusal(shown, event) is None
