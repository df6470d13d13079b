"""An episode: one game under way, in which learners, bots and chance take their turns.

Chance and each seat have dice of their own, made of the seed as `ludex.players.game_loop` makes
them: the same seed and the same actions are the same episode on every machine, and a seed
deals in an environment what it deals everywhere else.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.bots import Bot, thinking_of, view_of
from ludex.envs.table import Deal, LearningTable, NoTable
from ludex.envs.tensors.observation import Floats
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Outcome,
    Refusal,
    Seat,
    Unreadable,
)
from ludex.players.opponents import find_bot
from ludex.table import scene_of


class IllegalAction(ValueError):
    """An action that the rules refuse, in the words of the rule."""


class Episode:
    """A game under way. `bots` sit in the seats that are not played from outside."""

    def __init__(
        self,
        table: LearningTable,
        seed: int,
        *,
        deal: Deal = None,
        bots: Mapping[Seat, Bot[AnyState]] | None = None,
        explicit: bool = False,
    ) -> None:
        self.table, self.game, self.seed = table, table.game, seed
        self.limit = table.options.limit
        self.bots = bots or {}
        self.explicit = explicit
        """Is chance a player, whose events come from outside as well?"""
        source = Dice(seed)
        self._chance = source.split()
        self._dice = [source.split() for _ in range(table.seats)]
        chosen = table.options.deal if deal is None else deal
        self.state, first = table.first(chosen, seed)
        self.events = 0
        if first is not None:
            self._happen(first)
        self._go_on()
        self._worths = self._all_worths()
        self._paid = False

    # -- where it stands ---------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, if it has."""
        return self.game.outcome(self.state)

    @property
    def turn(self) -> Seat:
        """Return whose turn it is."""
        return self.game.turn(self.state)

    @property
    def is_over(self) -> bool:
        """Is there nothing left to do?"""
        return self.events >= self.limit or self.outcome is not None

    def view(self, seat: Seat) -> AnyState:
        """Return what a seat sees."""
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> tuple[dict[int, AnyEvent], int]:
        """Return what a seat can do, by number, and how many legal events have none; by its view."""
        if self.is_over or self.turn != seat:
            return {}, 0
        return self.table.numbering.legal(self.view(seat), seat)

    def tensor(self, seat: Seat) -> Floats:
        """Return what a seat sees, as numbers."""
        return self.table.observation.tensor(self.view(seat), seat)

    def why_not(self, seat: Seat, number: int) -> str:
        """Say why the event of a number is refused."""
        event = self.table.numbering.event(number)
        refusal = self.game.refusal(self.view(seat), event)
        text = "it is not a move of the game" if refusal is None else refusal.text
        return f"{event}: {text}"

    def render(self, seat: Seat) -> Any:  # noqa: ANN401
        """Show the table as a seat sees it: a text, an array of pixels; `human` prints and gives nothing."""
        mode, game = self.table.options.render_mode, self.game
        if mode is None:
            return None
        known = self.view(seat)
        if mode == "rgb_array":
            from ludex.envs.pixels import draw_scene  # noqa: PLC0415 - needs Pillow

            return draw_scene(scene_of(game, self.state, seat), game.text(known))
        text = f"{game.text(known)}\n{game.status(known)}"
        if mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n\n")
        return None

    def worth(self, seat: Seat) -> float:
        """Return how well a seat stands, by what it sees."""
        worth = thinking_of(self.game).worth
        if worth is None:
            raise NoTable(f"{self.game.name} has no evaluation of positions")
        return float(worth(self.view(seat), seat))

    # -- what happens ------------------------------------------------------------------

    def play(self, event: AnyEvent) -> Refusal | None:
        """Make an event of the seat on turn, then those of bots and chance; or say why not."""
        if self.is_over:
            raise NoTable("the episode is over: reset the environment")
        refusal = self.game.refusal(self.state, event)
        if refusal is None and not self.game.belongs_to(self.state, event, self.turn):
            refusal = Refusal(event, "it is not for this seat", 0)
        if refusal is None:
            self._happen(event)
            self._go_on()
        return refusal

    def read(self, text: str) -> AnyEvent:
        """Return the event that is written so."""
        event = self.game.read(text)
        if isinstance(event, Unreadable):
            raise IllegalAction(str(event))
        return event

    def _happen(self, event: AnyEvent) -> None:
        self.state = self.game.after(self.state, event)
        self.events += 1

    def _go_on(self) -> None:
        """Let chance and bots act until somebody from outside is to."""
        game = self.game
        while not self.is_over:
            turn = self.turn
            if turn == CHANCE and not self.explicit:
                self._happen(game.draw(self.state, self._chance))
            elif turn in self.bots:
                self._bot(turn)
            else:
                return

    def _bot(self, seat: Seat) -> None:
        view = view_of(self.game, self.state, seat)
        event = self.bots[seat](view, self._dice[seat])
        refusal = self.game.refusal(self.state, event)
        if refusal is not None:
            raise IllegalAction(f"the bot of player {seat + 1}: {event}: {refusal.text}")
        self._happen(event)

    # -- rewards -----------------------------------------------------------------------

    def _all_worths(self) -> list[float]:
        if self.table.options.reward != "worth":
            return []
        return [self.worth(Seat(i)) for i in range(self.table.seats)]

    def take_rewards(self) -> list[float]:
        """Return what has been earned since it was asked for last, seat by seat."""
        kind, seats = self.table.options.reward, self.table.seats
        if kind == "worth":
            before, self._worths = self._worths, self._all_worths()
            return [now - then for now, then in zip(self._worths, before, strict=True)]
        outcome = self.outcome
        if outcome is None or self._paid:
            return [0.0] * seats
        self._paid = True
        pay = outcome_reward if kind == "outcome" else score_reward
        return [pay(outcome, Seat(i), seats) for i in range(seats)]


