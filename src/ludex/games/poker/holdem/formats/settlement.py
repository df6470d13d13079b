"""The results that a hand history states, compared with the hand, and the rake between them.

Winnings and finishing stacks are hand_end after the rake. Houses count winnings in three ways:
what came out of the pots, the same with the bet that nobody called, or only what is more
than one put in oneself. A list of zeros tells nothing, and one that names some winners only
tells nothing about the rake. The rake is what is missing. Some files leave out the blinds that
a late comer posted: up to a small and a big blind may have come from nowhere. Beyond that,
where a loser gets something or somebody more than there was, the file contradicts itself.
"""

from collections.abc import Iterator
from operator import add, sub
from typing import NamedTuple

from ..rules import Amounts, State
from .phh import HandRecord
from .remarks import HandRemark, RemarkKind
from .replay import DONE, ImpossibleClaim, disagreement

MOST = 2
"""A house takes less than half of a pot."""

LIKELY = 10
"""A rake above a tenth is no likely reading, if there is another."""


class HandEnd(NamedTuple):
    """A file, and the end of its hand."""

    record: HandRecord
    state: State
    returned: Amounts
    """The chips that came back to each because nobody called them."""

    is_undecided: bool
    """Is it only unknown who wins?"""

    @property
    def pot(self) -> int:
        """Return what the winners share."""
        return self.state.pot if self.is_undecided else sum(self.state.won)

    @property
    def late(self) -> int:
        """Return what one player may have posted to come in late: a small and a big blind."""
        blinds = self.record.blinds
        return sum(sorted(max(blind, 0) for blind in blinds)[-2:]) if len(blinds) > 2 else 0

    def chips(self, amount: int) -> str:
        """An amount as the file would write it."""
        return f"{amount * self.record.unit:f}"


class StatedResult(NamedTuple):
    """The statement of a list of results."""

    rakes: tuple[int, ...] = ()
    """The possible rakes; none, if it is not stated."""

    untold: int = 0
    """The posts that the file does not mention."""

    is_told: bool = True


NOTHING = StatedResult(is_told=False)


def compare_results(hand_end: HandEnd) -> Iterator[HandRemark]:
    """Return what the end of the file says about winners and rake; a `ImpossibleClaim`, if it cannot be."""
    s = hand_end.state
    rakes: tuple[int, ...] = ()
    if s.session.hand and (hand_end.is_undecided or s.phase in DONE):
        by_stacks = _by_stacks(hand_end)
        by_winnings = _by_winnings(hand_end, trusted=not by_stacks.is_told)
        rakes = by_stacks.rakes or by_winnings.rakes
        if hand_end.is_undecided and (by_stacks.is_told or by_winnings.is_told):
            yield HandRemark(RemarkKind.WINNER_NOT_KNOWN, f"by the file {_winners(hand_end)}")
        untold = max(by_stacks.untold, by_winnings.untold)
        if untold:
            yield HandRemark(
                RemarkKind.UNTOLD_POST,
                f"{hand_end.chips(untold)} more is paid out than was put in: "
                "a late post is not recorded",
            )
    match rakes:
        case ():
            yield HandRemark(RemarkKind.RAKE_NOT_STATED, "rake: not stated")
        case (0,):
            yield HandRemark(RemarkKind.NO_RAKE, "rake: none")
        case (rake,):
            yield HandRemark(RemarkKind.RAKE, f"rake: {hand_end.chips(rake)}")
        case (rake, other, *_):
            yield HandRemark(
                RemarkKind.RAKE,
                f"rake: {hand_end.chips(rake)}, or {hand_end.chips(other)} if the winnings "
                "count in what nobody called",
            )


# -- finishing stacks -------------------------------------------------------------------


def _by_stacks(hand_end: HandEnd) -> StatedResult:
    record, s = hand_end.record, hand_end.state
    claimed = record.finishing
    if claimed is None or not any(claimed) or record.unknown:
        return NOTHING
    got = tuple(now - stack + won for now, stack, won in zip(claimed, s.stacks, s.won, strict=True))
    untold = 0
    for p, gained in enumerate(got):
        may_win = s.live[p] if hand_end.is_undecided else s.won[p] > 0
        if gained < 0 and not record.blinds[p] and -gained <= hand_end.late:
            untold -= gained
        elif gained < 0 or (gained and not may_win):
            raise ImpossibleClaim(_at(hand_end, "finishing_stacks", p, claimed[p], s.stacks[p]))
    paid = sum(gained for gained in got if gained > 0)
    rake = _missing(hand_end.pot + untold, paid)
    fits = hand_end.is_undecided or _is_shared(hand_end, s.won, got, more=untold)
    if rake is None or not fits:
        p = _largest(s.won, got)
        raise ImpossibleClaim(_at(hand_end, "finishing_stacks", p, claimed[p], s.stacks[p]))
    return StatedResult((rake,), untold)


