"""Vectors and games of several learners in other processes, in threads, and begun again for ever."""

import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from ludex import envs
from memory_growth import kept_by
from playing import ROOT

LEDUC = str(ROOT / "examples" / "leduc_poker.py")
BOARDS = ["R..R/..../..../....", "Q.Q./..../..../...K"]

A_FORK = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")


def vector() -> Any:
    """Some games, in the middle."""
    env = envs.vector("chess-solitaire", 6)
    env.reset(seed=3)
    env.step(env.random_actions())
    return env


def table(seed: int = 3) -> Any:
    env = envs.aec(LEDUC)
    env.reset(seed=seed)
    return env


def stepped(env: Any) -> list[Any]:
    """What the next steps of a vector show."""
    found = []
    for _ in range(5):
        seen, rewards, ended, _, info = env.step(env.random_actions())
        found += [seen, rewards, ended, info["action_mask"]]
    return [each.tolist() for each in found]


def played(env: Any) -> list[Any]:
    """What every agent of a table sees and gets to the end, if all do the first thing that they may."""
    found = []
    for agent in env.agent_iter(max_iter=60):
        seen, reward, ended, cut_off, _ = env.last()
        done = ended or cut_off
        action = None if done else int(np.argmax(seen["action_mask"]))
        found.append([agent, seen["observation"].tolist(), reward, ended, action])
        env.step(action)
    return found


def single() -> Any:
    env = gymnasium.make("ludex/KuhnPoker-v0").unwrapped
    env.reset(seed=3)
    return env


def learned(env: Any) -> list[Any]:
    """What a learner meets in three episodes, who does the last thing that is legal."""
    found = []
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        ended = False
        while not ended:
            action = int(np.flatnonzero(info["action_mask"])[-1])
            seen, reward, ended, _, info = env.step(action)
            found.append([action, seen.tolist(), reward])
    return found


def from_seed(seed: int) -> list[Any]:
    return played(table(seed))


KINDS: dict[str, tuple[Callable[[], Any], Callable[[Any], list[Any]]]] = {
    "vector": (vector, stepped),
    "aec": (table, played),
    "single": (single, learned),
}


def begun_there(kind: str) -> list[Any]:
    made, shown = KINDS[kind]
    return shown(made())


@pytest.mark.slow
@A_FORK
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_another_process_plays_on_and_plays_the_same(method: str) -> None:
    """It is handed an environment in the middle of its games, and makes one of its own."""
    with multiprocessing.get_context(method).Pool(1) as pool:
        for kind, (made, shown) in KINDS.items():
            env = made()
            handed, own = (
                pool.apply(shown, (env,)),
                pool.apply(begun_there, (kind,)),
            )
            here = shown(env)
            assert handed == here, kind
            assert own == here, kind


def test_tables_in_threads_do_not_disturb_each_other() -> None:
    alone = [from_seed(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(from_seed, range(4))] == alone


def test_a_vector_is_pickled_with_its_deals_and_its_dice() -> None:
    env = envs.vector("chess-solitaire", 3, deal=BOARDS, autoreset_mode="SameStep")
    env.reset(seed=7)
    again = pickle.loads(pickle.dumps(env))
    assert again.mode is env.mode
    assert stepped(again) == stepped(env)
    assert np.array_equal(again.reset()[0], env.reset()[0])


def test_a_vector_that_was_not_reset_is_pickled_as_one() -> None:
    env = pickle.loads(pickle.dumps(envs.vector("chess-solitaire", 3)))
    with pytest.raises(Exception, match="reset the environments first"):
        env.step(np.zeros(3, np.int64))


def test_a_vector_on_an_engine_of_one_s_own_says_that_it_stays() -> None:
    engine = envs.vector("chess-solitaire", 1).engine
    env = envs.vector("chess-solitaire", 2, engine=engine)
    with pytest.raises(pickle.PicklingError, match="stays in its process"):
        pickle.dumps(env)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_resets_keep_no_memory(kind: str) -> None:
    env = KINDS[kind][0]()
    assert kept_by(lambda seed: env.reset(seed=seed), 100, 300) < 8_000
