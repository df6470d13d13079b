"""Systems without an end, such as a bank: a rulebook without `outcome` says that it is one."""

import json
from pathlib import Path

import pytest

from commands import ludex

BANK = '''
"""A bank with one account."""
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Guards, Start, Whole

class State(NamedTuple):
    balance: int = 0

class Deposit(Event[State]):
    """Put `amount` into the account."""
    amount: Annotated[int, Whole(1, 3)]
    def guards(self, s: State) -> Guards:
        yield 1 <= self.amount <= 3 or "put in one to three"
        yield s.balance + self.amount <= 9 or "the account is full"
    def apply(self, s: State) -> State:
        return State(s.balance + self.amount)

class Withdraw(Event[State]):
    """Take `amount` out of the account."""
    amount: Annotated[int, Whole(1, 3)]
    def guards(self, s: State) -> Guards:
        yield 1 <= self.amount <= 3 or "take one to three"
        yield self.amount <= s.balance or "there is not so much in the account"
    def apply(self, s: State) -> State:
        return State(s.balance - self.amount)

game = Game(
    name="bank", title="Bank", summary="An account.", start=Start.fixed(State()),
    events=(Deposit, Withdraw), text=str, always={"no debts": lambda s: s.balance >= 0},
)
'''


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    file = tmp_path / "bank.py"
    file.write_text(BANK)
    return file


def test_runs_of_a_system_end_at_their_budget(bank: Path) -> None:
    done = ludex("simulate", str(bank), "--games", "3", "--seed", "1", "--max-events", "50")
    assert (done.status, done.err) == (0, "")
    first, second, *_ = done.out.splitlines()
    assert first == "bank: 3 runs of 50 events at most, seed 1: 0 violations"
    assert second.startswith("system     without an end: it declares no outcome")
    assert len(done.out.splitlines()) < 10


def test_a_broken_promise_of_a_system_is_found(bank: Path) -> None:
    bank.write_text(BANK.replace("s.balance >= 0", "s.balance < 9"))
    done = ludex("simulate", str(bank), "--games", "2", "--seed", "1", "--json")
    assert done.status == 1
    assert json.loads(done.out)["breach"]["script"] == ["deposit(3)"] * 3


def test_a_system_is_checked_without_looking_for_an_end(bank: Path) -> None:
    done = ludex("check", str(bank))
    assert done.status == 0, done.out
    assert "plays       a system without an end: it declares no outcome" in done.out


def test_a_game_that_never_ends_is_told_in_a_few_lines(bank: Path) -> None:
    bank.write_text(BANK.replace("text=str", "text=str, outcome=lambda s: None"))
    done = ludex("simulate", str(bank), "--games", "2", "--seed", "1")
    assert done.status == 1
    assert "only 10 positions can be reached\n           from the beginning on\n" in done.out
    assert done.out.endswith("a system without an end, such as a bank, declares no `outcome`\n")
    assert len(done.out.splitlines()) < 12
