"""What may be tried in hold'em: the guards say what is legal."""

from collections.abc import Iterable, Iterator
from typing import Final

from ludex.kernel import Event

from .betting import amounts, owed
from .events import (
    Bet,
    BuyIn,
    Call,
    Check,
    Fold,
    Muck,
    RaiseTo,
    Show,
    StayOut,
)
from .state import Phase, State

FOLD: Final = Fold()
CHECK: Final = Check()
CALL: Final = Call()
SHOW: Final = Show()
MUCK: Final = Muck()
BUY_IN: Final = BuyIn()
STAY_OUT: Final = StayOut()


def candidates(s: State) -> Iterable[Event[State]]:
    """Return what the player to act could do; of bets some usual sizes."""
    if s.phase is Phase.BETTING:
        return choices(s)
    if s.phase is Phase.SHOWDOWN:
        return (SHOW, MUCK)
    return (BUY_IN, STAY_OUT) if s.phase is Phase.REBUY else ()


def choices(s: State) -> Iterator[Event[State]]:
    """Fold, check, call, and bets of some usual sizes: least, half pot, pot, all in."""
    if owed(s):
        yield FOLD
        yield CALL
    else:
        yield CHECK
    bet = Bet if s.price == 0 else RaiseTo
    yield from map(bet, amounts(s))
