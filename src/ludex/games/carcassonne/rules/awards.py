"""Awards: the points of one feature, who gets them, and the sentence that tells it.

`city of 5 tiles, complete: 10 points to players 1 and 2, two knights each`
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from ludex.kernel import Seat, Sentence, listed, say, seat_number

from .features import Counts
from .places import Place
from .tiles import Role


@dataclass(frozen=True, slots=True)
class Award:
    """The points of one feature, who gets them and who stood in it."""

    role: Role
    """Whose feature it is: a city is scored by knights, a road by thieves."""

    meeples: tuple[Place, ...]
    """Where the meeples stand that score it; they go home with the points."""

    counts: Counts
    """How many meeples each player has in it."""

    tiles: int
    is_complete: bool
    points: int
    cities: int = 0
    """Complete cities that a field touches."""

    pennants: int = 0
    is_supplied: bool = False
    """Is it a city that is scored for the farmers around it (the first edition)?"""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players with the most meeples in the feature: each gets all the points."""
        if len(self.counts) == 1:
            return (self.counts[0][0],)
        most = max(n for _, n in self.counts)
        return tuple(seat for seat, n in self.counts if n == most)

    @property
    def text(self) -> Sentence:
        """The award in a sentence, players by their numbers."""
        return self.sentence({seat: str(seat_number(seat)) for seat, _ in self.counts})

    def sentence(
        self, names: Mapping[Seat, str], unpaid: Collection[Seat] = frozenset()
    ) -> Sentence:
        """Tell the award in a sentence, players by the names given.

        The `unpaid` count for the majority but have no score to add points to.
        """
        paid = [names[seat] for seat in self.winners if seat not in unpaid]
        lost = [names[seat] for seat in self.winners if seat in unpaid]
        worth = {"feature": self.feature, "points": _counted("points", self.points)}
        if not paid:
            words = (
                "{feature}: {points} to nobody: {players:* has|you have} no score"
                if len(lost) == 1
                else "{feature}: {points} to nobody: {players} have no score"
            )
            return say("unscored", words, players=_players(lost), **worth)
        award = say(
            "award",
            "{feature}: {points} to {winners:*|you}",
            winners=_players(paid),
            **worth,
        )
        if self.role is Role.MONK:
            return award
        each = "{award}, {meeples} each" if len(paid) > 1 else "{award}, {meeples}"
        most = self._meeples(max(n for _, n in self.counts))
        award = say("majority", each, award=award, meeples=most)
        losers = [
            say(
                "minority",
                "{meeples} of {player}",
                meeples=self._meeples(n),
                player=_player(names[seat]),
            )
            for seat, n in self.counts
            if seat not in self.winners
        ]
        if losers:
            against = "{award} (against {losers})"
            award = say("against", against, award=award, losers=listed(losers))
        if lost:
            also = (
                "{award}; {players:* has|you have} as many but no score"
                if len(lost) == 1
                else "{award}; {players} have as many but no score"
            )
            award = say("unscored", also, award=award, players=_players(lost))
        return award

    def _meeples(self, n: int) -> Sentence:
        number = NUMBERS[n] if n < len(NUMBERS) else n
        return say("meeples", MEEPLES[self.role][n != 1], number=number)

    @property
    def feature(self) -> Sentence:
        """What is scored, in words."""
        if self.role is Role.MONK:
            at = self.meeples[0]
            if self.is_complete:
                return say("cloister", "cloister at {place}, complete", place=at)
            words = "cloister at {place}, {tiles} of 9 tiles"
            return say("cloister", words, place=at, tiles=self.tiles)
        tiles = _counted("tiles", self.tiles)
        if self.role is Role.KNIGHT:
            return self._city(tiles)
        if self.role is Role.THIEF:
            whole, part = "road of {tiles}, complete", "road of {tiles}, incomplete"
            return say("road", whole if self.is_complete else part, tiles=tiles)
        if self.is_supplied:
            return say("supplied", "fields around a city of {tiles}", tiles=tiles)
        words = "field of {tiles} with {cities}"
        return say("field", words, tiles=tiles, cities=_counted("cities", self.cities))

    def _city(self, tiles: Sentence) -> Sentence:
        if not self.pennants:
            whole, part = "city of {tiles}, complete", "city of {tiles}, incomplete"
            return say("city", whole if self.is_complete else part, tiles=tiles)
        words = (
            "city of {tiles} with {pennants}, complete"
            if self.is_complete
            else "city of {tiles} with {pennants}, incomplete"
        )
        return say("city", words, tiles=tiles, pennants=_counted("pennants", self.pennants))


NUMBERS: Final = tuple(
    say("number", word)
    for word in (
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight",
    )
)  # fmt: skip

MEEPLES: Final[Mapping[Role, tuple[str, str]]] = {
    Role.KNIGHT: ("{number} knight", "{number} knights"),
    Role.FARMER: ("{number} farmer", "{number} farmers"),
    Role.THIEF: ("{number} thief", "{number} thieves"),
}
"""One of them, and several."""


COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "points": ("{n} point", "{n} points"),
    "tiles": ("{n} tile", "{n} tiles"),
    "pennants": ("{n} pennant", "{n} pennants"),
    "cities": ("{n} complete city", "{n} complete cities"),
}
"""One of them, and several."""


def _counted(what: str, n: int) -> Sentence:
    return say(what, COUNTED[what][n != 1], n=n)


def _players(names: list[str]) -> Sentence:
    return listed(_player(name) for name in names)


def _player(name: str) -> Sentence:
    """Said as of a seat, so that whoever sits there can be called otherwise."""
    return say("player", "player {number}", number=name)
