"""A bank: accounts are opened and closed, and money is paid in, paid out and transferred.

An account can be blocked: then no money leaves it. No account is overdrawn, and none holds more than
six coins, so that all states can be visited.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Start, Whole
from ludex.parts.places import put
from ludex.table import Drawing, Looks, Shown, TablePlace, Zone, chips

Account = Enum("Account", "ANNA BEN SHOP")
ACCOUNTS = tuple(Account)
MOST = 6
"""An account holds so many coins."""


@dataclass(frozen=True, slots=True)
class State:
    balances: tuple[int | None, ...] = (None,) * len(ACCOUNTS)  # None: not open
    blocked: tuple[bool, ...] = (False,) * len(ACCOUNTS)
    paid_in: int = 0  # less what was paid out


class Open(Event[State]):
    """Open an `account` with nothing in it."""

    account: Account

    def guards(self, s: State) -> Guards:
        yield not is_open(s, self.account) or "the account is open"

    def apply(self, s: State) -> State:
        return replace(s, balances=put(s.balances, number(self.account), 0))


class Close(Event[State]):
    """Close an `account` with nothing in it."""

    account: Account

    def guards(self, s: State) -> Guards:
        yield is_open(s, self.account) or "the account is not open"
        yield not is_blocked(s, self.account) or "the account is blocked"
        yield balance(s, self.account) == 0 or "there is money in the account"

    def apply(self, s: State) -> State:
        return replace(s, balances=put(s.balances, number(self.account), None))


class Deposit(Event[State]):
    """Pay an `amount` into an `account`."""

    account: Account
    amount: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        yield self.amount >= 1 or "an amount is at least one coin"
        yield is_open(s, self.account) or "the account is not open"
        yield balance(s, self.account) + self.amount <= MOST or f"an account holds {MOST} coins"

    def apply(self, s: State) -> State:
        return paid(s, self.account, self.amount, self.amount)


class Withdraw(Event[State]):
    """Pay an `amount` out of an `account`."""

    account: Account
    amount: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        yield self.amount >= 1 or "an amount is at least one coin"
        yield is_open(s, self.account) or "the account is not open"
        yield not is_blocked(s, self.account) or "the account is blocked"
        yield self.amount <= balance(s, self.account) or "there is not so much in the account"

    def apply(self, s: State) -> State:
        return paid(s, self.account, -self.amount, -self.amount)


class Transfer(Event[State]):
    """Transfer an `amount` from one account, the `source`, to another, the `target`."""

    source: Account
    target: Account
    amount: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        yield self.amount >= 1 or "an amount is at least one coin"
        yield self.source is not self.target or "these are one account"
        yield (is_open(s, self.source) and is_open(s, self.target)) or "an account is not open"
        yield not is_blocked(s, self.source) or "the account is blocked"
        yield self.amount <= balance(s, self.source) or "there is not so much in the account"
        yield balance(s, self.target) + self.amount <= MOST or f"an account holds {MOST} coins"

    def apply(self, s: State) -> State:
        return paid(paid(s, self.source, -self.amount, 0), self.target, self.amount, 0)


class Block(Event[State]):
    """Block an `account`: no money leaves it."""

    account: Account

    def guards(self, s: State) -> Guards:
        yield is_open(s, self.account) or "the account is not open"
        yield not is_blocked(s, self.account) or "the account is blocked"

    def apply(self, s: State) -> State:
        return replace(s, blocked=put(s.blocked, number(self.account), True))


class Unblock(Event[State]):
    """Unblock an `account`."""

    account: Account

    def guards(self, s: State) -> Guards:
        yield is_blocked(s, self.account) or "the account is not blocked"

    def apply(self, s: State) -> State:
        return replace(s, blocked=put(s.blocked, number(self.account), False))


def number(account: Account) -> int:
    return ACCOUNTS.index(account)


def is_open(s: State, account: Account) -> bool:
    return s.balances[number(account)] is not None


def is_blocked(s: State, account: Account) -> bool:
    return s.blocked[number(account)]


def balance(s: State, account: Account) -> int:
    coins = s.balances[number(account)]
    return 0 if coins is None else coins


def paid(s: State, account: Account, amount: int, paid_in: int) -> State:
    """An amount comes into an account, or leaves it, and into the bank."""
    balances = put(s.balances, number(account), balance(s, account) + amount)
    return replace(s, balances=balances, paid_in=s.paid_in + paid_in)


def text(s: State) -> str:
    lines = []
    for account in ACCOUNTS:
        coins = balance(s, account)
        words = f"{coins} coins" if is_open(s, account) else "not open"
        lines.append(f"{account.name}: {words}{', blocked' * is_blocked(s, account)}")
    return "\n".join(lines)


PLACES = tuple(
    TablePlace(account.name, account.name.capitalize(), 1.6 * i, 0, look="square:account")
    for i, account in enumerate(ACCOUNTS)
)


SAFE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect x="1" y="1" width="18" height="18" '
    'rx="2" fill="#39424a" stroke="#1b2126"/><circle cx="15" cy="10" r="1.6" fill="#c9a227"/></svg>'
)


def zones(s: State, _: object) -> tuple[Zone, ...]:
    """The accounts side by side."""
    found = []
    for account, place in zip(ACCOUNTS, PLACES, strict=True):
        words = "blocked" if is_blocked(s, account) else "" if is_open(s, account) else "not open"
        label = f"{place.label}: {words}" if words else place.label
        zone = chips(place, balance(s, account), label)
        found.append(replace(zone, caption=label))
    return tuple(found)


game = Game(
    name="bank", title="A bank", summary="Pay money in, pay it out, and transfer it.",
    start=Start.fixed(State()), text=text,
    events=(Open, Close, Deposit, Withdraw, Transfer, Block, Unblock),
    looks=Looks(drawings={"square:account": Drawing(svg=SAFE)}, emblem=(Shown("chips:5", -1, 1), Shown("chips:25", 0.2, 1)), zones=zones),
    always={
        "no money is made or lost": lambda s: sum(balance(s, a) for a in ACCOUNTS) == s.paid_in,
        "no account is overdrawn": lambda s: all(balance(s, a) >= 0 for a in ACCOUNTS),
        "only open accounts are blocked": lambda s: all(is_open(s, a) for a in ACCOUNTS if is_blocked(s, a)),
    },
    sometimes={"all accounts are full": lambda s: s.balances == (MOST,) * len(ACCOUNTS)},
    rare=("all accounts are full",),
)  # fmt: skip
