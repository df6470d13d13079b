"""The document's Play at the table: it reads a state and prints the tile that it lays.

It may print the tile alone, as Play does, or the whole state with it.
"""

from ludex.games.carcassonne.formats.document import document_from
from ludex.games.carcassonne.formats.xml_state import document_of, indented
from ludex.games.carcassonne.rules.events import PlaceTile
from ludex.games.carcassonne.rules.setup import Entry
from ludex.games.carcassonne.rules.state import State
from ludex.games.carcassonne.rules.tile_kinds import TileSet
from ludex.games.carcassonne.rules.tiles import Role
from ludex.kernel import Unreadable


def shown_to_program(s: State) -> str | Unreadable:
    """The state as XML; it can write the document's own tiles only."""
    if s.rules.tiles is not TileSet.DOCUMENT:
        return Unreadable(
            ("the document's XML has no tiles of the base game: try --preset standard",)
        )
    return indented(document_from(s))


def move_in(s: State, printed: str) -> PlaceTile | Unreadable:
    """The move that a program has printed."""
    whole = printed.strip()
    if not whole.startswith("<board"):
        whole = f"<board><terrain>{whole}</terrain></board>"
    document = document_of(whole)
    if isinstance(document, Unreadable):
        return document
    new = [entry for entry in document.tiles if entry.at not in s.terrain.tiles]
    if not new and len(document.tiles) == 1:
        new = [*document.tiles]  # the guard says that there is a tile already
    if len(new) != 1:
        return Unreadable((f"{len(new)} tiles are new in it, not one",))
    return _event(s, new[0])


def _event(s: State, entry: Entry) -> PlaceTile | Unreadable:
    tile, follower = entry.turned.tile, entry.follower
    if tile is not s.drawn:
        return Unreadable((f"it lays a tile of type {tile}, and {s.drawn} was drawn",))
    role = Role.NONE if follower is None else follower.role
    return PlaceTile(entry.at, entry.turned.facing, role)
