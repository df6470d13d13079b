"""Dice: the same numbers everywhere, all equally likely."""

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from ludex.kernel import Dice
from ludex.parts.secret_dice import SECRET, SecretDice, dice_for, dice_of, is_secret


def test_the_stream_is_the_published_one() -> None:
    # The first outputs of SplitMix64 from the seed 1234567, as published with it.
    dice = Dice(1234567)
    assert [dice.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(st.integers(), st.integers(1, 2**200))
def test_a_number_below_n_is_below_n(seed: int, n: int) -> None:
    assert 0 <= Dice(seed).below(n) < n


def demand_that_orders_are_as_likely(dice: Dice) -> None:
    orders: Counter[str] = Counter()
    for _ in range(24_000):
        letters = list("abcd")
        dice.shuffle(letters)
        orders["".join(letters)] += 1
    assert len(orders) == 24
    assert all(850 < count < 1_150 for count in orders.values())


def test_choices_and_shuffles_are_uniform() -> None:
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(60_000))
    assert all(9_500 < counts[i] < 10_500 for i in range(6))
    demand_that_orders_are_as_likely(dice)
    assert dice.choice("x") == "x"


def test_split_dice_go_their_own_way() -> None:
    dice = Dice(9)
    first, second = dice.split(), dice.split()
    assert first.word() != second.word()
    assert Dice(9).split().word() == Dice(9).split().word()


def test_secret_dice_are_sha_256_in_counter_mode() -> None:
    secret = SECRET + 617
    block = sha256(secret.to_bytes(33) + (0).to_bytes(8)).digest()
    following = sha256(secret.to_bytes(33) + (1).to_bytes(8)).digest()
    dice = SecretDice(secret)
    words = [dice.word() for _ in range(8)]
    assert b"".join(word.to_bytes(8) for word in words) == block + following


@given(st.integers(0, SECRET - 1), st.integers(1, 2**200))
def test_secret_numbers_are_fair_too(seed: int, n: int) -> None:
    assert 0 <= SecretDice(SECRET + seed).below(n) < n


def test_secret_shuffles_are_uniform() -> None:
    dice = SecretDice(SECRET + 3)
    demand_that_orders_are_as_likely(dice)


def test_a_secret_gives_secrets_to_its_deals_lines_and_parts() -> None:
    dice = SecretDice(SECRET + 5)
    numbers = {dice.deal_number(2**62) for _ in range(20)}
    assert len(numbers) == 20
    assert all(is_secret(number) for number in numbers)
    assert is_secret(dice.split().seed)
    lines = {dice_for(SECRET + 5, n, "chance").seed for n in range(20)}
    assert len(lines) == 20
    assert all(is_secret(seed) for seed in lines)


def test_seeds_that_people_choose_throw_the_dice_they_always_did() -> None:
    assert dice_for(7, 3, "chance").seed == 12267073554283955767
    assert type(dice_of(7)) is Dice
    assert Dice(7).deal_number(2**62) == Dice(7).below(2**62)
