"""Interfaces: what a game declares is read back, and a skeleton declares what it was made from."""

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import pytest

from ludex.kernel import Choice, Event, Game, Query, Several, Start, lost
from ludex.language.etf import script as etf
from ludex.language.etf.declarations import (
    Argument,
    Declaration,
    Interface,
    NoInterface,
    TypeUse,
    declared_calls,
)
from ludex.language.etf.interface import interface, interface_of
from ludex.language.etf.interface_reader import read_interface
from ludex.language.etf.module_tables import is_table, read_tables
from ludex.language.etf.skeleton import skeleton
from ludex.registry import load, names
from ludex.registry.files import load_file
from playing import ROOT

EXAMPLES = ["connect_four", "kuhn_poker", "leduc_poker", "pig", "tic_tac_toe"]
ALL = [*names(), *(str(ROOT / "examples" / f"{name}.py") for name in EXAMPLES)]
BUILT_IN = {"INTEGER", "INTEGER_64", "BOOLEAN", "STRING", "VALUE", "REAL", "ARRAY"}

BANK = """\
-- declaration of system name
system bank

-- declaration of event signatures

new(id: STRING)
    -- create a new bank account for "id"
deposit(id: STRING; amount: INTEGER)
    -- deposit "amount" into the account of "id"
withdraw(id: STRING; amount: INTEGER)
    -- withdraw "amount" from the account of "id"
transfer(id1: STRING; id2: STRING; amount: INTEGER)
    -- transfer "amount" from the account of "id1" to that of "id2"
"""


def kinds(declared: Interface) -> Iterator[str]:
    for event in declared.events:
        for argument in event.arguments:
            yield (argument.kind.of or argument.kind).name
    for one in declared.types.values():
        if one.same_as is not None:
            yield (one.same_as.of or one.same_as).name


def written_as_python(declared: Interface, folder: Path) -> Game[object]:
    file = folder / "skeleton.py"
    file.write_text(skeleton(declared, "somewhere"), encoding="utf-8")
    return load_file(file).game


@pytest.mark.parametrize("name", ALL, ids=[Path(name).stem for name in ALL])
def test_the_interface_of_every_game_is_read_back_and_declares_its_types(
    name: str,
) -> None:
    game: Game[object] = load(name)
    declared = interface_of(game)
    assert read_interface(interface(game)) == declared
    assert [event.name for event in declared.events] == [*declared_calls(game)]
    assert {*kinds(declared)} <= {*declared.types, *BUILT_IN}


def test_cards_in_a_row_are_an_array_and_places_an_enumeration() -> None:
    assert "type CARDS = ARRAY[CARD]" in interface(load("holdem"))
    assert "type CARD = STRING" in interface(load("holdem"))
    assert "  house8,        -- house 8" in interface(load("russian-bank"))


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Sign(Enum):
    PLUS = "+"
    MINUS = "-"


class Odd(Event[int]):
    """Arguments `first`, `second` and so on."""

    first: Literal["left", "right"]
    second: Literal["up", "down"]
    signs: Sign
    some: Annotated[frozenset[Colour], Several(Colour)]
    is_so: bool
    other: Annotated[Sign, Choice(Sign, called="COLOUR")]
    one: Colour
    type: str

    def apply(self, s: int) -> int:
        return s


class Asked(Query[int]):
    """Ask."""

    def answer(self, s: int) -> str:
        return str(s)


def odd_game(*events: type[Event[int]], name: str = "2-odd!") -> Game[int]:
    return Game(
        name=name,
        title="Odd",
        summary="Odd.",
        start=Start.fixed(0),
        events=events,
        outcome=lambda _: lost("over"),
        text=str,
    )


def test_odd_domains_are_declared_under_names_that_tell_them_apart() -> None:
    game = odd_game(Odd, Asked)
    text = interface(game)
    assert text.startswith("system game_2_odd\n")
    assert "is_so: BOOLEAN" in text
    assert "type BOOLEAN" not in text
    assert "type SIGN = STRING\n    -- one of +, minus\n" in text
    assert "type SEVERAL_COLOUR = ARRAY[COLOUR]" in text
    assert "type FIRST = {\n  left,  -- Left\n  right  -- Right\n}" in text
    assert "one: COLOUR" in text
    assert "other: COLOUR_2" in text
    assert "type_: STRING" in text
    assert read_interface(text) == interface_of(game)


