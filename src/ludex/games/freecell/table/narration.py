"""What is told of an event beside the event itself."""

from ludex.kernel import Event, listed, say

from ..rules.autoplay import next_home
from ..rules.events import Autoplay
from ..rules.state import State


def consequences(s: State, event: Event[State], _: State) -> tuple[str, ...]:
    """Which cards were sent home, in order."""
    if not isinstance(event, Autoplay):
        return ()
    sent = []
    while (step := next_home(s, event.cards)) is not None:
        sent += [home[-1].face for home in step.homes if home not in s.homes]
        s = step
    if len(sent) == 1:
        return (say("goes_home", "{card} goes home", card=sent[0]),)
    return (say("go_home", "{cards} go home", cards=listed(sent)),)
