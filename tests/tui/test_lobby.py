"""The lobby: games, games to go on with, puzzles, statistics; and how games begin."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from ludex.cli.terminal import saved_games as shelf
from ludex.cli.terminal.services import make_services
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL
from ludex.kernel import Seat
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting
from ludex.play.starts import KNOWN_DEALS
from ludex.registry import load
from ludex.registry import played as played_games
from ludex.tui.lobby.details import Details, DetailsScreen
from ludex.tui.lobby.saved import SavedScreen, when
from ludex.tui.lobby.screen import LobbyScreen
from ludex.tui.lobby.setup import BeginScreen, GameSettings
from ludex.tui.lobby.statistics import scores
from ludex.tui.table.dialogs import Page, WordDialog
from ludex.tui.table.screen import TableScreen
from terminal_table import Player, game_header, played


async def waited(player: Player, wanted: type) -> None:
    """Until a screen of that kind is shown: puzzles are searched for."""
    for _ in range(2_000):
        await player.pilot.pause(0.02)
        if isinstance(player.app.screen, wanted):
            break
    await player.rests()
    assert isinstance(player.app.screen, wanted)


def entries(player: Player) -> list[str]:
    menu = player.app.screen.query_one("#menu", OptionList)
    return [str(option.prompt).strip() for option in menu.options]


async def chosen(player: Player, line: str) -> None:
    menu = player.app.screen.query_one("#menu", OptionList)
    menu.highlighted = entries(player).index(line)
    await player.types("enter")


def test_every_game_is_there_and_begins_against_a_bot(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        assert isinstance(player.app.screen, LobbyScreen)
        for game in played_games():
            assert game.title in entries(player)
        assert load("fighting").title not in entries(player)
        about = player.app.screen.query_one("#told", Static)
        assert "Players: 1 to 10" in str(about.render())
        await chosen(player, "Russian Bank")
        assert isinstance(player.app.screen, BeginScreen)
        await player.types("enter")
        assert isinstance(player.app.screen, TableScreen)
        assert player.table.table.people == (Seat(0),)
        player.app.simulate_key("q")
        await waited(player, LobbyScreen)

    played(tmp_path, None, script)


def test_carcassonne_says_which_edition_is_chosen(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        about = player.app.screen.query_one("#told", Static)
        assert "Base game: All 72 tiles" in str(about.render())
        await chosen(player, "Carcassonne")
        told = player.app.screen.query_one("#told", Static)
        assert "All 72 tiles" in str(told.render())
        await player.types("down")
        await player.types("right")
        assert "The document's edition" in str(told.render())

    played(tmp_path, None, script)


def begun(folder: Path, seed: int) -> None:
    """A game of Carcassonne that somebody has played one tile of."""
    sat = make_services(folder, 0).sit(game_header("carcassonne", "random", seed=seed))
    assert isinstance(sat, Sitting)
    list(sat.table.advance())
    sat.table.act(Seat(0), sat.table.view(Seat(0)).legal[0])
    sat.leave()


def test_a_game_is_gone_on_with_from_the_lobby(tmp_path: Path) -> None:
    begun(tmp_path, 5)

    async def script(player: Player) -> None:
        await player.waits_for(lambda: "All saved games (1)" in entries(player))
        (line,) = [line for line in entries(player) if line.startswith("Carcassonne,")]
        assert " today " in line
        await chosen(player, line)
        await waited(player, TableScreen)
        assert player.table.table.history.journal[1].name == "place_tile"

    played(tmp_path, None, script)


def test_every_saved_game_is_listed_opened_and_thrown_away(tmp_path: Path) -> None:
    for seed in range(1, 9):
        begun(tmp_path, seed)

    async def script(player: Player) -> None:
        await player.waits_for(lambda: "All saved games (8)" in entries(player))
        await chosen(player, "All saved games (8)")
        await waited(player, SavedScreen)
        screen = player.app.screen
        assert isinstance(screen, SavedScreen)
        lines = [str(o.prompt) for o in screen.query_one("#saved", OptionList).options]
        assert len(lines) == 8
        assert all("Carcassonne" in line and "2 moves, unfinished" in line for line in lines)
        await player.types("down")
        await player.types("delete")
        await player.types("n")  # not sure after all
        assert len(list(tmp_path.glob("*.jsonl"))) == 8
        first, second = str(screen.rows[0]["path"]), str(screen.rows[1]["path"])
        await player.types("delete")
        await player.types("y")
        assert Path(first).exists()
        assert not Path(second).exists()
        assert "was deleted" in player.shown()
        await player.types("home")
        await player.types("enter")
        await waited(player, TableScreen)
        seed = json.loads(Path(first).read_text().splitlines()[0])["seed"]
        assert player.table.sitting.header.seed == seed
        player.app.simulate_key("q")
        await waited(player, SavedScreen)
        await player.types("escape")
        await player.waits_for(lambda: "All saved games (7)" in entries(player))

    played(tmp_path, None, script)


def test_a_moment_is_told_as_people_write_it() -> None:
    def now() -> datetime:
        return datetime(2026, 3, 15, 12, 0).astimezone()

    def told(*moment: int) -> str:
        return when(datetime(*moment).astimezone().isoformat(), now)  # type: ignore[arg-type]  # a moment

    assert told(2026, 3, 15, 9, 26) == "today 09:26"
    assert told(2026, 3, 14, 23, 59) == "yesterday 23:59"
    assert told(2025, 12, 1, 8, 0) == "1 December 2025"
    assert when("some day", now) == "some day"


def test_a_numbered_deal_is_typed_and_named_above_the_table(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await chosen(player, "FreeCell")
        await player.types(*"99999999999", "enter")
        assert "Deals are numbered" in player.shown()
        await player.types(*["backspace"] * 10, *"6x17", "enter")
        await waited(player, TableScreen)
        assert "deal 617" in player.shown()
        first = player.table.table.state
        assert first == dealt(FREECELL, 617)
        player.app.simulate_key("n")
        await player.waits_for(lambda: player.table.table.state != first)
        await player.rests()
        number = str(player.table.sitting.header.label).removeprefix("deal ")
        assert 1 <= int(number) <= KNOWN_DEALS
        assert f"deal {number}" in player.shown().splitlines()[0]

    played(tmp_path, None, script)


def test_how_the_table_looks_is_remembered(tmp_path: Path) -> None:
    async def change(player: Player) -> None:
        assert (player.app.theme, player.app.preferences.four) == (
            "textual-dark",
            False,
        )
        await player.types("d", "c")

    async def look(player: Player) -> None:
        assert (player.app.theme, player.app.preferences.four) == (
            "textual-light",
            True,
        )

    async def nothing_chosen(player: Player) -> None:
        assert player.app.theme == "textual-dark"

    header = game_header("freecell", position=None)
    played(tmp_path, header, change)
    played(tmp_path, header, look)
    for garbage in (b"", b"\xff", b"[" * 100_000, b'{"dark": 3, "four": 1}'):
        (tmp_path / "look.json").write_bytes(garbage)
        played(tmp_path, header, nothing_chosen)


def test_a_puzzle_is_set_up_and_can_be_won(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        assert any(line.startswith("Today's puzzle, ") for line in entries(player))
        await chosen(player, "Easy puzzle")
        await waited(player, TableScreen)
        assert len(player.table.table.state.board) == 5
        await player.types("w")
        assert "● can be won" in player.shown()
        first = player.table.table.state
        player.app.simulate_key("n")
        await waited(player, TableScreen)
        for _ in range(100):
            await player.pilot.pause(0.02)
            if player.table.table.state != first:
                break
        assert player.table.table.state != first

    played(tmp_path, None, script)


def test_a_puzzle_is_played_by_its_id_and_named_above_the_table(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await chosen(player, "Puzzle by its id")
        assert isinstance(player.app.screen, WordDialog)
        await player.types(*"nonsense", "enter")
        await player.waits_for(lambda: "is not the name of a puzzle" in player.shown())
        await chosen(player, "Puzzle by its id")
        await player.types(*"018bq61hng", "enter")
        await waited(player, TableScreen)
        assert "puzzle 018bq61hng" in player.shown().splitlines()[0]
        assert player.said == "Puzzle by its id."
        assert len(player.table.table.state.board) == 8

    played(tmp_path, None, script)


def begun_again(folder: Path, times: int) -> None:
    """The same deal so many times, given up after an event each time."""
    for _ in range(times):
        sat = make_services(folder, 0).sit(game_header("freecell", seed=5))
        assert isinstance(sat, Sitting)
        list(sat.table.advance())
        sat.table.act(Seat(0), sat.table.view(Seat(0)).legal[0])
        sat.leave()


def test_of_a_deal_begun_again_and_again_only_the_last_try_is_gone_on_with(
    tmp_path: Path,
) -> None:
    begun_again(tmp_path, 3)
    shelf = make_services(tmp_path, 0).saved()
    assert len(shelf.rows) == 3
    assert [row["path"] for row in shelf.unfinished] == [shelf.rows[-1]["path"]]


def test_a_saved_game_is_read_again_only_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_again(tmp_path, 2)
    rooms, read = make_services(tmp_path, 0), []
    monkeypatch.setattr(shelf, "summary", lambda s, r, f=shelf.summary: read.append(s) or f(s, r))
    first = rooms.saved()
    assert len(read) == 2
    assert rooms.saved() == first
    assert len(read) == 2
    sat = rooms.resume(Path(str(first.rows[0]["path"])))
    assert isinstance(sat, Sitting)
    sat.table.act(Seat(0), sat.table.view(Seat(0)).legal[0])
    sat.leave()
    assert rooms.saved() != first
    assert len(read) == 3


def test_what_cannot_be_read_is_told_in_the_lobby(tmp_path: Path) -> None:
    (tmp_path / "later.jsonl").write_text('{"ludex": 99}\n')

    async def script(player: Player) -> None:
        await player.waits_for(lambda: "1 file not readable" in entries(player))
        await chosen(player, "1 file not readable")
        assert isinstance(player.app.screen, Page)
        assert "saved in format 99" in player.app.screen.body.plain

    played(tmp_path, None, script)


def test_statistics_count_what_was_played_and_how_long_it_took() -> None:
    row = {"game": "freecell", "played": 4, "won": 2, "streak": 1, "best_streak": 2}
    more = {"seconds": 4000.0, "assisted": 2, "assisted_won": 1}
    head, line, *_ = scores([{**row, **more}]).splitlines()
    assert head.split()[-3:] == ["time", "each", "assisted"]
    assert line.split() == ["freecell", *"4212", "1:06:40", "16:40", "1", "of", "2"]
    assert max(len(line) for line in (head, line)) <= 66  # all that fits at 80 columns


def test_statistics_wait_until_the_saved_games_are_read(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        lobby = player.app.screen
        assert isinstance(lobby, LobbyScreen)
        await player.waits_for(lobby.has_read.is_set)
        lobby.has_read.clear()
        await chosen(player, "Statistics")
        assert "One moment: the saved games" in player.shown()
        lobby.has_read.set()
        await player.waits_for(lambda: isinstance(player.app.screen, Page))
        assert isinstance(player.app.screen, Page)
        assert "No game has been played" in player.app.screen.body.plain

    played(tmp_path, None, script)


def test_chess_solitaire_offers_puzzles_and_a_board_of_one_s_own(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        assert isinstance(player.app.screen, BeginScreen)
        shown = player.shown()
        assert "Today's puzzle" in shown
        assert "Master puzzle" in shown
        await player.types(*["down"] * 7, "enter")
        await waited(player, TableScreen)
        assert "supply of kings" in player.shown() or player.table.scene.zones[16].key
        await player.makes_by_words("Put a king on a4")
        assert player.table.table.history.length == 1

    played(tmp_path, "chess-solitaire", script)


def header_of(settings: GameSettings, game: str) -> Header:
    header = settings.header(game, 1)
    assert isinstance(header, Header), header
    return header


def test_rules_players_and_seats_can_be_chosen() -> None:
    settings = GameSettings(load("holdem"), ("random", "greedy"))
    assert header_of(settings, "holdem").seats == ("person", *["random"] * 5)
    two = GameSettings(load("russian-bank"), ("random", "greedy"))
    assert header_of(two, "russian-bank").seats == ("person", "greedy")
    first = [line.partition("◂")[0].strip() for line in settings.lines()[:3]]
    assert first == ["rules", "players", "player 1"]
    settings.turn(1, -1)
    header = header_of(settings, "holdem")
    assert header.options == {"players": "5"}
    assert len(header.seats) == 5
    settings.turn(0, 2)  # heads up
    assert header_of(settings, "holdem").preset == "heads_up"
    assert len(header_of(settings, "holdem").seats) == 2
    settings.turn(3, 1)
    assert header_of(settings, "holdem").seats == ("person", "greedy")


def test_the_rules_in_detail_are_questions_and_answers(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        begin = player.app.screen
        assert isinstance(begin, BeginScreen)
        await player.types(*["down"] * 4, "enter")
        assert isinstance(player.app.screen, DetailsScreen)
        assert "What happens after a skipped compulsory play?" in player.shown()
        await player.types(*["down"] * 3)  # over a question that does not arise
        await player.types("1", "2")
        assert "◂ 12 ▸" in player.shown()
        assert "In the preset: 13." in player.shown()
        await player.types("down", "down")
        await player.types("right")
        assert "◂ The higher reserve card ▸" in player.shown()
        await player.types("escape")
        assert "the rules in detail ▸ 2 changed" in player.shown()
        header = header_of(begin.settings, "russian-bank")
        assert header.options == {"reserve_size": "12", "first_player": "higher_card"}
        await player.types("enter")
        await player.types("r")
        await player.types("escape")
        assert begin.settings.options == {}

    played(tmp_path, "russian-bank", script)


def test_answers_of_which_several_may_be_chosen_are_ticked() -> None:
    details = Details(load("russian-bank"), "standard")
    lines = {line.word or line.option.name: line for line in details.lines}
    assert "load_empty_pile" not in lines  # the only answer is no question
    details.turn(lines["agreement"], 1)
    assert details.changes == {"stalemate": "both_idle+third_repetition"}
    assert "[ ] When both agree" in details.shown(lines["agreement"], str)
    details.turn(lines["agreement"], 1)
    assert details.changes == {}
    assert not details.matters(lines["match_games"].option)
    details.turn(lines["match_target"], 1)
    assert details.matters(lines["match_games"].option)
    for digit in "2500":
        details.type(lines["match_points"], digit)
    assert details.changes["match_points"] == "2500"
    details.turn(lines["win_bonus"], -1)
    assert details.changes["win_bonus"] == "29"


def test_a_solitaire_has_nobody_to_choose() -> None:
    assert GameSettings(load("chess-solitaire"), ("random",)).lines() == []
    alone = GameSettings(load("freecell"), ("random",))
    assert header_of(alone, "freecell").seats == ("person",)
