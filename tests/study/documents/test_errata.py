"""Every erratum is whole, and what is said to be found by a machine is found in a test."""

import re
import shlex

import pytest

from commands import once
from ludex.games.freecell.document.probes import PROBES as FREECELL
from ludex.games.russian_bank.document.probes import PROBES as RUSSIAN_BANK
from ludex.games.russian_bank.document.record import OF_TESTS
from ludex.language.document import document_of
from ludex.registry import load
from ludex.registry.shipped import GAMES
from ludex.study.documents.record import Probes
from playing import ROOT

WITH_ERRATA = [name for name in GAMES if document_of(load(name)).errata]
FOUND = [
    (name, erratum)
    for name in WITH_ERRATA
    for erratum in document_of(load(name)).errata
    if erratum.found_by
]
PROBES: Probes = {**FREECELL, **RUSSIAN_BANK, **OF_TESTS}
MODELLED = ("carcassonne", "chess-solitaire", "fighting", "freecell", "russian-bank")
TESTS = "".join(path.read_text() for path in ROOT.glob("tests/games/*/test_as_written.py"))


def test_an_erratum_says_where_it_stands_and_what_is_meant() -> None:
    for name in WITH_ERRATA:
        for erratum in document_of(load(name)).errata:
            assert erratum.place, erratum.code
            assert erratum.says.endswith("."), erratum.code
            assert erratum.means.endswith("."), erratum.code
            assert erratum.here.endswith((".", "!`")), erratum.code


def test_the_command_that_finds_an_erratum_is_a_command() -> None:
    for name, erratum in FOUND:
        assert erratum.found_by is not None, erratum.code
        program, command, *words = shlex.split(erratum.found_by)
        assert program == "ludex", erratum.code
        assert name in words or command == "poker", erratum.code
        assert once(f"ludex {command} --help").status == 0, erratum.code


LONG = (
    "ludex check carcassonne --as-written",
    "ludex check chess-solitaire --as-written",
    "ludex check freecell --as-written",
    "ludex diff freecell",
    "ludex diff russian-bank",
    "ludex check russian-bank --as-written",
    *(f"ludex poker axioms --lint --reading {one}"
      for one in ("literal", "quantifiers", "duplicates", "largest", "choice", "repaired")),
)  # fmt: skip
"""Commands that take a second and more; a quick test of each erratum stands beside them."""

DIFFERS = [f"ludex diff {name}" for name in MODELLED]

