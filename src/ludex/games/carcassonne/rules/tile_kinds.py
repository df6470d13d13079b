"""What is on each kind of tile, drawn as it lies when it faces north, and the two sets.

    *  city     P  city with a pennant     +  a tower between two cities: no ground
    =  road     x  a crossing: roads end here                  O  cloister
    .  field    g  field with a garden, for the eye only

A side is the five cells between two corners: all city, all field, or field with a road in
the middle. Cells that share a side and are of the same ground are one part of the tile.
`segments` reads the parts off the drawings, and refuses one that breaks these rules.
"""

from collections.abc import Mapping
from typing import Final, Self

from .tiles import Letter, Tile

SIZE: Final = 7

DRAWN: Final = """
A        B        C        D        E        F        G        H
.......  .......  *******  *******  *******  .......  .*****.  .......
.......  .......  ***P***  .*****.  .*****.  *.....*  ..***..  *.....*
..OOO..  ..OOO..  *******  .......  ..***..  *******  ..***..  **...**
..OOO..  ..OOO..  *******  =======  .......  ***P***  ..***..  **...**
..OOO..  ..OOO..  *******  .......  .....g.  *******  ..***..  **...**
...=...  .......  *******  .......  .......  *.....*  ..***..  *..g..*
...=...  .......  *******  .......  .......  .......  .*****.  .......

I        J        K        L        M        N        O        P
******+  *******  *******  *******  *******  *******  *******  *******
.***..*  .*****.  .*****.  .*****.  *P****.  ******.  *P**...  ****...
.....**  .......  .......  .......  *****..  *****..  ***....  ***....
.....**  ....===  ===....  ===x===  ****...  ****...  **..===  **..===
.....**  ...==..  ..==...  ...=...  ***....  ***....  *..==..  *..==..
.g....*  ...=...  ...=...  ...=...  **.....  **...g.  *..=...  *..=...
......*  ...=...  ...=...  ...=...  *......  *......  *..=...  *..=...

Q        R        S        T        U        V        W        X
*******  *******  *******  *******  ...=...  .......  .......  ...=...
***P***  *******  ***P***  *******  ...=...  .......  .......  ...=...
*******  *******  *******  *******  ...=...  .......  .......  ...=...
*******  *******  **.=.**  **.=.**  ...=...  ===....  ===x===  ===x===
**...**  **...**  *..=..*  *..=..*  ...=...  ..==...  ...=...  ...=...
*.....*  *..g..*  *..=..*  *..=..*  ...=...  ...=...  ...=...  ...=...
*.....*  *.....*  *..=..*  *..=..*  ...=...  ...=...  ...=...  ...=...
"""


class TileSet(Letter):
    """The tiles with which a table plays: two sets for the same rules."""

    BASE = (
        "base",
        "A2 B4 C1 D4 E5 F2 G1 H3  I2 J3 K3 L3 M2 N3 O2 P3  Q1 R3 S2 T1 U8 V9 W4 X1",
        Tile.D,
        (2, 5),
    )
    DOCUMENT = "document", "B6 C2 E18 N10", Tile.E, (1, 10)  # 1.2

    copies: Mapping[Tile, int]
    """How many there are of each kind, the first tile included."""

    kinds: tuple[Tile, ...]
    """The kinds that are in the set."""

    total: int
    """How many tiles there are."""

    first: Tile
    """The kind of the first tile."""

    players: tuple[int, int]
    """How few and how many may play."""

    def __new__(cls, name: str, counted: str, first: Tile, players: tuple[int, int]) -> Self:
        """Count the tiles once: tables ask all the time."""
        member = object.__new__(cls)
        member._value_ = name
        counts = {Tile(word[0]): int(word[1:]) for word in counted.split()}
        member.copies = dict.fromkeys(Tile, 0) | counts
        member.kinds = tuple(counts)
        member.total = sum(counts.values())
        member.first, member.players = first, players
        return member


def _read() -> Mapping[Tile, tuple[str, ...]]:
    drawings: dict[Tile, tuple[str, ...]] = {}
    for band in DRAWN.strip().split("\n\n"):
        letters, *rows = (line.split() for line in band.splitlines())
        columns = zip(*rows, strict=True)
        drawings |= {Tile(a): rows for a, rows in zip(letters, columns, strict=True)}
    return drawings


DRAWINGS: Final = _read()
"""The rows of each drawing."""
