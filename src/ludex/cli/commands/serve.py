"""`ludex serve`: the web table, on this machine unless told otherwise."""

import re
import sys
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.arguments.invited_programs import invite_players
from ludex.cli.arguments.options import find_played
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    import socket

    from ludex.server.game_list import GameList
    from ludex.server.settings import Settings

DAY = 24 * 3600


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Offer these alone: names, or Python files. Everything if none is named.",
        ),
    ] = None,
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others can then reach it.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where games are kept: sqlite:///FILE or postgresql://USER@HOST/NAME.",
        ),
    ] = None,
    pause: Annotated[
        float, typer.Option(min=0, help="Seconds between the events of bots.")
    ] = 0.4,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another page that may open tables here (may be repeated)."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IP",
            help="A proxy in front of the server, trusted to say who is asking (may be repeated).",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="A host name that the server answers to (may be repeated).",
        ),
    ] = None,
    log_requests: Annotated[
        bool, typer.Option("--log-requests", help="Write a line for every request.")
    ] = False,
    tables_per_day: Annotated[
        int, typer.Option(min=1, help="Tables that one client may create in a day.")
    ] = 500,
    sockets_per_client: Annotated[
        int, typer.Option(min=1, help="Tables that one client may have open.")
    ] = 100,
    request_rate: Annotated[
        float, typer.Option(min=1, help="Requests a second of one client.")
    ] = 20,
    client_message_rate: Annotated[
        float,
        typer.Option(min=1, help="Messages a second of one client, at all its tables."),
    ] = 60,
    server_message_rate: Annotated[
        float, typer.Option(min=1, help="Messages a second of all clients together.")
    ] = 2000,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            envvar="LUDEX_METRICS_TOKEN",
            help="The secret that opens /metrics; without it there is no such page.",
        ),
    ] = None,
    absence: Annotated[
        float,
        typer.Option(
            metavar="DAYS",
            min=0,
            help="Days of absence after which a seat is released, if others are waiting.",
        ),
    ] = 7,
    thinkers: Annotated[
        int,
        typer.Option(
            min=1, help="Processes that think for bots, and as many for hints."
        ),
    ] = 1,
    idle_days: Annotated[
        float,
        typer.Option(min=1, help="Days after which a game that was left is deleted."),
    ] = 365,
    finished_days: Annotated[
        float,
        typer.Option(min=1, help="Days after which a game that is over is deleted."),
    ] = 365,
    workers: Annotated[
        int,
        typer.Option(
            min=1, max=64, help="Processes that serve together; they need PostgreSQL."
        ),
    ] = 1,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=WHO",
            help="A program that people may play against, by this name (may be "
            "repeated): cmd:./program, filter:./Play, my_bot.py:function.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            help="Any other limit of docs/web.md, such as lines_per_day=100000 (may be repeated).",
        ),
    ] = None,
) -> None:
    """Serve the web table: a lobby with all games or some, saved as they are played.

    With PostgreSQL several servers may share one database, and a table's players may sit
    at any of them; --workers starts several at one address. Behind a proxy, give its address and
    the name that people use:
    --proxy 127.0.0.1 --name games.example.org.

    With --player ada='cmd:./ada --fast' people can choose ada as their opponent, in the games
    in which it makes a first move when the server starts. Guests see the name alone, and can
    start nothing else. When a program fails, a bot plays on in its place, and the table says
    so. Programs speak a few lines of text: docs/protocol-players.md.
    """
    try:
        from ludex.server.process.serve import serve as run
        from ludex.server.settings import Settings
        from ludex.server.store.address import BadAddress, default_address, read_address
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("ludex"):
            raise
        raise BadInput(
            f"the web table needs {missing.name}: pip install 'ludex[web]'"
        ) from None
    chosen = _chosen(games or [])
    _demand_numbers(
        {
            "--pause": pause,
            "--request-rate": request_rate,
            "--client-message-rate": client_message_rate,
            "--server-message-rate": server_message_rate,
            "--absence": absence,
            "--idle-days": idle_days,
            "--finished-days": finished_days,
        }
    )
    _demand_token(metrics_token)
    _demand_addresses(host, proxy or [])
    address = db or default_address()
    try:
        url = read_address(address)
    except BadAddress as problem:
        raise BadInput(f"--db: {problem}") from None
    _demand_sharing(workers, url.get_backend_name())
    local = is_local(host)
    names = tuple(one.lower() for one in name or ())
    own = (*(Settings().hosts or ()), host, f"[{host}]", *names)
    settings = Settings(
        pause=pause,
        origins=(*(origin or ()), *(f"https://{one}" for one in names)),
        proxies=tuple(proxy or ()),
        tables_per_day=tables_per_day,
        sockets_per_client=sockets_per_client,
        request_rate=request_rate,
        seat_absence=absence * DAY,
        request_burst=max(100, int(request_rate * 5)),
        client_message_rate=client_message_rate,
        client_message_burst=int(client_message_rate * 4),
        server_message_rate=server_message_rate,
        server_message_burst=int(server_message_rate * 2),
        metrics_token=metrics_token,
        hosts=own if local or names else None,
        thinkers=thinkers,
        idle_days=idle_days,
        finished_days=finished_days,
    )
    settings = _limited(settings, limit or [])
    offered = invite_players(chosen, player or [], settings)
    opened = _listening(host, port, workers)
    if not local:
        print(
            f"ludex: warning: {host} can be reached from other machines, without encryption",
            file=sys.stderr,
        )
    number = opened[0].getsockname()[1]
    shown = f"[{host}]" if ":" in host else host

    def announce() -> None:
        print(f"Ludex is at http://{shown}:{number} (Ctrl-C ends it)", flush=True)

    _run(
        lambda: run(
            opened, address, settings, announce, offered, log_requests=log_requests
        )
    )


