"""PPO with masks, in plain PyTorch: a network learns to solve puzzles of Chess Solitaire.

    pip install "ludex[rl,fast]" torch
    python examples/rl/ppo.py [--puzzles 6000] [--updates 300] [--seed 1]

It trains on generated puzzles of five pieces, each of which can be won, and is asked about others
that it has never seen: how many does it solve when it plays the move that it likes best? Beside
it stand a random player, the greedy bot, and the exact solver, which solves them all.
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

import ludex.envs
from ludex.kernel import Dice
from ludex.language.position import position_line, read_position
from ludex.players.game_loop import play_out
from ludex.registry import PuzzleSpec, companion_of, load

GAME = load("chess-solitaire")
SQUARES, KINDS = 16, 6
PARALLEL, STEPS, EPOCHS, BATCH = 512, 16, 3, 2048
DISCOUNT, SMOOTHING, CLIP, ENTROPY, RATE = 1.0, 0.95, 0.2, 0.01, 1e-3


def puzzles(count: int, pieces: int, first: int) -> list[str]:
    """So many different boards that can be won, as position lines; by their seeds."""
    shelf = companion_of(GAME).puzzles
    assert shelf is not None
    found: dict[str, None] = {}
    while len(found) < count:
        made = shelf.make(PuzzleSpec(pieces), Dice(first), tries=20_000, tell=lambda _: None)
        first += 1
        if made is not None:
            found[position_line(GAME, shelf.begun(made.start))] = None
    return [*found]


def planes(rows: Any) -> torch.Tensor:
    """What a vector shows, as a plane of sixteen squares for each kind of piece."""
    sets = rows[:, 0, None]  # three sets of squares, 16 bits each: see explain in the docs
    bit = np.arange(SQUARES)
    kind = (
        (sets >> bit & 1)
        | (sets >> (bit + SQUARES) & 1) << 1
        | (sets >> (bit + 2 * SQUARES) & 1) << 2
    )
    hot = kind[:, None, :] == np.arange(1, KINDS + 1)[None, :, None]
    return torch.from_numpy(hot.reshape(len(rows), -1).astype(np.float32))


class Network(nn.Module):
    """Logits of the moves, and how likely the board is to be won."""

    def __init__(self, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(KINDS * SQUARES, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy.bias)

    def forward(
        self, seen: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        inside = self.body(seen)
        # Where a game is over nothing is legal: any action will do, and begins the next game.
        allowed = masks | ~masks.any(dim=1, keepdim=True)
        logits = self.policy(inside).masked_fill(~allowed, -1e9)
        chosen = torch.distributions.Categorical(logits=logits, validate_args=False)
        return chosen, self.value(inside).squeeze(1)


def advantages(
    rewards: torch.Tensor, values: torch.Tensor, ends: torch.Tensor, last: torch.Tensor
) -> torch.Tensor:
    """Generalised advantage estimates; `ends` are the steps after which a game was over."""
    found, running, following = torch.zeros_like(rewards), torch.zeros_like(last), last
    for t in reversed(range(len(rewards))):
        goes_on = 1.0 - ends[t]
        delta = rewards[t] + DISCOUNT * following * goes_on - values[t]
        running = delta + DISCOUNT * SMOOTHING * goes_on * running
        found[t], following = running, values[t]
    return found


def train(network: Network, boards: list[str], updates: int, seed: int) -> None:
    """So many updates on games of these puzzles."""
    games = ludex.envs.vector("chess-solitaire", PARALLEL, deal=boards)
    learner = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    rows, info = games.reset(seed=seed)
    seen, masks = planes(rows), torch.from_numpy(info["action_mask"].copy())
    for update in range(updates):
        for group in learner.param_groups:
            group["lr"] = RATE * (1 - update / updates)
        kept: dict[str, list[torch.Tensor]] = {
            name: [] for name in ("seen", "masks", "acts", "logs", "values", "rewards",
                                  "ends", "live")
        }  # fmt: skip
        for _ in range(STEPS):
            with torch.no_grad():
                chosen, values = network(seen, masks)
                acts = chosen.sample()
            live = masks.any(dim=1)  # the others begin anew: their step teaches nothing
            rows, rewards, ended, _, info = games.step(acts.numpy())
            found = (seen, masks, acts, chosen.log_prob(acts), values)
            found += (
                torch.from_numpy(rewards).float(),
                torch.from_numpy(ended).float(),
            )
            for each, value in zip(kept.values(), (*found, live), strict=True):
                each.append(value)
            seen, masks = planes(rows), torch.from_numpy(info["action_mask"].copy())
        with torch.no_grad():
            _, last = network(seen, masks)
        whole = {name: torch.stack(each) for name, each in kept.items()}
        gains = advantages(whole["rewards"], whole["values"], whole["ends"], last)
        whole["gains"], whole["goals"] = gains, gains + whole["values"]
        flat = {name: each.flatten(0, 1)[whole["live"].flatten()] for name, each in whole.items()}
        improve(network, learner, flat)
        if (update + 1) % max(1, updates // 10) == 0:
            games_over = flat["ends"].sum()
            won = flat["rewards"].sum() / games_over.clamp(min=1)
            print(
                f"update {update + 1:4}: {won:.1%} of its training games are won",
                flush=True,
            )


def improve(
    network: Network, learner: torch.optim.Optimizer, kept: dict[str, torch.Tensor]
) -> None:
    """PPO's clipped steps on what was seen."""
    count = len(kept["acts"])
    for _ in range(EPOCHS):
        for some in torch.randperm(count).split(BATCH):
            chosen, values = network(kept["seen"][some], kept["masks"][some])
            gains = kept["gains"][some]
            gains = (gains - gains.mean()) / (gains.std() + 1e-8)
            ratio = (chosen.log_prob(kept["acts"][some]) - kept["logs"][some]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.min(ratio * gains, clipped * gains).mean()
            value = (values - kept["goals"][some]).pow(2).mean()
            loss = policy + 0.5 * value - ENTROPY * chosen.entropy().mean()
            learner.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            learner.step()


def solved(network: Network | None, boards: list[str]) -> float:
    """The share of puzzles that are solved: by the move the network likes best, or at random."""
    games = ludex.envs.vector(
        "chess-solitaire", len(boards), deal=boards, autoreset_mode="Disabled"
    )
    rows, info = games.reset(seed=0)  # the seed 0 gives each game its own board
    won = np.zeros(len(boards))
    while info["action_mask"].any():
        if network is None:
            acts = games.random_actions()
        else:
            with torch.no_grad():
                masks = torch.from_numpy(info["action_mask"].copy())
                chosen, _ = network(planes(rows), masks)
                acts = chosen.logits.argmax(dim=1).numpy()
        rows, rewards, _, _, info = games.step(acts)
        won += rewards
    return float(won.mean())


def solved_by_bot(name: str, boards: list[str]) -> float:
    """The same for a bot of Ludex, on the rulebook itself."""
    ends = [
        play_out(GAME, seed=i, start=read_position(GAME, board), bots=(name,)).state
        for i, board in enumerate(boards)
    ]
    return float(np.mean([bool(GAME.outcome(end).winners) for end in ends]))


def solved_exactly(boards: list[str]) -> float:
    """The same for the solver: what it says is played, and judged by the rulebook."""
    shelf, won = companion_of(GAME).puzzles, 0
    for board in boards:
        state = read_position(GAME, board)
        for event in shelf.solution(state):
            state = GAME.after(state, event)
        won += bool(GAME.outcome(state) and GAME.outcome(state).winners)
    return won / len(boards)


def main() -> None:
    """Train, and say what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=6000)
    parser.add_argument("--held-out", type=int, default=500)
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    began = time.perf_counter()
    boards = puzzles(asked.puzzles + asked.held_out, asked.pieces, first=asked.seed)
    known, new = boards[asked.held_out :], boards[: asked.held_out]
    print(f"{len(known)} puzzles to learn from, {len(new)} others to be asked about")
    network = Network(GAME_ACTIONS)
    before = solved(network, new)
    train(network, known, asked.updates, asked.seed)
    rows = {
        "random moves": solved(None, new),
        "the greedy bot": solved_by_bot("greedy", new),
        "the network before training": before,
        "the network after training": solved(network, new),
        "the same, on the puzzles it has seen": solved(network, known),
        "the exact solver": solved_exactly(new),
    }
    for name, share in rows.items():
        print(f"{name:38}{share:7.1%}")
    print(f"{time.perf_counter() - began:.0f} seconds")


GAME_ACTIONS = len(ludex.envs.Numbering(GAME))

if __name__ == "__main__":
    main()
