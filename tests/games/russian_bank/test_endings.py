"""How turns, games and matches end."""

import pytest

from games.russian_bank.bank import (
    GAME,
    PRESETS,
    after,
    allowed,
    at,
    dealt,
    event,
    pile,
    refused,
    started,
)
from ludex.games.russian_bank.rules.position_hash import position_hash
from ludex.games.russian_bank.rules.state import End, Phase, State
from ludex.kernel import CHANCE, History, Seat

ALONE = "rules=standard;match_target=none"
STUCK = "houses=KH/KD/KH'/KD'/JH/JD/JH'/JD'"


def end(s: State) -> End | None:
    return s.match.result.end if s.match.result else None


def idle_turns(s: State, most: int) -> tuple[State, int]:
    for turn in range(most):
        if s.phase is not Phase.PLAY:
            return s, turn
        s = after(s, "turn_hand", "discard")
    return s, most


def test_the_last_card_wins_at_once_wherever_it_goes() -> None:
    for line, text in (
        ("reserve1=AS houses=KH", "move(reserve,foundation1)"),
        ("turned=QS houses=KH", "move(hand,house1)"),
        ("reserve1=9S waste2=8S houses=KH", "move(reserve,their_waste)"),
    ):
        s = after(at(f"{ALONE} {line} hand2=2D3D"), text)
        assert end(s) is End.WIN
        assert GAME.outcome(s) is not None


def test_a_discarded_last_card_does_not_win() -> None:
    s = after(at(f"{ALONE} turned=2S {STUCK} hand2=2D3D"), "discard")
    assert s.phase is Phase.PLAY
    assert pile(s, "waste1") == "2S"


def test_pass_is_only_for_a_player_who_can_do_nothing_else_with_own_cards() -> None:
    s = at(f"{ALONE} reserve1=9S {STUCK} hand2=2D")
    assert after(s, "pass").seat == 1
    assert refused(at(f"{ALONE} hand1=2S {STUCK}"), "pass") == ("a hand card can be turned")
    assert refused(at(f"{ALONE} turned=2S {STUCK}"), "pass") == (
        "the turned hand card has to be played or discarded"
    )
    assert refused(at(f"{ALONE} reserve1=QS {STUCK}"), "pass") == (
        "Q♠ from the reserve can be played"
    )
    house_card_due = at(f"{ALONE} reserve1=9S houses=AS/KD/KH'/KD'/JH/JD/JH'/JD'")
    assert refused(house_card_due, "pass").startswith("foundations come first")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_reserve_card_that_can_only_be_loaded_does_not_forbid_to_pass(
    preset: str,
) -> None:
    houses = "houses=KS/KS'/QS/QC/QC'/JS/JC/KC'"
    line = f"rules={preset} turn=1 reserve1=5H waste2=6H reserve2=KC {houses}"
    s = at(line)
    assert allowed(s, "move(reserve,their_waste)")
    assert after(s, "pass").seat == 1
    forced = at(line.replace(preset, f"{preset};loading=compulsory", 1))
    assert refused(forced, "pass") == (
        "loading comes before passing: 5♥ can go from the reserve to the opponent's waste"
    )


def test_compulsory_loading_comes_before_passing_too() -> None:
    line = "reserve1=9S reserve2=8C waste2=JC houses=KH/KD/KH'/KD'/JH/JD/JH'/QC"
    assert allowed(at(f"{ALONE} {line}"), "pass")
    s = at(f"{ALONE};loading=compulsory {line}")
    assert refused(s, "pass") == (
        "loading comes before passing: Q♣ can go from house 8 to the opponent's waste"
    )
    assert GAME.moves(s)
    stop = after(at(f"{ALONE};loading=compulsory;enforcement=stop {line}"), "pass")
    called = after(stop, "call_stop")
    assert (pile(called, "waste2"), called.seat) == ("JCQC", 1)