def test_an_event_that_the_language_cannot_name_is_not_declared() -> None:
    class Type(Event[int]):
        """A type."""

        def apply(self, s: int) -> int:
            return s

    with pytest.raises(NoInterface, match="the event 'type' cannot be declared"):
        interface(odd_game(Type))


def test_scripts_of_the_framework_may_write_what_the_interface_declares() -> None:
    game = odd_game(Odd)
    script = '->odd(left, up, "+", <<red, blue>>, True, "minus", blue, "a b")'
    (event,) = etf.events(game, [script.removeprefix("->")])
    assert str(event) == 'odd(left,up,+,red+blue,yes,minus,blue,"a b")'
    holdem: Game[object] = load("holdem")
    (dealt,) = etf.events(holdem, ['deal_board(<<"As", "Kh", "2c">>)'])
    assert str(dealt) == "deal_board(AsKh2c)"
    assert [*etf.faults(game, lambda: ['odd("left",up,"+",<<>>,True,"-",blue,"x")'])]


# -- skeletons ----------------------------------------------------------------------------------


def test_the_bank_of_the_manual_goes_through_and_comes_back(tmp_path: Path) -> None:
    bank = read_interface(BANK)
    game = written_as_python(bank, tmp_path)
    assert [*declared_calls(game)] == [
        "new",
        "deposit",
        "withdraw",
        "transfer",
        "undo",
        "redo",
    ]
    again = interface_of(game)
    assert [str(event) for event in again.events[:4]] == list(map(str, bank.events))
    assert again.events[3].words == (
        "Transfer 'amount' from the account of 'id1' to that of 'id2'."
    )
    event = game.read('transfer("Anna B.",Bruno,10)')
    assert str(event) == 'transfer("Anna B.","Bruno",10)'
    assert game.apply(game.start(), event) == game.start()  # type: ignore[arg-type]  # read


@pytest.mark.parametrize("name", ALL, ids=[Path(name).stem for name in ALL])
def test_the_skeleton_of_every_game_declares_the_same_interface(name: str, tmp_path: Path) -> None:
    declared = interface_of(load(name))
    again = interface_of(written_as_python(declared, tmp_path))
    assert again.system == declared.system
    assert again.events == declared.events
    assert {*again.types} == {*declared.types}
    for kind, one in declared.types.items():
        assert [word for word, _ in again.types[kind].members] == [word for word, _ in one.members]
        assert again.types[kind].same_as == one.same_as


HARD = (
    """\
system hard  -- a """
    '"""'
    """ quote \\ and {braces}
type State = { None, K, class }
type Event = { K }
type ID = STRING
type MONEY = VALUE
type IDS = ARRAY[ID]
none(class: State; name: ID; from: INTEGER; s: Event)
isA(a: IDS; b: ARRAY[State]; m: MONEY; r: REAL; ok: BOOLEAN; big: INTEGER_64)
    -- say \"\"\" and \\ and __import__('os') "a"
pass
game(Game: STRING; apply: INTEGER)
R2D2
x_1
"""
)


