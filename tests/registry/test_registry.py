"""Games and companions of other packages: found, refused, and never in the way of others."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ENVIRONMENT, ludex
from ludex.registry import Companion, companion_of, engine, load, names, played, refined
from ludex.registry.files import NoGame
from ludex.registry.shipped import GAMES
from packages import HEAPS, heaps_installed, on_the_path, put
from pages import commands, run
from playing import ROOT

OWN = tuple(GAMES)

GAME = (ROOT / "examples" / "tic_tac_toe.py").read_text()


@pytest.fixture
def heaps(tmp_path: Path) -> Iterator[None]:
    with heaps_installed(tmp_path):
        yield


def test_our_own_games_are_entry_points_like_those_of_others() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    points = project["entry-points"]
    games = {name: f"{module}:game" for name, module in GAMES.items()}
    assert points["ludex.games"] == games
    beside = {name: f"{at.rpartition('.')[0]}.companion:companion" for name, at in GAMES.items()}
    assert points["ludex.companions"] == beside


def test_a_game_of_another_package_stands_after_ours(heaps: None) -> None:
    assert names() == (*(name for name in OWN if name != "fighting"), "heaps")
    assert load("heaps").title == "Heaps"
    assert [game.name for game in played()][-1] == "heaps"
    assert ludex("games").err == ""
    assert "heaps" in ludex("games").out


def test_its_companion_is_found_by_its_name(heaps: None) -> None:
    companion = companion_of(load("heaps"))
    assert companion.advised_by == "the nim-sum"
    assert companion_of(load("heaps").unchecked()) is companion


def test_a_game_has_its_engine_or_that_of_its_rulebook_or_says_why_not(heaps: None) -> None:
    game = load("freecell")
    assert engine(game).rules == "freecell"
    assert engine(game.unchecked(), game.start("eight-off")).rules == "eight-off"
    derived = engine(load("heaps"))
    assert (derived.rules, derived.actions) == ("heaps=[3 5 7] turn=1 misere=no", 3 * 20)
    with pytest.raises(ValueError, match="chance event that has too many outcomes"):
        engine(load("fighting"))


def test_it_gets_every_command_that_any_game_gets(heaps: None, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("take(1,3) take(2,9) take(2,5) take(3,7)")
    assert "take at least one stone" in ludex("rules", "heaps").out
    assert "take(heap: INTEGER; count: INTEGER)" in ludex("events", "heaps").out
    told = ludex("run", "heaps", str(script)).out
    assert "Error: heap 2 has 5 left" in told
    assert told.endswith("1: -\n2: -\n3: -\n")
    assert ludex("simulate", "heaps", "--games", "50", "--seed", "1").status == 0
    match = ludex("match", "heaps", "--bots", "random", "greedy", "--games", "2")
    assert match.status == 0
    assert "hints come from the nim-sum." in ludex("bots", "heaps").out
    assert ludex("shell", "heaps", stdin="take(1,1)\n").status == 0


def test_it_is_played_saved_and_resumed(heaps: None, tmp_path: Path) -> None:
    folder = ("--save-dir", str(tmp_path / "saves"))
    asked = ("play", "heaps", "--plain", "--bot", "random@2", "--seed", "1", *folder)
    done = ludex(*asked, stdin="hint\nhint\nhint\ntake(3,1)\nquit\n")
    assert "nim-sum of nought" in done.out
    (row,) = json.loads(ludex("saves", "--json", *folder).out)
    assert (row["game"], row["needs"]) == ("heaps", None)
    assert ludex("resume", "--plain", *folder, stdin="quit\n").status == 0
    assert "take(3,1)" in ludex("replay", *folder).out


def test_a_saved_game_whose_package_is_gone_is_told(tmp_path: Path) -> None:
    folder = ("--save-dir", str(tmp_path / "saves"))
    with heaps_installed(tmp_path):
        ludex("play", "heaps", "--plain", *folder, stdin="take(3,1)\nquit\n")
    done = ludex("resume", "--plain", *folder, stdin="quit\n")
    assert done.status == 2
    assert "no unfinished game" in done.err
    (line,) = ludex("saves", *folder).err.splitlines()[:1]
    assert "no game heaps. There are: carcassonne, " in line


def test_its_own_command_is_one_of_ludex(heaps: None) -> None:
    assert ludex("heaps", "3", "5", "7").out == "take(1,1) wins\n"
    assert ludex("heaps", "1", "1").out == "the player who moved last wins\n"
    assert "Who wins heaps of these sizes" in ludex("--help").out
    assert "STONES..." in ludex("heaps", "--help").out
    assert "Did you mean 'heaps'?" in ludex("heap").err
    bad = ludex("heaps", "x")
    assert (bad.status, bad.err.count("\n")) == (2, 1)


def test_the_page_on_packages_shows_its_commands_and_its_companion(
    heaps: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "packages.md").read_text()
    monkeypatch.setitem(ENVIRONMENT, "XDG_DATA_HOME", str(tmp_path))
    assert len(commands(page)) == 5
    for command, _ in commands(page):
        done = run(command, tmp_path)
        assert done.status == 0, (command, done.err)
    shown = page.split("companion = Companion(")[1].split("```")[0]
    assert shown in (HEAPS / "src" / "heaps" / "companion.py").read_text()


def test_boards_in_its_format_are_read_and_written(heaps: None, tmp_path: Path) -> None:
    (tmp_path / "board").write_text("1+2+4\n")
    board = ("deal", "heaps", str(tmp_path / "board"))
    assert ludex(*board).out == "1+2+4\n"
    assert ludex(*board, "--format", "picture").out == "1: o\n2: oo\n3: oooo\n"
    (tmp_path / "board").write_text("1+x")
    wrong = ludex(*board)
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)
    assert "expected heaps such as 3+5+7" in wrong.err


def test_a_file_may_have_a_companion_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        f"{GAME}\nfrom ludex.registry import Companion\n"
        "companion = Companion(advised_by='me', advisor=lambda game, budget: None)\n"
    )
    assert "hints come from me." in ludex("bots", str(file)).out


def test_a_game_that_only_has_the_name_of_another_has_not_its_companion(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GAME.replace('name="tic-tac-toe"', 'name="freecell"'))
    game = load(str(file))
    assert game.name == "freecell"
    assert companion_of(game) == Companion()
    assert refined(game) is game


# -- what is wrong with packages --------------------------------------------------------


def test_a_game_that_cannot_be_used_is_one_line_and_the_others_are_there(
    tmp_path: Path,
) -> None:
    cases: list[tuple[str, dict[str, str], str]] = [
        (
            "[ludex.games]\nbroken = broken:game",
            {"broken.py": "raise RuntimeError('no\\nluck')"},
            "the game 'broken' of the package strange cannot be loaded: RuntimeError: no luck",
        ),
        (
            "[ludex.games]\nbroken = nowhere:game",
            {},
            "the game 'broken' of the package strange cannot be loaded: "
            "ModuleNotFoundError: No module named 'nowhere'",
        ),
        (
            "[ludex.games]\nbroken = broken:game",
            {"broken.py": "game = 7"},
            "the game 'broken' of the package strange is left out: broken:game is no Game",
        ),
        (
            "[ludex.games]\nbroken = broken:game",
            {"broken.py": GAME},
            "the game 'broken' of the package strange is left out: its own name is 'tic-tac-toe'",
        ),
        (
            "[ludex.games]\nBad Name = broken:game",
            {"broken.py": GAME},
            "the game 'Bad Name' of the package strange is left out: "
            "a name has only small letters, digits and -",
        ),
        (
            "[ludex.games]\nfreecell = broken:game",
            {"broken.py": "raise SystemExit"},
            "the game 'freecell' of the package strange is left out: Ludex has one with that name",
        ),
    ]
    for number, (points, files, said) in enumerate(cases):
        folder = tmp_path / str(number)
        put(folder, "strange", points, files)
        with on_the_path(folder):
            listed = ludex("games")
            assert listed.err == f"ludex: {said}\n", points
            assert listed.status == 0, points
            assert "FreeCell" in ludex("rules", "freecell").out, points


def test_whoever_asks_for_a_broken_game_is_told_why(tmp_path: Path) -> None:
    put(tmp_path, "strange", "[ludex.games]\nbroken = nowhere:game")
    with on_the_path(tmp_path):
        with pytest.raises(NoGame, match="cannot be loaded"):
            load("broken")
        done = ludex("play", "broken")
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert "the game 'broken' of the package strange cannot be loaded" in done.err


def test_of_two_packages_the_first_has_the_name(tmp_path: Path) -> None:
    game = GAME.replace("tic-tac-toe", "twice")
    for package, module in (("alpha", "one"), ("beta", "two")):
        points = f"[ludex.games]\ntwice = {module}:game"
        put(tmp_path / package, package, points, {f"{module}.py": game})
    with on_the_path(tmp_path / "alpha", tmp_path / "beta"):
        listed = ludex("games")
        assert load("twice").events[0].__module__ == "one"
    assert listed.err == (
        "ludex: the game 'twice' of the package beta is left out: alpha has one with that name\n"
    )


def test_a_broken_companion_leaves_its_game_as_it_is(tmp_path: Path) -> None:
    game = GAME.replace("tic-tac-toe", "lonely")
    points = "[ludex.games]\nlonely = lonely:game\n[ludex.companions]\nlonely = gone:x"
    put(tmp_path, "strange", points, {"lonely.py": game})
    with on_the_path(tmp_path):
        done = ludex("bots", "lonely")
        helped = ludex("--help")
    assert "hints come from the solution of the game." in done.out
    assert done.err.count("\n") == 1
    assert "the companion 'lonely' of the package strange cannot be loaded" in done.err
    assert "poker" in helped.out


COMMAND = """
from ludex.registry import Command, Companion
companion = Companion(commands=(
    Command(name="run", at="theirs:go", summary="Not ours."),
    Command(name="solve", at="theirs:go", summary="Theirs."),
    Command(name="fall", at="theirs:nothing", summary="Falls over."),
))
"""


def test_commands_of_the_house_stay_and_others_go_by_their_game(tmp_path: Path) -> None:
    files = {
        "lonely.py": GAME.replace("tic-tac-toe", "lonely"),
        "beside.py": COMMAND,
        "theirs.py": "def go(name: str) -> None:\n    print('theirs', name)\n",
    }
    points = "[ludex.games]\nlonely = lonely:game\n[ludex.companions]\nlonely = beside:companion"
    put(tmp_path, "strange", points, files)
    with on_the_path(tmp_path):
        helped = ludex("--help")
        assert "the command 'run' of lonely is left out: Ludex has a command" in helped.err
        assert ludex("solve", "lonely").out == "theirs lonely\n"
        assert ludex("solve", "freecell", "1", "--notation", "none").out.startswith(
            "deal 1: solved"
        )
        fallen = ludex("fall")
    assert fallen.status == 2
    assert fallen.err.count("\n") == 1
    assert "the command 'fall' cannot be loaded: AttributeError" in fallen.err


def test_the_example_is_one_package_of_its_own() -> None:
    project = tomllib.loads((HEAPS / "pyproject.toml").read_text())["project"]
    assert project["entry-points"] == {
        "ludex.games": {"heaps": "heaps:game"},
        "ludex.companions": {"heaps": "heaps.companion:companion"},
    }