def test_no_position_comes_again_within_a_turn() -> None:
    line = "hand1=KCQC hand2=KDQD houses=6S5H/6C/KH"
    s = after(at(f"{ALONE} {line}"), "move(house1,house2)")
    assert refused(s, "move(house2,house1)") == (
        "this position has occurred in this turn, and may not recur"
    )
    elsewhere = after(s, "move(house3,house4)", "move(house2,house1)")
    assert allowed(elsewhere, "turn_hand")
    next_turn = after(s, "turn_hand", "discard", "turn_hand", "discard")
    assert allowed(next_turn, "move(house2,house1)")
    free = at(f"{ALONE};no_repeat_in_turn=no {line}")
    again = after(free, "move(house1,house2)", "move(house2,house1)")
    assert again.houses == free.houses


def test_both_idle_for_a_full_cycle_is_a_stalemate() -> None:
    s = at(f"{ALONE};stalemate=both_idle hand1=2S2C hand2=3S3C4C reserve1=9S {STUCK}")
    s, turns = idle_turns(s, 40)
    assert end(s) is End.BOTH_IDLE
    assert turns == 6
    assert s.match.scores == (0, (2 + 2) - 3)


def test_an_idle_cycle_with_a_large_hand_does_not_end_the_game_early() -> None:
    hand = "2S3S4S5S6S7S2C3C4C5C6C7C"
    s = at(f"{ALONE} hand1={hand} hand2=9C reserve1=9S {STUCK}")
    s, turns = idle_turns(s, 23)
    assert (turns, s.phase) == (23, Phase.PLAY)
    s, turns = idle_turns(s, 1)
    assert end(s) is End.BOTH_IDLE


def test_a_play_starts_the_idle_count_again() -> None:
    s = at(f"{ALONE};stalemate=both_idle hand1=2S2C hand2=3S4C reserve1=QS {STUCK}")
    s, _ = idle_turns(s, 2)
    assert s.calm.idle == (1, 1)
    s = after(s, "move(reserve,house1)", "turn_hand", "discard")
    assert s.calm.idle == (0, 0)


def test_a_forfeited_turn_is_not_an_idle_one() -> None:
    s = at(
        "rules=standard;enforcement=stop reserve1=KD hand1=KH hand2=KC reserve2=KS "
        "houses=QS/QC/2S/3S/4S/5S/6S/7S"
    )
    s = after(s, "turn_hand", "call_stop", "discard", "turn_hand", "discard")
    assert (s.phase, s.seat, s.calm.idle) == (Phase.PLAY, 1, (2, 0))
    s = after(s, "turn_hand", "discard")
    assert end(s) is End.BOTH_IDLE


def test_two_players_without_hand_and_waste_pass_once_each() -> None:
    s = at(f"{ALONE} reserve1=9S reserve2=9S'7C' {STUCK}")
    s = after(s, "pass", "pass")
    assert end(s) is End.BOTH_IDLE
    assert s.match.scores == (2, 0)


def test_a_position_at_the_start_of_a_turn_for_the_third_time_is_a_stalemate() -> None:
    s = at(f"{ALONE};stalemate=third_repetition hand1=2S hand2=3S reserve1=9S {STUCK}")
    s, turns = idle_turns(s, 40)
    assert end(s) is End.THIRD_REPETITION
    assert turns == 6  # turned from the hand, then twice round through the wastes


def test_the_same_position_may_be_laid_with_cards_of_the_other_pack() -> None:
    one = at("hand1=2S hand2=3S waste1=4S' reserve1=9S houses=7C6H")
    two = at("hand1=2S' hand2=3S waste1=4S reserve1=9S' houses=7C'6H'")
    assert position_hash(one) == position_hash(two)
    other = at("hand1=2S hand2=3S waste1=4S' reserve1=9S houses=7C/6H")
    assert position_hash(one) != position_hash(other)
    assert position_hash(one) < 2**62


def test_the_sixes_of_two_packs_cannot_change_places_within_a_turn() -> None:
    s = at("hand1=KC hand2=KD houses=7C6H/7S6H'/-/KH/KH'/QH/QH'/JD")
    s = after(s, "move(house1,house3)", "move(house2,house1)")
    assert refused(s, "move(house3,house2)") == (
        "this position has occurred in this turn, and may not recur"
    )


