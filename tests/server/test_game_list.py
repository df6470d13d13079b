"""Which games a server offers: all of them, some by name, and games in files."""

from pathlib import Path

import pytest

from commands import ludex
from ludex.server.game_list import GameList
from packages import heaps_installed
from serving import server

NIM = '''
"""Nim: whoever takes the last stone wins."""
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won

class State(NamedTuple):
    stones: int
    turn: Seat

class Take(Event[State]):
    """Take `count` stones from the heap."""
    count: Annotated[int, Whole(1, 30)]
    def guards(self, s: State) -> Guards:
        yield self.count <= s.stones or f"only {s.stones} are left"
    def apply(self, s: State) -> State:
        return State(s.stones - self.count, Seat(1 - s.turn))

def outcome(s: State) -> Outcome | None:
    return None if s.stones else won(Seat(1 - s.turn), "took the last stone")

game = Game(
    name="nim", title="Nim", summary="Take stones.", players=(2, 2),
    start=Start.fixed(State(21, Seat(0))), events=(Take,), turn=lambda s: s.turn,
    outcome=outcome, text=lambda s: f"{s.stones} stones",
)
'''


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    return file


def test_everything_is_offered_unless_some_games_are_named() -> None:
    assert len(GameList()) > 1
    (one,) = GameList(["freecell"]).described
    assert one["name"] == "freecell"


def test_a_game_in_a_file_is_played_against_a_bot_in_another_process(
    nim: Path, tmp_path: Path
) -> None:
    games = GameList([str(nim)])
    with server(f"sqlite:///{tmp_path}/games.db", games=games) as web:
        (offered,) = web.get("/api/games")
        assert offered["name"] == "nim"
        with web.table(game="nim", seats=["me", "bot:greedy"]) as me:
            first = me.see()
            assert first["scene"]["zones"] == []
            assert first["scene"]["text"] == "21 stones"
            (form,) = first["scene"]["forms"]
            assert (form["event"], len(form["blanks"][0]["words"])) == ("take", 21)
            me.act("take(20)")
            over = me.until(lambda m: bool(m.get("outcome")))
        assert over["outcome"]["reason"] == "took the last stone"
        assert over["scene"]["text"] == "0 stones"
        assert over["scene"]["forms"] == []


def test_a_small_game_offers_the_bot_that_is_solved_and_hints_of_the_solution(
    nim: Path, tmp_path: Path
) -> None:
    code = NIM.replace("State(21", "State(2").replace("Whole(1, 30)", "Whole(1, 2)")
    nim.write_text(code.replace("self.count <= s.stones", "1 <= self.count <= s.stones"))
    games = GameList([str(nim)])
    with server(f"sqlite:///{tmp_path}/games.db", games=games) as web:
        (offered,) = web.get("/api/games")
        assert offered["bots"][-1]["name"] == "solved"
        with web.table(game="nim", seats=["bot:solved", "me"]) as me:
            over = me.until(lambda m: bool(m.get("outcome")))
        assert over["outcome"]["reason"] == "took the last stone"
        with web.table(game="nim", seats=["me", "bot:solved"]) as me:
            me.see()
            me.send("hint")
            hinted = me.hear("hint")
    assert hinted["event"] == "take(2)"
    assert hinted["why"] == "It wins at once."


def test_a_table_goes_on_with_the_very_file_it_was_begun_with(nim: Path, tmp_path: Path) -> None:
    games = GameList([str(nim)])
    with server(f"sqlite:///{tmp_path}/games.db", games=games) as web:
        made = web.post("/api/tables", {"game": "nim", "seats": ["me", "friend"]})
    key = {"table": made["table"], "token": made["token"]}
    nim.write_text(NIM.replace("State(21", "State(12"))
    games = GameList([str(nim)])
    with server(f"sqlite:///{tmp_path}/games.db", games=games) as web:
        assert web.post("/api/tables/mine", {"tables": [key]}) == []
        status, _ = web.refused("/api/tables", {"like": key})
        assert status == 404
    nim.write_text(NIM)
    games = GameList([str(nim)])
    with server(f"sqlite:///{tmp_path}/games.db", games=games) as web:
        (row,) = web.post("/api/tables/mine", {"tables": [key]})
        assert row["title"] == "Nim"


def test_a_game_of_another_package_is_offered_like_ours(tmp_path: Path) -> None:
    with (
        heaps_installed(tmp_path / "site"),
        server(f"sqlite:///{tmp_path}/games.db", games=GameList()) as web,
    ):
        names = [one["name"] for one in web.get("/api/games")]
        assert names[-1] == "heaps"
        with web.table(game="heaps", seats=["me", "friend"]) as me:
            assert me.see()["scene"]["text"].startswith("1: ooo")


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (["nothing"], "no game 'nothing'"),
        (["nowhere.py"], "nowhere.py: no such file"),
        (["fighting"], "fighting has no decisions for players"),
        (["freecell", "freecell"], "there is already a game called freecell"),
    ],
)
def test_what_cannot_be_offered_is_one_line_and_status_2(games: list[str], said: str) -> None:
    done = ludex("serve", *games, "--db", "sqlite:///:memory:")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_a_bug_in_a_named_file_is_told_before_the_server_starts(nim: Path) -> None:
    nim.write_text(NIM.replace('f"{s.stones} stones"', "1 / 0"))
    done = ludex("serve", str(nim), "--db", "sqlite:///:memory:")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "nim: a bug in the rulebook: ZeroDivisionError" in done.err


def test_a_game_s_own_bots_are_offered_first_and_sit_down(tmp_path: Path) -> None:
    """Carcassonne's document has two strategies; the strongest bot is still the last."""
    with server(f"sqlite:///{tmp_path}/games.db") as web:
        offers = {offered["name"]: offered for offered in web.get("/api/games")}
        names = [bot["name"] for bot in offers["carcassonne"]["bots"]]
        assert names == [
            "document",
            "original",
            "playouts",
            "random",
            "greedy",
            "tree",
            "search",
            "builder",
        ]
        for own in ("document", "original"):
            seats = [f"bot:{own}", "me"]
            with web.table(game="carcassonne", preset="standard", seats=seats) as me:
                me.my_turn()
                assert any("place_tile" in str(entry) for entry in me.log)
