"""PettingZoo: every seat a learner, one after the other (AEC).

    env = ludex.envs.aec("carcassonne", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, ended, cut_off, info = env.last()
        done = ended or cut_off
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

The agents are `player_1` and so on, in the order of the seats. An observation has the agent's view
and its action mask, as in PettingZoo's own board and card games; the mask is empty unless the agent
is on turn. With `observation="tensor"` it is the tensor alone, and the mask is in `info`. With
`chance="player"` chance is an agent too, called `chance`: its mask has the possible outcomes, and
`info["weights"]` has their weights.
"""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludex.envs.episode import Episode, IllegalAction, mask_of, whole_number
from ludex.envs.gymnasium_env import observation_space
from ludex.envs.table import (
    MODES,
    ChanceNumbering,
    LearningTable,
    TableOptions,
    demand_either,
    game_of,
)
from ludex.kernel import CHANCE as CHANCES_SEAT
from ludex.kernel import AnyEvent, AnyGame, Seat

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(
        'environments for several players need PettingZoo: pip install "ludex[rl]"'
    ) from missing

CHANCE = "chance"


def aec(
    game: str | AnyGame,
    *,
    illegal: Literal["raise", "end"] = "raise",
    penalty: float = -1.0,
    **more: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Return a game for several learners, in the wrappers that PettingZoo recommends.

    An illegal action raises `IllegalAction` with the rule that refuses it, and changes nothing;
    with `illegal="end"` it ends the game, and its player gets the penalty.
    """
    demand_either("illegal", illegal, "raise", "end")
    env: Any = RulebookAEC(game, **more)
    if illegal == "end":
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=penalty)
    return wrappers.OrderEnforcingWrapper(env)


class RulebookAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # untyped
    """A game in which every seat is an agent. Further arguments are those of `TableOptions`."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": [*MODES],
        "name": "ludex",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str | AnyGame,
        *,
        observation: Literal["masked", "tensor"] = "masked",
        chance: Literal["seed", "player"] = "seed",
        **table: Any,  # noqa: ANN401
    ) -> None:
        super().__init__()
        demand_either("chance", chance, "seed", "player")
        demand_either("observation", observation, "masked", "tensor")
        rules = game_of(game)
        self.masked = observation == "masked"
        self.table = LearningTable(rules, TableOptions(**table))
        self.render_mode = self.table.options.render_mode
        self.metadata = {**type(self).metadata, "name": f"ludex_{rules.name}"}
        self._seats = {f"player_{i + 1}": Seat(i) for i in range(self.table.seats)}
        sizes = dict.fromkeys(self._seats, len(self.table.numbering))
        self.chances: ChanceNumbering | None = None
        if chance == "player":
            self.chances = ChanceNumbering(rules.unchecked())
            self._seats[CHANCE] = CHANCES_SEAT
            sizes[CHANCE] = len(self.chances)
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents = [*self._seats]
        self.sizes = sizes
        """The number of actions of each agent."""
        self.action_spaces = {one: spaces.Discrete(sizes[one]) for one in sizes}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._space(agent) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._rng = np.random.default_rng()

    def _space(self, agent: str) -> spaces.Space[Any]:
        box = observation_space(self.table, as_dict=False)
        if not self.masked:
            return box
        mask = spaces.Box(0, 1, (self.sizes[agent],), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    # -- a game --------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of the seed, or the next. `options={"deal": …}` names a deal."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        chosen = int(self._rng.integers(1 << 62)) if seed is None else seed
        self.agents = [*self.possible_agents]
        self.episode = Episode(
            self.table,
            chosen,
            deal=(options or {}).get("deal"),
            explicit=self.chances is not None,
        )
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()

    def observe(self, agent: str) -> Any:  # noqa: ANN401
        """Return the observation of an agent, and its mask; the mask is empty unless it is on turn."""
        if agent == CHANCE:  # it needs no eyes
            tensor = np.zeros_like(self.table.observation.low)
        else:
            tensor = self.episode.tensor(self._seats[agent])
        if not self.masked:
            return tensor
        return {"observation": tensor, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        legal = self._legal if agent == self.agent_selection else {}
        return mask_of(legal, self.sizes[agent])

    def step(self, action: Any) -> None:  # noqa: ANN401
        """Let the agent on turn act; then chance, unless it is an agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = whole_number(action, self.sizes[agent])
        event = self._legal.get(number)
        if event is None:
            raise IllegalAction(self._why_not(agent, number))
        refusal = self.episode.play(event)
        assert refusal is None, refusal
        self._cumulative_rewards[agent] = 0.0
        self.infos = {one: {} for one in self.agents}
        self.infos[agent]["event"] = str(event)
        earned = [*self.episode.take_rewards(), 0.0]  # the last is chance's
        self.rewards = {one: earned[self._seats[one]] for one in self.agents}
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """Find whose turn it is, and what that agent can do."""
        episode = self.episode
        self._legal: dict[int, AnyEvent] = {}
        if not episode.is_over:
            agent = self.agent_selection = self._agents[episode.turn]
            info = self.infos[agent]
            info["left_out"] = 0
            if self.chances is not None and agent == CHANCE:
                weighed = self.chances.outcomes(episode.state)
                self._legal = {number: event for number, event, _ in weighed}
                info["weights"] = {n: float(p) for n, _, p in weighed}
            else:
                self._legal, info["left_out"] = episode.legal(episode.turn)
            if not self.masked:
                info["action_mask"] = self._mask(agent)
            info["events"] = {n: str(e) for n, e in self._legal.items()}
        if episode.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif not self._legal:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _why_not(self, agent: str, number: int) -> str:
        if agent == CHANCE or number >= self.table.numbering.fixed:
            return f"action {number}: only {len(self._legal)} events are legal"
        return self.episode.why_not(self._seats[agent], number)

    # -- for people ----------------------------------------------------------------------

    def explain(self, index: int) -> str:
        """Explain a number of the observation."""
        return self.table.observation.explain(index)

    def render(self) -> Any:  # noqa: ANN401
        """Show the table as the agent on turn sees it."""
        if self.render_mode is None:
            return None
        return self.episode.render(Seat(max(0, self.episode.turn)))

    def close(self) -> None:
        """Do nothing: there are no resources to close."""
