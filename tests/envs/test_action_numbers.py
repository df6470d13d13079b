"""Actions: a number for every event, both ways, and masks from the guards alone."""

from dataclasses import replace
from typing import Any

import pytest

from ludex.envs.actions import NoNumber, Numbering
from ludex.kernel import CHANCE, Dice, Game, Query, Seat
from ludex.registry import load
from playing import event_of, every_game, example, random_history

DECIDED = [game for game in every_game() if game.is_decided]

SIZES = {
    "carcassonne": (30_000, 16, "1-8aa63cf8"),
    "chess-solitaire": (354, 0, "1-396dd439"),
    "freecell": (3_321, 0, "1-ca4b7a5f"),
    "holdem": (7, 16, "1-b74a7dd3"),
    "russian-bank": (2_513, 0, "1-e7ff7aca"),
    "tic-tac-toe": (9, 0, "1-0df0b759"),
    "kuhn-poker": (2, 0, "1-63c2eaff"),
    "connect-four": (9, 0, "1-bc7aa8e5"),
    "pig": (2, 0, "1-8575f3f5"),
    "leduc-poker": (3, 0, "1-b541af44"),
}
"""Numbers of their own, slots, and the version: they change only on purpose."""


def states(game: Game[Any], seed: int = 1) -> list[Any]:
    history = random_history(game.unchecked(), seed, 150)
    return [history.start, *(step.state for step in history.steps)]


@pytest.mark.parametrize("game", DECIDED, ids=lambda game: game.name)
def test_the_numbers_are_the_ones_that_networks_were_trained_on(
    game: Game[Any],
) -> None:
    found = Numbering(game)
    assert (found.fixed, found.slots, found.version) == SIZES[game.name]


@pytest.mark.parametrize("game", DECIDED, ids=lambda game: game.name)
def test_number_and_event_lead_to_each_other(game: Game[Any]) -> None:
    found = Numbering(game)
    for number in range(0, found.fixed, max(1, found.fixed // 500)):
        assert found.number(found.event(number)) == number
    assert found.number(found.event(found.fixed - 1)) == found.fixed - 1


@pytest.mark.parametrize(
    "game", [g for g in DECIDED if g.name != "carcassonne"], ids=lambda game: game.name
)
def test_every_event_that_the_domains_can_make_has_one_number(game: Game[Any]) -> None:
    numbering = Numbering(game)
    players = tuple(
        cls
        for cls in game.events
        if not (cls.by_chance or cls.beyond_source or issubclass(cls, Query))
        and (cls.aside or not cls.sampled)
    )
    numbers = [
        numbering.number(event) for event in replace(game, events=players).brute(game.start())
    ]
    assert numbers == [*range(numbering.fixed)]


def test_the_domains_make_two_more_where_they_offer_two_deals_as_samples() -> None:
    for name, domains in (("freecell", 3_323), ("russian-bank", 2_515)):
        game = load(name)
        assert len([*game.brute(game.start())]) == domains
        assert Numbering(game).fixed == domains - 2


@pytest.mark.parametrize("game", DECIDED, ids=lambda game: game.name)
def test_what_is_legal_by_number_is_what_the_guards_allow(game: Game[Any]) -> None:
    numbering = Numbering(game)
    for s in states(game)[::7]:
        turn = game.turn(s)
        if turn == CHANCE:
            continue
        shown = game.view(s, turn)
        legal, left_out = numbering.legal(shown, turn)
        assert left_out == 0
        assert sorted(map(str, legal.values())) == sorted(map(str, game.moves(shown, turn)))
        assert [*legal] == sorted(legal)
        for number, event in legal.items():
            assert game.refusal(s, event) is None
            own = numbering.number(event)
            assert own == number or (own is None and number >= numbering.fixed)
        asides, _ = numbering.legal(shown, turn, asides=True)
        assert {*legal} <= {*asides}


def test_whoever_is_not_on_turn_has_nothing_to_do() -> None:
    game = example("tic_tac_toe")
    assert Numbering(game).legal(game.start(), Seat(1)) == ({}, 0)


def test_bets_take_slots_from_the_least_on() -> None:
    game = load("holdem")
    numbering = Numbering(game)
    s = random_history(game, 1, 1).state
    legal, _ = numbering.legal(game.view(s, game.turn(s)), game.turn(s))
    slots = [str(event) for number, event in legal.items() if number >= 7]
    assert slots[0] == "raise_to(4)"
    assert slots[-1] == "raise_to(200)"


def test_chosen_amounts_have_numbers_of_their_own() -> None:
    game = load("holdem")
    numbering = Numbering(game, amounts=(6, 2, 10, 6), slots=0)
    assert len(numbering) == 7 + 3 + 3
    s = random_history(game, 1, 1).state
    legal, left_out = numbering.legal(game.view(s, game.turn(s)), game.turn(s))
    assert [*map(str, legal.values())] == [
        "fold",
        "call",
        "raise_to(6)",
        "raise_to(10)",
    ]
    assert left_out == 3  # a raise to 6 is offered anyway
    assert numbering.version != Numbering(game).version


def test_beyond_the_bounds_of_a_map_events_take_slots() -> None:
    game = load("carcassonne")
    s = random_history(game.unchecked(), 3, 60).state
    while game.turn(s) == CHANCE:
        s = game.after(s, game.draw(s, Dice(1)))
    turn = game.turn(s)
    near = Numbering(game, reach=1, slots=500)
    legal, left_out = near.legal(s, turn)
    assert left_out == 0
    assert len(legal) == len(game.moves(s, turn))
    assert max(legal) >= near.fixed == 9 * 4 * 12
    few = Numbering(game, reach=1, slots=2)
    assert few.legal(s, turn)[1] > 0


@pytest.mark.parametrize("number", [-1, 354, 10**12])
def test_a_number_that_there_is_not_is_named(number: int) -> None:
    with pytest.raises(NoNumber, match="they are 0 to 353"):
        Numbering(load("chess-solitaire")).event(number)


def test_a_slot_is_no_event_without_a_state_and_is_explained() -> None:
    numbering = Numbering(load("holdem"))
    with pytest.raises(NoNumber, match="slot"):
        numbering.event(7)
    assert "legal event 1 of" in numbering.explain(7)
    assert numbering.explain(0) == "fold"


def test_an_event_beyond_the_source_has_no_number() -> None:
    game = load("chess-solitaire")
    numbering = Numbering(game)
    assert numbering.number(event_of(game, "clear_board")) is None
    legal, left_out = numbering.legal(game.start(), Seat(0), asides=True)
    assert left_out == 0
    assert max(legal) < 354
