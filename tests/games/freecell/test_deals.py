"""Numbered deals are the same as everywhere else."""

import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.freecell.formats.boards import plain_text
from ludex.games.freecell.rules.deals import (
    DEALS,
    laid_out,
    microsoft_board,
    microsoft_order,
    random_board,
)
from ludex.games.freecell.rules.options import (
    EIGHT_OFF,
    FORECELL,
    FREECELL,
    SEAHAVEN_TOWERS,
    Building,
    Rules,
    Spaces,
)
from ludex.kernel.dice import Dice
from ludex.parts.cards import Card, Deck, pack_of_cards

PUBLISHED = {
    1: """
        JD KD 2S 4C 3S 6D 6S
        2D KC KS 5C TD 8S 9C
        9H 9S 9D TS 4S 8D 2H
        JC 5S QD QH TH QS 6H
        5D AD JS 4H 8H 6C
        7H QC AS AC 2C 3D
        7C KH AH 4D JH 8C
        5H 3H 3C 7S 7D TC""",
    617: """
        7D TD TH KD 4C 4S JD
        AD 7S QC 5H QS TS KS
        5C QD 3H 9S 9C 2H KC
        3S AC 9D 3C 9H 5D 4H
        5S 6D 6S 8S 7C JC
        8C 8H 8D 7H 6H 6C
        2D AS 3D 4D 2C JH
        AH KH TC JS 2S QH""",
    11982: """
        AH 3D KD JC 6C JD KC
        AS 3H 6H 5D 2C 7D 8D
        4H QS 5S 5C TH 8H 2S
        AC QC 4D 8C QH 9C 3S
        2D 8S 9H 9D 6D 2H
        6S 7H JH TD TC QD
        TS AD 9S KH 4S 4C
        JS KS 3C 7C 7S 5H""",
    2147483648: """
        QH 3H 7D 4D TS QD 6D
        QC JD 3C 5D 7H 6H 4S
        2H KC 8S TD JH AD 5S
        6S 7C 7S TC 5H 9S AC
        2S 8H TH 9C 3S 2D
        3D 5C JC AH 6C KH
        KS 8D AS 4H 2C 4C
        8C 9H QS JS 9D KD""",
    4294967296: """
        TS 3S KC 4H 9H 3H 4D
        5S QD 3D 9S 2H 6H KH
        2S 7C 9C 8D 6S AH JH
        TD 7D 8C 5C 2D QC QH
        3C 8S TH 7S TC 7H
        AD 5D JD AS 6C 9D
        JC 5H 2C 4S KS KD
        6D 4C QS JS 8H AC""",
    8589934591: """
        TC 8S 8C 6C 5H 5C 9C
        2S TD 6D 8D 9H 9S 6S
        JS TH 3S JD 4H QC 3D
        5S QS KD AH AS JH 4S
        4D 4C 7D JC 2D AD
        6H KH TS 7H QD QH
        3H 2C KC 2H 5D 9D
        7C KS 8H 3C AC 7S""",
}


def unindented(text: str) -> str:
    return "".join(f"{line.strip()}\n" for line in text.strip().splitlines())


@pytest.mark.parametrize("deal", PUBLISHED)
def test_a_numbered_deal_is_the_published_one(deal: int) -> None:
    assert plain_text(microsoft_board(deal)) == unindented(PUBLISHED[deal])


def test_deal_numbers_run_from_1_to_2_to_the_33_minus_1() -> None:
    assert 0 not in DEALS
    assert -3 not in DEALS
    assert 1 in DEALS
    assert (1 << 33) - 1 in DEALS
    assert 1 << 33 not in DEALS


@given(st.integers(1, (1 << 33) - 1))
def test_every_deal_has_each_card_once(deal: int) -> None:
    assert sorted(microsoft_order(deal)) == sorted(pack_of_cards())


@pytest.mark.skipif(
    shutil.which("make-microsoft-freecell-board") is None, reason="no board maker here"
)
def test_two_hundred_deals_agree_with_the_board_maker_of_fc_solve() -> None:
    dice = Dice(2018)
    spans = [(1, 32000), (32000, 1 << 31), (1 << 31, 1 << 32), (1 << 32, 1 << 33)]
    deals = [low + dice.below(high - low) for low, high in spans for _ in range(50)]
    for deal in deals:
        theirs = subprocess.run(
            ["make-microsoft-freecell-board", "-t", str(deal)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        assert plain_text(microsoft_board(deal)) == theirs, deal


@pytest.mark.parametrize("rules", [FREECELL, EIGHT_OFF, SEAHAVEN_TOWERS, FORECELL])
def test_relatives_deal_their_last_cards_to_the_cells(rules: Rules) -> None:
    board = random_board(rules, Dice(5))
    in_cells = [card for card in board.cells if card]
    assert len(in_cells) == rules.dealt_to_cells
    assert sum(map(len, board.columns)) == 52 - rules.dealt_to_cells


def test_two_packs_are_laid_out_whole() -> None:
    rules = Rules(columns=10, cells=6, packs=2)
    board = laid_out(Deck.of_packs(2).cards, rules)
    assert sum(map(len, board.columns)) == 104
    assert board.homes == (0,) * 8


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"columns": 3}, "the number of columns is from 4 to 13, not 3"),
        ({"columns": 14}, "columns is from 4 to 13, not 14"),
        ({"cells": -1}, "free cells is from 0 to 10, not -1"),
        ({"cells": 11}, "free cells is from 0 to 10, not 11"),
        ({"packs": 3}, "packs is from 1 to 2, not 3"),
        ({"dealt_to_cells": 5}, "cards dealt to the cells is from 0 to 4, not 5"),
    ],
)
def test_a_table_that_cannot_be_is_refused(sizes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**sizes)


def card(text: str) -> Card:
    found = Card.parse(text)
    assert found is not None
    return found


def test_building_is_down_in_other_colours_or_in_suit() -> None:
    nine_spades, eight_hearts, eight_spades = map(card, ("9S", "8H", "8S"))
    assert FREECELL.builds(eight_hearts, nine_spades)
    assert not FREECELL.builds(nine_spades, eight_hearts)
    assert not FREECELL.builds(eight_spades, nine_spades)
    assert Rules(building=Building.SUIT).builds(eight_spades, nine_spades)
    assert not Rules(building=Building.SUIT).builds(eight_hearts, nine_spades)


def test_only_kings_fill_spaces_where_the_rules_say_so() -> None:
    assert FREECELL.fills_space(card("2H"))
    assert not EIGHT_OFF.fills_space(card("2H"))
    assert EIGHT_OFF.fills_space(card("KH"))


@pytest.mark.parametrize(
    ("free", "spaces", "cards"),
    [(4, 0, 5), (3, 0, 4), (0, 0, 1), (2, 1, 6), (4, 2, 20), (0, 3, 8)],
)
def test_one_move_carries_free_cells_plus_one_doubled_by_each_space(
    free: int, spaces: int, cards: int
) -> None:
    assert FREECELL.carried(free, spaces) == cards


def test_spaces_for_kings_only_do_not_help_to_carry() -> None:
    assert Rules(spaces=Spaces.KINGS).carried(2, 3) == 3