# -- winnings ---------------------------------------------------------------------------


def _by_winnings(hand_end: HandEnd, *, trusted: bool) -> StatedResult:
    """Return what the winnings say; they are not `trusted` where finishing stacks are better."""
    record, s = hand_end.record, hand_end.state
    claimed = record.winnings
    if claimed is None or not any(claimed):
        return NOTHING
    if hand_end.is_undecided:
        return _of_an_unknown_winner(hand_end, claimed)
    gains = tuple(max(0, gain) for gain in map(sub, s.stacks, record.stacks))
    whole = tuple(map(add, s.won, hand_end.returned))
    if claimed in (s.won, whole, gains):
        return StatedResult((0,))
    rakes = _likely(
        _shortfall(hand_end, s.won, claimed),
        _shortfall(hand_end, whole, claimed),
        sum(whole),
    )
    if rakes:
        return StatedResult(rakes)
    untold = sum(claimed) - sum(whole)
    if 0 < untold <= hand_end.late and _is_shared(hand_end, whole, claimed, more=untold):
        return StatedResult(untold=untold)
    # A winner of several may be named alone, or for one pot of several.
    some = tuple(w if c else 0 for w, c in zip(whole, claimed, strict=True))
    if _is_shared(hand_end, some, claimed, more=0) and (
        not trusted or record.unknown or _shortfall(hand_end, some, claimed) is not None
    ):
        return StatedResult()
    p = _largest(s.won, claimed)
    raise ImpossibleClaim(_at(hand_end, "winnings", p, claimed[p], s.won[p]))


def _of_an_unknown_winner(hand_end: HandEnd, claimed: Amounts) -> StatedResult:
    s, unit = hand_end.state, hand_end.record.unit
    for p, amount in enumerate(claimed):
        if amount and not s.live[p] and amount > hand_end.returned[p]:
            raise ImpossibleClaim(
                f"winnings, entry {p + 1}: {amount * unit} for p{p + 1}, who folded"
            )
    whole, paid = hand_end.pot + sum(hand_end.returned), sum(claimed)
    if paid > whole + hand_end.late:
        raise ImpossibleClaim(f"winnings: {paid * unit} out of pots of {whole * unit}")
    if paid > whole:
        return StatedResult(untold=paid - whole)
    return StatedResult(_likely(_missing(hand_end.pot, paid), _missing(whole, paid), whole))


def _likely(plain: int | None, other: int | None, whole: int) -> Amounts:
    """The rake without and with what nobody called; the second only where it is likely."""
    if plain is None:
        return () if other is None else (other,)
    if other is None or other == plain or other * LIKELY > whole:
        return (plain,)
    return (plain, other)


def _shortfall(hand_end: HandEnd, expected: Amounts, claimed: Amounts) -> int | None:
    """Return what the winners got less than expected; none, if it is no rake."""
    won = hand_end.state.won
    if any(won[p] and expected[p] for p, got in enumerate(claimed) if not got):
        return None  # a winner is left out
    if not _is_shared(hand_end, expected, claimed, more=0):
        return None
    return _missing(sum(expected), sum(claimed))


def _is_shared(hand_end: HandEnd, expected: Amounts, got: Amounts, *, more: int) -> bool:
    """Does nobody get more than expected, but for odd chips and what came in besides?"""
    won = hand_end.state.won
    winners = sum(amount > 0 for amount in won)
    odd = winners if winners > 1 else 0  # houses share odd chips as they like
    return all(
        gained <= most + (odd + more if amount else 0)
        for most, gained, amount in zip(expected, got, won, strict=True)
    )


def _missing(pot: int, paid: int) -> int | None:
    return pot - paid if 0 <= pot - paid <= pot // MOST else None


# -- words ------------------------------------------------------------------------------


def _at(hand_end: HandEnd, name: str, p: int, claimed: int, real: int) -> str:
    return disagreement(name, p + 1, claimed, real, hand_end.record.unit)


def _largest(won: Amounts, claimed: Amounts) -> int:
    """Return where the two differ most."""
    return max(range(len(won)), key=lambda p: abs(won[p] - claimed[p]))


def _winners(hand_end: HandEnd) -> str:
    """Return who has won what by the file."""
    record, s = hand_end.record, hand_end.state
    won = record.winnings
    if won is None or not any(won):
        won = tuple(map(sub, record.finishing or s.stacks, s.stacks))
    words = [f"p{p + 1} wins {hand_end.chips(x)}" for p, x in enumerate(won) if x > 0]
    return " and ".join(words) or "nobody wins anything"
