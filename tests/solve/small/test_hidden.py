"""Games with hidden cards: CFR+ against known values and best answers found in another way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from types import FunctionType
from typing import Any

import pytest

from ludex.bots.observation import view_of
from ludex.check.explore import ExploreLimits
from ludex.kernel import (
    CHANCE,
    Chance,
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Start,
    lost,
    won,
)
from ludex.solve.small import SolveOptions, Unsolved, solve
from ludex.solve.small.cfr import METHODS, Matrix, Strategy, run_cfr
from ludex.solve.small.cfr_rounds import run_rounds
from ludex.solve.small.hidden_information import MixedStrategies
from ludex.solve.small.payoffs import Measure
from ludex.solve.small.sequence_form import SequenceForm, Watch, build_sequence_form
from playing import example


def mixed(game: Game[Any], **asked: Any) -> MixedStrategies:
    found = solve(game, game.start(), SolveOptions(**asked))
    assert isinstance(found, MixedStrategies), found
    return found


def in_python(function: Any) -> Any:
    """A compiled function in plain Python, with all the functions that it calls."""
    text = getattr(function, "py_func", None)
    if text is None:
        return function
    called = {name: in_python(text.__globals__[name]) for name in text.__code__.co_names
              if hasattr(text.__globals__.get(name), "py_func")}  # fmt: skip
    return FunctionType(text.__code__, {**text.__globals__, **called}, text.__name__)


def on_lists(side: Any) -> Any:
    """The arrays of a player as lists."""
    if isinstance(side, tuple):
        return type(side)(*map(on_lists, side))  # type: ignore[call-arg]
    return [*side]


def form_of(game: Game[Any]) -> SequenceForm:
    form = build_sequence_form(game, game.start(), Watch(ExploreLimits()))
    assert isinstance(form, SequenceForm)
    return form


def expected(game: Game[Any], odds: dict[tuple[int, Any], dict[Any, float]]) -> float:
    """What the first player gets, by walking the whole tree."""

    def worth(s: Any) -> float:
        outcome = game.outcome(s)
        if outcome is not None:
            return float(outcome.scores[0])
        turn = game.turn(s)
        if turn == CHANCE:
            chances = game.chance(s) or ()
            return sum(float(p) * worth(game.after(s, e)) for e, p in chances)
        here = odds[turn, game.view(s, turn)]
        return sum(p * worth(game.after(s, e)) for e, p in here.items() if p)

    return worth(game.start())


def table_of(found: MixedStrategies) -> dict[tuple[int, Any], dict[Any, float]]:
    return {
        (player, here.shown): dict(zip(here.events, odds, strict=True))
        for player in (0, 1)
        for here, odds in found.of(player)
    }


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    found = mixed(example("kuhn_poker"))
    assert found.bounds is not None
    assert found.sets == 12
    assert found.measure is Measure.SCORES
    assert found.bounds.exploitability < 1e-4
    assert found.bounds.low <= -1 / 18 <= found.bounds.high
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-4)


def test_the_exploitability_of_kuhn_poker_is_that_of_every_pure_answer() -> None:
    game = example("kuhn_poker")
    found = mixed(game, target=1e-2)
    assert found.bounds is not None
    odds = table_of(found)
    assert expected(game, odds) == pytest.approx(found.bounds.value)
    best = []
    for player, sign in ((0, 1), (1, -1)):
        own = [key for key in odds if key[0] == player]
        answers = []
        for choice in product(*(odds[key] for key in own)):
            pure = {key: {event: 1.0} for key, event in zip(own, choice, strict=True)}
            answers.append(sign * expected(game, {**odds, **pure}))
        assert len(answers) == 64
        best.append(max(answers))
    assert best[0] == pytest.approx(found.bounds.high)
    assert -best[1] == pytest.approx(found.bounds.low)
    assert found.bounds.nash_conv == pytest.approx(sum(best))


def test_the_solution_of_kuhn_poker_has_the_known_proportions() -> None:
    found = mixed(example("kuhn_poker"), target=1e-5)
    odds = {
        (player, str(shown.cards), shown.chips): {str(e): p for e, p in events.items()}
        for (player, shown), events in table_of(found).items()
    }
    bets = {key: events["bet"] for key, events in odds.items()}
    jack = next(p for k, p in bets.items() if k[0] == 0 and "JACK" in k[1] and k[2] == (1, 1))
    king = next(p for k, p in bets.items() if k[0] == 0 and "KING" in k[1] and k[2] == (1, 1))
    assert 0 <= jack <= 1 / 3 + 0.01
    assert king == pytest.approx(3 * jack, abs=0.03)
    call = next(p for k, p in bets.items() if k[0] == 1 and "QUEEN" in k[1] and k[2] == (2, 1))
    assert call == pytest.approx(1 / 3, abs=0.01)


@pytest.fixture(scope="module")
def leduc() -> SequenceForm:
    return form_of(example("leduc_poker"))


def test_leduc_poker_has_its_known_tree(leduc: SequenceForm) -> None:
    form = leduc
    assert form.nodes == 9_457
    assert [len(player.sets) for player in form.players] == [468, 468]
    assert sum(sum(ends.values()) for ends in form.ends.values()) != 0


def best_by_walking(game: Game[Any], found: Strategy, form: Any, player: int) -> float:
    """The best answer by going down the tree with all states that look alike at once."""
    other = 1 - player
    odds = {
        here.shown: dict(zip(here.events, row, strict=True))
        for here, row in zip(form.players[other].sets, found, strict=True)
    }
    sign = 1 if player == 0 else -1

    def down(some: list[tuple[Any, float]]) -> float:
        """The most that can be had from states with their weights, all of which look alike
        or are not the player's to tell apart yet."""
        total, mine = 0.0, dict[Any, list[tuple[Any, float]]]()
        todo = [*some]
        while todo:
            s, weight = todo.pop()
            outcome = game.outcome(s)
            if outcome is not None:
                total += sign * weight * outcome.scores[0]
                continue
            turn = game.turn(s)
            if turn == player:
                mine.setdefault(game.view(s, Seat(player)), []).append((s, weight))
                continue
            if turn == CHANCE:
                events = [(e, float(p)) for e, p in game.chance(s) or ()]
            else:
                events = [*odds[game.view(s, turn)].items()]
            todo += [(game.after(s, e), weight * p) for e, p in events if p]
        for alike in mine.values():
            total += max(
                down([(game.after(s, event), weight) for s, weight in alike])
                for event in game.moves(alike[0][0])
            )
        return total

    return down([(game.start(), 1.0)])


