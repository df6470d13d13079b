"""The document's own words for what the rulebook says: it calls tiles and facings by letters."""

from ..rules.tiles import NAMES

DOCUMENT = {
    **{name.template: str(tile) for tile, name in NAMES.items()},
    "The game begins with a {first_tile}": "The first tile is {first_tile}",
    "No {tile} is left": "No {tile} tile is left",
    "A {tile} fits nowhere now": "Nowhere does a {tile} tile fit now",
    "A {tile} facing {facing} does not fit at {place}: "
    "its {side} side is {ground} but {neighbour} has {other_ground}": (
        "{tile} facing {letter} does not fit at {place}: "
        "its {side} side is {ground} but {neighbour} has {other_ground}"
    ),
    "A {tile} has no {ground} for a {meeple}": "{tile} has no {ground} for a {meeple}",
    "A {tile} has no {which} {ground} for a {meeple}": (
        "{tile} has no {which} {ground} for a {meeple}"
    ),
}
