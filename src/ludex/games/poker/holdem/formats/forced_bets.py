"""The forced bets of a hand history: the blinds of the house, or what the file says.

The rules of the table know one small blind, one big blind and one kind of ante. Files
know more: straddles, antes that only some pay, and posts of late comers, which are written
below zero. Such bets are put on the table before the cards; from there on the rules of the
table hold. A straddle is a blind: whoever posted the largest acts last. A late post does not
change who acts first. It is a bet up to the big blind, and what is beyond that is dead; but
files do not say so, and a house may count all of it as a bet, or a small post as dead. And
where nobody could post the whole of the bet to call, another house may have the others call
less. Where not one chip of a blind is on the table, none says who acts first: the file does.
"""

from collections.abc import Iterator
from enum import Enum
from operator import sub
from typing import NamedTuple

from ludex.kernel import Seat, Unreadable

from ...rules import UNKNOWN, Cards
from ..rules import (
    Amounts,
    AnteBy,
    Limit,
    Rebuy,
    Rules,
    State,
    seated,
)
from ..rules.dealing import with_holes
from ..rules.hands import begun
from ..rules.rounds import opened
from .phh import HandRecord


class LatePost(Enum):
    """The meaning of a late post."""

    BET_AND_DEAD = "a bet up to the big blind"
    ALL_BET = "a bet of any size"
    SMALL_IS_DEAD = "dead, if it is less than the big blind"


class HandOpening(NamedTuple):
    """A table before the hand, and what is put on it before the cards."""

    start: State
    posts: Amounts | None = None
    """The post of each, below zero for a late post; none for the blinds of the house."""

    antes: Amounts = ()
    is_dead: bool = False
    """Are the antes nobody's bet, so that all can win them?"""

    late: LatePost = LatePost.BET_AND_DEAD
    is_short: bool = False
    """Is the bet to call only what was posted, though it should be more?"""

    first: Seat | None = None
    """The first to act, where no blind says so."""

    def dealt(self, cards: Cards) -> tuple[State, State]:
        """The hand with the forced bets on the table, and up to the first decision."""
        posted = begun(self.start) if self.posts is None else self._posted(self.posts)
        posted, last = with_holes(posted, cards), posted.session.big
        if self.first is not None:
            last = Seat((self.first - 1) % len(posted.stacks))
        return posted, opened(posted, last)

    def _posted(self, posts: Amounts) -> State:
        s = begun(self.start)
        had = self.start.stacks
        antes = tuple(map(min, self.antes, had))
        left = tuple(map(sub, had, antes))
        given = tuple(map(min, map(abs, posts), left))
        price = max(*posts, 0) or max(map(abs, posts))
        if self.late is LatePost.ALL_BET:
            price = max(map(abs, posts))
        bets = tuple(self._bet(*post, price) for post in zip(posts, given, strict=True))
        if self.is_short:
            price = max(bets)
        nothing = (0,) * len(had)
        return s._replace(
            stacks=tuple(map(sub, left, given)),
            bets=bets,
            paid=nothing if self.is_dead else antes,
            dead=sum(given) - sum(bets) + (sum(antes) if self.is_dead else 0),
            price=price,
            step=self.start.rules.big_blind,
            raises=int(price > 0),
        )

    def _bet(self, post: int, amount: int, price: int) -> int:
        """Return what of a post is a bet."""
        if post < 0 and self.late is LatePost.SMALL_IS_DEAD and -post < price:
            return 0
        return min(amount, price) if post < 0 else amount


def strict_opening(record: HandRecord) -> HandOpening | Unreadable:
    """The table before the hand, or why the forced bets are not played here."""
    n = len(record.stacks)
    small, big, *others = record.blinds
    dead_small = n > 2 and small > 0 and not big
    if dead_small:
        small, big = 0, small
    problems = [
        f"blinds_or_straddles, entry {i}: a straddle or post of {post} is not played here"
        for i, post in enumerate(others, start=3)
        if post
    ]
    bets = (big,) if record.variant == "NT" else (big, 2 * big)
    if record.bets != bets:
        found = ", ".join(map(str, record.bets))
        problems.append(f"bets of {found} with a big blind of {big} are not played here")
    ante, by = record.antes[0], AnteBy.EVERYBODY
    if len({*record.antes}) > 1:
        ante, by = max(record.antes), AnteBy.BIG_BLIND
        place = 0 if dead_small else 1
        if record.antes[place] != ante or sum(record.antes) != ante:
            problems.append("antes: all the same, or one by the big blind, are played")
    rules = _rules(record, small, max(big, 1), ante, by)
    contradiction = rules.contradiction()
    problems += contradiction.problems if contradiction else ()
    if problems:
        return Unreadable(tuple(problems))
    button = Seat(n - 1)
    blinds = (button, Seat(0)) if n == 2 or dead_small else (Seat(0), Seat(1))
    return HandOpening(seated(rules, record.stacks, button, *blinds))


