"""PettingZoo: every seat a learner, one after the other (AEC).

    env = ludex.envs.aec("carcassonne", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, ended, cut_off, info = env.last()
        done = ended or cut_off
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Agents are `player_1` and so on, and sit in that order. An observation is what the agent sees, with
the mask of what it can do, as in PettingZoo's own board and card games: nothing, unless it is on
turn. With `observation="tensor"` it is the tensor alone, and the mask is in `info`. With `chance="player"` chance is an agent
too, called `chance`: its mask has the outcomes that are possible, and `info["weights"]` says how
likely each of them is.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludex.envs.actions import REACH, SLOTS, Numbering
from ludex.envs.chance_numbers import Chances
from ludex.envs.episode import LIMIT, Episode, IllegalAction, Rewards, demand_reward
from ludex.envs.gymnasium_env import observation_space, whole
from ludex.envs.render import MODES, shown_as
from ludex.envs.tables import Deal, NoTable, Table, begun, game_of
from ludex.kernel import CHANCE as CHANCES_SEAT
from ludex.kernel import Event, Game, Seat

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(
        'environments for several need PettingZoo: pip install "ludex[rl]"'
    ) from missing

CHANCE: Final = "chance"
Refusing = Literal["raise", "end"]


def aec(
    game: str | Game[Any],
    *,
    illegal: Refusing = "raise",
    penalty: float = -1.0,
    **more: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """A game for several learners, in the wrappers that PettingZoo recommends.

    An illegal action raises `IllegalAction` with the rule that refuses it, and changes nothing;
    with `illegal="end"` it ends the game, and whoever made it gets the penalty.
    """
    if illegal not in ("raise", "end"):
        raise NoTable(f"illegal={illegal!r}: expected 'raise' or 'end'")
    env: Any = RulebookAEC(game, **more)
    if illegal == "end":
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=penalty)
    return wrappers.OrderEnforcingWrapper(env)


class RulebookAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]  # untyped
    """A game in which every seat is an agent."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": [*MODES],
        "name": "ludex",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str | Game[Any],
        *,
        preset: str | None = None,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        deal: Deal = None,
        observation: Literal["masked", "tensor"] = "masked",
        reward: str = "outcome",
        chance: Literal["seed", "player"] = "seed",
        limit: int = LIMIT,
        amounts: Sequence[int] = (),
        reach: int = REACH,
        slots: int = SLOTS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rules = game_of(game)
        start = begun(rules, preset, players, options)
        if render_mode not in (None, *MODES):
            raise NoTable(
                f"render_mode={render_mode!r}: expected one of {', '.join(MODES)}"
            )
        if chance not in ("seed", "player"):
            raise NoTable(f"chance={chance!r}: expected 'seed' or 'player'")
        if observation not in ("masked", "tensor"):
            raise NoTable(f"observation={observation!r}: expected 'masked' or 'tensor'")
        self.masked = observation == "masked"
        numbering = Numbering(
            rules.unchecked(), reach=reach, slots=slots, amounts=amounts
        )
        self.table = Table(rules, start, deal=deal, numbering=numbering)
        self.reward = demand_reward(reward, rules)
        self.limit, self.render_mode = limit, render_mode
        self.metadata = {**type(self).metadata, "name": f"ludex_{rules.name}"}
        self.possible_agents = [f"player_{i + 1}" for i in range(self.table.seats)]
        self._seats = {agent: Seat(i) for i, agent in enumerate(self.possible_agents)}
        self.chances = Chances(rules.unchecked()) if chance == "player" else None
        if self.chances is not None:
            self.possible_agents = [*self.possible_agents, CHANCE]
            self._seats[CHANCE] = CHANCES_SEAT
        self.action_spaces = {
            agent: spaces.Discrete(self._actions(agent))
            for agent in self.possible_agents
        }
        box = observation_space(self.table, as_dict=False)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._space(agent, box) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._rng = np.random.default_rng()

    def _actions(self, agent: str) -> int:
        if agent == CHANCE:
            assert self.chances is not None
            return len(self.chances)
        return len(self.table.numbering)

    def _space(self, agent: str, box: spaces.Space[Any]) -> spaces.Space[Any]:
        if not self.masked:
            return observation_space(self.table, as_dict=False)
        mask = spaces.Box(0, 1, (self._actions(agent),), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may name."""
        return self.action_spaces[agent]

    # -- a game --------------------------------------------------------------------------

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Begin a game: that of the seed, or the next. `options={"deal": …}` names a deal."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        chosen = int(self._rng.integers(1 << 62)) if seed is None else seed
        self.agents = [*self.possible_agents]
        self.episode = Episode(
            self.table,
            chosen,
            deal=(options or {}).get("deal"),
            limit=self.limit,
            explicit=self.chances is not None,
        )
        self._paid = Rewards(self.episode, self.reward)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()
        self._show()

    def observe(self, agent: str) -> Any:  # noqa: ANN401
        """What an agent sees, and what it can do: nothing, unless it is on turn."""
        seat, seen = self._seats[agent], self.table.observation
        if seat == CHANCES_SEAT:  # it needs no eyes
            tensor = np.zeros_like(seen.low)
        else:
            tensor = seen.tensor(self.episode.view(seat), seat)
        if not self.masked:
            return tensor
        return {"observation": tensor, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        mask = np.zeros(self._actions(agent), np.int8)
        if agent == self.agent_selection:
            mask[[*self._legal]] = 1
        return mask

    def step(self, action: Any) -> None:  # noqa: ANN401
        """The agent on turn acts; then chance does, unless it is an agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = whole(action, self._actions(agent))
        event = self._legal.get(number)
        if event is None:
            raise IllegalAction(self._why_not(agent, number))
        refusal = self.episode.play(event)
        assert refusal is None, refusal
        self._cumulative_rewards[agent] = 0.0
        self.infos = {one: {} for one in self.agents}
        self.infos[agent]["event"] = str(event)
        earned = self._paid.take()
        self.rewards = {
            one: earned[self._seats[one]] if one != CHANCE else 0.0
            for one in self.agents
        }
        self._look()
        self._accumulate_rewards()
        self._show()

    def _look(self) -> None:
        """Whose turn it is, and what that agent can do."""
        episode, self._left_out = self.episode, 0
        self._legal: dict[int, Event[Any]] = {}
        ended = episode.outcome is not None
        if not ended and not episode.is_over:
            agent = self._agent(episode.turn)
            if agent == CHANCE:
                assert self.chances is not None
                weighed = self.chances.outcomes(episode.state)
                self._legal = {number: event for number, event, _ in weighed}
                self.infos[agent]["weights"] = {n: float(p) for n, _, p in weighed}
            else:
                self._legal, self._left_out = episode.legal(self._seats[agent])
            self.agent_selection = agent
            self.infos[agent]["left_out"] = self._left_out
            if not self.masked:
                self.infos[agent]["action_mask"] = self._mask(agent)
            self.infos[agent]["events"] = {n: str(e) for n, e in self._legal.items()}
        if ended:
            self.terminations = dict.fromkeys(self.agents, True)
        elif not self._legal:
            self.truncations = dict.fromkeys(self.agents, True)

    def _agent(self, seat: Seat) -> str:
        return CHANCE if seat == CHANCES_SEAT else f"player_{seat + 1}"

    def _why_not(self, agent: str, number: int) -> str:
        numbering = self.table.numbering
        if agent == CHANCE or number >= numbering.fixed:
            return f"action {number}: only {len(self._legal)} events are legal"
        event = numbering.event(number)
        shown = self.episode.view(self._seats[agent])
        refusal = self.table.game.refusal(shown, event)
        return f"{event}: {'it is no move of the game' if refusal is None else refusal.text}"

    # -- for people ----------------------------------------------------------------------

    def explain(self, index: int) -> str:
        """What a number of the observation says."""
        return self.table.observation.explain(index)

    def render(self) -> Any:  # noqa: ANN401
        """The table as whoever is on turn sees it."""
        if self.render_mode is None:
            return None
        turn = self.episode.turn
        seat = turn if turn != CHANCES_SEAT else Seat(0)
        return shown_as(self.render_mode, self.table.game, self.episode.state, seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held."""