def test_a_foundation_play_forgets_the_past() -> None:
    s = dealt(6)
    assert len(s.calm.past) == 1
    s = at(f"{ALONE} past=1,2,3 turned=AS hand1=2S {STUCK}")
    assert after(s, "move(hand,foundation1)").calm.past == ()


def test_without_stalemates_idle_players_go_on() -> None:
    s = at(f"{ALONE};stalemate=off hand1=2S hand2=3S {STUCK}")
    s, turns = idle_turns(s, 30)
    assert (turns, s.phase) == (30, Phase.PLAY)


def test_a_stalemate_is_agreed_by_both_within_one_turn() -> None:
    s = at(f"{ALONE} hand1=2S hand2=3S3C reserve2=9S {STUCK}")
    s = after(s, "agree_stalemate(2)")
    assert refused(s, "agree_stalemate(2)") == "player 2 has offered already"
    assert s.phase is Phase.PLAY
    assert end(after(s, "agree_stalemate(1)")) is End.AGREEMENT
    assert after(s, "agree_stalemate(1)").match.scores == (3, 0)
    lapsed = after(s, "turn_hand", "discard", "agree_stalemate(1)")
    assert lapsed.phase is Phase.PLAY
    seed = at("rules=report hand1=2S hand2=3S")
    assert "cannot be agreed" in refused(seed, "agree_stalemate(1)")


def test_a_stalemate_scores_the_difference_or_nothing() -> None:
    line = f"hand1=2S hand2=3S3C reserve2=9S {STUCK}"
    texts = ("agree_stalemate(1)", "agree_stalemate(2)")
    assert after(at(f"{ALONE} {line}"), *texts).match.scores == (3, 0)
    none = after(at(f"{ALONE};stalemate_scores=nothing {line}"), *texts)
    outcome = GAME.outcome(none)
    assert outcome is not None
    assert outcome.winners == (Seat(0), Seat(1))
    assert outcome.scores == (0, 0)


def test_points_are_an_option() -> None:
    rules = f"{ALONE};win_bonus=100;card_points=3;reserve_card_points=10"
    s = at(f"{rules} reserve1=AS hand2=2D3D waste2=4D reserve2=5D")
    assert after(s, "move(reserve,foundation1)").match.scores == (100 + 9 + 10, 0)


def test_resigning_gives_the_opponent_the_win() -> None:
    s = at(f"{ALONE} hand1=2S waste1=3S turned=4S reserve1=9S hand2=2D")
    s = after(s, "resign(1)")
    assert end(s) is End.RESIGNED
    assert s.match.scores == (0, 30 + 3 + 2)
    assert refused(s, "resign(2)") == "no game is in play"
    assert refused(at("hand1=2S"), "resign(0)") == "the players are 1 and 2"
    assert refused(at("hand1=2S"), "agree_stalemate(0)") == "the players are 1 and 2"
    assert "Game over; next_game goes on" in GAME.text(s)
    assert refused(at("hand1=2S"), "resign(3)") == "the players are 1 and 2"


def test_a_match_goes_to_a_number_of_points() -> None:
    s = started(match_target="points", match_points="70")
    s = after(s, "deal(1)", "resign(1)")
    assert s.match.scores == (0, 30 + 35 + 26)
    assert GAME.outcome(s) is not None
    s = started(match_target="points", match_points="100")
    s = after(s, "deal(1)", "resign(1)")
    game = GAME.outcome(s)
    assert game is not None
    assert game.text == "player 2 wins, player 1 resigned (0 : 91)"
    assert "Game over; next_game goes on" in GAME.text(s)
    s = after(s, "next_game")
    assert GAME.outcome(s) is None
    assert GAME.turn(s) == CHANCE
    assert "Waiting for the deal of game 2" in GAME.text(s)
    s = after(s, "deal(2)", "resign(2)", "next_game", "deal(3)", "resign(1)")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.winners == (Seat(1),)
    assert outcome.scores == (91, 182)
    assert refused(s, "next_game") == "the match is over"


