"""Environments: steps a second from Python, beside Gymnasium's own CartPole and PettingZoo's own games.

    python bench/environments.py [--batch 4096] [--steps 100] [--vectors] [--single] [--turns] [--best SECONDS]

Every row is measured in the same run, in CPU time of one core, the best of three. `vectors` are
batches on the compiled engines, in which each step acts, lets chance act, and gives masks and
observations; choosing the actions is not counted. `single` are environments on the rulebook, with
masks from the guards and the tensor of the view, played at random against random bots. `turns` are
games for two in PettingZoo's turns, on our rulebook and as PettingZoo has written them by hand. `best` has
the game's strongest bot in the learner's place, against the same bots, for so long in each game: what
it gets is something to beat."""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from types import ModuleType

import gymnasium
from pettingzoo import AECEnv
from rows import keep, missing

import ludex.envs
from ludex.bots import view_of
from ludex.envs.episode import resolve_bot
from ludex.envs.pettingzoo_env import aec
from ludex.kernel import Dice
from ludex.players.opponents import best_of

CARTPOLE = "CartPole (Gymnasium)"
PETTINGZOO = "PettingZoo"
HERE = Path(__file__).parent
IN_TURNS = (("tic_tac_toe", "tictactoe_v3"), ("connect_four", "connect_four_v3"))
VECTORS = (
    ("chess-solitaire", 0, "one learner"),
    ("holdem", None, "every seat"),
    ("holdem", 0, "one learner, random bots"),
    (str(HERE.parent / "examples" / "connect_four.py"), None, "every seat, with tensors"),
)


def of_engine(name: str, seat: int | None, batch: int) -> Callable[[int], float]:
    env = ludex.envs.vector(name, batch, seat=seat)
    env.reset(seed=1)

    def measure(steps: int) -> float:
        taken = 0.0
        for _ in range(steps):
            chosen = env.random_actions()
            began = process_time()
            env.step(chosen)
            taken += process_time() - began
        return steps * batch / taken

    return measure


def of_cartpole(batch: int) -> Callable[[int], float]:
    env = gymnasium.make_vec("CartPole-v1", batch, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    actions = env.action_space.sample()

    def measure(steps: int) -> float:
        began = process_time()
        for _ in range(steps):
            env.step(actions)
        return steps * batch / (process_time() - began)

    return measure


def vectors(batch: int, steps: int) -> None:
    rows = [(CARTPOLE, of_cartpole(batch))]
    rows += [(f"{name}, {how}", of_engine(name, seat, batch)) for name, seat, how in VECTORS]
    for _, measure in rows:
        measure(3)
    best = {name: 0.0 for name, _ in rows}
    for _ in range(3):
        for name, measure in rows:
            best[name] = max(best[name], measure(steps))
    print(f"\nbatch {batch}: env steps/s on one core, and the ratio to CartPole")
    for name, speed in best.items():
        print(f"{name:42} {speed:12,.0f} {speed / best[CARTPOLE]:6.2f}")
        if name != CARTPOLE:
            what = f"{name}, {batch} environments"
            keep(what, "steps/s", speed, CARTPOLE, best[CARTPOLE])


def single(steps: int) -> None:
    print(
        f"\n{'environment':28}{'actions':>9}{'numbers':>9}{'length':>8}{'return':>8}{'steps/s':>9}"
    )
    for name in names():
        env = gymnasium.make(name, limit=2_000)
        env.action_space.seed(1)
        _, info = env.reset(seed=1)
        ends, total, began, made = 0, 0.0, process_time(), 0
        while made < steps or not ends:
            action = env.action_space.sample(info["action_mask"])
            _, reward, ended, cut_off, info = env.step(action)
            made += 1
            if ended or cut_off:
                ends, total = ends + 1, total + reward
                last = made
                _, info = env.reset()
        speed = made / (process_time() - began)
        size = env.observation_space.shape[0]
        print(
            f"{name:28}{env.action_space.n:9,}{size:9,}{last / ends:8.1f}"
            f"{total / ends:8.2f}{speed:9,.0f}",
            flush=True,
        )


def turns(steps: int) -> None:
    """Random games in which two take turns: observed, asked for what is legal, and stepped."""
    print(f"\n{'in turns':28}{'ours':>12}{'PettingZoo':>12}{'ratio':>8}   steps/s")
    for name, module in IN_TURNS:
        theirs = of_pettingzoo(module)
        if theirs is None:
            missing(PETTINGZOO)
        ours = aec(str(HERE.parent / "examples" / f"{name}.py"))
        speeds = [0.0, 0.0]
        for _ in range(3):
            for i, env in enumerate((ours, theirs)):
                if env is not None:
                    speeds[i] = max(speeds[i], taken_in_turns(env, steps))
        told = f"{speeds[1]:12,.0f}{speeds[0] / speeds[1]:8.2f}" if speeds[1] else ""
        print(f"{name:28}{speeds[0]:12,.0f}{told}", flush=True)
        if speeds[1]:
            keep(f"{name}, in turns", "steps/s", speeds[0], PETTINGZOO, speeds[1])


def of_pettingzoo(module: str) -> AECEnv | None:
    """An environment of theirs. They import what draws them (pygame), which is not needed here."""
    drawing = sys.modules.get("pygame")
    if find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    try:
        return import_module(f"pettingzoo.classic.{module}").env()
    except ImportError:
        return None
    finally:
        if drawing is None:
            sys.modules.pop("pygame", None)


def taken_in_turns(env: AECEnv, steps: int) -> float:
    dice, made, began = Dice(1), 0, process_time()
    while made < steps:
        env.reset(seed=made)
        for _ in env.agent_iter():
            observation, _, ended, cut_off, info = env.last()
            if ended or cut_off:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]  # fmt: skip
            env.step(dice.choice(mask.nonzero()[0].tolist()))
            made += 1
    return made / (process_time() - began)


def best(seconds: float) -> None:
    """What the strongest bot of each game gets in the learner's seat, against random ones."""
    print(f"\n{'environment':28}{'bot':>12}{'episodes':>9}{'return':>8}")
    for name in names():
        env = gymnasium.make(name, limit=2_000).unwrapped
        game, episodes, total = env.table.game, 0, 0.0
        label = best_of(game)
        bot = resolve_bot(game, label, env.table.start)
        began = process_time()
        while process_time() - began < seconds:
            env.reset(seed=1_000 + episodes)
            ended, dice = False, Dice(episodes)
            while not ended and process_time() - began < 4 * seconds:
                view = view_of(game, env.episode.state, env.seat)
                _, reward, over, cut_off, _ = env.play(bot(view, dice))
                ended = over or cut_off
            if ended:
                episodes, total = episodes + 1, total + reward
            elif not episodes:
                break
        told = f"{total / episodes:8.2f}" if episodes else "       -"
        print(f"{name:28}{label:>12}{episodes:9}{told}", flush=True)


def names() -> list[str]:
    """Every environment but that of any game."""
    return sorted(n for n in gymnasium.registry if n.startswith("ludex/") and "/Game-" not in n)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--turns", action="store_true")
    parser.add_argument("--best", type=float, metavar="SECONDS", default=0.0)
    asked = parser.parse_args()
    if asked.best:
        best(asked.best)
        return
    every = not (asked.single or asked.vectors or asked.turns)
    if asked.single or every:
        single(max(300, asked.steps))
    if asked.turns or every:
        turns(10 * asked.steps)
    if asked.vectors or every:
        vectors(asked.batch, asked.steps)


if __name__ == "__main__":
    main()
