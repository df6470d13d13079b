"""The holders of seats: invitations, claims, votes and releases, as changes of values.

A seat belongs to whoever claimed it, by a secret of the claimer's own; whoever opened the
table knows an invitation, which claims the seat once and opens nothing. A seat is released by
its holder, by vote, or when the holder has been away for long, and may then be claimed anew.
A secret is 192 random bits in a link, and a digest of them in the store.

The rules of this file:
1. Everything here is a function from chairs to chairs, or to the reason why not; the store
   runs it with the seats of the table locked.
2. Nobody's secret comes in but as it was given, and nobody's goes out.
3. A vote against a player takes effect between hands, after a time in which the player can
   object; whoever plays on has objected. What was dealt before a release stays hidden from the
   next holder (`LiveTable.eyes`), however the seat was released.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe

from ludex.kernel import ONLOOKER, Seat
from ludex.play.protocol.effects import Rejection, RejectionKind
from ludex.server.store.records import Arrangement, Chair, Chairs

CLAIMED = "claimed"
INVITED = "invited"
REVOKED = "revoked"
LEFT = "left"
VOTED = "voted"
AWAY = "away"

UNKNOWN = Rejection("There is no such table, or this invitation is no longer valid.")
TAKEN = Rejection("This seat is taken. Ask for a link to watch, or for another seat.")
FULL = Rejection("This table has no free seat left: another player was faster.")
STALE = Rejection("The seat has changed in the meantime; look at it again.", RejectionKind.STALE)


@dataclass(frozen=True, slots=True)
class Attendance:
    """A list of those at the table, and of how long the others have been away."""

    here: frozenset[int]
    last_here: Mapping[int, float]
    """The knowledge of this process; the store knows when a seat's holder was seen, too."""

    loaded_at: float
    now: float
    voting_absence: float
    """After so many seconds a single vote suffices, and the absent have none."""

    seat_absence: float
    """After so many a seat is released although nobody has voted."""

    vote_seconds: float = 0.0
    """The time in which a player who is voted out can object."""

    between_hands: frozenset[int] = frozenset()
    """The seats to which nothing is dealt that others may not see, until the next deal."""

    def is_away(self, chairs: Chairs, seat: int) -> bool:
        """Has the holder been away for a while, as seen by this process?"""
        return self._is_away(chairs, seat, self.voting_absence, self.loaded_at)

    def is_gone(self, chairs: Chairs, seat: int) -> bool:
        """Has the holder been away for too long?"""
        return self._is_away(chairs, seat, self.seat_absence)

    def _is_away(self, chairs: Chairs, seat: int, seconds: float, since: float = 0.0) -> bool:
        last = max(chairs[seat].seen, self.last_here.get(seat, 0.0), since)
        return seat not in self.here and self.now - last >= seconds


def first_chairs(
    mine: int, keys: Mapping[int, bytes], invitations: Mapping[int, bytes], now: float
) -> Chairs:
    """Return a new table's chairs: keys for its creator and the onlookers, invitations for the friends."""
    taken = {seat: Chair(key, seen=now) for seat, key in keys.items()}
    open_ = {seat: Chair(None, one, mine) for seat, one in invitations.items()}
    return taken | open_


def claimed(chairs: Chairs, invitation: str, token: str, now: float) -> Arrangement | Rejection:
    """Sit down by invitation; `token` opens the seat from now on, and nothing else does.

    The claimer proposes the token, so that a claim whose answer was lost can be repeated.
    """
    given, key = digest(invitation), digest(token)
    seat = _invited_to(chairs, given)
    if seat is None:
        return UNKNOWN
    chair = chairs[seat]
    if chair.key == key:
        return Arrangement(chairs)
    if not chair.is_open:
        return TAKEN
    if _invited_to(chairs, key) is not None or seat_of(_keys(chairs), token) is not None:
        return Rejection("Others already know that key; use a new one.")
    return _with(chairs, seat, _turned(chair, CLAIMED, key=key, seen=now))


