"""What is told of a turn of Carcassonne: where its points come from."""

from ludex.games.carcassonne.events import PlaceTile, awards_of
from ludex.games.carcassonne.state import State
from ludex.kernel import Event


def told(s: State, event: Event[State]) -> tuple[str, ...]:
    """Where the points of a turn come from."""
    if not isinstance(event, PlaceTile):
        return ()
    return tuple(award.text for award in awards_of(s, event))
