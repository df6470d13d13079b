"""What is to be said of a hand history before its first action."""

from collections.abc import Iterator

from ludex.games.poker.holdem.formats.forced_bets import Late, Opening, late_posts
from ludex.games.poker.holdem.formats.phh import Record
from ludex.games.poker.holdem.formats.remarks import Kind, Remark
from ludex.games.poker.holdem.formats.replay import names
from ludex.kernel import Seat


def beginning(record: Record, opening: Opening) -> Iterator[Remark]:
    """Stacks that are not known, and forced bets that are not those of our tables."""
    if record.unknown:
        which = (
            "no stack is"
            if len(record.unknown) == len(record.stacks)
            else f"the stack of {names(map(Seat, sorted(record.unknown)))} is not"
        )
        yield Remark(Kind.UNKNOWN_STACKS, f"{which} known")
    late = late_posts(record)
    for p, amount in late:
        yield Remark(
            Kind.LATE_POST,
            f"p{p + 1} posts {amount * record.unit} late, {opening.late.value}",
        )
    if opening.first is not None:
        yield Remark(
            Kind.FORCED_BETS,
            f"nobody could post a chip of a blind, and p{opening.first + 1} acts first",
        )
    elif opening.is_short:
        what = "late post" if opening.late is Late.ALL_BET else "big blind"
        yield Remark(
            Kind.FORCED_BETS,
            f"nobody could post the whole {what}, and the others call less",
        )
    elif opening.posts is not None and not late:
        yield Remark(Kind.FORCED_BETS, "blinds or antes are not those of our tables")
