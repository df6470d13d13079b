"""Gymnasium: one learner at a table; bots in the other seats, chance drawn from the seed.

    env = gymnasium.make("ludex/FreeCell-v0", deal=11982)
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])

What every step tells besides: `action_mask`, which of the actions are legal (int8, as Gymnasium
samples by it); `events`, what each legal action does, written as in scripts; `event`, what
the learner did last (what others did may be hidden from it); `left_out`, how many legal events
have no number. `env.unwrapped.play(event)` makes any legal event, also one that has no number.
"""

from typing import Any, Literal, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludex.envs.episode import (
    Bots,
    Episode,
    IllegalAction,
    mask_of,
    seat_bots,
    whole_number,
)
from ludex.envs.table import (
    MODES,
    LearningTable,
    NoTable,
    TableOptions,
    demand,
    game_of,
)
from ludex.kernel import AnyEvent, AnyGame, Seat

Illegal = Literal["refuse", "raise", "end"]
"""The effect of an illegal action. `refuse`: nothing, but `info["refusal"]` says why. `raise`: an
`IllegalAction`. `end`: the episode ends, with the penalty."""

MOST_LEGAL = 256
"""Actions where they are numbers of the legal list."""

Seen = Any
"""A tensor, or a dictionary of its parts."""

Stepped = tuple[Seen, float, bool, bool, dict[str, Any]]


class RulebookEnv(gymnasium.Env[Seen, np.int64]):
    """A game for one learner. Further arguments are those of `TableOptions`."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": [*MODES],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seat: int = 0,
        bots: Bots = "random",
        actions: Literal["numbers", "legal"] = "numbers",
        observation: Literal["tensor", "dict"] = "tensor",
        illegal: Illegal = "refuse",
        penalty: float = -1.0,
        most_legal: int = MOST_LEGAL,
        **table: Any,  # noqa: ANN401
    ) -> None:
        demand("actions", actions, ("numbers", "legal"))
        demand("observation", observation, ("tensor", "dict"))
        demand("illegal", illegal, get_args(Illegal))
        options = TableOptions(**table)
        if options.limit < 1 or most_legal < 1:
            raise NoTable("limit and most_legal are 1 or more")
        rules = game_of(game)
        self.table = LearningTable(rules, options)
        if not 0 <= seat < self.table.seats:
            raise NoTable(f"seats are 0 to {self.table.seats - 1}, not {seat}")
        self.seat = Seat(seat)
        self.bots = seat_bots(rules, bots, self.table.start, self.seat)
        self.illegal, self.penalty = illegal, float(penalty)
        self.by_list, self.as_dict = actions == "legal", observation == "dict"
        self.render_mode = options.render_mode
        self.size = most_legal if self.by_list else len(self.table.numbering)
        self.action_space = spaces.Discrete(self.size)
        self.observation_space = observation_space(self.table, as_dict=self.as_dict)
        self._episode: Episode | None = None
        self._legal: dict[int, AnyEvent] = {}
        self._left_out = 0
        self._made: AnyEvent | None = None
        self._is_over = True

    # -- what Gymnasium asks for ---------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode: that of the seed, or the next. `options={"deal": …}` names a deal."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 62)) if seed is None else seed
        deal = (options or {}).get("deal")
        self._episode = Episode(self.table, chosen, deal=deal, bots=self.bots)
        self._is_over, self._made = self._episode.is_over, None
        self._look()
        return self._seen(), self._info(seed=chosen)

    def step(self, action: Any) -> Stepped:  # noqa: ANN401
        """Act, and let the others and chance act until it is the learner's turn again."""
        self._demand_under_way()
        number = whole_number(action, self.size)
        event = self._legal.get(number)
        return self._refused(number) if event is None else self._play(event)

    def play(self, event: AnyEvent | str) -> Stepped:
        """Make a step with an event, even without a number."""
        self._demand_under_way()
        read = self.episode.read
        return self._play(read(event) if isinstance(event, str) else event)

    def render(self) -> Any:  # noqa: ANN401
        """Show the table from the learner's view: text, pixels, or nothing."""
        return None if self._episode is None else self._episode.render(self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask alone, for sb3-contrib."""
        return mask_of(self._legal, self.size).astype(np.bool_)

    # -- what numbers mean ---------------------------------------------------------------

    def explain(self, index: int) -> str:
        """Explain a number of the observation."""
        return self.table.observation.explain(index)

    def explain_action(self, action: int) -> str:
        """Explain an action."""
        if action in self._legal:
            return str(self._legal[action])
        if self.by_list:
            return f"legal event {action + 1}, in the order of the rulebook's list"
        return self.table.numbering.explain(action)

    @property
    def episode(self) -> Episode:
        """Return the current game."""
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        return self._episode

    # -- inside --------------------------------------------------------------------------

    def _demand_under_way(self) -> None:
        if self._episode is None or self._is_over:
            raise gymnasium.error.ResetNeeded("the episode is over: reset the environment")

    def _look(self) -> None:
        legal, left_out = self.episode.legal(self.seat)
        if self.by_list:
            left_out += max(0, len(legal) - self.size)
            legal = dict(enumerate([*legal.values()][: self.size]))
        self._legal, self._left_out = legal, left_out
        if self.render_mode == "human":
            self.render()

    def _play(self, event: AnyEvent) -> Stepped:
        episode = self.episode
        refusal = episode.play(event)
        if refusal is not None:
            raise IllegalAction(f"{event}: {refusal.text}")
        self._made = event
        reward = episode.take_rewards()[self.seat]
        self._look()
        ended = episode.outcome is not None
        cut_off = not ended and (episode.is_over or not self._legal)
        self._is_over = ended or cut_off
        return self._seen(), reward, ended, cut_off, self._info()

    def _refused(self, number: int) -> Stepped:
        why = f"action {number}: only {len(self._legal)} events are legal"
        if not self.by_list and number < self.table.numbering.fixed:
            why = self.episode.why_not(self.seat, number)
        if self.illegal == "raise":
            raise IllegalAction(why)
        ends = self._is_over = self.illegal == "end"
        reward = self.penalty if ends else 0.0
        return self._seen(), reward, ends, False, self._info(refusal=why)

    def _seen(self) -> Seen:
        tensor = self.episode.tensor(self.seat)
        return self.table.observation.parts(tensor) if self.as_dict else tensor

    def _info(self, **more: object) -> dict[str, Any]:
        return {
            "action_mask": mask_of(self._legal, self.size),
            "events": {number: str(event) for number, event in self._legal.items()},
            "left_out": self._left_out,
            "event": None if self._made is None else str(self._made),
            **more,
        }


def observation_space(table: LearningTable, *, as_dict: bool) -> spaces.Space[Any]:
    """Return a box of numbers, or one for each part."""
    seen = table.observation
    if not as_dict:
        return spaces.Box(seen.low, seen.high, dtype=np.float32)
    lows, highs = seen.parts(seen.low), seen.parts(seen.high)
    return spaces.Dict(
        {name: spaces.Box(lows[name], highs[name], dtype=np.float32) for name in lows}
    )