def outcome_reward(outcome: Outcome, seat: Seat, seats: int) -> float:
    """Return what an outcome is worth: 1 for a win, and together nought where several play.

    Alone, a loss is 0. Where n play, whoever wins alone gets 1 and the others -1/(n - 1) each;
    winners share, and where all win or nobody does everybody gets 0.
    """
    winners = len(outcome.winners)
    if seats == 1:
        return float(seat in outcome.winners)
    if not winners:
        return 0.0
    share = (1 / winners if seat in outcome.winners else 0.0) - 1 / seats
    return share * seats / (seats - 1)


def score_reward(outcome: Outcome, seat: Seat, seats: int) -> float:
    """Return the score of the end; where a game has none, what the outcome is worth."""
    if outcome.scores:
        return float(outcome.scores[seat])
    return outcome_reward(outcome, seat, seats)


def mask_of(legal: Mapping[int, object], size: int) -> npt.NDArray[np.int8]:
    """Return which of the actions are legal."""
    mask = np.zeros(size, np.int8)
    mask[[*legal]] = 1
    return mask


def whole_number(action: Any, size: int) -> int:  # noqa: ANN401
    """Return an action as a number; what is none is refused."""
    if isinstance(action, np.ndarray) and action.size == 1:
        action = action.reshape(-1)[0]
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise IllegalAction(f"an action is a whole number, not {action!r}")
    number = int(action)
    if not 0 <= number < size:
        raise IllegalAction(f"there is no action {number}: they are 0 to {size - 1}")
    return number


Bots = str | Bot[Any] | Sequence[str | Bot[Any]]
"""One bot for all other seats, or one for each: names, or functions."""


def seat_bots(
    game: AnyGame, bots: Bots, start: AnyState, learner: Seat
) -> dict[Seat, Bot[AnyState]]:
    """Return who sits in the other seats: one bot for all of them, or one for each."""
    others = [Seat(i) for i in range(game.seat_count(start)) if i != learner]
    named = [bots] if isinstance(bots, str) or callable(bots) else [*bots]
    if others and len(named) not in (1, len(others)):
        raise NoTable(f"there are {len(others)} other seats: name one bot, or {len(others)}")
    return {seat: resolve_bot(game, named[i % len(named)], start) for i, seat in enumerate(others)}


def resolve_bot(game: AnyGame, bot: str | Bot[AnyState], start: AnyState) -> Bot[AnyState]:
    """Return a bot by its name, or a function as it is."""
    if not isinstance(bot, str):
        return bot
    found = find_bot(game, bot, start)
    if isinstance(found, Unreadable):
        raise NoTable(str(found))
    return found
