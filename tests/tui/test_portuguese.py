"""The terminal in Portuguese: refusals, what is told, hints, outcomes, rules and keys."""

from pathlib import Path

import pytest
from textual.widgets import OptionList

from commands import ENVIRONMENT, ludex
from ludex.tui.board.spots import BoardSpot
from playing import ROOT
from terminal_table import LARGE, Player, game_header, played, result

CHESS = game_header("chess-solitaire", position="NP.Q/.R.B/K.N./.P..")
LAST = game_header("chess-solitaire", position="Q.P./..../..../....")


def point(player: Player, zone: str) -> None:
    player.table.selection.point(BoardSpot(zone))
    player.table.show()


def test_the_table_speaks_portuguese(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        point(player, "1,4")
        await player.types("enter")
        assert "Na mão: dama" in player.shown()
        point(player, "3,1")
        await player.types("enter")
        assert player.said == "Não: Esta peça (dama) não se move de d4 para a2"
        assert "x porquê?" in player.shown()
        await player.types("x")
        await player.types("enter")
        assert "é recusado pela condição 7" in player.shown()
        assert "FALHA" in player.shown()
        await player.types("escape")
        await player.types("h")
        assert player.said.startswith("Olhe para: ")
        assert player.said.endswith("(h: mais; com ajuda)")
        await player.types("h")
        assert "Começa um caminho para ganhar" in player.said
        await player.types("question_mark")
        assert "andar pela mesa" in player.shown()
        await player.types("escape")
        await player.types("g")
        assert "Capture em cada jogada" in player.shown()

    played(tmp_path, CHESS, script, LARGE, language="pt")


def test_the_end_is_told_in_portuguese(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        point(player, "1,1")
        await player.types("enter")
        point(player, "1,3")
        await player.types("enter")
        assert player.table.table.is_over
        assert "Ganhou. 1 jogada." in result(player)
        await player.types("escape")
        await player.types("u")
        assert player.said == "Desfeito."

    played(tmp_path, LAST, script, LARGE, language="pt")


def test_the_lobby_speaks_portuguese(tmp_path: Path) -> None:
    english = (
        "Saved games",
        "Continue",
        "Statistics",
        "Enter opens",
        "choose",
        "Begun",
        "event",
    )

    async def script(player: Player) -> None:
        await player.waits_for(lambda: "Continuar" in player.shown())
        shown = player.shown()
        assert "Jogos" in shown
        assert "Solitário" in shown
        assert "Todos os jogos guardados (1)" in shown
        assert [words for words in english if words in shown] == []
        menu = player.app.screen.query_one("#menu", OptionList)
        known = [option.id for option in menu.options]
        menu.highlighted = known.index("saves")
        await player.types("enter")
        await player.waits_for(lambda: "1 jogada, por acabar" in player.shown())
        assert "hoje às " in player.shown()
        await player.types("delete")
        assert "de vez?" in player.shown()
        await player.types("y")
        assert "Não há jogos guardados." in player.shown()
        await player.types("escape")
        menu.highlighted = known.index("game-freecell")
        await player.types("enter")
        assert "Enter começa" in player.shown()
        assert "distribuição" in player.shown()

    move = "move_and_capture(1,4,2,4)\nquit\n"
    ludex(
        "play", "chess-solitaire", "--position", "NP.Q/.R.B/K.N./.P..", "--plain",
        "--save-dir", str(tmp_path), stdin=move,
    )  # fmt: skip
    played(tmp_path, None, script, LARGE, language="pt")


def test_line_mode_speaks_portuguese() -> None:
    done = ludex(
        "play", "chess-solitaire", "--position", "Q.P./..../..../....", "--plain",
        "--language", "pt",
        stdin="help\nhint 0\nmove_and_capture(1,1,2,3)\ncastle\nwhy reset_game\nhint\nrules\n"
        "move_and_capture(1,1,1,3)\nundo\nPosição\nsair\nlog\n",
    )  # fmt: skip
    assert done.status == 0
    # What help shows can be typed; and nothing is heard after whoever has left.
    assert "\n  sair               sair da mesa" in done.out
    assert done.out.splitlines()[-1] == "Q.P./..../..../...."
    assert "Não: " in done.out
    assert "não há a jogada 'castle'. (ajuda lista os comandos)" in done.out
    assert "\n  jogadas            a lista das suas jogadas\n" in done.out
    assert "pedir conselho (conta como ajuda)" in done.out
    assert "reset_game é permitido" in done.out
    assert "Olhe para: " in done.out
    assert "O jogo acabou: " in done.out
    assert "Desfeito: " in done.out
    english = ("The game is over", "No: ", "Look at", "no event", "does not", " the ", "positions")  # fmt: skip
    assert [words for words in english if words in done.out] == []


def test_the_lobby_in_words_speaks_portuguese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "XDG_DATA_HOME", str(tmp_path))
    answers = "russian-bank\n1\nquit\ncontinue\nquit\npuzzles\nquit\nstatistics\nquit\n"
    done = ludex("--language", "pt", stdin=answers)
    assert (done.status, "Traceback" in done.err) == (0, False)
    for words in ("Continuar um jogo", "Problema: fácil", "Ainda não se jogou"):
        assert words in done.out
    (saved,) = (line for line in done.out.splitlines() if "-russian-bank " in line)
    assert "jogador" in saved
    english = ("tabletop", "Boards", "Continue", "puzzle,", "You have", "The games you")
    assert [words for words in english if words in done.out] == []


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("pt_PT.UTF-8", "Solitário"),
        ("pt_BR", "Solitário"),
        ("C.UTF-8", "Chess Solitaire"),
        ("", "Chess Solitaire"),
        ("xx_XX", "Chess Solitaire"),
    ],
)
def test_without_being_asked_it_speaks_as_the_system_does(
    system: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", system)
    title = ludex("play", "chess-solitaire", "--plain", stdin="quit\n").out
    assert title.startswith(words)


def test_a_language_that_is_not_spoken_is_one_line() -> None:
    done = ludex("play", "examples/tic_tac_toe.py", "--language", "tlh", cwd=ROOT)
    assert (done.status, done.out) == (2, "")
    assert done.err == "ludex: no language 'tlh'; there are: en, pt\n"
