"""Gymnasium: one learner at a table; bots in the other seats, chance drawn from the seed.

    env = gymnasium.make("ludex/FreeCell-v0", deal=11982)
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])

What every step tells besides: `action_mask`, which of the actions are legal (int8, as Gymnasium
samples by it); `events`, what each legal action does, written as in scripts; `event`, what
the learner did last (what others did may be hidden from it); `left_out`, how many legal events
have no number. `env.unwrapped.play(event)` makes any legal event, also one that has no number.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludex.envs.actions import REACH, SLOTS, Numbering
from ludex.envs.episode import (
    LIMIT,
    Bots,
    Episode,
    IllegalAction,
    Rewards,
    demand_reward,
    seated_bots,
)
from ludex.envs.render import MODES, shown_as
from ludex.envs.tables import Boards, Deal, NoTable, Table, begun, game_of
from ludex.kernel import Event, Game, Seat

Illegal = Literal["refuse", "raise", "end"]
"""What an illegal action does. `refuse`: nothing, but `info["refusal"]` says why. `raise`: an
`IllegalAction`. `end`: the episode ends, with the penalty."""

MOST_LEGAL: Final = 256
"""Actions where they are numbers of the legal list."""

Seen = Any
"""A tensor, or a dictionary of its parts."""


class RulebookEnv(gymnasium.Env[Seen, np.int64]):
    """A game for one learner."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": [*MODES],
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
        pieces: int | None = None,
        boards: Boards = "puzzles",
        seat: int = 0,
        bots: Bots = "random",
        actions: Literal["numbers", "legal"] = "numbers",
        observation: Literal["tensor", "dict"] = "tensor",
        reward: str = "outcome",
        illegal: Illegal = "refuse",
        penalty: float = -1.0,
        limit: int = LIMIT,
        amounts: Sequence[int] = (),
        reach: int = REACH,
        slots: int = SLOTS,
        most_legal: int = MOST_LEGAL,
        render_mode: str | None = None,
    ) -> None:
        rules = game_of(game)
        start = begun(rules, preset, players, options)
        _demand("actions", actions, ("numbers", "legal"))
        _demand("observation", observation, ("tensor", "dict"))
        _demand("illegal", illegal, get_args(Illegal))
        _demand("render_mode", render_mode, (None, *MODES))
        if limit < 1 or most_legal < 1:
            raise NoTable("limit and most_legal are 1 or more")
        numbering = Numbering(
            rules.unchecked(), reach=reach, slots=slots, amounts=amounts
        )
        _demand("boards", boards, get_args(Boards))
        self.table = Table(
            rules, start, deal=deal, pieces=pieces, boards=boards, numbering=numbering
        )
        if not 0 <= seat < self.table.seats:
            raise NoTable(f"seats are 0 to {self.table.seats - 1}, not {seat}")
        self.seat = Seat(seat)
        self.bots = seated_bots(rules, bots, start, self.seat)
        self.reward = demand_reward(reward, rules)
        self.illegal, self.penalty, self.limit = illegal, float(penalty), limit
        self.by_list, self.as_dict = actions == "legal", observation == "dict"
        self.render_mode = render_mode
        size = most_legal if self.by_list else len(self.table.numbering)
        self.size = size
        self.action_space = spaces.Discrete(size)
        self.observation_space = observation_space(self.table, as_dict=self.as_dict)
        self._episode: Episode[Any] | None = None
        self._rewards: Rewards[Any] | None = None
        self._legal: dict[int, Event[Any]] = {}
        self._left_out = 0
        self._made: Event[Any] | None = None
        self._is_over = True

    # -- what Gymnasium asks for ---------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode: that of the seed, or the next. `options={"deal": …}` names a deal."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 62)) if seed is None else seed
        deal = (options or {}).get("deal")
        self._episode = Episode(
            self.table, chosen, deal=deal, bots=self.bots, limit=self.limit
        )
        self._rewards = Rewards(self._episode, self.reward)
        self._is_over, self._made = self._episode.is_over, None
        self._look()
        self._show()
        return self._seen(), self._info(seed=chosen)

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Act, and let the others and chance act until it is the learner's turn again."""
        episode = self._under_way()
        number = whole(action, self.size)
        event = self._legal.get(number)
        if event is None:
            return self._refused(number)
        refusal = episode.play(event)
        assert refusal is None, refusal
        self._made = event
        return self._stepped()

    def play(
        self, event: Event[Any] | str
    ) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """A step by an event itself, whether it has a number or not."""
        episode = self._under_way()
        made = episode.read(event) if isinstance(event, str) else event
        refusal = episode.play(made)
        if refusal is not None:
            raise IllegalAction(f"{made}: {refusal.text}")
        self._made = made
        return self._stepped()

    def render(self) -> Any:  # noqa: ANN401
        """The table as the learner sees it: text, pixels, or nothing where people look on."""
        if self.render_mode is None or self._episode is None:
            return None
        episode = self._episode
        return shown_as(self.render_mode, self.table.game, episode.state, self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask alone, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    # -- what numbers mean ---------------------------------------------------------------

    def explain(self, index: int) -> str:
        """What a number of the observation says."""
        return self.table.observation.explain(index)

    def explain_action(self, action: int) -> str:
        """What an action does, or is for."""
        if action in self._legal:
            return str(self._legal[action])
        if self.by_list:
            return f"legal event {action + 1}, in the order of the rulebook's list"
        return self.table.numbering.explain(action)

    @property
    def episode(self) -> Episode[Any]:
        """The game under way, for those who look behind the table."""
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        return self._episode

    # -- inside --------------------------------------------------------------------------

    def _under_way(self) -> Episode[Any]:
        if self._episode is None or self._is_over:
            raise gymnasium.error.ResetNeeded(
                "the episode is over: reset the environment"
            )
        return self._episode

    def _look(self) -> None:
        legal, left_out = self.episode.legal(self.seat)
        if self.by_list:
            events = [*legal.values()]
            room = self.size
            legal, left_out = (
                dict(enumerate(events[:room])),
                left_out + max(0, len(events) - room),
            )
        self._legal, self._left_out = legal, left_out

    def _stepped(self) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        assert self._rewards is not None
        reward = self._rewards.take()[self.seat]
        self._look()
        ended = episode.outcome is not None
        cut_off = not ended and (episode.is_cut_off or not self._legal)
        self._is_over = ended or cut_off
        self._show()
        return self._seen(), reward, ended, cut_off, self._info()

    def _refused(self, number: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        why = self._why_not(number)
        if self.illegal == "raise":
            raise IllegalAction(why)
        ends = self.illegal == "end"
        self._is_over = ends
        return (
            self._seen(),
            self.penalty if ends else 0.0,
            ends,
            False,
            {**self._info(), "refusal": why},
        )

    def _why_not(self, number: int) -> str:
        numbering = self.table.numbering
        if self.by_list or number >= numbering.fixed:
            return f"action {number}: only {len(self._legal)} events are legal"
        event = numbering.event(number)
        refusal = self.table.game.refusal(self.episode.view(self.seat), event)
        text = "it is no move of the game" if refusal is None else refusal.text
        return f"{event}: {text}"

    def _mask(self) -> npt.NDArray[np.int8]:
        mask = np.zeros(self.size, np.int8)
        mask[[*self._legal]] = 1
        return mask

    def _seen(self) -> Seen:
        seen = self.table.observation
        tensor = seen.tensor(self.episode.view(self.seat), self.seat)
        return seen.parts(tensor) if self.as_dict else tensor

    def _info(self, **more: object) -> dict[str, Any]:
        return {
            "action_mask": self._mask(),
            "events": {number: str(event) for number, event in self._legal.items()},
            "left_out": self._left_out,
            "event": None if self._made is None else str(self._made),
            **more,
        }

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def observation_space(table: Table[Any], *, as_dict: bool) -> spaces.Space[Any]:
    """A box of numbers, or one for each part."""
    seen = table.observation
    if not as_dict:
        return spaces.Box(seen.low, seen.high, dtype=np.float32)
    lows, highs = seen.parts(seen.low), seen.parts(seen.high)
    return spaces.Dict(
        {name: spaces.Box(lows[name], highs[name], dtype=np.float32) for name in lows}
    )


def whole(action: Any, size: int) -> int:  # noqa: ANN401
    """An action as a number; what is none is refused."""
    if isinstance(action, np.ndarray) and action.size == 1:
        action = action.reshape(-1)[0]
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise IllegalAction(f"an action is a whole number, not {action!r}")
    number = int(action)
    if not 0 <= number < size:
        raise IllegalAction(f"there is no action {number}: they are 0 to {size - 1}")
    return number


def _demand(name: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        words = ", ".join(repr(one) for one in known)
        raise NoTable(f"{name}={value!r}: expected one of {words}")
