"""How to play Carcassonne in a minute."""

from ludex.table import Lesson, Shown

LESSONS = (
    Lesson(
        "Lay the tile that you draw. Its sides must match: city to city, road to road, "
        "field to field.",
        (
            Shown("place:free", 0),
            Shown("tile:cN.rEW", 0, 1),
            Shown("tile:rEW", 1, 1),
            Shown("tile:cN", 2.6, 0, 2),
        ),
        (3, 0),
    ),
    Lesson(
        "You may put a meeple on it: a knight in a city, a thief on a road, a monk in a "
        "cloister, a farmer in a field. Not where one stands already.",
        (
            Shown("tile:cN.rEW", 0),
            Shown("meeple:1:K:50,17", 0),
            Shown("tile:m", 1.2),
            Shown("meeple:1:M:50,55", 1.2),
            Shown("tile:rEW", 2.4),
            Shown("meeple:1:T:50,50", 2.4),
        ),
    ),
    Lesson(
        "What is complete scores at once, and its meeples come home: a city two points a "
        "tile, a road one, a cloister with eight tiles around it nine.",
        (
            Shown("tile:cN", 0, 0, 2),
            Shown("tile:cN", 0, 1),
            Shown("meeple:2:K:50,17", 0, 1),
            Shown("meeple:2", 1.6, 0.8),
        ),
        (2, 3),
    ),
    Lesson(
        "At the end what is not complete counts less, and a field three points for each "
        "complete city. Only those with the most meeples score.",
        (
            Shown("tile:cN.rEW", 0),
            Shown("meeple:1:F:50,80", 0),
            Shown("tile:cN", 1),
            Shown("meeple:2:K:50,17", 1),
        ),
    ),
)


def _map(rows: str) -> tuple[Shown, ...]:
    """Tiles side by side, each with its quarter turns: `rSW/2`."""
    return tuple(
        Shown(f"tile:{tile}", x - 4.5, float(y), int(turned))
        for y, line in enumerate(rows.strip().splitlines())
        for x, (tile, turned) in enumerate(word.split("/") for word in line.split())
    )


EMBLEM = (
    *_map("""
    cN.rEW/2 cNW.rES/2 cN.rSW/3 cN.rEW/2 rSW/0 cN.g79,64/0 m/0 rSW/3 cN.rW.rE.rS/2
    cNEW.g50,79/0 cNW.g79,79/0 rSW/2 cN.rEW/0 cN.rSW/1 cNS/3 cN.cE.g21,79/2 m.rS/2 cN.rES/0
    cEW!/0 cW.cE.g50,79/2 cNW!/3 m/1 m.rS/0 cNW.g79,79/2 cNW!.rES/0 rW.rE.rS/0 rN.rW.rE.rS/0
    """),
    Shown("meeple:2:F:64,64", -3.5, 1),
    Shown("meeple:1:F:21,79", -0.5, 0),
    Shown("meeple:1:M:50,50", -0.5, 2),
    Shown("meeple:2:K:50,50", 0.5, 1, 3),
    Shown("meeple:1:T:50,50", 2.5, 1),
)
