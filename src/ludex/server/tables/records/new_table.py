"""A new table, from what a client asks for to what is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from secrets import randbelow, randbits
from typing import Any

from ludex.bots.budget import Budget
from ludex.kernel import AnyGame, Unreadable, listed, say
from ludex.language.position import position_line, read_position
from ludex.parts.secret_dice import SECRET, dice_for
from ludex.play.protocol.log import Header
from ludex.play.starts import KNOWN_DEALS, apply_deal, position_problem
from ludex.players.opponents import find_bot
from ludex.server.errors import RequestRefused
from ludex.server.game_list import PLAYERS, GameList, OfferedGame
from ludex.server.http.puzzles import find_puzzle
from ludex.server.http.schemas import PuzzleRequest, TableRequest
from ludex.server.store.records import AGAIN, CHOSEN, SET_UP
from ludex.server.tables.game_clock import now
from ludex.server.workers.pool import ThinkerClient
from ludex.table.hidden import hides

MOST_PIECES = 8
SECRET_BITS = 256
"""A seed that nobody has chosen cannot be guessed, and what chance does not be foreseen."""

LEAST_SECONDS = 10
"""The least seconds that a clock gives."""

MOST_SECONDS = 5.0
MOST_PLAYOUTS = 1000
"""The playouts that a bot may take for a move at a table that a visitor has made."""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table that can be created."""

    header: Header
    seats: tuple[str, ...]
    """`me`, `friend` or a bot's name, for each seat."""

    request: Mapping[str, object]
    assisted: bool = False
    """Does somebody know what lies hidden, or what chance will do?"""


def find_game(games: GameList, name: str | None) -> OfferedGame:
    """Return the game of a name."""
    names = ", ".join(games)
    if name is None:
        raise RequestRefused(422, say("which_game", "Which game? There are: {names}.", names=names))
    if name not in games:
        words = "There is no game {name}; there are: {names}."
        raise RequestRefused(404, say("no_game", words, name=name, names=names))
    return games[name]


def no_puzzles(games: GameList, game: str) -> str:
    """Say which games have puzzles, where this one has none."""
    having = ", ".join(name for name in games if games[name].puzzles) or "no game here"
    words = "There are puzzles for {puzzles}, not for {game}."
    return say("no_puzzles", words, puzzles=having, game=game)


async def plan_table(
    games: GameList, request: TableRequest, thinkers: ThinkerClient
) -> PlannedTable:
    """Return the table that a client asks for, or refuse it."""
    offered = find_game(games, request.game)
    game = offered.game
    is_bare = not (request.position or request.deal or request.preset)
    if is_bare and offered.begins_with_puzzle:
        # Without a beginning a puzzle; a preset by name begins at its set-up, an editor.
        request = request.model_copy(update={"puzzle": request.puzzle or PuzzleRequest()})
    if is_bare_deal(offered, request):
        request = request.model_copy(update={"deal": 1 + randbelow(KNOWN_DEALS)})
    _demand_one_beginning(games, offered, request)
    position, label = request.position, None
    if request.puzzle is not None:
        seed = None if request.seed is None else int(request.seed)
        puzzle = await find_puzzle(offered, request.puzzle, seed, thinkers)
        position, label = position_line(game, puzzle.start), f"puzzle {puzzle.id}"
    options = _options(game, request)
    state = _first_state(game, request, options, position)
    if request.deal is not None:
        position, label = position_line(game, state), f"deal {request.deal}"
    seats = _seats(offered, request, game.seat_count(state))
    _demand_time(request, seats)
    if request.open and "friend" not in seats:
        raise RequestRefused(422, "An open table needs a free seat (friend).")
    if request.seed is not None and request.puzzle is None:
        label = label or CHOSEN
    if request.position is not None and hides(game, state):
        label = label or SET_UP  # whoever chose it knows what lies hidden
    header = Header(
        game=game.name,
        seed=fresh_secret() if request.seed is None else int(request.seed),
        seats=tuple("person" if player in ("me", "friend") else player for player in seats),
        created=now(),
        preset=request.preset if position is None else None,
        options=options if position is None else {},
        position=position,
        label=label,
        rules=offered.rules,
    )
    fields = request.model_dump(exclude_none=True, exclude={"like", "fresh"})
    return PlannedTable(header, seats, fields)


def is_bare_deal(offered: OfferedGame, request: TableRequest) -> bool:
    """Are the deals of this game numbered, and has nobody chosen one?"""
    chosen = (request.deal, request.seed, request.position, request.puzzle)
    return offered.has_deals and all(option is None for option in chosen)


def deal_of(day: int) -> int:
    """Return the deal of a day, counted as `date.toordinal` does: the same for everybody."""
    return 1 + dice_for(day, 0, "deal").below(KNOWN_DEALS)


def fresh_secret() -> int:
    """Return a seed from the system's randomness, for deals that people can trust."""
    return SECRET + randbits(SECRET_BITS)