SHOWN = {
    "E-FC-K3": "Deck.Deck: numCard is given no value",
    "E-FC-K5": "Deck.dealCard: dealCard: deckOfCards has no place 52",
    "E-FC-K8": "Deck.shuffleDeck: it has a transition, and changes nothing",
    "E-FC-B1": "call 5 of 416 of dealCard: GameCells has no place 4",
    "E-FC-B3": "Board.Board: emptyFreeCell is given no value",
    "E-FC-B4": "Board.Board: dck is given no value",
    "E-FC-B5": "call 52 of 416 of dealCard: deckOfCards has no place 52",
    "E-FC-M1": "allowed by both, with another effect",
    "E-FC-M2": "Board.moveGameToFree: moveGameToFree(0,0) makes a second 8C",
    "E-FC-M5": "exception 4 alone forbids moveGameToGame(1,4,0): invalid_move()",
    "E-FC-M6": "exception 3 alone forbids moveGameToHome(5,0): empty_outside_bounds()",
    "E-FC-M7": "A♥ in column 0, 2♠ in column 1: moveGameToGame(1,0,1)",
    "E-FC-M11": "undefined: GameCells[1] has no place -1",
    "E-FC-M12": "2♥ in column 0, A♠ home: moveGameToHome(0,0)",
    "E-FC-M13": "moveGameToHome(0,3): HomeCells[3] has no place -1",
    "E-FC-M14": "Board.moveGameToGame: validCol is used, but not declared",
    "E-FC-M15": "Board.moveFreeToHome: gameCol is used, but not declared",
    "E-FC-M16": "moveGameToFree(0,4): emptyFreeCell has no place 4",
    "E-FC-M17": "the table gives it invalid_card, which its text never raises",
    "E-FC-M18": "its text raises empty_outside_cells, which the table does not give it",
    "E-FC-M21": "its text raises outside_bounds, which the table does not give it",
    "E-FC-Q1": "setGameCells(AS,8): GameCells has no place 8",
    "E-FC-Q4": "availableMoves joins two numbers by ∨",
    "E-FC-Q8": "Board.getGameCells: empty_cells is raised by no call",
    "E-FC-Q10": "Board.setGameCells: it has a transition, and changes nothing",
    "E-RB-D3": "its `and` read as `or`, 4 of the 7 tests fail that passed",
    "E-RB-D4": "its order turned round, 4 of the 7 tests fail that passed",
    "E-RB-C3": "the post-condition is broken: it is nobody's turn",
    "E-RB-C8": "a game is won: in none of",
    "E-RB-T1": "hd tableau(2): the pile is empty",
    "E-RB-T2": "moveCardFromTableauToTableau(1,3): isOrdered: its pre-condition",
    "E-RB-T3": "moveCardFromTableauToTableau(1,3): the post-condition is broken",
    "E-RB-T4": "A♥ on firstPlayer.reserve, 3♠ on tableau(1)",
    "E-RB-T5": "868      allowed as written, and meant to be refused",
    "E-RB-T7": "hd secondPlayer.waste: the pile is empty",
    "E-RB-T9": "moveCardFromTableauToFoundation(1,1): isOrderedSuit: its pre-condition",
    "E-RB-T10": "A♠ on firstPlayer.reserve, tableau(1) empty",
    "E-RB-T12": "'every card in a house is face up' does not hold",
    "E-CA-1": "two cloisters with the same tiles around them are taken for one",
    "E-CA-2": "with 7 meeples on 7 tiles the original puts out one more",
    "E-CA-3": "from a bag it would be B 0.171",
    "E-CA-12": "4 of 12 first moves are never made",
    "E-CA-14": "Next(B) breaks 'meeples that were scored go back to their players (3.1)'",
    "E-CA-16": "the points of a city are not stated",
    "E-CA-17": "the number of tiles of each type is not stated",
    "E-CA-18": "the number of meeples of a player is not stated",
    "E-CA-20": "a board without tiles has no limits",
    "E-CA-13": "the program never plays it: it keeps near the origin",
    "E-PK-1": "10 say nothing: they hold for all functions",
    "E-PK-2": "compareSetCard_D and compareSetCard_F00 contradict each other",
    "E-PK-3": "13 have a premise that is never true",
    "E-PK-4": "a set contains no card twice, so every set is unique",
    "E-PK-5": "open: isA({Kh}) = FALSE",
    "E-PK-6": "refuted: isThree({5h, 5s, 6h}) = FALSE",
    "E-PK-7": "isUnique_F2 and getPair_F contradict each other",
    "E-PK-8": "isUnique_F2 and getThree_F contradict each other",
    "E-PK-9": "no model on the deck 5h 6h: isEmpty_F, isUnique_F2, getMax_Func",
    "E-PK-10": "no model on the deck 5h 5s: isEmpty_F, isUnique_F2, getMax_Card_F",
    "E-PK-11": "open: getMax_Card({}) = {}",
    "E-PK-12": "compareSetCard_F21 = 2: {Ah, As} v {Qd, Ac}",
    "E-CS-1": "move_and_check is declared nowhere; move_and_capture is",
    "E-CS-2": "12 expected output files, where section 10 has 7",
    "E-CS-3": "Table 1, knight: row 4 is printed .+., and the rules give +.+.",
    "E-CS-4": "at04, moves(4,3): row 3 is printed .+.., and the rules give .+.+",
    "E-CS-5": "from setup ..../..../..../....: the game is not over, but no player can move",
    "E-CS-6": "from setup K.../..../..../....: the game is not over, but no player can move",
    "E-CS-7": "'the document has words for the status' does not hold",
    "E-CS-8": "Invalid move of K from (1, 1) to (1, 3)",
    "E-CS-9": "allowed by both, and something else is shown",
    "E-CS-10": "Error: wrong number of arguments for the '-b' mode",
}
"""What the command prints that finds an erratum, where it does not name it."""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=[pytest.mark.slow] if command in LONG else [])
        for command in dict.fromkeys(erratum.found_by for _, erratum in FOUND)
    ],
)
def test_a_command_finds_its_errata(command: str) -> None:
    done = once(command)
    assert done.status == ("--as-written" in command or command in DIFFERS), done.err
    assert "Traceback" not in done.out
    assert ".py" not in done.out
    for _, erratum in FOUND:
        if erratum.found_by == command:
            assert SHOWN.get(erratum.code, f"{erratum.code}: ") in done.out, erratum.code


@pytest.mark.parametrize("code", PROBES)
def test_the_model_shows_the_erratum(code: str) -> None:
    assert PROBES[code]()


def test_110_errata_are_found_by_a_command() -> None:
    assert len(FOUND) >= 110


def test_an_erratum_speaks_of_the_document_or_of_the_authors_program() -> None:
    about = {e.code: e.about for name in WITH_ERRATA for e in document_of(load(name)).errata}
    assert {*about.values()} == {"document", "program"}
    programs = [code for code, what in about.items() if what == "program"]
    assert programs == [
        *(f"E-CA-{n}" for n in (2, 4, 5, 6, 7, 9, 11, 12)), "E-PK-20", "E-FC-M22",
    ]  # fmt: skip


def test_every_erratum_that_is_cited_is_listed() -> None:
    listed = {e.code for name in WITH_ERRATA for e in document_of(load(name)).errata}
    cited = {
        code
        for path in (ROOT / "src").rglob("*.py")
        for code in re.findall(r"\bE-(?:RB|CA|FC|PK|CS)-\w+", path.read_text())
    }
    assert cited <= listed


def test_at_least_four_errata_of_each_document_are_found() -> None:
    """By their command; and where that takes long, by a quick test that names them as well."""
    for name in MODELLED:
        found = [erratum for game, erratum in FOUND if game == name]
        assert len(found) >= 4, name
        for erratum in found:
            quick = erratum.found_by not in LONG
            assert (
                quick or erratum.code in PROBES or re.search(rf'"""[^"]*\b{erratum.code}\b', TESTS)
            ), erratum.code
