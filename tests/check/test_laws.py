"""Each law can be broken, and is found to be: by a script of which nothing can be left out."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import pytest

from counting import COUNTING, Add, Forever
from ludex.check.laws import LAWS, Breach, broken
from ludex.games import load
from ludex.kernel import (
    Chance,
    Dice,
    Event,
    Game,
    Guards,
    Looks,
    Notation,
    Outcome,
    Query,
    Seat,
    Speed,
    Start,
    Unreadable,
    lost,
    won,
)
from ludex.parts.cards import Card, pack_of_cards
from ludex.parts.grid import Placed, Square
from playing import example


def read(line: str) -> int | Unreadable:
    return int(line) if line.isdigit() else Unreadable(("a number expected",))


counting = replace(COUNTING, notation=Notation(str, read))


def found(game: Game[Any], name: str, **more: Any) -> Breach:
    """The breach of one law."""
    breaches = broken(game, [game.start()], Dice(5), **more)
    by_name = {breach.law: breach for breach in breaches}
    assert name in by_name, breaches
    return by_name[name]


def test_a_sound_game_breaks_no_law() -> None:
    assert broken(counting, [0], Dice(1)) == []


def test_a_property_is_found_by_a_shortest_script() -> None:
    bad = replace(counting, always={"not nine": lambda s: s != 9})
    breach = found(bad, "play")
    assert breach.problem == "'not nine' does not hold"
    assert len(breach.script) == 5
    assert breach.is_shortest


class Wobble(Event[int]):
    """Add one, and sometimes two."""

    calls: ClassVar[list[int]] = [0]

    def apply(self, s: int) -> int:
        self.calls[0] += 1
        return s + 1 + self.calls[0] % 2


def test_an_event_that_does_not_always_do_the_same_is_impure() -> None:
    breach = found(replace(counting, events=(Wobble,)), "purity")
    assert "one state the first time and another the second" in breach.problem
    assert breach.script == ()


@dataclass(frozen=True)
class Box:
    """A state that should never change."""

    count: int = 0


class Smuggle(Event[Box]):
    """Add one behind everybody's back."""

    def apply(self, s: Box) -> Box:
        object.__setattr__(s, "count", s.count + 1)
        return Box(s.count)


boxes: Game[Box] = Game(
    name="boxes", title="Boxes", summary="Count.", start=Start.fixed(Box()),
    events=(Smuggle,), outcome=lambda s: lost("enough") if s.count > 9 else None,
    text=str,
)  # fmt: skip


def test_an_event_that_changes_its_state_is_found() -> None:
    names = {breach.law for breach in broken(boxes, [Box()], Dice(1))}
    assert "purity" in names


