"""What is told of an event beside the event itself."""

from ludex.games.freecell.rules.autoplay import next_home
from ludex.games.freecell.rules.events import Autoplay
from ludex.games.freecell.rules.state import State
from ludex.kernel import Event, listed, say


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
