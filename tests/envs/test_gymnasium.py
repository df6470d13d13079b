"""Gymnasium: any game for one learner, by the standard's own checks; bad input is refused in words."""

import json
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludex import envs
from ludex.language.position import position_line
from ludex.players.game_loop import play_out
from ludex.registry import load
from playing import ROOT, example

NAMES = sorted(
    name for name in gymnasium.registry if name.startswith("ludex/") and "Game" not in name
)


def made(name: str, **more: Any) -> Any:
    return gymnasium.make(f"ludex/{name}-v0", **more).unwrapped


def episode(env: Any, seed: int, most: int = 60) -> list[Any]:
    """What a learner meets that takes legal actions by chance."""
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    found: list[Any] = [seen.tolist()]
    for _ in range(most):
        action = env.action_space.sample(info["action_mask"])
        seen, reward, ended, cut_off, info = env.step(action)
        found += [int(action), seen.tolist(), reward, ended, info["events"]]
        if ended or cut_off:
            break
    return found


def test_every_game_that_somebody_decides_is_registered() -> None:
    assert NAMES == [
        "ludex/ABank-v0", "ludex/ALibrary-v0", "ludex/Battleship-v0", "ludex/Blackjack-v0",
        "ludex/Breakthrough-v0", "ludex/Carcassonne-v0", "ludex/ChessSolitaire-v0",
        "ludex/ConnectFour-v0", "ludex/DotsAndBoxes-v0", "ludex/FreeCell-v0", "ludex/Golf-v0",
        "ludex/Gomoku-v0", "ludex/HareAndHounds-v0", "ludex/Hex-v0", "ludex/Kalah-v0",
        "ludex/Klondike-v0", "ludex/KuhnPoker-v0", "ludex/LeducHoldem-v0", "ludex/LiarsDice-v0",
        "ludex/LoveLetterInSmall-v0", "ludex/Mastermind-v0", "ludex/MuTorere-v0", "ludex/Nim-v0",
        "ludex/NineMensMorris-v0", "ludex/Othello-v0", "ludex/Oware-v0", "ludex/PegSolitaire-v0",
        "ludex/Pig-v0", "ludex/RussianBank-v0", "ludex/Set-v0", "ludex/TexasHoldem-v0",
        "ludex/TicTacToe-v0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        name if at % 4 == 0 else pytest.param(name, marks=pytest.mark.slow)
        for at, name in enumerate(NAMES)
    ],
)
def test_the_standard_s_own_check_finds_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(gymnasium.make(name).unwrapped)
    capsys.readouterr()


def test_a_module_may_be_named_so_that_no_import_is_needed() -> None:
    line = (
        "import gymnasium; e = gymnasium.make('ludex.envs:ludex/FreeCell-v0', deal=11982);"
        "print(e.reset(seed=1)[1]['action_mask'].sum())"
    )
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "35"


@pytest.mark.parametrize("name", ["TicTacToe", "KuhnPoker", "FreeCell", "RussianBank"])
def test_the_same_seed_is_the_same_episode(name: str) -> None:
    first, second = (episode(made(name), 7) for _ in range(2))
    assert first == second
    assert episode(made(name), 8) != first


def test_a_seed_deals_what_it_deals_everywhere_else() -> None:
    game = load("freecell")
    env = made("FreeCell")
    env.reset(seed=5)
    assert env.episode.state == play_out(game, 5, most=1).state


def test_a_deal_is_named_when_it_is_made_or_reset() -> None:
    env = made("FreeCell", deal=11982)
    _, first = env.reset(seed=1)
    _, other = env.reset(seed=2)
    assert first["events"] == other["events"]
    _, named = env.reset(seed=2, options={"deal": 617})
    assert named["events"] != first["events"]
    line = position_line(load("freecell"), env.episode.state)
    by_line = made("FreeCell", deal=line)
    assert by_line.reset(seed=3)[1]["events"] == named["events"]


def test_a_game_that_is_set_up_by_hand_begins_with_puzzles() -> None:
    pytest.importorskip("numba")
    env = made("ChessSolitaire", pieces=5)
    boards = set()
    for seed in range(4):
        seen, _ = env.reset(seed=seed)
        assert seen[3:99].sum() == 5
        boards.add(seen.tobytes())
    assert len(boards) == 4
    given = made("ChessSolitaire", deal="NP.Q/.R.B/K.N./.P..")
    given.reset(seed=1)
    assert position_line(given.table.game, given.episode.state) == "NP.Q/.R.B/K.N./.P.."


