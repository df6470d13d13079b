"""Deals: numbered ones for practice, and those of a secret that nobody can foresee."""

import pytest

from ludex.games.russian_bank.rules.dealing import DEALS, Deal
from ludex.games.russian_bank.rules.state import State
from ludex.kernel import Refusal
from ludex.parts.secret_dice import SECRET, SecretDice, is_secret
from ludex.registry import load

GAME = load("russian-bank")


def test_numbered_deals_lie_as_they_always_did() -> None:
    state = GAME.apply(GAME.start(), Deal(617))
    assert isinstance(state, State)
    houses = " ".join(str(pile[-1]) for pile in state.houses)
    assert houses == "3H TD KH KD AD' 4S' 7H' 2S'"


def test_secret_dice_want_a_secret() -> None:
    with pytest.raises(AssertionError):
        SecretDice(617)


def test_a_secret_deals_too_and_is_written_and_read() -> None:
    secret = SECRET + 12345
    deal = GAME.read(f"deal({secret})")
    assert isinstance(deal, Deal)
    assert str(deal) == f"deal({secret})"
    state = GAME.apply(GAME.start(), deal)
    assert isinstance(state, State)
    assert GAME.apply(GAME.start(), Deal(secret + 1)) != state
    drawn = GAME.draw(GAME.start(), SecretDice(secret))
    assert isinstance(drawn, Deal)
    assert is_secret(drawn.seed)


@pytest.mark.parametrize("number", [-1, DEALS, SECRET - 1, 2 * SECRET])
def test_no_other_number_is_a_deal(number: int) -> None:
    refusal = GAME.apply(GAME.start(), Deal(number))
    assert isinstance(refusal, Refusal)
    assert refusal.text == f"no deal has the number {number}"
