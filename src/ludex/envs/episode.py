"""An episode: one game under way, in which learners, bots and chance take their turns.

Chance and each seat have dice of their own, made of the seed as `ludex.bots.play_out` makes
them: the same seed and the same actions are the same episode on every machine, and a seed
deals in an environment what it deals everywhere else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, Literal, TypeVar, get_args

from ludex.bots import Bot, view_of
from ludex.envs.tables import Deal, NoTable, Table
from ludex.kernel import CHANCE, Dice, Event, Game, Outcome, Refusal, Seat, Unreadable
from ludex.players.opponents import find_bot

S = TypeVar("S")

Reward = Literal["outcome", "score", "worth"]
"""`outcome`: what the end brings, from -1 to 1. `score`: the scores of the end. `worth`: after
each step by how much better the seat stands than before, in the game's own unit."""

LIMIT: Final = 10_000
"""Events after which an episode is cut off."""


class IllegalAction(ValueError):
    """An action that the rules refuse, in the words of the rule."""


class Episode(Generic[S]):
    """A game under way. `bots` sit in the seats that are not played from outside."""

    def __init__(
        self,
        table: Table[S],
        seed: int,
        *,
        deal: Deal = None,
        bots: Mapping[Seat, Bot[S]] | None = None,
        limit: int = LIMIT,
        explicit: bool = False,
    ) -> None:
        self.table = table
        self.game = table.game
        self.bots = bots or {}
        self.seed = seed
        self.limit = limit
        self.explicit = explicit
        """Is chance a player, whose events come from outside as well?"""
        source = Dice(seed)
        self._chance = source.split()
        self._dice = [source.split() for _ in range(table.seats)]
        self.state, first = table.first(table.deal if deal is None else deal, seed)
        self.events = 0
        if first is not None:
            self._happen(first)
        self._go_on()

    # -- where it stands ---------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome(self.state)

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return self.game.turn(self.state)

    @property
    def is_cut_off(self) -> bool:
        """Has it gone on for too long?"""
        return self.events >= self.limit and self.outcome is None

    @property
    def is_over(self) -> bool:
        """Is there nothing left to do?"""
        return self.events >= self.limit or self.outcome is not None

    def view(self, seat: Seat) -> S:
        """What a seat sees."""
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> tuple[dict[int, Event[S]], int]:
        """What a seat can do, by number, and how many legal events have none; by its view."""
        if self.is_over or self.turn != seat:
            return {}, 0
        return self.table.legal(self.view(seat), seat)

    def worth(self, seat: Seat) -> float:
        """How well a seat stands, by what it sees."""
        worth = self.game.thinking.worth
        if worth is None:
            raise NoTable(f"{self.game.name} does not say how well a seat stands")
        return float(worth(self.view(seat), seat))

    # -- what happens ------------------------------------------------------------------

    def play(self, event: Event[S]) -> Refusal | None:
        """An event of the seat on turn, then those of bots and chance; or why it is refused."""
        if self.is_over:
            raise NoTable("the episode is over: reset the environment")
        refusal = self.game.refusal(self.state, event)
        if refusal is None and not self.game.belongs_to(self.state, event, self.turn):
            refusal = Refusal(event, "it is not for this seat", 0)
        if refusal is None:
            self._happen(event)
            self._go_on()
        return refusal

    def read(self, text: str) -> Event[S]:
        """The event that is written so."""
        event = self.game.read(text)
        if isinstance(event, Unreadable):
            raise IllegalAction(str(event))
        return event

    def _happen(self, event: Event[S]) -> None:
        self.state = self.game.after(self.state, event)
        self.events += 1

    def _go_on(self) -> None:
        """Chance and bots act until somebody from outside is to."""
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
            raise IllegalAction(
                f"the bot of player {seat + 1}: {event}: {refusal.text}"
            )
        self._happen(event)


# -- rewards ---------------------------------------------------------------------------------


def rewarded(outcome: Outcome, seat: Seat, seats: int) -> float:
    """What an outcome is worth: 1 for a win, and together nought where several play.

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


def scored(outcome: Outcome, seat: Seat, seats: int) -> float:
    """The score of the end; where a game has none, what the outcome is worth."""
    if outcome.scores:
        return float(outcome.scores[seat])
    return rewarded(outcome, seat, seats)


class Rewards(Generic[S]):
    """What each seat gets after each step of an episode."""

    def __init__(self, episode: Episode[S], kind: Reward) -> None:
        self.episode, self.kind = episode, kind
        self._seats = [Seat(i) for i in range(episode.table.seats)]
        self._before = self._worths()
        self._paid = False

    def _worths(self) -> list[float]:
        if self.kind != "worth":
            return []
        return [self.episode.worth(seat) for seat in self._seats]

    def take(self) -> list[float]:
        """What has been earned since it was asked for last, seat by seat."""
        if self.kind == "worth":
            before, self._before = self._before, self._worths()
            return [now - then for now, then in zip(self._before, before, strict=True)]
        outcome = self.episode.outcome
        if outcome is None or self._paid:
            return [0.0] * len(self._seats)
        self._paid = True
        count = len(self._seats)
        pay: Callable[[Outcome, Seat, int], float] = (
            rewarded if self.kind == "outcome" else scored
        )
        return [pay(outcome, seat, count) for seat in self._seats]


def demand_reward(kind: str, game: Game[Any]) -> Reward:
    """One of the kinds of rewards, which the game has."""
    if kind not in get_args(Reward):
        kinds = ", ".join(get_args(Reward))
        raise NoTable(f"there is no reward {kind!r}; there are {kinds}")
    if kind == "worth" and game.thinking.worth is None:
        raise NoTable(
            f"{game.name} does not say how well a seat stands: no reward 'worth'"
        )
    return kind  # type: ignore[return-value]  # just looked up


Bots = str | Bot[Any] | Sequence[str | Bot[Any]]
"""One bot for all other seats, or one for each: names, or functions."""


def seated_bots(
    game: Game[S], bots: Bots, start: S, learner: Seat
) -> dict[Seat, Bot[S]]:
    """Who sits in the other seats: one bot for all of them, or one for each."""
    others = [Seat(i) for i in range(game.seat_count(start)) if i != learner]
    named = [bots] if isinstance(bots, str) or callable(bots) else [*bots]
    if others and len(named) not in (1, len(others)):
        raise NoTable(
            f"there are {len(others)} other seats: name one bot, or {len(others)}"
        )
    return {
        seat: found_bot(game, named[i % len(named)], start)
        for i, seat in enumerate(others)
    }


def found_bot(game: Game[S], bot: str | Bot[S], start: S) -> Bot[S]:
    """A bot by its name, or a function as it is."""
    if not isinstance(bot, str):
        return bot
    found = find_bot(game, bot, start)
    if isinstance(found, Unreadable):
        raise NoTable(str(found))
    return found
