"""What is seen to before a server serves: its address, and that its games can be drawn."""

import os
import socket
from pathlib import Path

import pytest

from ludex.server.game_list import GameList
from ludex.server.process.serve import listen_at, listen_shared
from ludex.server.process.workers import can_share


def test_one_listens_alone_and_several_share_an_address() -> None:
    (alone,) = listen_shared("127.0.0.1", 0, 1)
    with alone, pytest.raises(OSError, match="in use"):
        listen_at("127.0.0.1", alone.getsockname()[1], is_shared=True)
    shared = listen_shared("127.0.0.1", 0, 3)
    assert len(shared) == 3
    assert len({one.getsockname() for one in shared}) == 1
    for one in shared:
        one.close()


@pytest.mark.parametrize(("module", "name"), [(socket, "SO_REUSEPORT"), (os, "fork")])
def test_to_share_an_address_a_system_needs_both(
    module: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert can_share()
    monkeypatch.delattr(module, name)
    assert not can_share()


BLIND = '''
"""Wait."""
from ludex.kernel import Event, Game, Seat, Start
from ludex.table import Looks, Zone

class Wait(Event[int]):
    """Wait."""
    def apply(self, s: int) -> int:
        return s + 1

def zones(s: int, seat: Seat) -> tuple[Zone, ...]:
    assert seat != 0, "nothing is drawn for the first player"
    return ()

game = Game(
    name="blind", title="Blind", summary="Wait.", start=Start.fixed(0), events=(Wait,),
    outcome=lambda _: None, text=str, looks=Looks(zones=zones),
)
'''


def test_a_scene_that_cannot_be_drawn_for_a_player_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "blind.py"
    path.write_text(BLIND)
    assert "nothing is drawn" in str(GameList([str(path)])["blind"].problem())
