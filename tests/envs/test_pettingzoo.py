"""PettingZoo: every seat a learner; the standard's own tests, and what it is told."""

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from ludex import envs
from playing import ROOT


def path(name: str) -> str:
    return str(ROOT / "examples" / f"{name}.py")


TABLES: dict[str, dict[str, Any]] = {
    path("tic_tac_toe"): {},
    path("kuhn_poker"): {},
    path("leduc_poker"): {},
    path("connect_four"): {},
    path("pig"): {},
    "carcassonne": {"players": 3, "options": {"length": 10}},
    "holdem": {"preset": "one_hand", "players": 4},
    "russian-bank": {"limit": 60},
}


@pytest.fixture(params=TABLES, ids=lambda name: name.rpartition("/")[2])
def table(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    return request.param, TABLES[request.param]


Asked = tuple[str, dict[str, Any]]


@pytest.fixture
def quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """PettingZoo prints, and warns of every dictionary that is not of its own games."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (space|is not)")
        yield
    capsys.readouterr()


def test_its_api_test_passes(table: Asked, quiet: None) -> None:
    name, more = table
    api_test(envs.aec(name, **more), num_cycles=30)


def test_its_api_test_has_nothing_to_say_to_tensors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    api_test(envs.aec(path("connect_four"), observation="tensor"), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


def test_its_seed_test_passes(table: Asked) -> None:
    name, more = table
    seed_test(lambda: envs.aec(name, **more), num_cycles=6)


@pytest.mark.parametrize("name", [path("kuhn_poker"), "carcassonne"])
def test_its_render_test_passes(name: str, quiet: None) -> None:
    render_test(lambda **more: envs.aec(name, **TABLES[name], **more))


def play(env: Any, seed: int) -> dict[str, float]:
    """A game of random legal actions; what each agent got in all."""
    env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut_off, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if ended or cut_off else int(dice.choice(legal)))
    return total


def test_rewards_are_those_of_the_outcome(table: Asked) -> None:
    name, more = table
    env = envs.aec(name, **more)
    total = play(env, 3)
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) <= 1


def test_scores_may_be_the_rewards() -> None:
    totals = [play(envs.aec(path("kuhn_poker"), reward="score"), i) for i in range(12)]
    assert {abs(score) for one in totals for score in one.values()} == {1.0, 2.0}


def test_chance_may_be_an_agent() -> None:
    env = envs.aec(path("kuhn_poker"), chance="player")
    env.reset(seed=1)
    assert env.agent_selection == "chance"
    seen, *_, info = env.last()
    assert seen["action_mask"].sum() == 6
    assert sum(info["weights"].values()) == pytest.approx(1)
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert env.agent_selection == "player_1"
    assert set(play(env, 2)) == {"player_1", "player_2", "chance"}
    with pytest.raises(envs.NoTable, match="cannot be listed"):
        envs.aec("holdem", chance="player")


def test_an_illegal_action_is_refused_with_the_rule_and_changes_nothing() -> None:
    env = envs.aec(path("tic_tac_toe"))
    env.reset(seed=1)
    env.step(4)
    before = env.unwrapped.episode.state
    with pytest.raises(envs.IllegalAction, match="cell 5 is taken"):
        env.step(4)
    for bad in (-1, 9, 1.5, float("nan"), "x", True):
        with pytest.raises(envs.IllegalAction):
            env.step(bad)
    assert env.unwrapped.episode.state is before
    env.step(0)


def test_an_illegal_action_ends_the_game_where_a_wrapper_asks_for_it() -> None:
    env = envs.aec(path("tic_tac_toe"), illegal="end", penalty=-3)
    env.reset(seed=1)
    env.last()
    env.step(4)
    env.last()
    env.step(4)
    assert all(env.terminations.values())
    assert env.rewards["player_2"] == -3


def test_whoever_is_not_on_turn_can_do_nothing() -> None:
    env = envs.aec(path("tic_tac_toe"))
    env.reset(seed=1)
    assert env.observe("player_1")["action_mask"].sum() == 9
    assert env.observe("player_2")["action_mask"].sum() == 0


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"players": 3}, "is for 2, not for 3"),
        ({"illegal": "cheat"}, "expected 'raise' or 'end'"),
        ({"chance": "me"}, "expected 'seed' or 'player'"),
        ({"observation": "all"}, "expected 'masked' or 'tensor'"),
        ({"render_mode": "film"}, "expected one of"),
    ],
)
def test_what_cannot_be_made_is_told(more: dict[str, Any], words: str) -> None:
    with pytest.raises(envs.NoTable, match=words):
        envs.aec(path("tic_tac_toe"), **more)


def test_a_game_in_progress_is_pickled() -> None:
    env = envs.aec("carcassonne", players=2).unwrapped
    env.reset(seed=1)
    again = pickle.loads(pickle.dumps(env))
    agent = env.agent_selection
    assert np.array_equal(env.observe(agent)["observation"], again.observe(agent)["observation"])
    assert isinstance(again.action_space(agent), gymnasium.spaces.Discrete)
