"""Every option of the rules does what it says."""

import pytest

from games.russian_bank.bank import (
    GAME,
    after,
    allowed,
    at,
    dealt,
    foundation,
    house,
    pile,
    refused,
    started,
)
from ludex.games.russian_bank.rules.dealing import first_player, laid_out
from ludex.games.russian_bank.rules.options import REPORT, STANDARD
from ludex.games.russian_bank.rules.state import State
from ludex.kernel import Dice, Seat, Unreadable
from ludex.kernel.start import option_texts
from ludex.parts.cards import Card, pack_of_cards

FULL = "KH/KD/KH'/KD'/QH/QD/QH'/QD'"
"""Eight houses on which little goes."""


def test_the_presets_differ_where_the_table_says() -> None:
    standard, seed = option_texts(STANDARD), option_texts(REPORT)
    assert {name: text for name, text in seed.items() if text != standard[name]} == {
        "foundation_duty": "reserve_and_hand",
        "fill_empty_houses": "no",
        "turn_hand_when": "reserve_is_blocked",
        "discard_when": "it_fits_nowhere",
        "waste_becomes_hand": "at_the_next_turn",
        "runs_move": "card_by_card",
        "faults": "all_faults",
        "wrong_call_costs": "nothing",
        "stalemate": "both_idle+third_repetition",
        "match_target": "none",
    }
    assert GAME.start.default == "standard"


@pytest.mark.parametrize("size", [11, 12, 13])
@pytest.mark.parametrize("houses", [3, 4])
def test_reserve_size_and_houses_per_player_lay_the_table(size: int, houses: int) -> None:
    s = dealt(3, reserve_size=str(size), houses_per_player=str(houses))
    assert [len(side.reserve) for side in s.sides] == [size] * 2
    assert len(s.houses) == 2 * houses
    assert [len(side.hand) for side in s.sides] == [52 - size - houses] * 2
    if houses == 3:
        assert refused(s, "move(house7,house1)") == ("there is no house 7: the houses are 1 to 6")


def test_an_option_out_of_range_is_no_rule() -> None:
    start = GAME.start.varied("standard", {"reserve_size": "14"})
    assert isinstance(start, Unreadable)


# -- who begins ---------------------------------------------------------------------------


def table(reserves: str, one: str, two: str, **options: str) -> State:
    """A deal whose reserve tops and houses (in the order dealt) are these."""
    tops = [Card.parse(word) for word in reserves.split()]
    packs = []
    for pack, (first, lane) in enumerate(zip(tops, (one, two), strict=True)):
        assert first is not None
        laid = [Card.parse(word) for word in lane.split()]
        wanted = [Card(c.suit, c.rank, pack) for c in (first, *laid) if c is not None]
        rest = [card for card in pack_of_cards(pack) if card not in wanted]
        packs.append((*rest[:12], *wanted, *rest[12:]))
    return laid_out(started(**options), *map(tuple, packs))


def starter(s: State) -> Seat | None:
    return first_player(s, Dice(1))


def test_starter_is_the_lower_or_the_higher_reserve_card() -> None:
    cards = ("8H 7S", "2C 3C 4C 5C", "2C 3C 4C 5C")
    assert starter(table(*cards)) == Seat(1)
    assert starter(table(*cards, first_player="higher_card")) == Seat(0)


def test_starter_by_a_cut_is_random_and_alternates_after_the_first_game() -> None:
    cards = ("8H 7S", "2C 3C 4C 5C", "2C 3C 4C 5C")
    s = table(*cards, first_player="cut")
    assert {first_player(s, Dice(seed)) for seed in range(9)} == {Seat(0), Seat(1)}
    s = started("report", first_player="by_turns")
    order = []
    for seed in range(4):
        s = after(s, f"deal({seed})")
        order.append(s.seat)
        s = after(s, "resign(1)", "next_game")
    assert order in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_starter_ties_are_broken_by_the_nearest_house_the_first_dealt_or_suits() -> None:
    cards = ("8H 8S", "2C 9D 4C 5C", "3C 9S 4C 4D")
    assert starter(table(*cards)) == Seat(1)  # 5C against 4D, dealt last
    dealt_order = table(*cards, equal_cards="first_houses")
    assert starter(dealt_order) == Seat(0)  # 2C against 3C
    assert starter(table(*cards, equal_cards="suits")) == Seat(0)  # hearts under spades
    high = table(*cards, equal_cards="suits", first_player="higher_card")
    assert starter(high) == Seat(1)


