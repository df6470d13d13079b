"""Views hide what they must, and what they hide can be imagined."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from ludex.bots import thinking_of
from ludex.check.laws.of_seats import told_apart
from ludex.kernel import CHANCE, ONLOOKER, Dice, Game, History, Seat
from ludex.language.position import position_line, read_position
from ludex.parts.cards import Hidden
from ludex.registry import load
from playing import every_game, example, random_history, varied_starts
from secrets_of_games import SECRETS, VARIANTS, Otherwise

State = Any  # of any game
View = Callable[[State, Seat], State]
PLAYS = 4
STATES = 4
"""So many states of each play are looked at."""


def states(game: Game[Any]) -> list[Any]:
    """States of random plays, from the first to the last."""
    return _states(game.name)


@cache
def _states(name: str) -> list[Any]:
    game = next(game for game in every_game() if game.name == name).unchecked()
    found = []
    starts = [*varied_starts(game, VARIANTS)]
    for number, start in enumerate(starts):
        for seed in range(PLAYS if len(starts) == 1 else PLAYS // 2):
            history = random_history(game, 100 * number + seed, 400, start)
            played = [history.start, *(step.state for step in history.steps)]
            found += [*played[:: max(1, len(played) // STATES)], played[-1]]
    return found


def watching(game: Game[Any], s: State) -> list[Seat]:
    return [*map(Seat, range(game.seat_count(s))), ONLOOKER]


def leaks(game: Game[Any], otherwise: Otherwise | None, some: Iterable[Any]) -> list[str]:
    """What a seat is told that it must not know; also when nothing was put to the test."""
    found, dice = [], Dice(7)
    changed = 0
    for s in some:
        for seat in watching(game, s):
            if otherwise is None:
                if game.view(s, seat) != s:
                    found.append("something is hidden, and no entry says what")
                continue
            other = otherwise(s, seat, dice)
            changed += other != s
            found += [f"{what} differs" for what in told_apart(game, s, other, seat)]
    if otherwise is not None and not changed:
        found.append("the entry never changes anything")
    return found


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_a_seat_cannot_tell_states_apart_that_differ_in_what_it_must_not_see(
    game: Game[Any],
) -> None:
    assert leaks(game, SECRETS.get(game.name), states(game)) == []


def test_only_games_have_entries() -> None:
    assert set(SECRETS) | set(VARIANTS) <= {game.name for game in every_game()}


# -- the law can fail -----------------------------------------------------------------------


def one_card_too_many(s: State, seat: Seat) -> State:
    """A view of hold'em that shows the first card of everybody."""
    shown = load("holdem").view(s, seat)
    holes = zip(s.holes, shown.holes, strict=True)
    return shown._replace(holes=tuple((*a[:1], *b[1:]) for a, b in holes))


def the_next_card(s: State, seat: Seat) -> State:
    """A view of Russian Bank that shows which card of the hand will be turned next."""
    shown = load("russian-bank").view(s, seat)
    sides = zip(s.sides, shown.sides, strict=True)
    seen = [b._replace(hand=(*b.hand[:-1], *a.hand[-1:])) for a, b in sides]
    return shown._replace(sides=tuple(seen))


@pytest.mark.parametrize(
    ("name", "view"), [("holdem", one_card_too_many), ("russian-bank", the_next_card)]
)
def test_a_leaky_view_breaks_the_law(name: str, view: View) -> None:
    leaky = replace(load(name), view=view)
    found = leaks(leaky, SECRETS[name], states(leaky)[::5])  # few show it already
    assert {"the view differs", "the position line differs"} <= set(found)


def test_a_text_that_tells_more_than_its_view_breaks_the_law() -> None:
    game = example("kuhn_poker")
    chatty = replace(game, consequences=lambda s, _, _t: (f"player 2 holds {s.cards[1]}",))
    found = leaks(chatty, SECRETS[game.name], states(chatty))
    assert "the log entry of bet differs" in found


def test_a_game_that_hides_something_needs_an_entry() -> None:
    game = example("kuhn_poker")
    assert "no entry says what" in leaks(game, None, states(game))[0]