def test_a_match_goes_to_a_number_of_games() -> None:
    s = started(match_target="games", match_games="2")
    s = after(s, "deal(1)", "resign(1)", "next_game", "deal(2)", "resign(2)")
    s = after(s, "next_game", "deal(3)")
    assert s.match.wins == (1, 1)
    outcome = GAME.outcome(after(s, "resign(2)"))
    assert outcome is not None
    assert outcome.winners == (Seat(0),)
    assert outcome.text == ("player 1 wins, player 2 resigned; player 1 wins the match (182 : 91)")


def test_a_match_of_games_goes_to_three_and_of_points_to_three_hundred() -> None:
    for target, played in (("games", 3), ("points", 4)):
        s = started(match_target=target)
        for n in range(played):
            s = after(s, f"deal({n})", "resign(1)")
            decided = not allowed(s, "next_game")
            assert decided is (n == played - 1)
            s = s if decided else after(s, "next_game")


def test_a_stalemate_names_who_is_ahead_and_counts_as_no_game_won() -> None:
    line = f"hand1=2S hand2=3S3C reserve2=9S {STUCK}"
    s = at(f"rules=standard;match_target=games;match_games=1 {line}")
    s = after(s, "agree_stalemate(1)", "agree_stalemate(2)")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.winners == (Seat(0),)
    assert outcome.text == "stalemate (by agreement), player 1 ahead (3 : 0)"
    assert s.match.wins == (0, 0)
    assert allowed(s, "next_game")


def test_single_games_add_up_too() -> None:
    s = after(started("report"), "deal(1)", "resign(1)")
    assert GAME.outcome(s) is not None
    s = after(s, "next_game", "deal(2)", "resign(1)")
    assert s.match.scores == (0, 182)
    assert s.match.games == 2
    assert refused(after(s, "next_game"), "next_game").startswith("the next game")
    assert refused(dealt(1), "next_game") == "the game is not over"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move(house0,house1)", "there is no house 0: the houses are 1 to 8"),
        ("move(house1,house9)", "there is no house 9: the houses are 1 to 8"),
        ("move(reserve,foundation9)", "there is no foundation 9: the foundations are 1 to 8"),
        ("move(house1,house1)", "K♥ already lies on house 1"),
        ("move(house8,house1)", "house 8 is empty"),
        ("move(hand,house1)", "no hand card is turned up"),
        ("move(waste,house1)", "the waste is not available under these rules"),
        ("move(foundation1,house1)", "nothing is taken off a foundation"),
        ("move(their_reserve,house1)", "nothing is taken from the opponent's reserve"),
        ("move(house1,hand)", "nothing goes on the hand"),
        ("move(house1,their_hand)", "nothing goes on the opponent's hand"),
        ("move(house1,reserve)", "nothing goes on the reserve"),
        ("move(house1,waste)", "only the turned hand card goes on your own waste, by discarding it"),
        ("discard", "no hand card is turned up"),
        ("move_run(0,1,2)", "there is no house 0: the houses are 1 to 8"),
        ("move_run(1,2,2)", "house 1 has no 2 cards, only 1"),
        ("move_run(8,2,2)", "house 8 has no 2 cards, only 0"),
        ("move_run(1,2,1)", "a run has at least two cards"),
        ("move_run(1,1,2)", "the cards already lie on house 1"),
        ("deal(5)", "Nothing is left to chance now"),
    ],
)  # fmt: skip
def test_bad_input_has_one_clear_reason(text: str, reason: str) -> None:
    s = at(
        f"{ALONE} hand1=2S waste1=3S reserve1=9S hand2=3D reserve2=8C foundations=AS houses=KH/KD"
    )
    assert refused(s, text) == reason


def test_a_seat_that_is_not_on_turn_has_no_moves() -> None:
    s = at(f"{ALONE} hand1=2S hand2=3S {STUCK}")
    assert not GAME.moves(s, Seat(1))
    assert {str(e) for e in GAME.legal(s, Seat(1))} == {
        "resign(2)",
        "agree_stalemate(2)",
    }


def test_undo_and_redo_take_a_whole_game_back_and_forth() -> None:
    history = History(GAME, started())
    for text in ("deal(1)", "turn_hand", "discard", "turn_hand"):
        played = history.play(event(text))
        assert isinstance(played, History), played
        history = played
    back = history.undone()
    assert back is not None
    assert back.redone() == history