def test_a_five_fold_tie_is_decided_by_a_coin_a_new_deal_or_the_first_seat() -> None:
    cards = ("8H 8H", "2C 9D 4C 5C", "2C 9D 4C 5C")
    coin = table(*cards)
    assert {first_player(coin, Dice(seed)) for seed in range(9)} == {Seat(0), Seat(1)}
    assert first_player(coin, Dice(4)) == first_player(coin, Dice(4))
    assert starter(table(*cards, all_equal="player_1")) == Seat(0)
    assert starter(table(*cards, all_equal="new_deal")) is None
    suits = table(*cards, equal_cards="suits", all_equal="player_1")
    assert starter(suits) == Seat(0)


def test_a_redeal_goes_on_until_somebody_begins() -> None:
    coin = started(equal_cards="suits")
    redeal = started(equal_cards="suits", all_equal="new_deal")
    seeds = range(300)
    thrown = [
        n for n in seeds if after(coin, f"deal({n})").sides != after(redeal, f"deal({n})").sides
    ]
    assert thrown  # about one deal in 52 has the same card on both reserves
    for n in thrown:
        one, two = (side.reserve[-1] for side in after(redeal, f"deal({n})").sides)
        assert str(one) != str(two).removesuffix("'")


# -- what comes first ---------------------------------------------------------------------


def test_compulsory_foundation_binds_nobody_reserve_and_hand_or_all() -> None:
    def free(line: str, text: str, value: str) -> bool:
        rules = f"rules=standard;foundation_duty={value}"
        return allowed(at(f"{rules} {line}"), text)

    for line, text, bound in (
        ("hand1=KS reserve1=9DAS houses=7C6H/7S", "move(house1,house2)", "reserve"),
        ("turned=AS hand1=KS houses=7C6H/7S", "move(house1,house2)", "hand"),
        ("hand1=KS houses=7C6H/7S/AS", "move(house1,house2)", "house"),
    ):
        assert free(line, text, "none")
        assert free(line, text, "reserve_and_hand") is (bound == "house")
        assert not free(line, text, "every_card")


def test_with_release_a_card_in_the_way_must_make_room() -> None:
    rules = "rules=standard;foundation_duty=buried_cards_too"
    buried = "foundations=AC2C3C hand1=KS houses=4C3H/4S/9D/9H/KH/KD/QH/QD"
    s = at(f"{rules} {buried}")
    assert refused(s, "turn_hand") == ("foundations come first: 3♥ can go from house 1 to house 2")
    s = after(s, "move(house1,house2)", "move(house1,foundation1)")
    assert foundation(s, 1) == "AC2C3C4C"
    assert allowed(at(f"rules=standard {buried}"), "turn_hand")


def test_with_release_nothing_is_due_when_the_cover_finds_no_room() -> None:
    rules = "rules=standard;foundation_duty=buried_cards_too"
    deep = "foundations=AC2C3C hand1=KS houses=4C3H2S/4S/9D/9H/KH/KD/QH/QD"
    assert allowed(at(f"{rules} {deep}"), "turn_hand")
    room = "foundations=AC2C3C hand1=KS houses=4C3H2S/4S/3D/9H/KH/KD/QH/QD"
    assert not allowed(at(f"{rules} {room}"), "turn_hand")


def test_reserve_first_can_be_left_to_the_player() -> None:
    line = "hand1=KS reserve1=9DAS houses=AC"
    assert not allowed(at(line), "move(house1,foundation1)")
    free = at(f"rules=standard;reserve_first=no {line}")
    assert allowed(free, "move(house1,foundation1)")
    assert allowed(free, "move(reserve,foundation1)")


def test_spaces_are_filled_before_the_hand_by_the_reserve_by_any_or_not() -> None:
    def turns(value: str, line: str) -> bool:
        rules = f"rules=standard;fill_empty_houses={value}"
        return allowed(at(f"{rules} hand1=KS {line}"), "turn_hand")

    space, lone = "houses=9C8D/7C", "houses=9C/7C"
    assert turns("no", f"reserve1=5D {space}")
    assert not turns("from_reserve", f"reserve1=5D {space}")
    assert not turns("from_anywhere", f"reserve1=5D {space}")
    assert turns("from_reserve", space)
    assert not turns("from_anywhere", space)
    assert turns("from_anywhere", lone)