def test_best_answers_in_leduc_poker_are_those_of_another_walk(
    leduc: SequenceForm,
) -> None:
    game, form = example("leduc_poker"), leduc
    matrix = Matrix(form, Measure.SCORES)
    found = run_cfr(matrix, 0.0, lambda rounds, _: rounds >= 30)
    first, second = found.strategies
    assert best_by_walking(game, second, form, 0) == pytest.approx(found.bounds.high)
    assert best_by_walking(game, first, form, 1) == pytest.approx(-found.bounds.low)
    assert found.bounds.exploitability < 0.1


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("is_simultaneous", [False, True])
def test_every_method_converges_to_the_value_of_kuhn_poker(
    name: str, is_simultaneous: bool
) -> None:
    matrix = Matrix(form_of(example("kuhn_poker")), Measure.SCORES)
    found = run_cfr(
        matrix, 2e-3, lambda *_: False, METHODS[name], most=200_000, is_simultaneous=is_simultaneous
    )
    assert found.rounds < 200_000
    assert found.bounds.exploitability <= 2e-3
    assert found.bounds.low <= -1 / 18 <= found.bounds.high


def test_the_last_plan_of_predictive_cfr_converges_without_a_mean() -> None:
    matrix = Matrix(form_of(example("kuhn_poker")), Measure.SCORES)
    found = run_cfr(matrix, 1e-3, lambda *_: False, METHODS["pcfr+"], most=20_000, is_last=True)
    assert found.bounds.exploitability <= 1e-3
    assert found.bounds.low <= -1 / 18 <= found.bounds.high