def repeat_table(
    offered: OfferedGame,
    fields: Mapping[str, object],
    header: Header,
    seat: int,
    *,
    fresh: bool,
) -> TableRequest | PlannedTable:
    """Return the same table again for the person at `seat`: as it was, or with a fresh deal."""
    seats = [
        f"bot:{player}" if player != "person" else "me" if i == seat else "friend"
        for i, player in enumerate(header.seats, start=1)
    ]
    if not fresh:
        same = replace(header, created=now(), label=header.label or AGAIN)
        people = tuple(player.removeprefix("bot:") for player in seats)
        return PlannedTable(same, people, fields)
    request = TableRequest.model_validate({**fields, "seats": seats})
    changes: dict[str, object] = {"seed": None, "deal": None}
    if request.puzzle is not None:
        puzzle = PuzzleRequest(level=request.puzzle.level, unique=request.puzzle.unique)
        puzzles = offered.puzzles
        name = str(header.label).removeprefix("puzzle ")
        state = puzzles.decoded(name) if puzzles else None
        if puzzles and state is not None:
            pieces = min(puzzles.pieces(state), MOST_PIECES)
            puzzle = puzzle.model_copy(update={"pieces": pieces})
        changes["puzzle"] = puzzle
    return request.model_copy(update=changes)


def _demand_one_beginning(games: GameList, offered: OfferedGame, request: TableRequest) -> None:
    ways = {"deal": request.deal, "position": request.position, "puzzle": request.puzzle}
    given = [name for name, value in ways.items() if value is not None]
    if len(given) > 1:
        words = "Give only one of {beginnings}."
        raise RequestRefused(422, say("beginnings", words, beginnings=listed(given)))
    if request.puzzle is not None and offered.puzzles is None:
        raise RequestRefused(422, no_puzzles(games, offered.name))
    if request.deal is not None and not offered.has_deals:
        words = "{game} has no numbered deals."
        raise RequestRefused(422, say("no_deals", words, game=offered.game.title))
    if given and given != ["deal"] and (request.preset or request.options):
        words = "A {beginning} includes the rules: leave out preset and options."
        raise RequestRefused(422, say("all_said", words, beginning=given[0]))


def _options(game: AnyGame, request: TableRequest) -> dict[str, str]:
    """Return the changed options; the number of players follows from the seats."""
    options = dict(request.options)
    knows_players = PLAYERS in game.start.domains
    if request.seats is not None and request.position is None and knows_players:
        options.setdefault(PLAYERS, str(len(request.seats)))
    return options


def _first_state(
    game: AnyGame, request: TableRequest, options: Mapping[str, str], position: str | None
) -> Any:  # noqa: ANN401  # of any game
    if position is None:
        state = game.start.varied(request.preset, options)
    else:
        state = read_position(game, position)
    if request.deal is not None and not isinstance(state, Unreadable):
        state = apply_deal(game, state, request.deal)
    if isinstance(state, Unreadable):
        raise RequestRefused(422, state.summary)
    if request.position is not None and (nonsense := position_problem(game, state)):
        raise RequestRefused(422, Unreadable((nonsense,)).summary)
    return state


def _demand_time(request: TableRequest, seats: tuple[str, ...]) -> None:
    clock = request.clock
    if clock is None:
        return
    if len(seats) < 2:
        raise RequestRefused(422, "A game for one player has no clock.")
    if clock.each + clock.bank < LEAST_SECONDS:
        raise RequestRefused(422, "A clock must give at least ten seconds.")


def _demand_modest(bot: str) -> None:
    """A visitor may ask for a bot that thinks less than usual, or a little more."""
    budget = Budget.read(bot.partition(":")[2])
    if isinstance(budget, Budget) and (
        (budget.seconds or 0) > MOST_SECONDS or (budget.playouts or 0) > MOST_PLAYOUTS
    ):
        raise RequestRefused(422, "A bot may think here for at most 5 seconds or 1000 playouts.")


def _seats(offered: OfferedGame, request: TableRequest, count: int) -> tuple[str, ...]:
    if request.seats is None:  # the strongest opponent; where many play, quick ones
        return ("me", *(offered.usual_bot(count) for _ in range(count - 1)))
    if len(request.seats) != count:
        words = "This table has {seats} seats, not {given}."
        if count == 1:
            words = "This table has {seats} seat, not {given}."
        raise RequestRefused(422, say("seats", words, seats=count, given=len(request.seats)))
    if request.seats.count("me") != 1:
        raise RequestRefused(422, "Exactly one seat is for you: me.")
    named = tuple(player.removeprefix("bot:") for player in request.seats)
    for player in named:
        known = player in ("me", "friend") or player in offered.players
        bot = None if known else find_bot(offered.game, player)
        if isinstance(bot, Unreadable):
            raise RequestRefused(422, bot.summary)
        _demand_modest(player)
    return named
