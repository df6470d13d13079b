"""OpenSpiel: importing this module registers every game there, `ludex_tic_tac_toe` and its like.

    import pyspiel
    import ludex.envs.open_spiel
    game = pyspiel.load_game("ludex_carcassonne(players=3)")

Parameters: `preset`, `options` (`stack:50 ante:1`), `players`, `deal` (a deal number), `position`
(a position line or the name of a puzzle), `reward` (`outcome`, `score`; `auto` uses scores if the
whole game is small), `deals`, `limit` (the number of events after which a game is cut off with a
return of 0).

Chance is explicit, with exact probabilities, if its outcomes can be listed. A shuffle cannot be
listed: there chance makes one of `deals` draws, all equally likely and the same in every process.
So the game has a sample of its chance, which grows with `deals`, and a history of numbers is always
the whole game.

An information state is everything that a seat has seen and done, state by state. Its tensor has as
many of the last observations as fit into some thousands of numbers; in small games it has all of
them.
"""

from typing import Any

import numpy as np

from ludex.envs.episode import score_reward
from ludex.envs.history import (
    OVER,
    PARAMETERS,
    HistoryNode,
    SpielRules,
    has_chance,
    rules_of,
)
from ludex.envs.registration import everything
from ludex.kernel import CHANCE, AnyGame, Seat
from ludex.language.position import position_line

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("this needs OpenSpiel: pip install open_spiel") from missing


class RulebookState(pyspiel.State):  # type: ignore[misc]  # compiled
    """A state in OpenSpiel."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401
        super().__init__(game)
        self.rules: SpielRules = game.rules
        self.node: HistoryNode = self.rules.first()

    def current_player(self) -> int:
        return self.rules.turn(self.node)

    def is_terminal(self) -> bool:
        return self.current_player() == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.rules.legal(self.node, Seat(player))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.rules.outcomes(self.node)

    def _apply_action(self, action: int) -> None:
        self.node = self.rules.after(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules, node = self.rules, self.node
        if player == CHANCE:
            if rules.chances is None or node.state is None:
                return f"draw {action}"
            return str(rules.chances.event(action))
        event = rules.legal(node, Seat(player)).get(action)
        return rules.table.numbering.explain(action) if event is None else str(event)

    def returns(self) -> list[float]:
        return self.rules.returns(self.node)

    def __str__(self) -> str:
        if self.node.state is None:
            return "a puzzle is to be drawn"
        return position_line(self.rules.game, self.node.state)


class RulebookObserver:
    """The observer of a player, in OpenSpiel's interface."""

    def __init__(self, rules: SpielRules, kind: Any, params: Any) -> None:  # noqa: ANN401
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        self.rules, self.recalls = rules, bool(kind.perfect_recall)
        size = len(rules.table.observation)
        self.rows = rules.memory if self.recalls else 1
        self.tensor = np.zeros(self.rows * size, np.float32)
        shape = (self.rows, size) if self.recalls else (size,)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: RulebookState, player: int) -> None:
        """Write the last observations of a player, the newest last."""
        seen, seat = self.rules.table.observation, Seat(player)
        self.tensor.fill(0)
        rows = self.tensor.reshape(self.rows, -1)
        for row, node in zip(rows[::-1], state.node.path(), strict=False):
            if node.state is not None:
                row[:] = seen.tensor(self.rules.game.view(node.state, seat), seat)

    def string_from(self, state: RulebookState, player: int) -> str:
        """Write the observations in words."""
        if self.recalls:
            return self.rules.remembered(state.node, player)
        return self.rules.seen(state.node, player)


class RulebookGame(pyspiel.Game):  # type: ignore[misc]  # compiled
    """A game in OpenSpiel; `of` is the rulebook of each class."""

    of: AnyGame

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = rules_of(self.of, params or {})
        super().__init__(_type(self.of, self.rules), _info(self.rules), params or {})

    def new_initial_state(self) -> RulebookState:
        """Return the first state of a game."""
        return RulebookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:  # noqa: ANN401
        """Return an observer."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return RulebookObserver(self.rules, kind, params)


def _type(game: AnyGame, rules: SpielRules | None = None) -> Any:  # noqa: ANN401
    kinds = pyspiel.GameType
    by_chance = has_chance(game) if rules is None else rules.has_chance
    chance, utility = kinds.ChanceMode, kinds.Utility
    is_zero_sum = rules is not None and rules.is_zero_sum
    information = kinds.Information.IMPERFECT_INFORMATION
    if game.is_open:
        information = kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=short_name(game),
        long_name=f"{game.title} (Ludex)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if by_chance else chance.DETERMINISTIC,
        information=information,
        utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
        default_loadable=True,
    )


MANY = 1e9
"""An upper bound on winnings, if none is known."""


def _info(rules: SpielRules) -> Any:  # noqa: ANN401
    small, seats = rules.small, rules.table.seats
    least, most = (0.0 if seats == 1 else -1.0), 1.0
    if rules.pay is score_reward:
        least, most = (-MANY, MANY) if small is None else (small.least, small.most)
    listed = rules.deals
    if rules.chances is not None and not rules.is_set_up:
        listed = len(rules.chances)
    return pyspiel.GameInfo(
        num_distinct_actions=len(rules.table.numbering),
        max_chance_outcomes=listed if rules.has_chance else 0,
        num_players=seats,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if rules.is_zero_sum else None,
        max_game_length=rules.longest,
    )


def short_name(game: AnyGame) -> str:
    """Return OpenSpiel's name of a game: `ludex_tic_tac_toe`."""
    return f"ludex_{game.name.replace('-', '_')}"


def register(game: AnyGame) -> str:
    """Register a game with OpenSpiel, by its name or in a file; a second call has no effect."""
    name = short_name(game)
    if name not in pyspiel.registered_names():
        cls = type(f"Ludex{name.title()}", (RulebookGame,), {"of": game})
        pyspiel.register_game(_type(game), cls)
    return name


NAMES = tuple(register(game) for game in everything().values())
"""The names that this module has registered."""