@pytest.mark.parametrize("most", [1, 2, 7, 1_000])
def test_cfr_ends_after_the_rounds_that_are_asked_for(most: int) -> None:
    matrix = Matrix(form_of(example("kuhn_poker")), Measure.SCORES)
    assert run_cfr(matrix, 0.0, lambda *_: False, most=most).rounds == most
    found = mixed(example("kuhn_poker"), target=0.0, rounds=most, method=METHODS["dcfr"])
    assert (found.rounds, found.is_close) == (most, False)
    assert ("method", f"DCFR, {most:,} rounds; 0 was not reached") in [*found.summary()]


def test_compiled_rounds_are_those_in_plain_python(leduc: SequenceForm) -> None:
    """On lists, as they run where NumPy and Numba are not installed."""
    matrix = Matrix(leduc, Measure.SCORES)
    compiled = [matrix.learner(player) for player in (0, 1)]
    plain = [on_lists(matrix.learner(player)) for player in (0, 1)]
    for one in METHODS.values():
        settings = (one.gain, one.loss, one.average, one.is_floored, one.is_predictive, True)
        run_rounds(compiled[0], compiled[1], 0, 3, *settings)
        in_python(run_rounds)(*plain, 0, 3, *settings)
        for side, other in zip(compiled, plain, strict=True):
            assert [*side.sums] == pytest.approx(other.sums, rel=1e-12)


@pytest.mark.slow
def test_leduc_poker_is_solved_to_a_thousandth_of_a_chip() -> None:
    found = mixed(example("leduc_poker"), target=1e-3, limits=ExploreLimits())
    assert found.bounds is not None
    assert found.sets == 936
    assert found.bounds.exploitability < 1e-3
    assert found.bounds.low <= -0.0856 <= found.bounds.high
    assert not found.forgets  # the table shows all that was said


def test_the_time_is_over_before_the_target_and_it_is_said() -> None:
    found = mixed(example("kuhn_poker"), target=1e-12, limits=ExploreLimits(seconds=0.2))
    assert not found.is_close
    assert any("1e-12 was not reached" in text for _, text in found.summary())
    assert found.bounds is not None
    assert found.bounds.exploitability > 1e-12


# -- games of the tests --------------------------------------------------------------------------


FIRST = Seat(0)


@dataclass(frozen=True, slots=True)
class Pennies:
    hidden: int = 0
    """What the first player chose: 1 heads, 2 tails, 0 nothing yet, -1 unknown."""

    guess: int = 0
    turn: Seat = FIRST


class Choose(Event[Pennies]):
    """Choose a side of the coin."""

    heads: bool

    def apply(self, s: Pennies) -> Pennies:
        side = 1 if self.heads else 2
        if s.turn == 0:
            return Pennies(side, 0, Seat(1))
        return Pennies(s.hidden, side, Seat(1))


def pennies(prize: int = 1) -> Game[Pennies]:
    """Matching pennies: the second player guesses; heads may be worth more."""

    def outcome(s: Pennies) -> Outcome | None:
        if not s.guess:
            return None
        worth = prize if s.hidden == 1 else 1
        if s.guess == s.hidden:
            return won(Seat(1), "guessed", (-worth, worth))
        return won(Seat(0), "not guessed", (worth, -worth))

    def view(s: Pennies, seat: Seat) -> Pennies:
        hides = seat == 1 and s.hidden and not s.guess
        return replace(s, hidden=-1) if hides else s

    return Game(
        name="pennies", title="Pennies", summary="Guess.", players=(2, 2), view=view,
        start=Start.fixed(Pennies()), events=(Choose,), outcome=outcome, text=str,
        turn=lambda s: s.turn,
    )  # fmt: skip


def test_matching_pennies_are_mixed_and_worth_nothing() -> None:
    found = mixed(pennies())
    assert found.values[0] == pytest.approx(0, abs=1e-4)
    for player in (0, 1):
        for _, odds in found.of(player):
            assert odds == pytest.approx([0.5, 0.5], abs=0.01)