def test_a_solved_board_brings_a_reward_of_one() -> None:
    env = made("ChessSolitaire", deal="R..R/..../..../....")
    _, info = env.reset(seed=1)
    (action, *_) = np.flatnonzero(info["action_mask"])
    _, reward, ended, cut_off, _ = env.step(action)
    assert (reward, ended, cut_off) == (1.0, True, False)


@pytest.mark.parametrize("bots", ["greedy", ["greedy"], lambda view, _: view.legal[0]])
def test_bots_take_the_other_seats(bots: Any) -> None:
    env = made("ConnectFour", bots=bots, seat=1)
    seen, _ = env.reset(seed=1)
    assert env.explain(1) == "player 2 looks"
    assert seen[1] == 1
    assert env.episode.events == 1  # player 1 has moved
    assert len(episode(env, 3)) > 5


def test_rewards_of_worth_are_differences_that_add_up() -> None:
    env = made("Carcassonne", reward="worth", preset="standard", options={"length": 12})
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    before, total, ended = env.episode.worth(env.seat), 0.0, False
    while not ended:
        _, reward, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
        total += reward
    assert total == pytest.approx(env.episode.worth(env.seat) - before)


def test_scores_are_rewards_where_they_are_asked_for() -> None:
    env = made("KuhnPoker", reward="score")
    rewards = {episode(env, seed)[-3] for seed in range(30)}
    assert rewards <= {-2.0, -1.0, 1.0, 2.0}
    assert len(rewards) > 2


def test_observations_come_as_parts_too() -> None:
    env = made("ChessSolitaire", observation="dict", deal="R..R/..../..../....")
    seen, _ = env.reset(seed=1)
    assert seen["board"].shape == (6, 4, 4)
    assert seen in env.observation_space
    check_env(made("TicTacToe", observation="dict"), skip_render_check=True)


def test_actions_may_be_numbers_of_the_legal_list() -> None:
    env = made("FreeCell", actions="legal", most_legal=64)
    assert env.action_space.n == 64
    _, info = env.reset(seed=1)
    mask = info["action_mask"]
    count = int(mask.sum())
    assert mask[:count].all()
    assert [*info["events"]] == [*range(count)]
    env.step(0)
    few = made("FreeCell", actions="legal", most_legal=1)
    assert few.reset(seed=1)[1]["left_out"] == count - 1
    check_env(made("LeducHoldem", actions="legal", most_legal=8), skip_render_check=True)


def test_an_event_without_a_number_is_played_by_itself() -> None:
    env = made("TexasHoldem", slots=0)
    _, info = env.reset(seed=5)
    assert info["left_out"] > 0
    _, _, _, _, info = env.play("raise_to(77)")
    assert info["event"] == "raise_to(77)"
    exact = made("TexasHoldem", amounts=(50, 77))
    _, info = exact.reset(seed=5)
    assert "raise_to(77)" in info["events"].values()


def test_what_others_hold_is_told_by_nothing() -> None:
    env = made("KuhnPoker")
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        hidden = env.episode.state.cards[1].name.lower()
        told = json.dumps({k: v for k, v in info.items() if k not in ("action_mask", "seed")})
        assert hidden not in told
        assert f"cards[2] is {hidden}" not in env.table.observation.named(seen)


# -- bad input --------------------------------------------------------------------------------


def test_an_illegal_action_changes_nothing_and_says_the_rule() -> None:
    env = made("ChessSolitaire", deal="R..R/.P../..../....")
    env.reset(seed=1)
    before = env.episode.state
    action = env.table.numbering.number(env.episode.read("move_and_capture(1,1,2,2)"))
    _, reward, ended, cut_off, info = env.step(action)
    assert (reward, ended, cut_off) == (0.0, False, False)
    assert "A rook does not move from a4 to b3" in info["refusal"]
    assert env.episode.state is before


