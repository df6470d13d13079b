"""Going in circles: from some position only few others can be reached, and no end."""

from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState


def find_circle(game: AnyGame, start: AnyState, most: int) -> int | None:
    """Return how many positions can be reached by moves, if none of them is an end.

    None when there is an end among them, when they are more than `most`, or when it cannot
    be known because not all moves or draws are listed.
    """
    seen, unseen = {start}, [start]
    while unseen:
        s = unseen.pop()
        events = [] if game.outcome(s) is not None else _every(game, s)
        if not events:
            return None
        for event in events:
            after = game.after(s, event)
            if after not in seen:
                if len(seen) == most:
                    return None
                seen.add(after)
                unseen.append(after)
    return len(seen)


def _every(game: AnyGame, s: AnyState) -> list[AnyEvent]:
    """All that may happen next; nothing where it is not all listed."""
    if game.turn(s) == CHANCE:
        return [event for event, _ in game.chance(s) or ()]
    moves = game.moves(s)
    return [] if any(event.sampled for event in moves) else moves