def test_names_that_python_or_the_kernel_keeps_go_through(tmp_path: Path) -> None:
    hard = read_interface(HARD)
    again = interface_of(written_as_python(hard, tmp_path))
    assert list(map(str, again.events[: len(hard.events)])) == [
        str(event).replace("Game:", "Game:") for event in hard.events
    ]
    assert {*again.types} == {*hard.types}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "",
            "line 1: an interface begins with the word system and a name, found the end",
        ),
        ("hello", "begins with the word system"),
        ("system", "expected the name of the system"),
        ("system x", "the interface declares no event"),
        ("system x go go", "line 1: two events are called go"),
        ("system x\ngo(a: INT; a: INT)", "line 2: two arguments of go are called a"),
        ("system x go(a: CARD)", "line 1: the type CARD is not declared"),
        ("system x go(a INT)", "expected ':' after the argument a of go, found 'INT'"),
        ("system x go(a: INT", "expected ')' after the arguments of go, found the end"),
        ("system x go()", "expected the name of an argument of go, found ')'"),
        ("system x type A = {b, b} go", "b is twice among the values of A"),
        ("system x type A = {} go", "expected the name of a value of A"),
        ("system x type A = B type B = A go", "the type A is declared by itself"),
        ("system x type A = 3 .. 1 go", "the range of A is empty: 3 .. 1"),
        ("system x type A = {b} type A = {c} go", "two types are called A"),
        ("system x type INTEGER = {b} go", "expected the name of a type"),
        ("system x go(a: TUPLE[b: INT])", "uses TUPLE, for which a rulebook has no domain"),
        ("system x go(a: ARRAY[ARRAY[INT]])", "nested rows cannot be arguments"),
        ("system x type A=ARRAY[B] type B=ARRAY[INT] go(a: A)", "nested rows"),
        ("system x import os; go", "expected the name of an event, or the word type"),
        ("system x _go", "expected the name of an event"),
        ("system x\n\n\x00", "line 3: expected the name of an event"),
        ("system x été", "expected the name of an event"),
    ],
)
def test_what_is_no_interface_is_told_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(NoInterface) as trouble:
        read_interface(text)
    assert problem in str(trouble.value)
    assert "\n" not in str(trouble.value)


# -- tables of modules ------------------------------------------------------------------------------

TABLE = """\
# Board Module

SUIT = {SPADE, HEART}

`Card = ?`

Board = ?

| **Routine name** | **In** | **Out** | **Exceptions** |
|:--|---|---|---|
| Board | | Board | |
| moveGameToGame | $\\mathbb{Z}, \\mathbb{Z}, \\mathbb{Z}$ | | invalid_move(),outside_bounds() |
| isEmpty | n: ℤ | 𝔹 | outside_bounds |
| lay | seq of Card, SUIT, string | | - |

| Another | table |
|---|---|
| of | things |
"""


def test_a_table_of_routines_is_an_interface_with_exceptions() -> None:
    board = read_tables(TABLE, "board")
    number = TypeUse("INTEGER")
    assert [str(event) for event in board.events] == [
        "move_game_to_game(number_1: INTEGER; number_2: INTEGER; number_3: INTEGER)",
        "is_empty(n: INTEGER)",
        "lay(cards: ARRAY[Card]; suit: SUIT; text: STRING)",
    ]
    assert board.events[1] == Declaration(
        "is_empty", (Argument("n", number),), "", "𝔹", ("outside_bounds",)
    )
    assert board.constructors == ("Board",)
    assert {*board.types} == {"SUIT", "Card"}


def test_tabs_part_the_columns_as_well(tmp_path: Path) -> None:
    text = "Routine name\tIn\tOut\tExceptions\nshuffle\t\t\t\ndeal\tN\tB\tnone\n\nmore\ttext"
    assert is_table(text)
    deck = read_tables(text, "deck")
    assert [event.name for event in deck.events] == ["shuffle", "deal"]
    game = written_as_python(deck, tmp_path)
    assert [issubclass(cls, Query) for cls in game.events] == [False, True]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("SUIT = {", "SUIT = {1, "), "line 3: SUIT is not a set of names"),
        (("SUIT, string", "RANK"), "line 14: lay: the type 'RANK' is not declared"),
        (("| lay ", "| is_empty "), "line 14: two routines are called is_empty"),
        (("| lay ", "| lay; import os "), "'lay; import os' is not a valid name of a routine"),
        (("n: ℤ", "1: ℤ"), "'1' is not a valid name of an argument"),
        (("seq of Card", "seq of seq of Card"), "nested rows cannot be arguments"),
        (("| outside_bounds |", "| x=1 |"), "'x=1' is not a valid name of an exception"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(NoInterface) as trouble:
        read_tables(TABLE.replace(*change), "board")
    assert problem in str(trouble.value)


def test_undo_and_redo_come_from_the_kernel_and_are_not_written() -> None:
    bank = read_interface(BANK + "undo\nredo\n")
    assert "class Undo" not in skeleton(bank, "x")
    assert "class Undo" not in skeleton(replace(bank, system="undo"), "x")
