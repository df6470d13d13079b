"""The showdown: whoever made the last bet shows first, or gives up.

If the last round was checked, the first player to the left of the button begins. The
others follow clockwise and may muck their cards instead, with all claim to the pot. When
somebody is all in, nobody may: all hands are shown as soon as the betting is done. Who is
the last with cards wins, and need not show them.
"""

from typing import Final

from ludex.games.poker.holdem.hands import paid_out
from ludex.games.poker.holdem.state import Phase, State, mark
from ludex.kernel import Event, Guards


class Show(Event[State]):
    """Turn up your cards at the showdown."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SHOWDOWN or "there is no showdown now"

    def apply(self, s: State) -> State:
        up = mark(s.shown, s.waiting[0], flag=True)
        return _answered(s._replace(shown=up, waiting=s.waiting[1:]))


class Muck(Event[State]):
    """Give up your cards unseen at the showdown, and with them the pot."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SHOWDOWN or "there is no showdown now"

    def apply(self, s: State) -> State:
        gone = mark(s.live, s.waiting[0], flag=False)
        return _answered(s._replace(live=gone, waiting=s.waiting[1:]))


def _answered(s: State) -> State:
    if s.waiting and s.live.count(True) > 1:
        return s
    return paid_out(s)


SHOW: Final = Show()
MUCK: Final = Muck()
