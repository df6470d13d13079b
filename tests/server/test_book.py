"""The book under /docs: its files by their exact names, and a friendly line without them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch
from urllib.request import urlopen

import pytest

from ludex.server import app
from serving import Server, server


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "book"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><h1>Ludex</h1>")
    (folder / "games" / "freecell.html").write_text("<!doctype html><h1>FreeCell</h1>")
    (tmp_path / "secret.txt").write_text("not for you")
    return folder


@contextmanager
def served(book: Path, tmp_path: Path) -> Iterator[Server]:
    with patch.object(app, "BOOK", book), server(f"sqlite:///{tmp_path}/t.db") as web:
        yield web


def test_the_book_is_served_under_docs_and_nothing_else(book: Path, tmp_path: Path) -> None:
    with served(book, tmp_path) as web:
        with urlopen(f"{web.address}/docs") as first:
            assert first.url == f"{web.address}/docs/"
            assert b"<h1>Ludex</h1>" in first.read()
            assert first.headers["content-type"] == "text/html; charset=utf-8"
        assert "<h1>FreeCell</h1>" in web.get("/docs/games/freecell.html")
        for path in ("nothing.html", "%2e%2e/secret.txt", "..%2fsecret.txt", "games"):
            assert web.status(f"/docs/{path}") == 404


def test_the_clients_page_names_the_book_when_there_is_one(book: Path, tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("<head><title>Ludex</title></head>")
    link = '<link rel="help" href="/docs/"></head>'
    with patch.object(app, "CLIENT", client):
        with served(book, tmp_path) as web:
            assert link in web.get("/")
        with served(tmp_path / "nowhere", tmp_path) as web:
            assert "help" not in web.get("/")
            # What the lobby asks for first is named in its page, and in no other.
            assert 'href="/api/games"' in web.get("/")
            assert "/api/games" not in web.get("/t/some")


def test_where_it_is_not_built_it_is_said_how(tmp_path: Path) -> None:
    with served(tmp_path / "nowhere", tmp_path) as web:
        said = web.get("/docs/")
        assert "make docs" in said
        assert "<script" not in said
        assert web.status("/docs/games/freecell.html") == 404