def _rules(record: HandRecord, small: int, big: int, ante: int, by: AnteBy) -> Rules:
    """The options of a table that plays just this hand."""
    return Rules(
        players=len(record.stacks),
        stack=max(record.stacks),
        small_blind=small,
        big_blind=big,
        ante=ante,
        ante_by=by,
        limit=Limit.NONE if record.variant == "NT" else Limit.FIXED,
        hands=1,
        rebuy=Rebuy.NO,
    )


def openings(record: HandRecord) -> Iterator[HandOpening | Unreadable]:
    """The ways in which the forced bets of a file can be meant, the likeliest first."""
    usual = strict_opening(record)
    if isinstance(usual, Unreadable) or _is_unusual(record):
        problems = tuple(_nonsense(record))
        usual = Unreadable(problems) if problems else _as_told(record)
    yield usual
    if isinstance(usual, Unreadable):
        return
    late = [amount for _, amount in late_posts(record)]
    big = max(record.blinds)
    others = []
    if late and max(late) > big:
        others.append(LatePost.ALL_BET)
    if late and min(late) < big:
        others.append(LatePost.SMALL_IS_DEAD)
    yield from (usual._replace(late=way) for way in others)
    yield from _short(record, [LatePost.BET_AND_DEAD, *others])


def _short(record: HandRecord, ways: list[LatePost]) -> Iterator[HandOpening]:
    """The ways in which the others call less, since nobody could post as much."""
    explicit = _as_told(record)
    first = _first_seat(record)
    for way in ways:
        short = explicit._replace(late=way)
        posted = short.dealt((UNKNOWN,) * (2 * len(record.stacks)))[0]
        if max(posted.bets) < posted.price:
            yield short._replace(is_short=True)
        bets = zip(explicit.posts or (), posted.bets, strict=True)
        blinds = [bet for post, bet in bets if post > 0]
        if blinds and not any(blinds) and first is not None:
            yield short._replace(is_short=True, first=first)


def _as_told(record: HandRecord) -> HandOpening:
    """The table with every post and ante by itself."""
    n = len(record.stacks)
    posts, antes = by_seat(record.blinds), by_seat(record.antes)
    button = Seat(n - 1)
    big = _last_to_act(record, posts)
    blinds = [Seat(p) for p, post in enumerate(posts) if post > 0 and p != big]
    least = record.bets[0]
    posted = min(posts[blinds[0]], least) if blinds else 0
    rules = _rules(record, posted, least, max(antes), AnteBy.EVERYBODY)
    small = blinds[0] if blinds else button
    start = seated(rules, record.stacks, button, small, big)
    return HandOpening(start, posts, antes, is_dead=_antes_are_dead(record))


def late_posts(record: HandRecord) -> list[tuple[Seat, int]]:
    """Return who posts late, and what."""
    return [(Seat(p), -post) for p, post in enumerate(by_seat(record.blinds)) if post < 0]


def by_seat(listed: Amounts) -> Amounts:
    """Blinds or antes by seat: between two players the lists begin with the small blind, p2."""
    return listed if len(listed) > 2 else listed[::-1]


def _is_unusual(record: HandRecord) -> bool:
    """Does the file mean something else than the blinds of the house would be?"""
    return (any(record.antes) and _antes_are_dead(record)) or (
        len(record.blinds) == 2
        and record.blinds[0] == record.blinds[1]
        and _first_to_act(record) == "p1"
    )


def _antes_are_dead(record: HandRecord) -> bool:
    antes = record.antes
    if len({*antes}) > 1:
        return True
    return not record.trimmed and min(record.stacks) < antes[0]


def _nonsense(record: HandRecord) -> Iterator[str]:
    if not any(record.blinds) and not any(record.antes):
        yield "nobody posts a blind or an ante"
    if record.variant == "FT" and record.bets[1] != 2 * record.bets[0]:
        small, big = record.bets
        yield f"bets of {small}, {big} are not played here: the big bet is twice the small"


def _last_to_act(record: HandRecord, posts: Amounts) -> Seat:
    """Return who has posted the largest blind; of two equal ones, the later."""
    turn = -1 if len(posts) == 2 and _first_to_act(record) == "p2" else 1
    return Seat(max(range(len(posts)), key=lambda p: (posts[p], turn * p)))


def _first_seat(record: HandRecord) -> Seat | None:
    """The seat of whoever acts first, if there is one."""
    names = [f"p{p + 1}" for p in range(len(record.stacks))]
    first = _first_to_act(record)
    return Seat(names.index(first)) if first in names else None


def _first_to_act(record: HandRecord) -> str:
    for action in record.actions:
        match action.partition("#")[0].split():
            case [player, "f" | "cc" | "cbr", *_]:
                return player
    return ""
