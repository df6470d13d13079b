"""What was played, as other programs read it: as far as a seat has seen it, and no further."""

import tomllib
from typing import Any

from ludex.games.poker.holdem.formats.histories import read_history
from ludex.kernel import Unreadable
from serving import Server


def test_hands_that_are_over_are_written_with_the_cards_that_a_seat_has_seen(
    web: Server,
) -> None:
    wish: dict[str, Any] = {"game": "holdem", "seed": 4, "seats": ["me", "bot:caller"]}
    options = {"hands": "2", "players": "2"}
    with web.table(**wish, preset="cash", options=options) as one:
        records = one.see()["game"]["records"]
        assert records == {"PHH": ".phhs"}
        path = f"/api/tables/{one.made['table']}/records/PHH"
        assert web.get(path, one.made["token"]) == ""  # no hand is over yet
        own = _own(one.my_turn())
        one.act("fold")
        one.my_turn()
        found = tomllib.loads(web.get(path, one.made["token"]))
        assert [*found] == ["1"]
        assert not isinstance(read_history(found["1"]), Unreadable)
        dealt = [a for a in found["1"]["actions"] if a.startswith("d dh")]
        assert sorted(action.split()[-1] for action in dealt) == sorted((own, "????"))
        assert web.status(f"/api/tables/{one.made['table']}/records/PHH") == 403


def _own(message: dict[str, Any]) -> str:
    """The own two cards, as they are written in files."""
    zones = message["scene"]["zones"]
    seat = next(zone for zone in zones if zone["key"] == "seat:1")
    return "".join(piece["key"] for piece in seat["pieces"])
