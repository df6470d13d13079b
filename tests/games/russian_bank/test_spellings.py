"""Options have words for people; what was written with the former ones can still be read."""

import pytest

from games.russian_bank.bank import GAME, PRESETS, at
from ludex.games.russian_bank.rules.options import Rules
from ludex.games.russian_bank.rules.spellings import FORMERLY
from ludex.games.russian_bank.rules.state import End, State
from ludex.kernel import Unreadable, option_texts

OPTIONS = {option.name: option for option in GAME.start.options}
LEFT_ALONE = {
    "card_points": "5", "reserve_card_points": "7",
}  # fmt: skip
SAVED = (
    "starter=alternate;starter_tie=suits;starter_full_tie=seat1;"
    "compulsory_foundation=all_with_release;fill_spaces_before_hand=from_any;"
    "space_accepts=king;hand_turn_when=any_time;discard_when=free;loading=off;"
    "load_rank=adjacent_or_equal;own_waste_top=one_per_turn;recycle=next_turn;"
    "group_moves=unit;enforcement=stop;stop_scope=all_faults;stop_window=same_turn;"
    "false_stop=three_per_game;stalemate=idle_cycle+agreed;stalemate_score=none;"
    "hand_waste_point=5;reserve_point=7;match_target=games"
)


def rules(changes: dict[str, str], preset: str = "standard") -> Rules:
    state = GAME.start.varied(preset, changes)
    assert isinstance(state, State), state
    return state.rules


@pytest.mark.parametrize("preset", PRESETS)
def test_a_former_word_means_what_it_meant(preset: str) -> None:
    for name, (former, words) in FORMERLY.items():
        for word, now in words.items():
            meant = rules({former: word}, preset)
            assert meant == rules({name: now}, preset), (former, word)
            assert option_texts(meant)[name] == now


@pytest.mark.parametrize(("name", "value"), LEFT_ALONE.items())
def test_an_option_of_numbers_is_found_under_its_former_name(
    name: str, value: str
) -> None:
    assert option_texts(rules({FORMERLY[name][0]: value}))[name] == value


def test_every_word_of_a_former_option_is_one_of_today() -> None:
    for name, (former, words) in FORMERLY.items():
        assert former == name or former not in OPTIONS
        known = OPTIONS[name].words or OPTIONS[name].expected.replace(",", "").split()
        assert {*words.values()} <= {*known}
        assert not {*words} & {*known}


def test_a_position_of_before_is_read_and_written_with_the_words_of_today() -> None:
    s = at(f"rules=standard;{SAVED} phase=over result=idle_cycle:2:4")
    assert s.match.result is not None
    assert s.match.result.end is End.BOTH_IDLE
    changes = dict(pair.split("=") for pair in SAVED.split(";"))
    assert s.rules == rules(changes)
    line = GAME.position(s)
    assert GAME.read_position(line) == s
    for former in (former for name, (former, _) in FORMERLY.items() if name != former):
        assert f"{former}=" not in line
    for word in ("idle_cycle", "agreed", "all_with_release", "three_per_game"):
        assert word not in line


def test_a_word_that_never_was_is_refused_with_those_of_today() -> None:
    state = GAME.start.varied("standard", {"starter": "dice"})
    assert isinstance(state, Unreadable)
    assert str(state) == (
        "first_player=dice: expected one of lower_card, higher_card, cut, by_turns"
    )
