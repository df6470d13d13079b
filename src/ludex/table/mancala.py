"""A mancala board: a row of houses for each player, and a store at the right end of each row."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from ludex.kernel import Event, Seat, say
from ludex.table.board import standing
from ludex.table.drawing import Drawing
from ludex.table.lesson import Shown
from ludex.table.looks import Looks
from ludex.table.scene import Gesture, TablePlace, Zone

S = TypeVar("S")
Seeds = tuple[Sequence[Sequence[int]], Sequence[int]]
"""The seeds in the houses of both players, in the order of sowing, and in their stores."""

BOWL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" '
    'fill="#8a5a2b" stroke="#4d2f12"/><circle cx="10" cy="10" r="7" fill="#6d431c"/>'
    '<text x="10" y="10" font-size="8" text-anchor="middle" dominant-baseline="central" '
    'fill="#ffe9c7">{}</text></svg>'
)
EMBLEM = tuple(Shown("seeds:4", x - 1.5, 2 * y) for x in range(4) for y in range(2))


@cache
def _bowl(key: str, x: float, y: float, seat: int, count: int) -> Zone:
    """Return a house or a store with so many seeds."""
    words = "store" if key.startswith("store") else f"house {key[-1]}"
    place = TablePlace(key, say(words.split(maxsplit=1)[0], words), x, y, look="", seat=seat + 1)
    return standing(place, f"seeds:{count}")


def mancala(
    seeds: Callable[[S], Seeds], most: int, sown: Callable[[S, Event[S]], tuple[Seat, int]]
) -> Looks[S]:
    """The looks of a mancala game: its seeds, at most so many in a place, and whose house, counted
    from 1, an event sows. The own houses lie below, from the left to the own store."""

    def zones(s: S, seat: Seat) -> tuple[Zone, ...]:
        houses, stores = seeds(s)
        wide, mine = len(houses[0]), max(0, seat)
        found = []
        for owner in (1 - mine, mine):
            y = 2 * (owner == mine)
            for i, count in enumerate(houses[owner]):
                x = i + 1 if owner == mine else wide - i
                found.append(_bowl(f"house {owner + 1}:{i + 1}", x, y, owner, count))
            x = wide + 1 if owner == mine else 0
            found.append(_bowl(f"store {owner + 1}", x, 1, owner, stores[owner]))
        return tuple(found)

    def gesture(s: S, event: Event[S]) -> Gesture:
        owner, house = sown(s, event)
        return Gesture(str(event), event.spoken(), f"house {owner + 1}:{house}")

    drawings = {f"seeds:{n}": Drawing(svg=BOWL.format(n), sign=f"{n}") for n in range(most + 1)}
    return Looks(drawings=drawings, emblem=EMBLEM, zones=zones, gesture=gesture)


def mancala_text(seeds: Seeds) -> str:
    """The board as text: the houses of player 2 above, of player 1 below, stores at the ends."""
    houses, stores = seeds
    above, below = (" ".join(f"{n:2}" for n in row) for row in (houses[1][::-1], houses[0]))
    return f"   {above}\n{stores[1]:2} {' ' * len(above)} {stores[0]:2}\n   {below}"
