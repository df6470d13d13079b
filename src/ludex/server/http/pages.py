"""The client's files and the book's, read at the start; a page that says so when there are none."""

import mimetypes
from pathlib import Path

from ludex.server.cached_responses import CachedResponse

CLIENT = Path(__file__).parent.parent / "client"
"""The folder where the web build puts the client."""

NO_CLIENT = b"""\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludex</title>
<h1>Ludex</h1>
<p>The client is not built: run <code>make web</code> (it needs npm), then start again.
The API works: <a href="/api/games">/api/games</a>.</p>
"""
BOOK = Path(__file__).parent.parent / "book"
"""The folder where `make docs` puts the book."""

NO_BOOK = b"""\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludex: the book</title>
<h1>The book is not built</h1>
<p>Run <code>make docs</code>, then start the server again. The rules of each game are at every
table, and with <code>ludex rules GAME</code>. <a href="/">To the lobby</a></p>
"""
TO_THE_BOOK = b'<link rel="help" href="/docs/">'
"""In the client's page where there is a book; the lobby shows it as a link."""

GAMES_AHEAD = b'<link rel="preload" href="/api/games" as="fetch" crossorigin="anonymous">'
"""In the lobby's page: what the program will ask for first comes together with the program."""

PACKED = ".br"
"""Ends the name of what the build has packed, beside what is in it."""

FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
}


class Pages:
    """Everything that is not the API."""

    def __init__(self, folder: Path, missing: bytes, head: bytes = b"") -> None:
        self.files = {
            path.relative_to(folder).as_posix(): _read(path, folder, head)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != PACKED
        }
        """By their exact names: there is no other way to reach one."""

        missing_page = CachedResponse(missing, "text/html; charset=utf-8", "no-cache")
        self.index = self.files.get("index.html") or missing_page
        """The first page; lobby and table of the client are one program."""

        self.table = self.files.get("table.html") or self.index
        """The same for those who begin at a table: it names what a table begins with."""

        self.lobby = self.index
        """The same for those who begin in the lobby."""

        if self.are_there:
            self.lobby = _read(folder / "index.html", folder, GAMES_AHEAD + head)

    @property
    def are_there(self) -> bool:
        """Have the pages been built?"""
        return "index.html" in self.files


def _read(path: Path, folder: Path, head: bytes) -> CachedResponse:
    body = path.read_bytes()
    if path.name in ("index.html", "table.html"):
        body = body.replace(b"</head>", head + b"</head>", 1)
    guessed = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = guessed or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("json", "xml"))
    packed = path.with_name(path.name + PACKED)
    place = path.relative_to(folder).parts
    hashed = place[0] == "assets" or (place[0] == "python" and len(place) > 2)
    return CachedResponse(
        body,
        f"{kind}; charset=utf-8" if text else kind,
        FOR_EVER if hashed else "no-cache",
        packed.read_bytes() if packed.is_file() else None,
    )
