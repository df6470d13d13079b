"""Vectors: many games on a compiled engine, each as if it were alone."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

pytest.importorskip("numba")

from ludex import envs
from ludex.envs.actions import Numbering
from ludex.kernel import Seat
from ludex.language.position import position_line
from ludex.registry import load

CHESS = "chess-solitaire"


def vector(count: int = 16, **more: Any) -> Any:
    return envs.vector(CHESS, count, **more)


def first_legal(masks: Any) -> Any:
    return np.argmax(masks, axis=1)


def test_gymnasium_makes_it_by_name() -> None:
    env = gymnasium.make_vec("ludex/ChessSolitaire-v0", num_envs=3)
    assert type(env.unwrapped).__name__ == "EngineVectorEnv"
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    assert info["action_mask"].shape == (3, 354)


def test_masks_are_what_the_guards_allow_by_the_same_numbers() -> None:
    game, env = load(CHESS), vector()
    numbering = Numbering(game)
    _, info = env.reset(seed=5)
    for _ in range(4):
        for state, mask in zip(env.states(), info["action_mask"], strict=True):
            legal, _ = numbering.legal(state, Seat(0))
            assert [*legal] == np.flatnonzero(mask).tolist()
        _, _, _, _, info = env.step(first_legal(info["action_mask"]))


def test_a_game_does_not_depend_on_the_others() -> None:
    many, one = vector(8), vector(1)
    seen, info = many.reset(seed=10)
    alone, other = one.reset(seed=13)
    for _ in range(6):
        assert np.array_equal(seen[3], alone[0])
        assert np.array_equal(info["action_mask"][3], other["action_mask"][0])
        if not other["action_mask"].any():
            break
        seen, _, _, _, info = many.step(first_legal(info["action_mask"]))
        alone, _, _, _, other = one.step(first_legal(other["action_mask"]))


@pytest.mark.parametrize("mode", AutoresetMode)
def test_games_begin_again_as_the_standard_says(mode: AutoresetMode) -> None:
    env = vector(64, autoreset_mode=mode)
    _, info = env.reset(seed=1)
    over = np.zeros(64, np.bool_)
    ends = 0
    for _ in range(12):
        mask = info["action_mask"]
        seen, rewards, ended, cut_off, info = env.step(first_legal(mask))
        assert not cut_off.any()
        ends += int(ended.sum())
        legal = info["action_mask"].any(axis=1)
        if mode is AutoresetMode.NEXT_STEP:
            assert not (over & ended & (rewards != 0)).any()
            assert np.array_equal(legal, ~ended)
            over = ended
        elif mode is AutoresetMode.SAME_STEP:
            if ended.any():
                assert np.array_equal(info["_final_obs"], ended)
                assert not np.array_equal(info["final_obs"][ended], seen[ended])
        else:
            assert not (over & ended).any()
            over |= ended
            if over.any():
                _, info = env.reset(options={"reset_mask": over})
                over[:] = False
    assert ends > 64
    assert env.metadata["autoreset_mode"] is mode


def test_deals_come_from_a_list_by_the_seed() -> None:
    boards = ["R..R/..../..../....", "K..K/..../..../....", "Q.Q./..../..../...."]
    env = vector(4, deal=boards)
    env.reset(seed=1)
    game = load(CHESS)
    lines = [position_line(game, s) for s in env.states()]
    assert lines == [boards[seed % 3] for seed in (1, 2, 3, 4)]
    alone = gymnasium.make("ludex/ChessSolitaire-v0", deal=boards)
    alone.reset(seed=2)
    assert position_line(game, alone.unwrapped.episode.state) == boards[2]  # type: ignore[attr-defined]


@pytest.mark.slow  # its loops are compiled for nobody else
def test_a_seed_begins_the_same_whatever_was_played_before() -> None:
    env = envs.vector("carcassonne", 4)
    first = env.reset(seed=77)[0].copy()
    for _ in range(100):
        env.step(env.random_actions())
    assert (env.reset(seed=77)[0] == first).all()


@pytest.mark.slow
def test_a_seed_is_the_same_episode_on_the_rulebook_on_an_engine_and_on_a_gpu() -> None:
    plain = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    program = Path(__file__).parent / "same_episodes.py"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", program], env={**os.environ, **plain},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "the same\n", done.stderr


def test_a_reward_of_one_for_a_board_that_is_won() -> None:
    env = vector(2, deal="R..R/..../..../....")
    _, info = env.reset(seed=1)
    _, rewards, ended, _, _ = env.step(first_legal(info["action_mask"]))
    assert rewards.tolist() == [1.0, 1.0]
    assert ended.all()


def test_what_is_not_legal_is_not_done() -> None:
    env = vector(4)
    seen, info = env.reset(seed=1)
    illegal = np.argmin(info["action_mask"], axis=1)
    after, rewards, ended, _, info = env.step(illegal)
    assert np.array_equal(seen, after)
    assert info["refused"].all()
    assert not rewards.any()
    assert not ended.any()
    strict = vector(4, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(envs.IllegalAction, match="game 0: action"):
        strict.step(illegal)


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, np.int64), np.zeros(4, np.float32), np.full(4, np.nan), [0, 1, 2, "x"],
        np.full(4, -1), np.full(4, 354), np.zeros((2, 2), np.int64), None,
    ],
)  # fmt: skip
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    env = vector(4)
    env.reset(seed=1)
    with pytest.raises(envs.IllegalAction):
        env.step(actions)


def test_no_step_before_the_first_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        vector(4).step(np.zeros(4, np.int64))


def test_masks_are_to_be_read_only() -> None:
    _, info = vector(4).reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        info["action_mask"][0, 0] = True


def test_rows_are_tensors_with_names_where_somebody_asks() -> None:
    env = vector(4)
    env.reset(seed=1)
    assert env.tensors().shape == (4, 103)
    mask = env._batch.view.masks[0]
    assert env.explain_action(0, int(np.argmax(mask))).startswith("move_and_capture")
    assert env.random_actions().shape == (4,)
    assert env._batch.view.masks[np.arange(4), env.random_actions()].all()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"num_envs": 0}, "1 or more"),
        ({"num_envs": 2, "seat": 1}, "seats are 0 to 0"),
        ({"num_envs": 2, "reward": "gold"}, "expected 'score'"),
        ({"num_envs": 2, "device": "moon"}, "expected 'cpu'"),
        ({"num_envs": 2, "deal": []}, "an empty list"),
        ({"num_envs": 2, "deal": "what"}, "deal 'what'"),
        ({"num_envs": 2, "pieces": 17}, "1 to 16 pieces"),
    ],
)
def test_what_cannot_be_made_is_told(more: dict[str, Any], words: str) -> None:
    with pytest.raises(envs.NoTable, match=words):
        envs.vector(CHESS, **more)


def played(seed: int, resets: int = 1) -> list[Any]:
    """Some steps of a vector: what was seen, and what it brought."""
    env = vector(32)
    for _ in range(resets):
        seen, info = env.reset(seed=seed)
        found = [seen.copy()]
        for _ in range(7):
            chosen = first_legal(info["action_mask"])
            seen, rewards, ended, _, info = env.step(chosen)
            found += [seen.copy(), rewards.copy(), ended.copy()]
    return found


def test_a_reset_in_the_middle_begins_the_same_games_again() -> None:
    for one, two in zip(played(3), played(3, resets=2), strict=True):
        assert np.array_equal(one, two)


def test_two_vectors_in_threads_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(2) as pool:
        both = [*pool.map(played, (3, 4))]
    for there, seed in zip(both, (3, 4), strict=True):
        for one, two in zip(there, played(seed), strict=True):
            assert np.array_equal(one, two)


def test_what_is_beyond_all_numbers_is_refused_by_the_games_themselves() -> None:
    env = vector(4)
    env.reset(seed=1)
    before = env._rows().copy()
    view = env._batch.step(np.array([-2, -1, 354, 10**12]))
    assert view.refused.all()
    assert np.array_equal(env._rows(), before)