def test_an_entry_that_changes_nothing_breaks_the_law() -> None:
    game = example("kuhn_poker")
    assert leaks(game, lambda s, *_: s, states(game)) == ["the entry never changes anything"]


# -- imagining ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_what_is_imagined_behind_a_view_looks_the_same(game: Game[Any]) -> None:
    dice = Dice(11)
    for s in states(game):
        for seat in watching(game, s):
            shown = game.view(s, seat)
            whole = thinking_of(game).imagine(shown, seat, dice)
            assert game.view(whole, seat) == shown
            assert [name for name, holds in game.always.items() if not holds(whole)] == []
            assert read_position(game, position_line(game, whole)) == whole
            if game.outcome(s) is None:
                assert game.legal(whole, seat) == game.legal(shown, seat)


@pytest.mark.parametrize(
    "game", [g for g in every_game() if thinking_of(g).worth], ids=lambda game: game.name
)
def test_how_well_a_seat_stands_follows_from_what_it_sees(game: Game[Any]) -> None:
    assert thinking_of(game).worth is not None
    values = set()
    for s in states(game):
        for seat in map(Seat, range(game.seat_count(s))):
            worth = thinking_of(game).worth(s, seat)
            assert worth == thinking_of(game).worth(game.view(s, seat), seat)
            values.add(worth)
    assert len(values) > 50


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_an_imagined_game_can_be_played_to_its_end(game: Game[Any]) -> None:
    dice = Dice(12)
    for s in states(game)[::20]:
        seat = dice.choice(watching(game, s))
        whole = thinking_of(game).imagine(game.view(s, seat), seat, dice)
        for _ in range(60):
            if game.outcome(whole) is not None:
                break
            by_chance = game.turn(whole) == CHANCE
            moves = [game.draw(whole, dice)] if by_chance else game.moves(whole)
            whole = game.after(whole, dice.choice(moves))  # every promise is checked


@pytest.mark.parametrize("name", SECRETS)
def test_other_dice_imagine_other_states_where_something_is_hidden(name: str) -> None:
    game = next(game for game in every_game() if game.name == name)
    otherwise, hiding = SECRETS[name], 0
    for s in states(game):
        for seat in watching(game, s):
            shown = game.view(s, seat)
            found = {thinking_of(game).imagine(shown, seat, Dice(i)) for i in range(8)}
            if len({otherwise(s, seat, Dice(i)) for i in range(8)}) > 1:
                hiding += 1
                assert len(found) > 1
            else:
                assert found == {shown}
            other = game.view(otherwise(s, seat, Dice(9)), seat)
            assert thinking_of(game).imagine(other, seat, Dice(0)) in found
    assert hiding > 20


def test_all_104_cards_lie_on_an_imagined_table_of_russian_bank() -> None:
    game = load("russian-bank")
    s = random_history(game, 3, 200).state
    whole = thinking_of(game).imagine(game.view(s, Seat(0)), Seat(0), Dice(1))
    assert game.always["there are 104 cards, each of both packs once"](whole)
    piles = [pile for side in whole.sides for pile in side[:3]]
    assert not [card for pile in piles for card in pile if isinstance(card, Hidden)]
    for pack, side in enumerate(whole.sides):
        dealt = side.reserve[: len(side.reserve) - side.loaded]
        assert {card.pack for card in dealt} <= {pack}


def test_imagined_hands_of_hold_em_come_from_the_cards_that_nobody_sees() -> None:
    game = load("holdem")
    history = random_history(game, 5, 6)
    assert isinstance(history, History)
    s = history.state
    seat = Seat(0)
    shown = game.view(s, seat)
    seen = {*s.board, *s.holes[seat]}
    hands = [thinking_of(game).imagine(shown, seat, Dice(i)).holes for i in range(400)]
    assert all(holes[seat] == s.holes[seat] for holes in hands)
    others = {card for holes in hands for card in (*holes[1], *holes[2])}
    assert others == {*range(52)} - seen