def is_free(chairs: Chairs, seat: int) -> bool:
    """Is it a seat that nobody has ever held? Then nothing is seen there that was another's."""
    chair = chairs[seat]
    return seat > 0 and chair.is_open and chair.tenure == 0


def joined(chairs: Chairs, token: str, now: float) -> Arrangement | Rejection:
    """Sit down without invitation, at an open table: on the first seat that is free."""
    if seat_of(_keys(chairs), token):
        return Arrangement(chairs)  # said twice
    if is_invited(chairs, token):
        return Rejection("Others already know that key; use a new one.")
    seat = next((seat for seat in sorted(chairs) if is_free(chairs, seat)), None)
    if seat is None:
        return FULL
    chair = _turned(chairs[seat], CLAIMED, key=digest(token), seen=now)
    return _with(chairs, seat, chair)


def is_invited(chairs: Chairs, invitation: str) -> bool:
    """Is this an invitation to a seat here, or was it the last one?"""
    return _invited_to(chairs, digest(invitation)) is not None


def invited(
    chairs: Chairs, by: int, seat: int, tenure: int, invitation: bytes | None
) -> Arrangement | Rejection:
    """Issue a new invitation in place of the last one; None takes it back."""
    chair = chairs.get(seat)
    if chair is None or seat == 0:
        return Rejection("There is no such seat.")
    if chair.tenure != tenure:
        return STALE
    if not chair.is_open:
        return Rejection("This seat is taken: it has to be released first.")
    if not _may_invite(chair, by):
        return Rejection("Only the creator of the table can invite to this seat.")
    word = REVOKED if invitation is None else INVITED
    return _with(chairs, seat, _turned(chair, word, invitation=invitation))


def left(chairs: Chairs, seat: int, key: bytes) -> Arrangement | Rejection:
    """The holder gives up the seat, unless nobody would be left to invite another."""
    if chairs[seat].key != key:
        return STALE
    if not any(other not in (0, seat) for other in _keys(chairs)):
        return Rejection("You cannot leave the seat: no other player could invite a successor.")
    return _released(chairs, seat, LEFT)


def objected(chairs: Chairs, seat: int, key: bytes) -> Arrangement | Rejection:
    """The holder objects to being voted out, or has played on: all votes are void."""
    chair = chairs[seat]
    if chair.key != key:
        return STALE
    return _with(chairs, seat, replace(chair, votes=(), due=0.0))


def voted(  # a vote, and what it is weighed by
    chairs: Chairs, by: int, seat: int, tenure: int, attendance: Attendance, *, wants: bool
) -> Arrangement | Rejection:
    """Note the wish to release another's seat, or that it is withdrawn."""
    chair = chairs.get(seat)
    if chair is None or seat in (0, by):
        return Rejection("There is no such seat.")
    if chair.tenure != tenure or chair.is_open:
        return STALE
    votes = {*chair.votes, by} if wants else {*chair.votes} - {by}
    changed = {**chairs, seat: replace(chair, votes=tuple(sorted(votes)))}
    return lapsed(changed, attendance)


