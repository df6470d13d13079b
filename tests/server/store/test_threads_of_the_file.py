"""A store that one thread has opened is closed by another, as a server does at its end."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ludex.server.store.address import read_address
from ludex.server.store.database import Database


def test_another_thread_closes_the_store(tmp_path: Path) -> None:
    url = read_address(f"sqlite:///{tmp_path}/tables.sqlite3")
    with ThreadPoolExecutor(1) as elsewhere:
        store = elsewhere.submit(Database, url).result()
    store.check()
    store.close()
    assert not (tmp_path / "tables.sqlite3-wal").exists()  # nobody has it open
