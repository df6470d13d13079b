"""A new table, from what a client asks for to the header of a saved game; and one that it has left.

Everything a client says is words: it names games and bots that are offered, and never a file or
a program.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow, randbits
from typing import Annotated, Any

from pydantic import Field

from ludex.bots.budget import Budget
from ludex.kernel import AnyGame, Dice, History, Unreadable
from ludex.language.position import position_line, read_position
from ludex.mcp.responses import (
    LARGEST,
    Arguments,
    ClientLimits,
    GameName,
    Name,
    Text,
    ToolError,
    quoted,
)
from ludex.parts.secret_dice import SECRET
from ludex.play.protocol.log import Header
from ludex.play.saved import Saved, read_saved
from ludex.play.seating import PERSON, Sitting, resume_game
from ludex.play.starts import apply_deal, has_open_deals, position_problem
from ludex.players.finder import is_outside
from ludex.players.opponents import bot_names, find_bot
from ludex.registry import companion_of

PLAYERS = "players"
CLIENT = "mcp"
"""The name in a client's seat, as the saved game tells it."""

MOST_PLAYOUTS = 1000
USUAL = "search:0.3s"
AMONG_MANY = "greedy"
"""The players of the other seats unless somebody is named: strong, but soon done."""

SECRET_BITS = 256
OPEN_SEEDS = 10**9
NEW = "new"
TRIES = 20_000
"""So many boards are looked at for a puzzle."""


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A game that a client may play."""

    game: AnyGame
    path: Path | None = None
    """The file of its rules, where they are in one."""

    digest: str | None = None

    @property
    def known_as(self) -> str:
        """Its name in a saved game."""
        return self.game.name if self.path is None else str(self.path)


class StartTable(Arguments):
    """The beginning of a table, and the players there."""

    game: GameName
    preset: Annotated[
        Name | None, Field(description="A named set of rules; about_game lists them.")
    ] = None
    options: Annotated[
        dict[Name, Name | int | bool],
        Field(
            description="Single options of the rules, by name; about_game lists them.",
            max_length=60,
        ),
    ] = {}  # noqa: RUF012  # pydantic copies it
    players: Annotated[
        int | None,
        Field(description="The number of players, in a game for various numbers."),
    ] = None
    seat: Annotated[int, Field(description="Your seat, counted from 1.")] = 1
    opponents: Annotated[
        list[Name],
        Field(
            description="Bots for the other seats, in their order: one for each, or one for"
            " all. about_game lists them.",
            max_length=20,
        ),
    ] = []  # noqa: RUF012  # as above
    seed: Annotated[
        int | None,
        Field(
            description="The seed of all chance events, to play the same deal again; the game then"
            " counts as practice. The default is a secret random seed.",
            ge=0,
            le=LARGEST,
        ),
    ] = None
    deal: Annotated[
        int | None,
        Field(
            description="The number of a deal, in a game with numbered deals.",
            ge=-LARGEST,
            le=LARGEST,
        ),
    ] = None
    position: Annotated[
        Text | None,
        Field(description="Begin with this position line, from view."),
    ] = None
    puzzle: Annotated[
        Name | None,
        Field(
            description="In a game with puzzles: new, easy, medium, hard, expert or master for a"
            " new puzzle, or the id of a puzzle."
        ),
    ] = None

    @property
    def changes(self) -> dict[str, str]:
        """The options, each as it is typed."""
        words = {True: "yes", False: "no"}
        return {
            name: words[value] if isinstance(value, bool) else str(value)
            for name, value in self.options.items()
        }


def opened(offered: GameOffer, request: StartTable, limits: ClientLimits) -> Header:
    """The header of the table; Trouble says why there is none."""
    game = offered.game
    beginnings = {"deal": request.deal, "position": request.position, "puzzle": request.puzzle}
    given = [name for name, value in beginnings.items() if value is not None]
    if len(given) > 1:
        raise ToolError(f"A table has only one start, not {' and '.join(given)}.")
    preset, options = _preset(game, request), _options(game, request)
    if given and given != ["deal"] and (preset or options):
        raise ToolError(f"A {given[0]} includes the rules: leave out preset, options and players.")
    start, label = _first_state(game, request, preset, options)
    seats = _seats(game, request, game.seat_count(start), limits)
    return Header(
        game=offered.known_as,
        seed=_fresh_seed(game) if request.seed is None else request.seed,
        seats=seats,
        created="",
        preset=None if given else preset,
        options={} if given else options,
        # The line says it all, so that the saved game begins there too.
        position=position_line(game, start) if given else None,
        label=label,
        rules=offered.digest,
        seed_chosen=request.seed is not None and not has_open_deals(game),
        client=CLIENT,
    )


def _fresh_seed(game: AnyGame) -> int:
    """Return a new seed: a secret one where cards are dealt unseen, which nothing that is seen gives away."""
    return randbelow(OPEN_SEEDS) if has_open_deals(game) else SECRET + randbits(SECRET_BITS)


def _preset(game: AnyGame, request: StartTable) -> str | None:
    """The preset asked for, or the one that lobbies offer first."""
    beginning = (request.preset, request.seed, request.deal, request.position, request.puzzle)
    if any(one is not None for one in beginning):  # a seed may be one from before
        return request.preset
    return None if game.start.default == game.start.unnamed else game.start.default


def _options(game: AnyGame, request: StartTable) -> dict[str, str]:
    options = request.changes
    if request.players is None:
        return options
    if PLAYERS in game.start.domains:
        return {**options, PLAYERS: str(request.players)}
    fewest, most = game.players
    if not fewest <= request.players <= most:
        many = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise ToolError(f"{game.title} is for {many}, not for {request.players}.")
    return options


def _first_state(
    game: AnyGame, request: StartTable, preset: str | None, options: Mapping[str, str]
) -> tuple[Any, str | None]:
    """Return the first state, and what that beginning is called."""
    if request.puzzle is not None:
        return _puzzle(game, request.puzzle, request.seed)
    if request.position is None:
        state = game.start.varied(preset, options)
    else:
        state = read_position(game, request.position)
    if isinstance(state, Unreadable):
        prefix = f"This is not a position of {game.title}: " if request.position else ""
        raise ToolError(f"{prefix}{state.summary}")
    if request.position is not None and (nonsense := position_problem(game, state)):
        raise ToolError(f"{nonsense}.")
    if request.deal is None:
        return state, None
    state = apply_deal(game, state, request.deal)
    if isinstance(state, Unreadable):
        raise ToolError(f"Deal {request.deal}: {state.summary}")
    # A deal that lies open has a name; of one that is dealt unseen somebody knows too much.
    return state, f"deal {request.deal}" if has_open_deals(game) else None


def _puzzle(game: AnyGame, wanted: str, seed: int | None) -> tuple[Any, str]:
    """A puzzle by its id, or a new one: of a level, or the usual one."""
    puzzles = companion_of(game).puzzles
    if puzzles is None:
        raise ToolError(f"{game.title} has no puzzles.")
    name = wanted.strip().lower()
    if name not in (NEW, *puzzles.sizes):
        start = puzzles.decoded(name)
        if start is None:
            levels = ", ".join((NEW, *puzzles.sizes))
            raise ToolError(
                f"{puzzles.misnamed.format(name=quoted(wanted))} A new one is {levels}."
            )
        return start, f"puzzle {name}"
    level = None if name == NEW else name
    dice = Dice(randbelow(OPEN_SEEDS) if seed is None else seed)
    spec = puzzles.spec(None, level)
    found = puzzles.make(spec, dice, tries=TRIES, tell=lambda _: None)
    if found is None:
        raise ToolError("No such puzzle was found; try again.")
    return found.start, f"puzzle {found.id}"


def _seats(game: AnyGame, request: StartTable, count: int, limits: ClientLimits) -> tuple[str, ...]:
    """`person` for the client, and bots around it."""
    if not 1 <= request.seat <= count:
        raise ToolError(f"The seats are 1 to {count}: there is no seat {request.seat}.")
    names = request.opponents
    if not names:
        names = [USUAL if count == 2 else AMONG_MANY] * (count - 1)
    elif len(names) == 1:
        names *= count - 1
    if len(names) != count - 1:
        raise ToolError(
            f"There are {count - 1} other seats here, and {len(names)} opponents: "
            "name one opponent for all of them, or one for each."
        )
    for name in dict.fromkeys(names):
        demand_bot(game, name, limits)
    others = iter(names)
    return tuple(
        PERSON if number == request.seat else next(others) for number in range(1, count + 1)
    )


def demand_bot(game: AnyGame, name: str, limits: ClientLimits) -> None:
    """Demand that a bot is one of the game's, and does not think for too long."""
    plain, colon, text = name.partition(":")
    known = bot_names(game)
    if plain not in known or is_outside(name):
        raise ToolError(
            f"There is no bot {quoted(name)} in {game.title}; there are: {', '.join(known)}."
        )
    budget = Budget.read(text) if colon else None
    if isinstance(budget, Budget) and (
        (budget.seconds or 0) > limits.thinking or (budget.playouts or 0) > MOST_PLAYOUTS
    ):
        raise ToolError(
            f"A bot may think for {limits.thinking:g} seconds or {MOST_PLAYOUTS} "
            "playouts for each move at most."
        )
    found = find_bot(game, name)
    if isinstance(found, Unreadable):
        raise ToolError(str(found.summary))


