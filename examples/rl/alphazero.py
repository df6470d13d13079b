"""A small AlphaZero in JAX: it learns tic-tac-toe by playing against itself, and draws its curve.

    pip install "ludex" jax
    python examples/rl/alphazero.py [--rounds 40] [--games 1024] [--out curve.svg]

The rules are those of `examples/tic_tac_toe.py`: every state is looked up there once, and the rest
are tables of numbers on the GPU, or on a CPU. A tree is searched for each of many games at the
same time, led by the network (PUCT); the network learns what the search chose and who won. After
each round it is asked about all states, without searching: how often is its move one of the best?
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ludex.registry import load

GAME = load(str(Path(__file__).parents[1] / "tic_tac_toe.py")).unchecked()
CELLS, LONGEST, EXPLORE, NOISE, RATE = 9, 9, 1.5, 0.25, 3e-3


class Tables(NamedTuple):
    """The whole game: states by number, 0 is the first."""

    after: Any  # the state that a move leads to
    legal: Any
    end: Any  # is it over?
    value: Any  # by then: 1 if whoever is on turn has won, -1 if the other has
    seen: Any  # the board, as whoever is on turn sees it: own marks, the other's, free
    best: Any  # which moves keep what the position is worth, by exact search


def tables() -> Tables:
    """Everything that the rulebook allows."""
    events = [*GAME.brute(GAME.start())]
    numbers, states = {GAME.start(): 0}, [GAME.start()]
    after, legal, end, value, seen = [], [], [], [], []
    for s in states:  # it grows
        outcome, turn = GAME.outcome(s), GAME.turn(s)
        moves = set() if outcome else {*GAME.moves(s)}
        row = [0] * CELLS
        for number, event in enumerate(events):
            if event in moves:
                later = GAME.after(s, event)
                if later not in numbers:
                    numbers[later] = len(states)
                    states.append(later)
                row[number] = numbers[later]
        after.append(row)
        legal.append([event in moves for event in events])
        end.append(outcome is not None)
        # Whoever is on turn at the end has lost, unless both have drawn.
        value.append(-1.0 if outcome and outcome.winners == (1 - turn,) else 0.0)
        whose = ((turn,), (1 - turn,), (None,))
        seen.append([mark in some for some in whose for mark in s.cells])
    worth = np.array(value, float)
    for number in np.argsort([sum(row[2 * CELLS :]) for row in seen]).tolist():
        if not end[number]:
            worth[number] = max(-worth[after[number][m]] for m in range(CELLS) if legal[number][m])
    keeps = -worth[np.array(after)] == worth[:, None]
    arrays = (np.array(after), np.array(legal), np.array(end), np.array(value, float),
              np.array(seen, float), keeps & np.array(legal))  # fmt: skip
    return Tables(*map(jnp.asarray, arrays))


# -- the network --------------------------------------------------------------------------------


def fresh(key: Any, width: int = 128) -> Any:
    """Weights to begin with."""
    sizes = [(3 * CELLS, width), (width, width), (width, CELLS + 1)]
    keys = jax.random.split(key, len(sizes))
    return [
        (jax.random.normal(k, size) * (2 / size[0]) ** 0.5, jnp.zeros(size[1]))
        for k, size in zip(keys, sizes, strict=True)
    ]


def judged(weights: Any, t: Tables, states: Any) -> tuple[Any, Any]:
    """Logits of the moves (those that are not legal far below), and what the position is worth."""
    x = t.seen[states]
    for matrix, shift in weights[:-1]:
        x = jax.nn.relu(x @ matrix + shift)
    matrix, shift = weights[-1]
    x = x @ matrix + shift
    value = jnp.where(t.end[states], t.value[states], jnp.tanh(x[..., CELLS]))
    return jnp.where(t.legal[states], x[..., :CELLS], -1e9), value


# -- the search: one tree for each game, all of them at once ------------------------------------


@partial(jax.jit, static_argnames="searches")
def searched(weights: Any, t: Tables, roots: Any, key: Any, searches: int) -> Any:
    """How often each move of the roots was looked at."""
    n, rows = len(roots), jnp.arange(len(roots))
    logits, _ = judged(weights, t, roots)
    noise = jax.random.dirichlet(key, jnp.full(CELLS, 0.6), (n,)) * t.legal[roots]
    noise /= jnp.maximum(noise.sum(1, keepdims=True), 1e-9)
    room = searches + 1
    tree = {
        "state": jnp.zeros((n, room), jnp.int32).at[:, 0].set(roots),
        "child": jnp.zeros((n, room, CELLS), jnp.int32),
        "prior": jnp.zeros((n, room, CELLS))
        .at[:, 0]
        .set((1 - NOISE) * jax.nn.softmax(logits) + NOISE * noise),
        "count": jnp.zeros((n, room, CELLS)),
        "total": jnp.zeros((n, room, CELLS)),
    }

    def search(i: Any, tree: Any) -> Any:
        def go_down(_: Any, at: Any) -> Any:
            node, path, moves, depth, going = at
            count, total = tree["count"][rows, node], tree["total"][rows, node]
            likely = tree["prior"][rows, node] * jnp.sqrt(count.sum(1, keepdims=True) + 1)
            scored = total / jnp.maximum(count, 1) + EXPLORE * likely / (1 + count)
            legal = t.legal[tree["state"][rows, node]]
            move = jnp.argmax(jnp.where(legal, scored, -jnp.inf), axis=1).astype(jnp.int32)
            going &= legal.any(1)
            path = path.at[rows, depth].set(jnp.where(going, node, -1))
            moves = moves.at[rows, depth].set(move)
            child = tree["child"][rows, node, move]
            node = jnp.where(going & (child > 0), child, node)
            return node, path, moves, depth + going, going & (child > 0)

        zero = jnp.zeros(n, jnp.int32)
        begin = (
            zero,
            jnp.full((n, LONGEST + 1), -1),
            jnp.zeros((n, LONGEST + 1), jnp.int32),
            zero,
            jnp.ones(n, bool),
        )
        node, path, moves, depth, _ = jax.lax.fori_loop(0, LONGEST, go_down, begin)
        last = jnp.maximum(depth - 1, 0)
        parent, move = path[rows, last], moves[rows, last]
        stands = t.end[tree["state"][rows, node]]  # the way down led to an end again
        leaf = t.after[tree["state"][rows, jnp.maximum(parent, 0)], move]
        leaf = jnp.where(stands, tree["state"][rows, node], leaf)
        logits, value = judged(weights, t, leaf)
        new = jnp.where(stands | (parent < 0), 0, i + 1)
        tree["state"] = tree["state"].at[rows, i + 1].set(leaf)
        tree["prior"] = tree["prior"].at[rows, i + 1].set(jax.nn.softmax(logits))
        linked = jnp.where(new > 0, new, tree["child"][rows, parent, move])
        tree["child"] = tree["child"].at[rows, parent, move].set(linked)

        def go_up(d: Any, tree: Any) -> Any:
            here, used = path[:, d], path[:, d] >= 0
            sign = jnp.where((depth - d) % 2 == 1, -1.0, 1.0)
            spot = (rows, jnp.maximum(here, 0), moves[:, d])
            tree["count"] = tree["count"].at[spot].add(used * 1.0)
            tree["total"] = tree["total"].at[spot].add(used * sign * value)
            return tree

        return jax.lax.fori_loop(0, LONGEST + 1, go_up, tree)

    return jax.lax.fori_loop(0, searches, search, tree)["count"][:, 0]


@partial(jax.jit, static_argnames=("games", "searches"))
def played(weights: Any, t: Tables, key: Any, games: int, searches: int) -> tuple[Any, ...]:
    """Games against itself: states, what the search chose, who won, and which count."""

    def ply(states: Any, key: Any) -> Any:
        look, draw = jax.random.split(key)
        counts = searched(weights, t, states, look, searches)
        chosen = counts / jnp.maximum(counts.sum(1, keepdims=True), 1)
        move = jax.random.categorical(draw, jnp.log(chosen + 1e-9))
        over = t.end[states]
        later = jnp.where(over, states, t.after[states, move])
        return later, (states, chosen, ~over)

    first = jnp.zeros(games, jnp.int32)
    ends, (states, chosen, live) = jax.lax.scan(ply, first, jax.random.split(key, LONGEST))
    # At the end the one on turn has lost, or it is a draw; the signs change with every ply.
    lengths = live.sum(0)
    signs = jnp.where((lengths[None] - jnp.arange(LONGEST)[:, None]) % 2 == 0, 1.0, -1.0)
    return states, chosen, signs * t.value[ends][None], live


@jax.jit
def improved(weights: Any, moments: Any, step: Any, t: Tables, batch: Any) -> tuple[Any, Any]:
    """One step of Adam."""

    def loss(weights: Any) -> Any:
        states, chosen, won, live = batch
        logits, _ = judged(weights, t, states)
        x = t.seen[states]
        for matrix, shift in weights[:-1]:
            x = jax.nn.relu(x @ matrix + shift)
        value = jnp.tanh((x @ weights[-1][0] + weights[-1][1])[..., CELLS])
        policy = -(chosen * jax.nn.log_softmax(logits)).sum(-1)
        return ((policy + (value - won) ** 2) * live).sum() / live.sum()

    slopes = jax.grad(loss)(weights)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slopes)
    second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, moments[1], slopes)
    weights = jax.tree.map(
        lambda w, m, v: w - RATE * (m / (1 - 0.9**step)) / (jnp.sqrt(v / (1 - 0.99**step)) + 1e-8),
        weights,
        first,
        second,
    )
    return weights, (first, second)


def right(weights: Any, t: Tables) -> float:
    """In how many of all positions is the move that it likes best one of the best?"""
    going = np.flatnonzero(~np.asarray(t.end))
    logits, _ = judged(weights, t, jnp.asarray(going))
    moves = np.asarray(logits).argmax(1)
    return float(np.asarray(t.best)[going, moves].mean())


def lost(weights: Any, t: Tables, seed: int, games: int = 2000) -> float:
    """How many games it loses, without searching, to a player who moves at random; seats change."""
    dice, count = np.random.default_rng(seed), 0
    after, legal, end, value = (np.asarray(each) for each in t[:4])
    likes = np.asarray(judged(weights, t, jnp.arange(len(end)))[0]).argmax(1)
    for game in range(games):
        s, mine = 0, game % 2 == 0
        while not end[s]:
            s = after[s, likes[s] if mine else dice.choice(np.flatnonzero(legal[s]))]
            mine = not mine
        count += int(value[s] == (-1 if mine else 1))
    return count / games


def picture(rows: list[tuple[int, float, float]], count: int, floor: float) -> str:
    """The curve, as SVG: it needs no other program."""
    wide, high, left, top = 640, 320, 56, 24
    most = max(games for games, _, _ in rows) or 1

    def line(which: int, colour: str) -> str:
        spots = " ".join(
            f"{left + row[0] / most * (wide - left - 20):.1f},{top + (1 - row[which]) * (high - 70):.1f}"
            for row in rows
        )
        return f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{spots}"/>'

    marks = "".join(
        f'<text x="{left - 8}" y="{top + (1 - p / 100) * (high - 70) + 4:.0f}" text-anchor="end">{p} %</text>'
        f'<line x1="{left}" x2="{wide - 20}" y1="{top + (1 - p / 100) * (high - 70):.1f}"'
        f' y2="{top + (1 - p / 100) * (high - 70):.1f}" stroke="#ddd"/>'
        for p in range(0, 101, 20)
    )
    words = (
        f"right moves, of all {count:,} positions (by chance {floor:.0%})",
        "games lost to a random player",
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif"'
        f' font-size="12"><rect width="{wide}" height="{high}" fill="white"/>{marks}'
        f"{line(1, '#0a6')}{line(2, '#c33')}"
        f'<text x="{wide - 24}" y="{top + 30}" text-anchor="end" fill="#0a6">{words[0]}</text>'
        f'<text x="{wide - 24}" y="{high - 64}" text-anchor="end" fill="#c33">{words[1]}</text>'
        f'<text x="{wide / 2}" y="{high - 14}" text-anchor="middle">games against itself, 0 to {most:,}'
        "</text></svg>\n"
    )


def main() -> None:
    """Learn, say how well, and draw it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=1024, help="in each round")
    parser.add_argument("--searches", type=int, default=32, help="before each move")
    parser.add_argument("--steps", type=int, default=64, help="of learning in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None)
    asked = parser.parse_args()
    t, key = tables(), jax.random.key(asked.seed)
    weights = fresh(key)
    moments = tuple(jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
    going = ~np.asarray(t.end)
    floor = float((np.asarray(t.best).sum(1)[going] / np.asarray(t.legal).sum(1)[going]).mean())
    print(f"{jax.devices()[0].device_kind}: {len(going):,} states, {int(going.sum()):,} to move in")
    rows, began, step = (
        [(0, right(weights, t), lost(weights, t, asked.seed))],
        time.perf_counter(),
        0,
    )
    for each in range(1, asked.rounds + 1):
        key, play, mix = jax.random.split(key, 3)
        found = played(weights, t, play, asked.games, asked.searches)
        flat = [part.reshape(-1, *part.shape[2:]) for part in found]
        for some in jax.random.randint(mix, (asked.steps, 1024), 0, len(flat[0])):
            step += 1
            batch = tuple(part[some] for part in flat)
            weights, moments = improved(weights, moments, jnp.float32(step), t, batch)
        rows.append((each * asked.games, right(weights, t), lost(weights, t, asked.seed)))
        print(
            f"round {each:3}: {rows[-1][1]:.2%} right, {rows[-1][2]:.2%} lost to random,"
            f" {time.perf_counter() - began:.0f} s",
            flush=True,
        )
    if asked.out is not None:
        asked.out.write_text(picture(rows, int(going.sum()), floor))


if __name__ == "__main__":
    sys.exit(main())
