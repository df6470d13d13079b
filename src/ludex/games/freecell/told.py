"""What is told of an event beside the event itself."""

from ludex.games.freecell.events import Autoplay
from ludex.games.freecell.homing import next_home
from ludex.games.freecell.state import State
from ludex.kernel import Event


def told(s: State, event: Event[State]) -> tuple[str, ...]:
    """Which cards were sent home, in order."""
    if not isinstance(event, Autoplay):
        return ()
    sent = []
    while (step := next_home(s, event.cards)) is not None:
        sent += [home[-1].face for home in step.homes if home not in s.homes]
        s = step
    return (f"{', '.join(sent)} {'goes' if len(sent) == 1 else 'go'} home",)
