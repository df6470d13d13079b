"""The hall: the games offered to a client, and its tables."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Annotated

from pydantic import Field

from ludex.kernel import AnyGame, Unreadable
from ludex.language.rulebook.markup import as_markdown
from ludex.language.rulebook.page import page_blocks, players
from ludex.mcp.new_table import GameOffer, StartTable, opened, taken_up
from ludex.mcp.responses import (
    ClientLimits,
    GameName,
    Name,
    TableName,
    ToolAnswer,
    ToolError,
    quoted,
    shortened,
)
from ludex.mcp.seat import ClientSeat
from ludex.play.seating import Sitting, begin_game
from ludex.play.starts import has_open_deals
from ludex.players.advice import advisor_for
from ludex.players.opponents import BEST, bots_of, levels_of
from ludex.registry import companion_of
from ludex.table import looks_of
from ludex.table.options import meanings_of, options_of

PART = 12_000
"""The length of a part of the rules."""

MOST_RULES = 400_000
"""The maximum length of all rules of a game."""


class ClientHall:
    """The games and tables of one client."""

    def __init__(self, games: Mapping[str, GameOffer], folder: Path, limits: ClientLimits) -> None:
        self.games = games
        self.folder = folder
        self.limits = limits
        self._chairs: dict[str, ClientSeat] = {}
        self._doing = Lock()
        self._count = 0

    # -- games ------------------------------------------------------------------------------

    def list_games(self) -> ToolAnswer:
        """List the games of this server, each with its number of players and a description."""
        rows = [_headline(name, one.game) for name, one in self.games.items()]
        text = "\n".join(f"{name}: {_headed(one.game)}" for name, one in self.games.items())
        return ToolAnswer(shortened(text), {"games": rows})

    def about_game(self, game: GameName) -> ToolAnswer:
        """Describe the presets, options and opponents of a game, and the notation of its
        events."""
        return _about(game, self.game(game).game)

    def rules(
        self,
        game: GameName,
        part: Annotated[int, Field(description="Long rules come in parts.", ge=1)] = 1,
    ) -> ToolAnswer:
        """Print the rules of a game, with every reason to refuse an event."""
        parts = _parts(self.rules_text(game))
        if part > len(parts):
            raise ToolError(f"The rules have the parts 1 to {len(parts)}.")
        more = f"\n\n(Part {part} of {len(parts)}.)" if len(parts) > 1 else ""
        data = {"game": game, "part": part, "parts": len(parts)}
        return ToolAnswer(parts[part - 1] + more, data)

    def rules_text(self, name: str) -> str:
        """Return all rules of a game in Markdown."""
        return shortened(as_markdown(page_blocks(self.game(name).game)), MOST_RULES)

    def game(self, name: str) -> GameOffer:
        """Return the game with a name; a client cannot name a file."""
        found = self.games.get(name) or self.games.get(name.lower().replace("_", "-"))
        if found is None:
            known = ", ".join(self.games)
            raise ToolError(f"This server has no game {quoted(name)}; it has: {known}.")
        return found

    # -- tables -----------------------------------------------------------------------------

    def start_table(self, request: StartTable) -> ToolAnswer:
        """Start a table and sit down at it. Bots take the other seats; the table makes the chance
        events. The answer is that of view."""
        offered = self.game(request.game)
        self._demand_room()
        header = opened(offered, request, self.limits)
        with self._doing:
            self._demand_room()
            sitting = begin_game(offered.game, header, self.folder)
            if isinstance(sitting, Unreadable):
                raise ToolError(str(sitting.summary))
            chair = self._seated(offered, sitting)
        with self.at(chair.name) as mine:
            return mine.begin()

    def resume_table(
        self,
        saved: Annotated[
            Name | None,
            Field(
                description="The name that leave_table printed. The default is the last game"
                " that is not over."
            ),
        ] = None,
    ) -> ToolAnswer:
        """Continue a table that you have left, also in a new session. The answer is that of
        view."""
        with self._doing:
            self._demand_room()
            offered, sitting = taken_up(saved, self.folder, self.games.values(), self.limits)
            chair = self._seated(offered, sitting)
        with self.at(chair.name) as mine:
            return mine.begin()

    def _seated(self, offered: GameOffer, sitting: Sitting) -> ClientSeat:
        self._count += 1
        # Called in when first asked, and kept: solvers are heavy.
        advisor = cache(partial(advisor_for, offered.game))
        chair = ClientSeat(f"t{self._count}", sitting, self.limits, advisor)
        self._chairs[chair.name] = chair
        return chair

    def _demand_room(self) -> None:
        if len(self._chairs) >= self.limits.tables:
            raise ToolError(
                f"You sit at {len(self._chairs)} tables, which is the maximum: "
                f"leave one ({', '.join(self._chairs)})."
            )

    @contextmanager
    def at(self, name: str | None = None) -> Iterator[ClientSeat]:
        """Return the chair at a table, for one call at a time; a single table needs no name."""
        chair = self._chair(name)
        if not chair.busy.acquire(timeout=self.limits.answering):
            raise ToolError(f"Table {chair.name} is still busy with the previous call.")
        try:
            if self._chairs.get(chair.name) is not chair:
                raise ToolError(f"You have left table {chair.name}.")
            yield chair
        except OSError as trouble:
            # What is half written cannot be gone on with: what stands in the file does count.
            self._chairs.pop(chair.name, None)
            with suppress(OSError):
                chair.leave()
            reason = trouble.strerror or str(trouble)
            raise ToolError(
                f"The game cannot be saved ({reason}), so table {chair.name} is closed."
            ) from trouble
        finally:
            chair.busy.release()

    def _chair(self, name: str | None) -> ClientSeat:
        if not self._chairs:
            raise ToolError("You sit at no table: start_table opens one.")
        if name is None and len(self._chairs) == 1:
            return next(iter(self._chairs.values()))
        known = ", ".join(self._chairs)
        if name is None:
            raise ToolError(f"Which table? You sit at {known}.")
        if name not in self._chairs:
            raise ToolError(f"There is no table {quoted(name)}; you sit at {known}.")
        return self._chairs[name]

    def list_tables(self) -> ToolAnswer:
        """List your open tables."""
        rows = [chair.row() for chair in [*self._chairs.values()]]
        text = "\n".join(
            f"{row['table']}: {row['game']}, seat {row['seat']}; {row['status']}" for row in rows
        )
        return ToolAnswer(text or "You sit at no table.", {"tables": rows})

    def leave_table(self, table: TableName = None) -> ToolAnswer:
        """Leave a table. The game stays saved on this machine."""
        with self.at(table) as chair:
            del self._chairs[chair.name]
            saved = chair.leave()
        data = {"table": chair.name, "saved": saved}
        if saved is None:
            text = f"You have left table {chair.name}. Nothing was played, so nothing is saved."
            return ToolAnswer(text, data)
        text = (
            f"You have left table {chair.name}. The game is saved: `ludex replay {saved}` "
            f"shows it, `ludex resume {saved}` or resume_table continues it."
        )
        return ToolAnswer(text, data)

    def close(self) -> None:
        """Leave all tables."""
        while self._chairs:
            _, chair = self._chairs.popitem()
            chair.leave()


def _headed(game: AnyGame) -> str:
    many = "player" if game.players[1] == 1 else "players"
    return f"{game.title}, {players(game)} {many}. {game.summary}"


def _headline(name: str, game: AnyGame) -> dict[str, object]:
    return {
        "game": name,
        "title": game.title,
        "players": list(game.players),
        "summary": str(game.summary),
    }


def _about(name: str, game: AnyGame) -> ToolAnswer:
    alone = game.players[1] == 1
    bots = () if alone else (*levels_of(game), *bots_of(game))
    puzzles = companion_of(game).puzzles
    presets = {preset: str(meanings_of(game).get(preset, "")) for preset in game.start.presets}
    data = {
        **_headline(name, game),
        "presets": presets,
        "options": [
            {
                "option": one.name,
                "question": str(one.question),
                "note": str(one.note),
                "answers": {word: str(answer) for word, answer in one.answers.items()},
                "expected": str(one.expected),
            }
            for one in options_of(game)
        ],
        "bots": dict(bots),
        "numbered_deals": has_open_deals(game),
        "puzzles": puzzles is not None,
        "typing": str(looks_of(game).typing),
    }
    return ToolAnswer(shortened("\n".join(_about_lines(game, presets, bots))), data)


def _about_lines(
    game: AnyGame, presets: Mapping[str, str], bots: tuple[tuple[str, str], ...]
) -> Iterator[str]:
    yield _headed(game)
    yield "Presets (the first is the default):"
    for name, meaning in presets.items():
        yield f"  {name}: {meaning}" if meaning else f"  {name}"
    if game.start.domains:
        yield "Options of the rules:"
    for option in options_of(game):
        yield f"  {option.name}: {option.explained()}"
    if bots:
        yield "Opponents (search:2s thinks for two seconds, search:200 for 200 playouts):"
    for name, sentence in bots:
        yield f"  {name}: {sentence}"
    if bots:
        yield f"  {BEST}: The strongest of them."
    if has_open_deals(game):
        yield "Its deals have numbers: deal=617 starts deal 617."
    if companion_of(game).puzzles is not None:
        yield "It has puzzles: puzzle=new starts one; so do easy, medium, hard, expert and master."
    if looks_of(game).typing:
        yield str(looks_of(game).typing)


def _parts(text: str) -> list[str]:
    """A text in pieces that are not too long, each of whole lines where that can be."""
    parts, left = [], text
    while len(left) > PART:
        end = left.rfind("\n", 1, PART)
        end = PART if end < 0 else end
        parts.append(left[:end])
        left = left[end:].lstrip("\n")
    return [*parts, left]