def is_voted_out(chairs: Chairs, seat: int, attendance: Attendance) -> bool:
    """Do more than half of the others want it? One alone only of who has been away."""
    votes = set(chairs[seat].votes)
    others = _keys(chairs).keys() - {0, seat}
    counted = votes | {other for other in others if not attendance.is_away(chairs, other)}
    fewest = 1 if attendance.is_away(chairs, seat) else 2
    return len(votes) >= max(fewest, len(counted) // 2 + 1)


def overdue(chairs: Chairs, attendance: Attendance) -> dict[int, str]:
    """Return the seats that time releases, and why: voted out by now, or away for too long."""
    found = {}
    for seat in _keys(chairs).keys() - {0}:
        if attendance.is_gone(chairs, seat):
            found[seat] = AWAY
        elif 0 < chairs[seat].due <= attendance.now and seat in attendance.between_hands:
            found[seat] = VOTED
    return found


def lapsed(chairs: Chairs, attendance: Attendance) -> Arrangement:
    """Release what time releases; one seat is always left, so that somebody can invite."""
    arranged = Arrangement(
        {seat: _given_notice(chairs, seat, attendance) for seat in chairs},
    )
    for seat, word in overdue(arranged.chairs, attendance).items():
        if len(_keys(arranged.chairs).keys() - {0}) > 1:
            arranged = _released(arranged.chairs, seat, word)
    return arranged


def _given_notice(chairs: Chairs, seat: int, attendance: Attendance) -> Chair:
    """The time to object begins when the votes suffice, and ends when they no longer do."""
    chair = chairs[seat]
    if not (chair.votes and is_voted_out(chairs, seat, attendance)):
        return replace(chair, due=0.0) if chair.due else chair
    return chair if chair.due else replace(chair, due=attendance.now + attendance.vote_seconds)


def described(chairs: Chairs, seat: int, viewer: int) -> dict[str, object]:
    """A person's seat as another is shown it, or an onlooker (0)."""
    chair = chairs[seat]
    seated = viewer > 0
    return {
        "open": chair.is_open,
        "invited": chair.is_open and chair.invitation is not None,
        "tenure": chair.tenure,
        "change": chair.change,
        "votes": list(chair.votes),
        "can": {
            "invite": seated and chair.is_open and _may_invite(chair, viewer),
            "vote": seated and not chair.is_open and seat != viewer,
        },
    }


def _may_invite(chair: Chair, by: int) -> bool:
    return chair.inviter in (None, by)


def _invited_to(chairs: Chairs, invitation: bytes) -> int | None:
    """Return the seat that an invitation is or was for; all are compared, in constant time each."""
    found = None
    for seat, chair in chairs.items():
        if compare_digest(chair.invitation or b"", invitation):
            found = seat
    return found


def _keys(chairs: Chairs) -> dict[int, bytes]:
    return {seat: chair.key for seat, chair in chairs.items() if chair.key is not None}


def _turned(chair: Chair, word: str, **changes: object) -> Chair:
    """Return the chair after a change that everybody is told of."""
    turned = replace(chair, tenure=chair.tenure + 1, votes=(), due=0.0, change=word)
    return replace(turned, **changes)  # type: ignore[arg-type]  # fields of a chair


def _with(chairs: Chairs, seat: int, chair: Chair) -> Arrangement:
    return Arrangement({**chairs, seat: chair})


def _released(chairs: Chairs, seat: int, word: str) -> Arrangement:
    """The seat is open; its holder's votes and right to invite end with it."""
    after = {
        other: replace(
            chair,
            votes=tuple(vote for vote in chair.votes if vote != seat),
            inviter=None if chair.inviter == seat else chair.inviter,
        )
        for other, chair in chairs.items()
    }
    freed = _turned(after[seat], word, key=None, invitation=None, inviter=None)
    return Arrangement({**after, seat: freed})


def seat_from(number: int) -> Seat:
    """Return the seat that people count as `number`; 0 looks on."""
    return Seat(number - 1) if number else ONLOOKER


TOKEN_BYTES = 24
ID_BYTES = 9


def new_token() -> str:
    """Return a token that nobody can guess."""
    return token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """Return a table's name: unique, no secret."""
    return token_urlsafe(ID_BYTES)


def digest(token: str) -> bytes:
    """Return what is kept of a token; it has bits enough to need no salt."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def seat_of(keys: Mapping[int, bytes], token: str) -> int | None:
    """Return the seat that a token opens; all are compared, in constant time each."""
    given, found = digest(token), None
    for seat, stored in keys.items():
        if compare_digest(stored, given):
            found = seat
    return found
