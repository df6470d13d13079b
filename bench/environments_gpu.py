"""Environments on a GPU: steps a second with everything that a learner sees kept there.

    python bench/environments_gpu.py [--steps 200] [--same 65536]

Each row is a batch of `ludex.compile.batches_gpu`: in each step every game acts, chance and the other seats
act, games that are over begin again, and masks, observations, rewards and scores are written, all
in the memory of the GPU. `steps/s` counts the learner's, by the clock, with actions chosen beforehand;
`and choosing` has a random legal action chosen for each game on the GPU as well. Before that, games are
stepped on both CPU and GPU, and all arrays compared. It needs neither Gymnasium nor PyTorch; where JAX
or PyTorch is installed, an array is handed to it, and its address compared: nothing was copied.
"""

import argparse
from time import perf_counter

import numpy as np
from rows import keep

from ludex.compile.batches import Batch
from ludex.compile.engine import Engine
from ludex.registry import companion_of, load
from ludex.registry import engine as engine_of

BATCHES = (4096, 1 << 16, 1 << 18, 1 << 20)


def rows() -> list[tuple[str, Engine, int]]:
    chess, holdem = load("chess-solitaire"), load("holdem")
    boards = companion_of(chess).boards
    assert boards is not None
    hand = engine_of(holdem, holdem.start("one_hand"))
    return [
        ("Chess Solitaire, five pieces", boards(5), 0),
        ("hold'em, one hand, every seat", hand, -1),
        ("hold'em, one hand, one learner", hand, 0),
    ]


def same(made: Engine, seat: int, games: int, steps: int = 30) -> bool:
    """Do CPU and GPU show the same, step for step?"""
    from ludex.compile.batches_gpu import DeviceBatch

    here, there = (
        Batch(made, games, seat=seat),
        DeviceBatch(made, games, seat=seat),
    )
    one, two = here.reset(0), there.reset(0)
    for _ in range(steps):
        for a, b in zip(one, two, strict=True):
            if not np.array_equal(a, b.copy_to_host()):
                return False
        chosen = here.random_moves()
        one, two = here.step(chosen), there.step(there.random_moves())
    return True


def steps_a_second(made: Engine, seat: int, games: int, steps: int) -> tuple[float, float]:
    from ludex.compile.batches_gpu import DeviceBatch
    from ludex.compile.cuda import cuda

    batch = DeviceBatch(made, games, seat=seat)
    batch.reset(0)
    for _ in range(5):
        batch.step(batch.random_moves())
    cuda.synchronize()
    began = perf_counter()
    for _ in range(steps):
        batch.step(batch.random_moves())
    cuda.synchronize()
    both = steps * games / (perf_counter() - began)
    spent = 0.0
    for _ in range(steps):
        chosen = batch.random_moves()
        cuda.synchronize()
        began = perf_counter()
        batch.step(chosen)
        cuda.synchronize()
        spent += perf_counter() - began
    return steps * games / spent, both


def handed_over(made: Engine) -> None:
    """What JAX and PyTorch make of an array, where they are installed."""
    from ludex.compile.batches_gpu import DeviceBatch

    batch = DeviceBatch(made, 1024, seat=0)
    masks = batch.reset(0).masks
    here = masks.__cuda_array_interface__["data"][0]
    try:
        import jax.numpy as jnp

        taken = jnp.asarray(masks)
        there = taken.__cuda_array_interface__["data"][0]
        actions = jnp.argmax(taken, axis=1)
        refused = batch.step(actions).refused.copy_to_host().sum()
        print(
            f"JAX: {taken.shape} {taken.dtype}, {'not copied' if here == there else 'copied'};"
            f" its actions stepped, {refused} refused"
        )
    except ImportError:
        print("JAX is not installed")
    try:
        import torch

        tensor = torch.as_tensor(masks, device="cuda")
        told = "not copied" if tensor.data_ptr() == here else "copied"
        refused = batch.step(tensor.int().argmax(dim=1)).refused.copy_to_host().sum()
        print(f"PyTorch: {tuple(tensor.shape)} {tensor.dtype}, {told}; {refused} refused")
    except ImportError:
        print("PyTorch is not installed")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--same", type=int, default=1 << 16)
    asked = parser.parse_args()
    try:
        from ludex.compile.cuda import name, require

        require()
    except (ImportError, RuntimeError) as problem:
        print(f"Environments on a GPU are not measured: {problem}")
        return
    print(name())
    for label, made, seat in rows():
        alike = "the same as" if same(made, seat, asked.same) else "OTHERS THAN"
        print(f"{label}: {asked.same:,} games {alike} on the CPU", flush=True)
        for games in BATCHES:
            alone, both = steps_a_second(made, seat, games, asked.steps)
            print(
                f"{games:12,} games {alone:16,.0f} steps/s, and choosing {both:16,.0f}",
                flush=True,
            )
            keep(f"{label}, {games:,} environments", "steps/s", alone)
    handed_over(rows()[0][1])


if __name__ == "__main__":
    main()
