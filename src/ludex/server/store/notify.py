"""News for other processes that serve the same tables: PostgreSQL's NOTIFY."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import text

from ludex.server.store.records import Append

CHANNEL: Final = "ludex"
TELL: Final = text(
    "SELECT pg_notify(:channel, news) FROM unnest(CAST(:payloads AS text[])) AS news"
)

NOTICE: Final = 7500
"""Bytes of a notice; PostgreSQL takes 8000."""


def pack_notices(sender: str, news: Iterable[Mapping[str, object]]) -> list[str]:
    """News as they travel with a commit, as many in one notice as it can hold."""
    payloads, room = list[str](), 0
    for one in map(json.dumps, news):
        if len(one) + 2 > room:
            payloads.append(json.dumps({"from": sender}))
            room = NOTICE - len(payloads[-1])
            payloads[-1] = f'{payloads[-1][:-1]}, "news": [{one}]}}'
        else:
            payloads[-1] = f"{payloads[-1][:-2]}, {one}]}}"
        room -= len(one) + 2
    return payloads


def news_of(append: Append) -> Mapping[str, object]:
    """Return what other processes are told: all that they cannot find out, and no deal."""
    news: dict[str, object] = {"table": append.table, "seq": append.standing.seq}
    if append.seal:
        lines = [
            (line.event if line.seat else None, line.seat, line.seconds, line.assisted)
            for line in append.lines
        ]
        news |= {"after": append.after, "lines": lines, "seal": append.seal}
    return news if len(json.dumps(news)) < NOTICE // 4 else dict([*news.items()][:2])
