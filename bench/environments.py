"""Environments: steps a second from Python, beside Gymnasium's own CartPole.

    python bench/environments.py [--batch 4096] [--steps 100] [--vectors] [--single]

Every row is measured in the same run, in CPU time of one core, the best of three. `vectors` are
batches on the compiled engines, in which each step acts, lets chance act, and gives masks and
observations; choosing the actions is not counted. `single` are environments on the rulebook, with
masks from the guards and the tensor of the view, played at random against random bots.
"""

import argparse
from collections.abc import Callable
from time import process_time

import gymnasium

import ludex.envs

VECTORS = (
    ("chess-solitaire", 0, "one learner"),
    ("holdem", None, "every seat"),
    ("holdem", 0, "one learner, random bots"),
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
    env = gymnasium.make_vec(
        "CartPole-v1", batch, vectorization_mode="vector_entry_point"
    )
    env.reset(seed=1)
    actions = env.action_space.sample()

    def measure(steps: int) -> float:
        began = process_time()
        for _ in range(steps):
            env.step(actions)
        return steps * batch / (process_time() - began)

    return measure


def vectors(batch: int, steps: int) -> None:
    rows = [("CartPole (Gymnasium)", of_cartpole(batch))]
    rows += [
        (f"{name}, {how}", of_engine(name, seat, batch)) for name, seat, how in VECTORS
    ]
    for _, measure in rows:
        measure(3)
    best = {name: 0.0 for name, _ in rows}
    for _ in range(3):
        for name, measure in rows:
            best[name] = max(best[name], measure(steps))
    print(f"\nbatch {batch}: env steps/s on one core, and the ratio to CartPole")
    for name, speed in best.items():
        print(f"{name:42} {speed:12,.0f} {speed / best[rows[0][0]]:6.2f}")


def single(steps: int) -> None:
    print(
        f"\n{'environment':28}{'actions':>9}{'numbers':>9}{'length':>8}{'return':>8}{'steps/s':>9}"
    )
    names = sorted(
        n for n in gymnasium.registry if n.startswith("ludex/") and "/Game-" not in n
    )
    for name in names:
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--single", action="store_true")
    asked = parser.parse_args()
    if asked.single or not asked.vectors:
        single(max(300, asked.steps))
    if asked.vectors or not asked.single:
        vectors(asked.batch, asked.steps)


if __name__ == "__main__":
    main()