def _chosen(games: list[str]) -> "GameList":
    """Return the games that were named; what is wrong with one is told before the start."""
    from ludex.server.game_list import GameList

    found = {}
    for name in games:
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


def _listening(host: str, port: int, workers: int) -> "list[socket.socket]":
    from ludex.server.process.serve import listen_shared

    try:
        return listen_shared(host, port, workers)
    except OSError as error:
        raise BadInput(
            f"cannot listen at {host}:{port}: {error.strerror or error}"
        ) from None


def _run(serving: Callable[[], None]) -> None:
    """Serve, and say in one line what is wrong with the database."""
    from sqlalchemy.exc import SQLAlchemyError

    from ludex.server.process.workers import WorkersFailed
    from ludex.server.store.file import Lost
    from ludex.server.store.file_lock import InUse
    from ludex.server.store.upgrade import TooNew

    try:
        serving()
    except (InUse, TooNew) as problem:
        raise BadInput(f"--db: {problem}") from None
    except WorkersFailed as problem:
        raise BadInput(f"--workers: {problem}; the log says why") from None
    except Lost as problem:
        hint = "`ludex restore BACKUP --force` puts a backup in its place"
        raise BadInput(f"--db: {problem}; {hint}") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise BadInput(f"--db: {reason[0] if reason else 'cannot be used'}") from None


def _limited(settings: "Settings", wishes: list[str]) -> "Settings":
    from ludex.server.settings import with_limits

    try:
        return with_limits(settings, wishes)
    except ValueError as problem:
        raise BadInput(f"--limit: {problem}") from None


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
        raise BadInput(
            "--workers: this system lets only one process listen on an address"
        )


def _demand_numbers(given: dict[str, float]) -> None:
    for option, number in given.items():
        if not isfinite(number):
            raise BadInput(
                f"{option}: {number} is no number of seconds, requests or days"
            )


def _demand_token(token: str | None) -> None:
    if token is not None and not re.fullmatch(r"[\w.~+/=-]{16,200}", token, re.ASCII):
        raise BadInput(
            "--metrics-token: 16 to 200 letters, digits or signs of - . _ ~ + / ="
        )


def _demand_addresses(host: str, proxies: list[str]) -> None:
    if not host:
        raise BadInput("--host: an address is needed, such as 127.0.0.1")
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise BadInput(
                f"--proxy: {proxy} is no address, such as 10.0.0.1"
            ) from None


def is_local(host: str) -> bool:
    """Is the address one that only this machine can reach?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