def test_a_position_that_reads_back_as_another_is_found() -> None:
    assert counting.notation is not None
    bad = replace(
        counting, notation=replace(counting.notation, write=lambda s: str(s // 2))
    )
    breach = found(bad, "positions")
    assert breach.problem.startswith("the position line reads back as another state")
    assert len(breach.script) == 1


def test_candidates_that_leave_something_out_are_found() -> None:
    bad = replace(counting, speed=Speed(candidates=lambda _: [Add(two=False)]))
    breach = found(bad, "candidates")
    assert breach.problem == "add(yes) is legal, and not among the candidates"


def test_a_game_that_goes_on_without_a_move_is_found() -> None:
    bad = replace(counting, outcome=lambda _: None)
    assert found(bad, "ends").problem == "the game goes on, and nobody can move"


def test_a_winner_who_does_not_play_is_found() -> None:
    def outcome(s: int) -> Outcome | None:
        return won(Seat(7), "seven") if s >= 20 else None

    breach = found(replace(counting, outcome=outcome), "ends")
    assert breach.problem == "the winner is seat 7, and there is no such seat"


class Peek(Query[int]):
    """Look, and stumble over a three."""

    def answer(self, s: int) -> str:
        return str(1 // (s - 3))


def test_a_query_that_stumbles_is_found_by_a_small_script() -> None:
    breach = found(replace(counting, events=(Add, Peek)), "hostile arguments", plays=40)
    assert "peek: it raises ZeroDivisionError" in breach.problem
    assert len(breach.script) == 2


class Halve(Event[int]):
    """Divide; whoever has three stumbles."""

    def guards(self, s: int) -> Guards:
        yield 10 // (s - 3) > 100 or "too much"

    def apply(self, s: int) -> int:
        return s // 2


def test_a_guard_that_raises_is_found_by_a_shortest_script() -> None:
    breach = found(replace(counting, events=(Add, Halve)), "play", plays=30)
    assert "halve: guard 1 raises ZeroDivisionError" in breach.problem
    assert len(breach.script) == 3
    assert breach.script[-1] == "halve"


class Sloppy(Event[int]):
    """Do something; the guard says 1 where it means yes."""

    def guards(self, s: int) -> Guards:
        yield 1  # type: ignore[misc]

    def apply(self, s: int) -> int:
        return s


def test_a_guard_that_says_1_instead_of_true_is_found() -> None:
    breach = found(replace(counting, events=(Add, Sloppy)), "play")
    assert breach.problem == "sloppy: guard 1 gave 1, not True or a text"


def test_a_guard_that_does_not_come_to_an_end_is_not_waited_for() -> None:
    game = replace(counting, events=(Add, Forever))
    breaches = broken(game, [0], Dice(1), plays=30, patience=1)
    assert any("forever: it has not come to an end" in b.problem for b in breaches)


def test_a_view_that_offers_something_else_is_found() -> None:
    game = replace(counting, view=lambda s, _: min(s + 19, 25))
    assert {"views"} <= {b.law for b in broken(game, [0], Dice(1))}


def test_a_view_that_shows_what_is_hidden_is_found() -> None:
    game = example("kuhn_poker")
    chatty = replace(game, told=lambda s, _, _t: (f"player 2 holds {s.cards[1]}",))
    breach = found(chatty, "views hide", plays=30)
    assert breach.problem.startswith("player 1 can tell what is hidden by what is told")


def test_chance_that_does_not_weigh_right_is_found() -> None:
    class Throw(Chance[int]):
        """Throw nothing."""

        def weight(self, s: int) -> int:
            return 0

        def apply(self, s: int) -> int:
            return s

    bad = replace(counting, events=(Throw, Add), turn=lambda _: Seat(-1))
    assert broken(bad, [0], Dice(1))


# -- stock properties -----------------------------------------------------------------------


class Hand(NamedTuple):
    """Cards on the table, and in the hand."""

    table: tuple[Card, ...] = pack_of_cards()
    hand: tuple[Card, ...] = ()


class Take(Event[Hand]):
    """Take the first card, and leave it on the table too."""

    def apply(self, s: Hand) -> Hand:
        return Hand(s.table, (*s.hand, s.table[0]))


class Burn(Event[Hand]):
    """Burn a card."""

    def apply(self, s: Hand) -> Hand:
        return Hand(s.table[1:], s.hand)


def of_cards(kind: type[Event[Hand]]) -> Game[Hand]:
    return Game(
        name="cards", title="Cards", summary="Take.", start=Start.fixed(Hand()),
        events=(kind,), text=str,
        outcome=lambda s: lost("enough") if len(s.hand) + 52 - len(s.table) > 9 else None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "problem"),
    [(Take, "take makes a second AS"), (Burn, "burn loses AS")],
)
def test_a_card_that_is_copied_or_lost_is_found_in_one_step(
    kind: type[Event[Hand]], problem: str
) -> None:
    breach = found(of_cards(kind), "cards are conserved")
    assert breach.problem == problem
    assert len(breach.script) == 1


class Board(NamedTuple):
    """Pieces on squares."""

    pieces: tuple[Placed[str], ...] = (Placed(Square(1, 1), "K"),)


class Put(Event[Board]):
    """Put a pawn somewhere."""

    first: bool

    def apply(self, s: Board) -> Board:
        at = Square(1, 1) if self.first else Square(2, len(s.pieces))
        return Board((*s.pieces, Placed(at, "P")))


def test_two_pieces_on_a_slot_are_found() -> None:
    game: Game[Board] = Game(
        name="board", title="Board", summary="Put.", start=Start.fixed(Board()),
        events=(Put,), text=str, looks=Looks(),
        outcome=lambda s: lost("enough") if len(s.pieces) > 5 else None,
    )  # fmt: skip
    breach = found(game, "one piece a slot")
    assert breach.problem == "2 pieces stand on (1, 1)"
    assert len(breach.script) == 1


def test_every_law_has_a_name_of_its_own() -> None:
    names = [law.name for law in LAWS]
    assert len(set(names)) == len(names)


def test_the_games_that_ship_are_lawful_from_every_beginning() -> None:
    game = load("chess-solitaire")
    assert broken(game, [game.start()], Dice(2)) == []
