"""A second scorer of the base game, of another design: flood fill on a fine grid.

It shares nothing with the rulebook but the names of events. The tiles are painted from the
published list, nine by nine cells each, and laid on one large grid. After every turn whatever
a follower stands on is flooded from where it stands, and counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

PUBLISHED = """
A 2 cloister, road S                B 4 cloister
C 1 city NESW pennant               D 4 city N, road EW
E 5 city N                          F 2 city EW pennant
G 1 city NS                         H 3 city W, city E
I 2 city N, city E                  J 3 city N, road ES
K 3 city N, road SW                 L 3 city N, road W, road E, road S
M 2 city NW pennant                 N 3 city NW
O 2 city NW pennant, road ES        P 3 city NW, road ES
Q 1 city NEW pennant                R 3 city NEW
S 2 city NEW pennant, road S        T 1 city NEW, road S
U 8 road NS                         V 9 road SW
W 4 road W, road E, road S          X 1 road N, road W, road E, road S
"""
SIZE, MID = 9, 4
Cell = tuple[int, int]
Grid = dict[Cell, str]
"""Rows and columns of a tile: `c0` the first city, `r1` the second road, `f` field."""


def listed() -> dict[str, tuple[int, list[list[str]]]]:
    """Of each kind the copies and what is on it, in words."""
    words = PUBLISHED.replace("\n", "  ").split("  ")
    kinds = {}
    for entry in filter(None, (word.strip() for word in words)):
        letter, copies, features = entry.split(" ", 2)
        kinds[letter] = int(copies), [f.split() for f in features.split(", ")]
    return kinds


def arm(side: str, to: int = MID) -> Iterator[Cell]:
    """The cells from the middle of a side towards the middle of the tile."""
    for i in range(to + 1):
        yield {"N": (i, MID), "W": (MID, i), "S": (8 - i, MID), "E": (MID, 8 - i)}[side]


def edge(side: str, depth: int = 0) -> Iterator[Cell]:
    """The cells of a side between its corners, or of a shorter row before it."""
    for i in range(1 + depth, 8 - depth):
        yield {
            "N": (depth, i), "W": (i, depth), "S": (8 - depth, i), "E": (i, 8 - depth),
        }[side]  # fmt: skip


def painted(features: list[list[str]]) -> tuple[Grid, set[str]]:
    """A tile that faces north, and which of its cities have a pennant."""
    grid = {(r, c): "f" for r in range(SIZE) for c in range(SIZE)}
    pennants = set()
    ends = sum(feature[0] == "road" for feature in features) > 2
    numbers = {"city": 0, "road": 0, "cloister": 0}
    for kind, *words in features:
        name = f"{kind[0]}{numbers[kind]}"
        numbers[kind] += 1
        sides = words[0] if words else ""
        if "pennant" in words:
            pennants.add(name)
        cells: list[Cell] = []
        if kind == "city":
            cells += [cell for side in sides for cell in edge(side)]
            cells += [cell for side in sides for cell in edge(side, 1)]
            if sides == "NW":
                cells += [(r, c) for r in range(7) for c in range(7 - r)]
            elif len(sides) > 1:
                cells += [c for side in sides for c in arm(side, 5)]
                cells += [(r, c) for r in (3, 4, 5) for c in (3, 4, 5)]
        elif kind == "road" and sides == "ES" and features[0][:2] == ["city", "NW"]:
            cells += [
                (4, 8),
                (4, 7),
                (4, 6),
                (5, 6),
                (6, 6),
                (6, 5),
                (6, 4),
                (7, 4),
                (8, 4),
            ]
        elif kind == "road":
            to = MID - 1 if ends else MID - 2 if len(sides) == 1 else MID
            cells += [cell for side in sides for cell in arm(side, to)]
        else:
            name = "m"
            cells += [(r, c) for r in (3, 4, 5) for c in (3, 4, 5)]
        grid |= dict.fromkeys(cells, name)
    if ends:
        grid[MID, MID] = "x"
    return grid, pennants


KINDS = {letter: painted(features) for letter, (_, features) in listed().items()}


def turned(grid: Grid, facing: str) -> Grid:
    """The grid after quarter turns clockwise."""
    for _ in range("NESW".index(facing)):
        grid = {(c, SIZE - 1 - r): mark for (r, c), mark in grid.items()}
    return grid


def within(grid: Grid, start: Cell) -> set[Cell]:
    """The cells of a tile that belong together with one."""
    found, waiting = {start}, [start]
    while waiting:
        r, c = waiting.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near not in found and grid.get(near) == grid[start]:
                found.add(near)
                waiting.append(near)
    return found


@cache
def is_border(cell: Cell) -> bool:
    return any(cell in edge(side) for side in "NESW")


@cache
def stand(letter: str, facing: str, role: str) -> Cell:
    """Where a follower stands: on the nth part of its kind as one reads the tile."""
    grid, _ = KINDS[letter]
    if role == "M":
        return MID, MID
    ground, number = {"K": "c", "T": "r", "F": "f"}[role[0]], int(role[1:] or 1)
    parts: list[set[Cell]] = []
    for cell in sorted(grid):
        if grid[cell][0] == ground and not any(cell in part for part in parts):
            part = within(grid, cell)
            if any(map(is_border, part)):
                parts.append(part)
    r, c = min(parts[number - 1])
    for _ in range("NESW".index(facing)):
        r, c = c, SIZE - 1 - r
    return r, c


@dataclass
class Flooded:
    """What is flooded from a cell: the tiles it is on, its pennants, and is it closed."""

    cells: frozenset[tuple[Cell, Cell]]
    tiles: set[Cell]
    pennants: int
    is_closed: bool


@dataclass
class Table:
    """A game that is scored by flooding."""

    players: int
    small_cities: int = 4
    by_city: bool = False
    tiles: dict[Cell, tuple[str, Grid]] = field(default_factory=dict)
    followers: dict[Cell, tuple[int, str, Cell]] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    known: dict[tuple[Cell, Cell], Flooded] = field(default_factory=dict)
    """What was flooded from where, and no tile was laid beside it since."""

    def __post_init__(self) -> None:
        self.scores = [0] * self.players
        self.tiles.setdefault((0, 0), ("D", KINDS["D"][0]))

    def lay(self, letter: str, at: Cell, facing: str, seat: int, role: str) -> None:
        """Lay a tile, perhaps with a follower, and score what is complete."""
        self.tiles[at] = letter, turned(KINDS[letter][0], facing)
        x, y = at
        beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
        for start, flooded in [*self.known.items()]:
            if not beside.isdisjoint(flooded.tiles):
                del self.known[start]
        if role != "none":
            cell = stand(letter, facing, role)
            assert role == "M" or not self.standing(at, cell), "somebody stands there"
            self.followers[at] = seat, role[0], cell
        self.score(at_the_end=False)

    def standing(self, at: Cell, cell: Cell) -> list[Cell]:
        """The followers in the feature of a cell."""
        cells = self.flood(at, cell).cells
        return [
            place
            for place, (_, role, where) in self.followers.items()
            if role != "M" and (place, where) in cells
        ]

    def flood(self, at: Cell, cell: Cell) -> Flooded:
        if (at, cell) not in self.known:
            self.known[at, cell] = self.flooded_anew(at, cell)
        return self.known[at, cell]

    def flooded_anew(self, at: Cell, cell: Cell) -> Flooded:
        ground = self.tiles[at][1][cell][0]
        found, waiting, is_closed = {(at, cell)}, [(at, cell)], True
        while waiting:
            (x, y), (r, c) = waiting.pop()
            grid = self.tiles[x, y][1]
            beside = [((x, y), near) for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))]
            for place, near in beside:
                if near in grid:
                    same = grid[near] == grid[r, c]
                    if same and (place, near) not in found:
                        found.add((place, near))
                        waiting.append((place, near))
                elif is_border((r, c)):
                    dr, dc = near[0] - r, near[1] - c
                    over = (x + dc, y - dr)
                    if over not in self.tiles:
                        is_closed = False
                        continue
                    there = (over, (near[0] % SIZE, near[1] % SIZE))
                    assert self.tiles[over][1][there[1]][0] == ground, "sides differ"
                    if there not in found:
                        found.add(there)
                        waiting.append(there)
        tiles = {place for place, _ in found}
        pennants = 0
        for place in tiles:
            letter, grid = self.tiles[place]
            marks = {grid[c] for p, c in found if p == place}
            pennants += bool(marks & KINDS[letter][1])
        return Flooded(frozenset(found), tiles, pennants, is_closed)

    def score(self, *, at_the_end: bool) -> None:
        """Score and send home what is complete; at the end everything."""
        done: set[frozenset[tuple[Cell, Cell]]] = set()
        home: list[Cell] = []
        flooded = {
            at: self.flood(at, cell)
            for at, (_, role, cell) in self.followers.items()
            if role != "M" and (role != "F" or at_the_end)
        }
        for at, (seat, role, _) in self.followers.items():
            if role == "M":
                x, y = at
                around = sum((x + i, y + j) in self.tiles for i in (-1, 0, 1) for j in (-1, 0, 1))
                if around == 9 or at_the_end:
                    self.scores[seat] += around
                    home.append(at)
                continue
            if role == "F" and not at_the_end:
                continue
            feature = flooded[at]
            if role == "F":
                if not self.by_city and feature.cells not in done:
                    done.add(feature.cells)
                    cities = len(self.complete_cities(feature))
                    self.give(
                        3 * cities,
                        [at for at in flooded if flooded[at].cells == feature.cells],
                    )
                continue
            if not (feature.is_closed or at_the_end):
                continue
            together = [a for a in flooded if flooded[a].cells == feature.cells]
            if feature.cells not in done:
                done.add(feature.cells)
                self.give(self.worth(role, feature), together)
            home.append(at)
        if at_the_end and self.by_city:
            self.supply(flooded)
        for at in home:
            del self.followers[at]
        if at_the_end:
            self.followers.clear()

    def worth(self, role: str, feature: Flooded) -> int:
        if role == "T":
            return len(feature.tiles)
        small = len(feature.tiles) == 2 and self.small_cities == 2
        each = 2 if feature.is_closed and not small else 1
        return each * (len(feature.tiles) + feature.pennants)

    def give(self, points: int, followers: list[Cell]) -> None:
        seats = [self.followers[at][0] for at in followers]
        most = max(seats.count(seat) for seat in seats)
        for seat in {*seats}:
            if seats.count(seat) == most:
                self.scores[seat] += points

    def complete_cities(self, feature: Flooded) -> set[frozenset[tuple[Cell, Cell]]]:
        """The complete cities beside a field: what it touches on its own tiles."""
        cities = set()
        seen: set[tuple[Cell, Cell]] = set()
        for place, (r, c) in feature.cells:
            grid = self.tiles[place][1]
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if grid.get(near, "f")[0] == "c" and (place, near) not in seen:
                    city = self.flood(place, near)
                    seen |= city.cells
                    if city.is_closed:
                        cities.add(city.cells)
        return cities

    def supply(self, flooded: dict[Cell, Flooded]) -> None:
        """The first edition: four points a complete city, to most farmers around it."""
        farmers: dict[frozenset[tuple[Cell, Cell]], list[Cell]] = {}
        for at, feature in flooded.items():
            if self.followers[at][1] == "F":
                for city in self.complete_cities(feature):
                    farmers.setdefault(city, []).append(at)
        for around in farmers.values():
            self.give(4, around)