def test_an_illegal_action_may_raise_or_end_the_episode() -> None:
    env = made("TicTacToe", illegal="raise")
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(envs.IllegalAction, match="cell 1 is taken"):
        env.step(0)
    ending = made("TicTacToe", illegal="end", penalty=-5)
    ending.reset(seed=1)
    ending.step(0)
    _, reward, ended, _, info = ending.step(0)
    assert (reward, ended) == (-5.0, True)
    assert "taken" in info["refusal"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        ending.step(1)


@pytest.mark.parametrize(
    "action",
    [
        -1,
        9,
        10**30,
        float("nan"),
        1.0,
        "3",
        None,
        True,
        np.float32(2),
        np.array([1, 2]),
        [1],
    ],
)
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = made("TicTacToe")
    env.reset(seed=1)
    before = env.episode.state
    with pytest.raises(envs.IllegalAction, match=r"whole number|there is no action"):
        env.step(action)
    assert env.episode.state is before
    env.step(np.int64(4))


def test_no_step_before_the_first_reset_or_after_the_end() -> None:
    env = made("KuhnPoker")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    assert not info["action_mask"].any()
    env.reset(seed=1)
    env.step(0)
    env.reset(seed=1)  # in the middle
    env.step(0)


@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("FreeCell", {"deal": -1}, "has no deal -1"),
        ("FreeCell", {"deal": "nonsense"}, "deal 'nonsense'"),
        ("FreeCell", {"preset": "nosuch"}, "no preset 'nosuch'"),
        ("FreeCell", {"options": {"colour": 3}}, "no option 'colour'"),
        ("FreeCell", {"players": 2}, "is for 1, not for 2"),
        ("FreeCell", {"pieces": 3}, "has no puzzles"),
        ("TicTacToe", {"bots": "nobody"}, "there is no bot 'nobody'"),
        ("TicTacToe", {"bots": ["random", "random"]}, "1 other seats"),
        ("TicTacToe", {"seat": 2}, "seats are 0 to 1"),
        ("TicTacToe", {"reward": "money"}, "no reward 'money'"),
        ("TicTacToe", {"reward": "worth"}, "has no evaluation of"),
        ("TicTacToe", {"illegal": "cheat"}, "expected one of"),
        ("TicTacToe", {"actions": "words"}, "expected one of"),
        ("TicTacToe", {"limit": 0}, "1 or more"),
        ("Carcassonne", {"players": 7}, "2 to 5 players"),
        ("Game", {"game": "fighting"}, "nothing to learn"),
    ],
)
def test_what_cannot_be_made_is_told_in_one_line(
    name: str, more: dict[str, Any], words: str
) -> None:
    with pytest.raises(envs.NoTable, match=words) as told:
        made(name, **more)
    assert "\n" not in str(told.value)


def test_any_file_with_a_game_is_an_environment() -> None:
    env = made("Game", game=str(ROOT / "examples" / "pig.py"))
    assert len(episode(env, 1)) > 5
    with pytest.raises(LookupError, match="there is no game 'nosuch'"):
        made("Game", game="nosuch")


def test_an_episode_that_goes_on_for_too_long_is_cut_off() -> None:
    env = made("FreeCell", limit=5)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    cut_off = ended = False
    while not cut_off:
        _, _, ended, cut_off, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not ended
    assert env.episode.events == 5


# -- processes, threads, memory ---------------------------------------------------------------


def test_an_environment_in_the_middle_of_an_episode_is_pickled() -> None:
    env = made("RussianBank")
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    again = pickle.loads(pickle.dumps(env))
    action = np.flatnonzero(info["action_mask"])[0]
    for one, other in zip(env.step(action)[:4], again.step(action)[:4], strict=True):
        assert np.array_equal(one, other)


def test_two_environments_in_threads_do_not_disturb_each_other() -> None:
    alone = [episode(made("LeducHoldem"), seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = [*pool.map(lambda seed: episode(made("LeducHoldem"), seed), range(4))]
    assert together == alone


def test_the_table_is_drawn() -> None:
    for name in ("TicTacToe", "Carcassonne"):
        env = made(name, render_mode="rgb_array")
        env.reset(seed=1)
        image = env.render()
        assert image.shape == (480, 640, 3)
        assert len(np.unique(image.reshape(-1, 3), axis=0)) > 8
    env = made("TicTacToe", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "...\n...\n...\nplayer 1 to move"
    assert made("TicTacToe").render() is None


def test_an_example_is_what_its_file_says() -> None:
    assert made("KuhnPoker").table.game.events == example("kuhn_poker").events
