"""`ludex serve`: the web table, on this machine unless told otherwise."""

import re
from dataclasses import replace
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ludex.cli.arguments import find_played, game_or_example
from ludex.cli.arguments.database import with_database
from ludex.cli.arguments.invited_programs import invite_players
from ludex.cli.arguments.seats import tell_weaker
from ludex.cli.errors import BadInput, as_bad_input, tell_user
from ludex.cli.records import DESCRIBED
from ludex.server.settings import Settings, with_limits

if TYPE_CHECKING:
    from ludex.server.game_list import GameList

DAY = 24 * 3600


def serve(
    games: list[str] | None = None,
    *,
    settings: Annotated[Settings, DESCRIBED],
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str | None = None,
    origin: list[str] | None = None,
    proxy: list[str] | None = None,
    name: list[str] | None = None,
    log_requests: bool = False,
    absence: float = 7,
    workers: int = 1,
    player: list[str] | None = None,
    limit: list[str] | None = None,
) -> None:
    """Serve the web table: a lobby with all games or some, saved as they are played.

    With PostgreSQL several servers can share one database, and the players of a table can use
    any of these servers; --workers starts several at one address. Behind a proxy, give the
    address of the proxy and the public host name: --proxy 127.0.0.1 --name games.example.org.

    With --player ada='cmd:./ada --fast' people can choose ada as an opponent. The server tries
    the program in every game when it starts, and offers it where it makes a first move. Guests
    see only its name, and cannot start other programs. If a program fails, a bot takes its
    place, and the table shows a message. The protocol is in docs/protocol-players.md.

    Options:
      games ([GAME]...): Offer only these games: names, or Python files. The default is every
          game.
      pause (0..): Seconds between the events of bots.
      tables_per_day (1..): Tables that one client may create per day.
      sockets_per_client (1..): Tables that one client may have open at the same time.
      request_rate (1..): Requests per second of one client.
      client_message_rate (1..): Messages per second of one client, at all its tables.
      server_message_rate (1..): Messages per second of all clients together.
      metrics_token ($LUDEX_METRICS_TOKEN): The secret token for /metrics. Without it the page
          does not exist.
      thinkers (1..): Processes for bots, and the same number for hints.
      idle_days (1..): Days until an abandoned game is deleted.
      finished_days (1..): Days until a finished game is deleted.
      accept_loss: Serve a damaged database from its last intact state.
      host: The address to listen on. Other machines can reach any address but a local one.
      port (0..65535): The port; 0 selects a free one.
      db (URL): The database of games: sqlite:///FILE or postgresql://USER@HOST/NAME.
      origin: Another web page that may open tables here (may be repeated).
      proxy (IP): A proxy in front of the server, trusted to report the addresses of clients
          (may be repeated).
      name (HOST): A host name of the server (may be repeated).
      log_requests: Log every request.
      absence (DAYS, 0..): Days of absence until a seat is released, if other players are
          waiting.
      workers (1..64): Server processes; several need PostgreSQL.
      player (NAME=WHO): A program as an opponent with this name (may be repeated):
          cmd:./program, filter:./Play, my_bot.py:function.
      limit (NAME=NUMBER): Another limit of docs/web.md, such as lines_per_day=100000 (may be
          repeated).
    """
    with with_database("the web table needs"):
        from ludex.server.process.serve import listen_shared
        from ludex.server.process.serve import serve as run
        from ludex.server.process.workers import WorkersFailed
        from ludex.server.store.address import default_address, read_address
        from ludex.server.store.file import StoreDamaged, StoreInUse, StoreLost

        chosen = _chosen(games or [])
        address = db or default_address()
        url = read_address(address)
    _demand_token(settings.metrics_token)
    _demand_addresses(host, proxy or [])
    _demand_sharing(workers, url.get_backend_name())
    local = is_local(host)
    names = tuple(one.lower() for one in name or ())
    own = (*(settings.hosts or ()), host, f"[{host}]", *names)
    settings = replace(
        settings,
        origins=(*(origin or ()), *(f"https://{one}" for one in names)),
        proxies=tuple(proxy or ()),
        seat_absence=absence * DAY,
        request_burst=max(100, int(settings.request_rate * 5)),
        client_message_burst=int(settings.client_message_rate * 4),
        server_message_burst=int(settings.server_message_rate * 2),
        hosts=own if local or names else None,
    )
    with as_bad_input(ValueError, about="--limit: "):
        settings = with_limits(settings, limit or [])
    offered = invite_players(chosen, player or [], settings)
    tell_weaker(*(one.game for one in offered.values()))
    try:
        opened = listen_shared(host, port, workers)
    except OSError as error:
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    if not local:
        tell_user(f"ludex: warning: {host} can be reached from other machines, without encryption")
    number = opened[0].getsockname()[1]
    at_host = f"[{host}]" if ":" in host else host

    def announce() -> None:
        print(f"Ludex is at http://{at_host}:{number} (Ctrl-C ends it)", flush=True)

    with with_database("the web table needs"), as_bad_input(StoreInUse, about="--db: "):
        try:
            run(opened, address, settings, announce, offered, log_requests=log_requests)
        except WorkersFailed as problem:
            raise BadInput(f"--workers: {problem}; the log says why") from None
        except StoreLost as problem:
            hint = "`ludex restore BACKUP --force` restores a backup"
            if isinstance(problem, StoreDamaged):
                hint = f"--accept-loss continues from there, and {hint}"
            raise BadInput(f"--db: {problem}; {hint}") from None


def _chosen(games: list[str]) -> "GameList":
    """Return the games that were named; what is wrong with one is told before the start."""
    from ludex.server.game_list import GameList

    found = {}
    for name in map(game_or_example, games):
        game = find_played(name)
        if game.name in found:
            raise BadInput(f"{name}: there is already a game called {game.name}")
        is_file = name.endswith(".py")
        found[game.name] = str(Path(name).resolve()) if is_file else game.name
    chosen = GameList(found.values())
    for name in found:
        problem = chosen[name].problem()
        if problem is not None:
            raise BadInput(f"{name}: {problem}")
    return chosen


def _demand_sharing(workers: int, backend: str) -> None:
    from ludex.server.process.workers import can_share

    if workers == 1:
        return
    if backend == "sqlite":
        raise BadInput(
            "--workers: processes cannot share a SQLite file; "
            "give a PostgreSQL database (--db), or one worker"
        )
    if not can_share():
        raise BadInput("--workers: this system lets only one process listen on an address")


def _demand_token(token: str | None) -> None:
    if token is not None and not re.fullmatch(r"[\w.~+/=-]{16,200}", token, re.ASCII):
        raise BadInput("--metrics-token: 16 to 200 letters, digits or the characters - . _ ~ + / =")


def _demand_addresses(host: str, proxies: list[str]) -> None:
    if not host:
        raise BadInput("--host: an address is needed, such as 127.0.0.1")
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise BadInput(f"--proxy: {proxy} is not an IP address, such as 10.0.0.1") from None


def is_local(host: str) -> bool:
    """Is the address one that only this machine can reach?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