def test_the_space_duty_holds_with_reserve_cards_and_ends_without() -> None:
    s = at("hand1=KS reserve1=9D houses=7C hand2=2D")
    assert refused(s, "turn_hand") == (
        "no hand card may be turned yet: 9♦ can go from the reserve to house 2"
    )
    s = after(s, "move(reserve,house2)")
    assert allowed(s, "turn_hand")  # six spaces, and no reserve to fill them


def test_a_discard_is_allowed_while_a_space_is_open() -> None:
    s = at("turned=KS reserve1=9D houses=7C hand2=2D")
    assert allowed(s, "discard")


def test_an_empty_house_takes_any_card_aces_kings_or_nothing() -> None:
    for value, fits in (
        ("any_card", "AK9"),
        ("aces", "A"),
        ("kings", "K"),
        ("nothing", ""),
    ):
        rules = f"rules=report;foundation_duty=none;empty_house_takes={value}"
        for rank in "AK9":
            s = at(f"{rules} hand1=2C reserve1={rank}D")
            assert allowed(s, "move(reserve,house1)") is (rank in fits), (value, rank)
    s = at("rules=standard;empty_house_takes=kings hand1=2C reserve1=9D")
    assert refused(s, "move(reserve,house1)") == (
        "9♦ cannot go to an empty house under these rules"
    )
    assert allowed(s, "turn_hand")


def test_the_hand_is_turned_when_the_reserve_is_blocked_or_nothing_due_or_any_time() -> None:
    def turns(value: str, line: str) -> bool:
        rules = f"rules=report;turn_hand_when={value}"
        return allowed(at(f"{rules} hand1=KS {line}"), "turn_hand")

    fits_house = f"reserve1=JS houses={FULL}"
    fits_foundation = f"reserve1=AS houses={FULL}"
    blocked = f"reserve1=9S houses={FULL}"
    expected = {
        "reserve_is_blocked": [False, False, True],
        "nothing_is_due": [True, False, True],
        "any_time": [True, True, True],
    }
    for value, answers in expected.items():
        lines = (fits_house, fits_foundation, blocked)
        assert [turns(value, line) for line in lines] == answers


def test_a_card_is_discarded_when_blocked_or_unless_it_fits_a_foundation_or_freely() -> None:
    def discards(value: str, line: str) -> bool:
        rules = f"rules=report;foundation_duty=none;discard_when={value}"
        return allowed(at(f"{rules} {line}"), "discard")

    to_house = f"turned=JS houses={FULL}"
    to_foundation = f"turned=AS houses={FULL}"
    to_nowhere = f"turned=9S houses={FULL}"
    loads = f"turned=9S reserve2=8S houses={FULL}"
    expected = {
        "it_fits_nowhere": [False, False, True, False],
        "it_fits_no_foundation": [True, False, True, True],
        "any_time": [True, True, True, True],
    }
    for value, answers in expected.items():
        lines = (to_house, to_foundation, to_nowhere, loads)
        assert [discards(value, line) for line in lines] == answers


# -- loading, waste, hand -----------------------------------------------------------------


def test_loading_is_off_free_the_last_resort_or_compulsory() -> None:
    def can(value: str, line: str, text: str) -> bool:
        return allowed(at(f"rules=standard;loading={value} hand1=KS {line}"), text)

    load, other = "move(house1,their_waste)", f"houses=5D/{FULL[3:]} waste2=6D"
    busy = f"reserve1=JS {other}"  # the reserve card fits a queen
    assert not can("never", other, load)
    assert can("nothing_is_due", busy, load)
    assert can("last_resort", other, load)
    assert not can("last_resort", busy, load)
    assert can("compulsory", busy, load)
    assert can("nothing_is_due", other, "turn_hand")
    assert not can("compulsory", other, "turn_hand")
    rules = "rules=standard;loading=compulsory"
    assert not allowed(at(f"{rules} turned=9C {other}"), "discard")
    assert refused(at(f"rules=standard;loading=last_resort hand1=KS {busy}"), load) == (
        "loading is the last resort: J♠ can go from the reserve to house 5"
    )


def test_load_rank_may_include_the_equal_card_of_the_other_pack() -> None:
    line = "hand1=KS houses=5H waste2=5H'"
    assert not allowed(at(line), "move(house1,their_waste)")
    rules = "rules=standard;load_ranks=next_or_same"
    assert allowed(at(f"{rules} {line}"), "move(house1,their_waste)")


