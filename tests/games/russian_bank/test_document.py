"""The seven tests of the document, as golden scripts and as tables.

The scripts run under all presets as they are. Under `document` every call gives exactly what the
document asserts. Under the others the last call of tests 2 and 3 is refused: 2♠ fits the
foundation, and the document's prose says itself that this is compulsory (its model enforces
nothing, E-RB-T13).
"""

import os
from pathlib import Path

import pytest

from games.russian_bank.bank import (
    FORCING,
    GAME,
    PRESETS,
    after,
    allowed,
    at,
    foundation,
    house,
    pile,
    refused,
)
from ludex.games.russian_bank.rules.state import State
from ludex.kernel import History, Seat, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect, Typed, script_faults
from ludex.language.transcript import run_script, transcript_pieces
from ludex.parts.cards import Card, Hidden

GOLDEN = Path(__file__).parent / "golden"
SCRIPTS = sorted(path.stem for path in GOLDEN.glob("test?_*.txt") if "." not in path.stem)
POSITION = "-- position: "


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_of_the_document_prints_its_golden_transcript(name: str, preset: str) -> None:
    lines = (GOLDEN / f"{name}.txt").read_text().splitlines()
    start: State | Unreadable = GAME.start(preset)
    if lines[0].startswith(POSITION):
        line = lines[0].removeprefix(POSITION)
        start = read_position(GAME, line.replace("PRESET", preset))
    assert not isinstance(start, Unreadable), start
    assert not list(script_faults(GAME, lambda: lines, Dialect.DOCUMENT))
    events = Typed(GAME).events(lambda: lines)
    transcript = "".join(transcript_pieces(run_script(History(GAME, start), events)))
    expected = GOLDEN / f"{name}.{preset}.expected.txt"
    if os.environ.get("LUDEX_UPDATE_GOLDEN"):
        expected.write_text(transcript)
    assert transcript == expected.read_text()


def test_there_are_seven() -> None:
    assert len(SCRIPTS) == 7


# -- the tables of tests 2 to 7, true and false as the document has them -----------------

FROM_RESERVE = [
    ("move(reserve,foundation1)", True),
    ("move(reserve,foundation1)", False),
    ("move(reserve,house1)", True),
    ("move(reserve,house1)", False),
    ("move(reserve,their_reserve)", False),
    ("move(reserve,their_waste)", True),
    ("move(reserve,their_waste)", False),
    ("move(reserve,their_reserve)", True),
]
FROM_HOUSES = [
    ("move(house2,their_waste)", False),
    ("move(house2,house3)", False),
    ("move(house2,foundation1)", True),
    ("move(house1,foundation1)", False),
    ("move(house1,house3)", True),
    ("move(house3,their_reserve)", False),
    ("move(house1,their_reserve)", True),
    ("move(house3,their_waste)", True),
]
MOVERS = [(1, 2), (2, 1)]
mirrored = pytest.mark.parametrize(("mover", "other"), MOVERS)


def called(s: State, table: list[tuple[str, bool]]) -> State:
    for text, expected in table:
        assert allowed(s, text) is expected, text
        if expected:
            s = after(s, text)
    return s


def test_1_available_cards_at_the_start() -> None:
    s = after(GAME.start("document"), "deal(1)")
    assert [(len(side.reserve), len(side.hand)) for side in s.sides] == [(13, 35)] * 2
    assert [len(pile) for pile in s.houses] == [1] * 8
    assert s.foundations == ((),) * 8
    assert [side.waste for side in s.sides] == [()] * 2
    for seat in (Seat(0), Seat(1)):
        for side in GAME.view(s, seat).sides:
            down = [isinstance(card, Hidden) for card in side.reserve]
            assert down == [*[True] * 12, False], "the top face up, the others face down"
    one, two = (side.reserve[-1] for side in s.sides)
    assert isinstance(one, Card)
    assert isinstance(two, Card)
    assert s.seat == (0 if one.rank < two.rank else 1)


def reserves(preset: str, mover: int, other: int) -> State:
    return at(
        f"rules={preset} turn={mover} houses=7C "
        f"reserve{mover}=2S5D6HAS reserve{other}=3S waste{other}=4D"
    )


@pytest.mark.parametrize(
    "rules",
    ["document", "standard;foundation_duty=none", "report;foundation_duty=none"],
)
@mirrored
def test_2_and_3_move_card_from_reserve(rules: str, mover: int, other: int) -> None:
    s = called(reserves(rules, mover, other), FROM_RESERVE)
    assert house(s, 1) == "7C6H"
    assert foundation(s, 1) == "AS"
    assert pile(s, f"reserve{other}") == "3S2S"
    assert pile(s, f"waste{other}") == "4D5D"
    assert s.sides[mover - 1].is_empty


@pytest.mark.parametrize("preset", FORCING)
@mirrored
def test_where_foundations_come_first_only_the_last_call_is_refused(
    preset: str, mover: int, other: int
) -> None:
    s = called(reserves(preset, mover, other), FROM_RESERVE[:-1])
    assert refused(s, FROM_RESERVE[-1][0]).startswith("the reserve card comes first: 2♠")


@pytest.mark.parametrize("rules", PRESETS)
@mirrored
def test_4_to_7_move_card_from_tableau_and_ending_points(
    rules: str, mover: int, other: int
) -> None:
    s = called(
        at(f"rules={rules} turn={mover} houses=7C6H/AS/7S reserve{other}=8C waste{other}=5H"),
        FROM_HOUSES,
    )
    assert [house(s, n) for n in (1, 2, 3)] == ["-", "-", "7S"]
    assert foundation(s, 1) == "AS"
    assert pile(s, f"reserve{other}") == "8C7C"
    assert pile(s, f"waste{other}") == "5H6H"
    s = after(s, "pass")
    assert s.match.scores[mover - 1] == 36
    assert s.match.scores[other - 1] == 0
