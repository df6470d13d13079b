"""What a hand history says at its end, held against the hand, and the rake between them.

Winnings and finishing stacks are told after the rake. Houses count winnings in three ways:
what came out of the pots, the same with the bet that nobody called, or only what is more
than one put in oneself. A list of zeros tells nothing. The rake is what is missing; where a
loser gets something, or somebody more than there was, the file contradicts itself.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ludex.games.poker.holdem.phh import Record
from ludex.games.poker.holdem.remarks import Kind, Remark
from ludex.games.poker.holdem.replay import DONE, Lie, disagreement
from ludex.games.poker.holdem.state import Amounts, State

MOST: Final = 2
"""A house takes less than half of a pot."""

LIKELY: Final = 10
"""A rake above a tenth is no likely reading, if there is another."""


class Told(NamedTuple):
    """A file, and the end of its hand."""

    record: Record
    state: State
    returned: Amounts
    """What came back to each because nobody called it."""

    is_undecided: bool
    """Is it only unknown who wins?"""

    @property
    def pot(self) -> int:
        """What the winners share."""
        return self.state.pot if self.is_undecided else sum(self.state.won)

    def chips(self, amount: int) -> str:
        """An amount as the file would write it."""
        return f"{amount * self.record.unit:f}"


def reckoned(told: Told) -> Iterator[Remark]:
    """What the end of the file says about winners and rake; a `Lie`, if it cannot be."""
    s = told.state
    rakes: tuple[int, ...] = ()
    if s.session.hand and (told.is_undecided or s.phase in DONE):
        by_stacks, by_winnings = _by_stacks(told), _by_winnings(told)
        rakes = by_stacks or by_winnings
        if told.is_undecided and rakes:
            yield Remark(Kind.WINNER_NOT_KNOWN, f"by the file {_winners(told)}")
    match rakes:
        case ():
            yield Remark(Kind.RAKE_NOT_STATED, "rake: not stated")
        case (0,):
            yield Remark(Kind.NO_RAKE, "rake: none")
        case (rake,):
            yield Remark(Kind.RAKE, f"rake: {told.chips(rake)}")
        case (rake, other, *_):
            yield Remark(
                Kind.RAKE,
                f"rake: {told.chips(rake)}, or {told.chips(other)} if the winnings "
                "count in what nobody called",
            )


def _by_stacks(told: Told) -> tuple[int, ...]:
    """The rake by the finishing stacks; nothing, if they do not tell it."""
    record, s = told.record, told.state
    claimed = record.finishing
    if claimed is None or not any(claimed) or record.unknown:
        return ()
    got = []
    for p, (now, won) in enumerate(zip(claimed, s.won, strict=True)):
        gained = now - (s.stacks[p] - won)
        may_win = s.live[p] if told.is_undecided else won > 0
        if gained < 0 or (gained and not may_win):
            raise Lie(
                disagreement("finishing_stacks", p + 1, now, s.stacks[p], record.unit)
            )
        got.append(gained)
    if told.is_undecided:
        rake = _missing(told.pot, sum(got))
    else:
        rake = _shortfall(told, s.won, tuple(got))
    if rake is None:
        p = _largest(s.won, tuple(got))
        raise Lie(
            disagreement(
                "finishing_stacks", p + 1, claimed[p], s.stacks[p], record.unit
            )
        )
    return (rake,)


def _by_winnings(told: Told) -> tuple[int, ...]:
    """What the rake may be by the winnings; nothing, if they do not tell it."""
    record, s = told.record, told.state
    claimed = record.winnings
    if claimed is None or not any(claimed):
        return ()
    if told.is_undecided:
        return _of_an_unknown_winner(told, claimed)
    gains = tuple(
        max(0, now - before)
        for now, before in zip(s.stacks, record.stacks, strict=True)
    )
    whole = _sum(s.won, told.returned)
    if claimed in (s.won, whole, gains):
        return (0,)
    found = _readings(
        (_shortfall(told, s.won, claimed), sum(s.won)),
        (_shortfall(told, whole, claimed), sum(whole)),
    )
    if not found and not record.unknown:
        p = _largest(s.won, claimed)
        raise Lie(disagreement("winnings", p + 1, claimed[p], s.won[p], record.unit))
    return found


def _of_an_unknown_winner(told: Told, claimed: Amounts) -> tuple[int, ...]:
    s, unit = told.state, told.record.unit
    for p, amount in enumerate(claimed):
        if amount and not s.live[p] and amount > told.returned[p]:
            raise Lie(
                f"winnings, entry {p + 1}: {amount * unit} for p{p + 1}, who folded"
            )
    whole, paid = told.pot + sum(told.returned), sum(claimed)
    if paid > whole:
        raise Lie(f"winnings: {paid * unit} out of pots of {whole * unit}")
    return _readings(
        (_missing(told.pot, paid), told.pot), (_missing(whole, paid), whole)
    )


def _readings(pots: tuple[int | None, int], whole: tuple[int | None, int]) -> Amounts:
    """The rake with and without what nobody called; the second only where it is likely."""
    (plain, _), (other, everything) = pots, whole
    if plain is None:
        return () if other is None else (other,)
    if other is None or other == plain or other * LIKELY > everything:
        return (plain,)
    return (plain, other)


def _shortfall(told: Told, expected: Amounts, claimed: Amounts) -> int | None:
    """What the winners got less than expected; none, if somebody got too much."""
    winners = sum(won > 0 for won in told.state.won)
    odd = winners if winners > 1 else 0  # houses share odd chips as they like
    for most, got, won in zip(expected, claimed, told.state.won, strict=True):
        if got > most + (odd if won else 0):
            return None
    return _missing(sum(expected), sum(claimed))


def _missing(pot: int, paid: int) -> int | None:
    return pot - paid if 0 <= pot - paid <= pot // MOST else None


def _largest(won: Amounts, claimed: Amounts) -> int:
    """Where the two differ most."""
    return max(range(len(won)), key=lambda p: abs(won[p] - claimed[p]))


def _sum(some: Amounts, others: Amounts) -> Amounts:
    return tuple(a + b for a, b in zip(some, others, strict=True))


def _winners(told: Told) -> str:
    """Who has won what by the file."""
    record, s = told.record, told.state
    won = record.winnings
    if won is None or not any(won):
        now = record.finishing or s.stacks
        won = tuple(a - b for a, b in zip(now, s.stacks, strict=True))
    words = [f"p{p + 1} wins {told.chips(x)}" for p, x in enumerate(won) if x > 0]
    return " and ".join(words) or "nobody wins anything"
