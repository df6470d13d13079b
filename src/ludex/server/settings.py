"""The options of a server, and the limits that hold for every client."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from math import isfinite


@dataclass(frozen=True, slots=True)
class Settings:
    """The server's options."""

    pause: float = 0.4
    """Seconds in which a bot acts at the quickest, so that people can follow; the slowest is
    almost four times as long. Chance decides between them, and never the cards."""

    objection: float = 2.5
    """So many times longer a bot waits when somebody may object to what it did."""

    looking: float = 6
    """So many times longer it takes before a new deal covers how the last one ended."""

    following: float = 3
    """So many times longer it takes before chance acts again with nobody between: when all are
    all in, the board comes street by street."""

    consideration: float = 30.0
    """Seconds for which a bot waits while people consider a wish to undo."""

    takeover: float = 5.0
    """Seconds after which a process plays the bots that another has left."""

    attended_seconds: float = 60.0
    """Seconds for which bots play on after the last person has left the table."""

    voting_absence: float = 300
    """Seconds of absence after which one vote of another releases a seat."""

    vote_seconds: float = 60
    """Seconds in which a player who is voted out can object, or play on."""

    seat_absence: float = 7 * 24 * 3600
    """Seconds of absence after which a seat is released where others wait for it."""

    lines_per_table: int = 100_000
    """Events, undos and redos; the longest games have a quarter of it."""

    megabytes_per_table: float = 20.0
    """The log of one table."""

    thinking_minutes_per_table: float = 720.0
    """The minutes that its bots may think while it is in memory."""

    tables_per_day: int = 500
    """Tables that one client may create."""

    lines_per_day: int = 500_000
    """Lines of all tables that one client has created."""

    megabytes_per_day: float = 200.0
    thinking_minutes_per_day: float = 480.0
    """The minutes of thinking for one client: bots of its tables, hints, puzzles."""

    server_tables_per_day: int = 100_000
    """These four are for all clients together."""

    server_lines_per_day: int = 100_000_000
    server_megabytes_per_day: float = 10_000.0
    server_thinking_minutes_per_day: float = 14_400.0

    finished_days: float = 365
    """A game that is over is deleted when nothing has happened there for so long."""

    idle_days: float = 365
    """The same for a game that was left in the middle."""

    unplayed_days: float = 14.0
    """The same for a table at which nobody has ever moved."""

    open_tables_per_client: int = 3
    """Tables of one client that anybody may join, as long as they wait for somebody."""

    open_tables: int = 100
    """Those of all clients that are listed."""

    join_rate: float = 1 / 60
    """Seats at open tables, a second on average, that one client takes."""

    join_burst: int = 6
    sockets_per_client: int = 100
    sockets_per_seat: int = 10
    onlookers_per_table: int = 50
    request_rate: float = 20
    """HTTP requests a second, on average, of one client."""

    request_burst: int = 100
    message_rate: float = 15
    """Messages a second, on average, of one socket."""

    message_burst: int = 60
    talk_rate: float = 0.5
    """Remarks a second, on average, of one client at all of its tables."""

    talk_burst: int = 6
    client_message_rate: float = 60
    """Messages a second, on average, of all sockets of one client; more have to wait."""

    client_message_burst: int = 240
    server_message_rate: float = 2000
    """Messages a second, on average, of all clients together."""

    server_message_burst: int = 4000
    unread_bytes_per_client: int = 32 * 1024 * 1024
    """The bytes that may wait to be read by all sockets of one client, beyond one message."""

    unread_bytes: int = 256 * 1024 * 1024
    """The bytes that may wait to be read by everybody."""

    reading_seconds: float = 20
    """The seconds that a client may take to read 64 KiB of what it is sent."""

    body_bytes: int = 64 * 1024
    message_bytes: int = 16 * 1024
    path_bytes: int = 1024
    head_seconds: float = 10
    """The seconds that the head of a request may take."""

    hello_seconds: float = 10
    body_seconds: float = 10
    thinking_seconds: float = 30
    """The seconds that a bot may take, and that a question of a person may wait."""

    programs: int = 16
    """Programs of `--player` that may run at once; who needs one more waits."""

    program_seconds: float = 10.0
    """The seconds that a program may take for one event; ten more to start."""

    program_megabytes: float = 1024.0
    """The megabytes that each process of a program may hold in memory."""

    program_processes: int = 64
    """Processes and threads of a program, where the system counts them."""

    advice_seconds: float = 10
    """The seconds that the answer to a question of a person may take, once it is begun."""

    questions: int = 64
    """Questions of people that may wait for an answer."""

    questions_per_client: int = 4
    bots_waiting: int = 2000
    """Bots that may wait for a thinker; the next ask again."""

    store_seconds: float = 20
    """The seconds that the store may take to answer."""

    closing_seconds: float = 10
    """The seconds that open connections get when the server ends, and then the store."""

    tables_in_memory: int = 5000
    lines_in_memory: int = 3_000_000
    """Lines of all open tables, about a kilobyte each."""

    idle_seconds: float = 600
    """A table that nobody sits at leaves memory after this time."""

    metrics_token: str | None = None
    """The token for the metrics; None: nobody is told."""

    hosts: tuple[str, ...] | None = ("127.0.0.1", "localhost", "[::1]")
    """The names under which the server may be asked; None: any."""

    origins: tuple[str, ...] = ()
    """Pages besides our own that may open a socket, such as https://example.org."""

    proxies: tuple[str, ...] = ()
    """Addresses and networks that speak for others, whose word is taken for it."""

    accept_loss: bool = False
    """Is a damaged database to be served from its last good point on?"""

    thinkers: int = 1
    """Processes for bots, and as many for advice."""


def limits() -> dict[str, int | float]:
    """Return every number that can be set, by name, with its default."""
    values = {one.name: one.default for one in fields(Settings)}
    return {name: n for name, n in values.items() if isinstance(n, int | float)}


def with_limits(settings: Settings, entries: Iterable[str]) -> Settings:
    """Return the settings with some numbers changed, each as `name=number`; ValueError says why."""
    known, changes = limits(), dict[str, int | float]()
    for entry in entries:
        name, equals, text = entry.partition("=")
        if name not in known:
            raise ValueError(f"there is no limit {name!r}; there are {', '.join(sorted(known))}")
        whole = isinstance(known[name], int)
        try:
            number = int(text) if whole else float(text)
        except ValueError:
            number = -1
        if not (equals and isfinite(number) and number >= 0):
            kind = "a whole number" if whole else "a number"
            raise ValueError(f"{entry}: expected {kind}, such as {name}={known[name]:g}")
        changes[name] = number
    return replace(settings, **changes)  # type: ignore[arg-type]  # numbers, as checked
