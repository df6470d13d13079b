"""The events worth trying in hold'em: the guards say what is legal."""

from collections.abc import Iterable, Iterator

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

FOLD = Fold()
CHECK = Check()
CALL = Call()
SHOW = Show()
MUCK = Muck()
BUY_IN = BuyIn()
STAY_OUT = StayOut()


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