def test_a_player_forgets_nothing_that_was_shown_once() -> None:
    """A card is shown, then turned over: the seat still knows it, the view does not say it."""
    game = memory_game()
    found = solve(game, game.start())
    assert isinstance(found, MixedStrategies)
    assert found.values == (Fraction(1),)  # whoever remembers is always right
    assert found.sets == 4  # with one card or the other, before it is covered and after
    assert any("have no memory" in text for _, text in found.summary())


@dataclass(frozen=True, slots=True)
class Shown:
    card: int = 0
    """1 or 2; -1 unknown."""

    open: bool = True
    guess: int = 0


class DealOne(Chance[Shown]):
    """Deal a card face up."""

    red: bool

    def apply(self, s: Shown) -> Shown:
        return Shown(1 if self.red else 2)


class Cover(Event[Shown]):
    """Turn it over."""

    def guards(self, s: Shown) -> Guards:
        yield s.open or "it is covered"

    def apply(self, s: Shown) -> Shown:
        return replace(s, open=False)


class Guess(Event[Shown]):
    """Say which it is."""

    red: bool

    def guards(self, s: Shown) -> Guards:
        yield not s.open or "cover it first"

    def apply(self, s: Shown) -> Shown:
        return replace(s, guess=1 if self.red else 2)


def memory_game() -> Game[Shown]:
    def outcome(s: Shown) -> Outcome | None:
        if not s.guess:
            return None
        return won(Seat(0), "right") if s.guess == s.card else lost("wrong")

    def view(s: Shown, _: Seat) -> Shown:
        return replace(s, card=-1) if s.card and not s.open and not s.guess else s

    return Game(
        name="memory", title="Memory", summary="Remember.", view=view,
        start=Start.fixed(Shown()), events=(DealOne, Cover, Guess), outcome=outcome,
        text=str, turn=lambda s: Seat(0) if s.card else CHANCE,
    )  # fmt: skip


def test_information_sets_count_what_was_seen_and_not_what_is() -> None:
    form = form_of(memory_game())
    events = sorted(sorted(map(str, one.events)) for one in form.players[0].sets)
    assert events == [
        ["cover"],
        ["cover"],
        ["guess(no)", "guess(yes)"],
        ["guess(no)", "guess(yes)"],
    ]


def test_what_looks_the_same_must_allow_the_same() -> None:
    game = pennies()

    class Peek(Event[Pennies]):
        """Only where it is heads."""

        def guards(self, s: Pennies) -> Guards:
            yield (s.hidden == 1 and s.turn == 1) or "no"

        def apply(self, s: Pennies) -> Pennies:
            return replace(s, guess=1)

    found = solve(replace(game, events=(Choose, Peek)), game.start())
    assert isinstance(found, Unsolved)
    assert found.is_fault
    assert "sees the same view and has other legal events: peek" in found.reason


def test_three_with_hidden_cards_are_told_that_nothing_is_promised() -> None:
    game = replace(pennies(), players=(3, 3), seats=None)
    found = solve(replace(game, outcome=lambda s: won(Seat(0)) if s.guess else None), game.start())
    assert isinstance(found, Unsolved)
    assert "CFR guarantees nothing" in found.reason


def test_too_many_lines_of_play_are_cut_and_not_answered() -> None:
    game = example("leduc_poker")
    found = solve(game, game.start(), SolveOptions(ExploreLimits(states=5_000)))
    assert isinstance(found, Unsolved)
    assert found.reason == "cut at 5,000 lines of play"


def seen_by(game: Game[Any], found: MixedStrategies) -> Iterator[float]:
    deal = next(iter(game.chance(game.start()) or ()))[0]
    s = game.after(game.start(), deal)
    advised = found.recommend(view_of(game, s, game.turn(s)))
    assert advised is not None
    yield from (p for _, p in advised.events)


def test_advice_is_mixed_and_adds_up() -> None:
    game = example("kuhn_poker")
    assert sum(seen_by(game, mixed(game))) == pytest.approx(1)