def test_an_empty_pile_is_never_loaded_and_an_emptied_reserve_stays_empty() -> None:
    s = at("hand1=KS houses=5H/6H waste2=4H")
    assert STANDARD.load_empty_pile == "never"
    assert "cannot be loaded" in refused(s, "move(house1,their_reserve)")


def test_the_own_waste_is_closed_open_open_without_reserve_or_once_a_turn() -> None:
    def can(value: str, line: str) -> bool:
        rules = f"rules=standard;own_waste={value}"
        return allowed(
            at(f"{rules} hand1=KS waste1=6D5D houses=6C/7C {line}"),
            "move(waste,house1)",
        )

    assert not can("closed", "")
    assert can("open", "reserve1=9H")
    assert can("open_without_reserve", "")
    assert not can("open_without_reserve", "reserve1=9H")
    assert can("one_card_a_turn", "reserve1=9H")
    once = at("rules=standard;own_waste=one_card_a_turn hand1=KS waste1=6D5D houses=6C/7C")
    once = after(once, "move(waste,house1)")
    assert refused(once, "move(waste,house2)") == ("the waste is not available under these rules")


def test_an_open_waste_is_bound_to_foundations_too() -> None:
    s = at("rules=standard;own_waste=open hand1=KS waste1=6DAS houses=6C")
    assert not allowed(s, "turn_hand")
    assert foundation(after(s, "move(waste,foundation1)"), 1) == "AS"


def test_the_waste_is_recycled_when_needed_or_at_the_next_turn() -> None:
    line = f"hand1=JS waste1=9D8D hand2=2D2C houses={FULL}"
    needed = after(at(f"rules=standard {line}"), "turn_hand", "move(hand,house5)")
    assert pile(after(needed, "turn_hand"), "turned") == "9D"
    s = after(at(f"rules=report {line}"), "turn_hand", "move(hand,house5)")
    assert refused(s, "turn_hand") == (
        "the hand ran out in this turn: the waste becomes the hand at the next"
    )
    s = after(s, "pass", "turn_hand", "discard", "turn_hand")
    assert pile(s, "turned") == "9D"


def test_when_the_last_hand_card_is_discarded_the_opponent_may_load_that_waste_first() -> None:
    s = at(f"rules=standard hand1=9D waste1=8D hand2=2C houses=TD/{FULL[3:]}")
    s = after(s, "turn_hand", "discard")
    assert pile(s, "waste1") == "8D9D"
    s = after(s, "move(house1,their_waste)", "turn_hand", "discard", "turn_hand")
    assert pile(s, "turned") == "8D"
    assert pile(s, "hand1") == "TD9D"


# -- runs ---------------------------------------------------------------------------------


def test_runs_move_card_by_card_in_one_gesture_or_as_a_unit() -> None:
    line = "hand1=KS houses=9C8D7S6H/9S/-"
    single = at(f"rules=standard;runs_move=card_by_card {line}")
    assert refused(single, "move_run(1,2,3)") == ("runs are moved otherwise under these rules")
    macro = after(at(f"rules=standard {line}"), "move_run(1,2,3)")
    assert (house(macro, 1), house(macro, 2)) == ("9C", "9S8D7S6H")
    unit = at(f"rules=standard;runs_move=as_a_unit {line.replace('-', '5C')}")
    unit = after(unit, "move_group(1,2,3)")
    assert (house(unit, 1), house(unit, 2)) == ("9C", "9S8D7S6H")
    assert refused(unit, "move_group(2,1,3)").startswith("this position has occurred")


def test_a_run_in_one_gesture_is_the_same_as_its_single_moves() -> None:
    s = at("hand1=KS houses=9C8D7S/9S/-/6C/6D/5C/5D/KH")
    one = after(s, "move_run(1,2,2)")
    many = after(s, "move(house1,house3)", "move(house1,house2)", "move(house3,house2)")
    assert one == many


def test_a_run_needs_spaces_enough() -> None:
    s = at("hand1=KS houses=9C8D7S6H/9S/-/6C/6D/5C/5D/KH")
    assert refused(s, "move_run(1,2,3)") == "too few empty houses to move 3 cards"


def test_a_run_stops_at_a_card_that_is_due() -> None:
    s = at("hand1=KS foundations=AD2D3D4D5D6D7D houses=9C8D7S/9S")
    assert refused(s, "move_run(1,2,2)").startswith(
        "on the way from house 1 to house 2: foundations"
    )
    assert s.houses[0]
