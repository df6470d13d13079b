"""A table in the pocket says what a server says: the same rules, the same messages."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from ludex.games.freecell.game import game
from ludex.play.offline import OfflineTable, taken
from ludex.server.game_list import game_list
from ludex.server.offline import rulebooks
from ludex.table.sentence_data import unpacked
from serving import Server

OTHERWISE = {
    "can",  # no hints, and nobody knows whether it can be won
    "game",  # nothing is drawn by the server, and nothing written down by it
    "seats",
    "share",
    "shuffle",
    "seed",
    "preset",
}
MOVES = ("move_game_to_free(0,0)", "move_game_to_free(1,1)", "move_game_to_free(2,2)")


def written(value: Any) -> Any:
    """With sentences as English texts, as a server sends them to whoever asks for no others."""
    if isinstance(value, dict):
        sentence = unpacked(value) if value.keys() >= {"code", "template"} else None
        if sentence is not None:
            return str(sentence)
        return {key: written(one) for key, one in value.items()}
    return [written(one) for one in value] if isinstance(value, list) else value


def said(pocket: OfflineTable, **message: object) -> list[Any]:
    answers: list[Any] = written(json.loads(pocket.hear(json.dumps(message))))
    return answers


def test_it_says_what_a_server_says(web: Server) -> None:
    made = web.post("/api/tables", {"game": "freecell", "deal": 617})
    pocket = OfflineTable(game, 617)
    with web.player(made["table"], made["token"]) as player:
        [mine], theirs = said(pocket, type="hello"), player.see()
        for move in ("", *MOVES, "undo", "redo"):
            if move:
                seq, back = theirs["seq"], move in ("undo", "redo")
                kind, what = (move, {}) if back else ("act", {"event": move})
                player.send(kind, **what, seq=seq)
                theirs = player.see(lambda m, seq=seq: m["seq"] > seq)  # type: ignore[misc]
                [mine] = said(pocket, type=kind, **what, seq=seq)
            assert theirs.keys() == mine.keys()
            for field in theirs.keys() - OTHERWISE:
                assert mine[field] == theirs[field], field
            assert [seat["seat"] for seat in mine["seats"]] == [1]
            for able in ("undo", "redo"):
                assert mine["can"][able] == theirs["can"][able]


def test_a_refusal_changes_nothing_and_says_why() -> None:
    pocket = OfflineTable(game, 617)
    said(pocket, type="hello")
    before = pocket.now
    [refusal] = said(pocket, type="act", seq=0, event="move_game_to_home(0,0)")
    assert (refusal["type"], refusal["site"]["event"]) == (
        "refusal",
        "move_game_to_home",
    )
    assert refusal["text"]
    [stale, table] = said(pocket, type="undo", seq=7)
    assert (stale["stale"], table["type"]) == (True, "table")
    [why] = said(pocket, type="why", seq=0, pick="JD", drop="home:0")
    assert why["text"] == "Home 1 is empty: only an ace goes there"
    [hint] = said(pocket, type="hint", seq=0)
    assert hint["text"] == "That needs a connection."
    assert said(pocket, type="chat", text="hello") == []
    [strange] = said(pocket, type="dance", seq=0)
    assert strange["text"] == "There is no such message."
    assert pocket.now is before
    assert said(pocket, type="ping") == [{"type": "pong"}]


def test_what_was_played_is_taken_up_again() -> None:
    pocket = OfflineTable(game, 617)
    for seq, move in enumerate(MOVES):
        said(pocket, type="act", seq=seq, event=move)
    said(pocket, type="undo", seq=3)
    again = taken("ludex.games.freecell.game", 617, [*pocket.lines, "spoilt", MOVES[0]])
    assert again.now.state == pocket.now.state
    assert again.lines == [*MOVES, "undo"]  # what cannot have been played is left out


def test_the_rulebooks_that_go_along_need_nothing_else(tmp_path: Path) -> None:
    with ZipFile(BytesIO(rulebooks(game_list()).body)) as archive:
        archive.extractall(tmp_path)
    program = (
        "import ludex.games; from ludex.play.offline import taken; "
        "print(taken('ludex.games.freecell.game', 617, []).hear('{\"type\": \"hello\"}')[:17])"
    )
    # Neither the packages that are installed here nor Ludex itself can be seen from there.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(tmp_path)!r}); {program}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ('[{"type": "table"', "")


def test_a_deal_that_does_not_exist_is_none() -> None:
    with pytest.raises(ValueError, match="Deals are numbered 1 to"):
        taken("ludex.games.freecell.game", 0, [])
    with pytest.raises(ValueError, match="There is no such game"):
        taken(None, 1, [])