LOOKED_AT = 200
"""So many files are opened in search of the last game: the latest."""


def taken_up(
    name: str | None,
    folder: Path,
    games: Collection[GameOffer],
    limits: ClientLimits,
) -> tuple[GameOffer, Sitting]:
    """A saved game, by name or the last that is not over; Trouble says why it cannot go on."""
    if name is None:
        saved = next(_unfinished(folder, games), None)
        if saved is None:
            raise ToolError("You have no saved game that is not over.")
    else:
        saved = _own(name, folder)
    offered = _offered(saved, games)
    if offered is None:
        raise ToolError(
            "This server does not offer the game, or its rules have changed since it was saved."
        )
    for player in saved.header.seats:
        if player != PERSON:
            demand_bot(offered.game, player, limits)
    sitting = resume_game(offered.game, saved)
    if isinstance(sitting, Unreadable):
        summary = str(sitting.summary).replace(str(saved.path), saved.path.stem)
        raise ToolError(f"{summary}.")
    return offered, sitting


def _own(name: str, folder: Path) -> Saved:
    """The game of that name; whose it is, if it is not the client's, is not told."""
    path = next((one for one in folder.glob("*.jsonl") if one.stem == name), None)
    saved = None if path is None else _of_client(path)
    if saved is None:
        raise ToolError(f"You have no saved game called {quoted(name)}.")
    return saved


def _of_client(path: Path) -> Saved | None:
    saved = read_saved(path)
    if isinstance(saved, Unreadable) or saved.header.client != CLIENT:
        return None
    return saved if saved.header.seats.count(PERSON) == 1 else None


def _unfinished(folder: Path, games: Collection[GameOffer]) -> Iterator[Saved]:
    """The client's games that can go on, the last one first."""
    for path in sorted(folder.glob("*.jsonl"), reverse=True)[:LOOKED_AT]:
        saved = _of_client(path)
        offered = None if saved is None else _offered(saved, games)
        if saved is None or offered is None:
            continue
        played = saved.history(offered.game)
        if isinstance(played, History) and offered.game.outcome(played.state) is None:
            yield saved


def _offered(saved: Saved, games: Collection[GameOffer]) -> GameOffer | None:
    header = saved.header
    for one in games:
        if (one.known_as, one.digest) == (header.game, header.rules):
            return one
    return None
