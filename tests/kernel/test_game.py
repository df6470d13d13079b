"""The game record: what the kernel derives, on a toy with a planted bug."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

import pytest

from ludex.check.strange_events import strange_event
from ludex.kernel import (
    CHANCE,
    SOLO,
    Chance,
    Dice,
    Event,
    Fault,
    Game,
    Guards,
    History,
    Outcome,
    Query,
    Refinement,
    Refusal,
    Reset,
    Seat,
    Speed,
    Start,
    Unreadable,
    Violation,
    Whole,
    YesNo,
    lost,
    replayed,
    won,
)
from ludex.kernel.start import changed_rules, option_texts
from ludex.table import Looks, Option, OptionTexts, options_of, scene_of


@dataclass(frozen=True, slots=True)
class Rules:
    limit: Annotated[int, Whole(1, 99), "How much is to be reached exactly?"] = 10
    tame: Annotated[bool, YesNo(), "leave the wild throw out"] = True


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    total: int = 0
    is_rolling: bool = False


class Roll(Event[State]):
    """Ask for a throw."""

    def guards(self, s: State) -> Guards:
        yield s.total < s.rules.limit or "the game is over"

    def apply(self, s: State) -> State:
        return replace(s, is_rolling=True)


class Throw(Chance[State]):
    """The die shows `pips`; a one is twice as likely."""

    pips: Annotated[int, Whole(1, 6)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.pips <= 6 or f"no die shows {self.pips}"

    def weight(self, s: State) -> int:
        return 2 if self.pips == 1 else 1

    def apply(self, s: State) -> State:
        wild = 100 if self.pips == 6 and not s.rules.tame else 0
        return replace(s, total=s.total + self.pips + wild, is_rolling=False)


class Again(Reset[State]):
    """Begin again."""

    def apply(self, s: State) -> State:
        return State(s.rules)


def outcome(s: State) -> Outcome | None:
    if s.total < s.rules.limit:
        return None
    return won(SOLO, "exact") if s.total == s.rules.limit else lost("too much")


game = Game(
    name="throws",
    title="Throws",
    summary="Reach the limit exactly.",
    start=Start(State, {"standard": Rules(), "wild": Rules(limit=20, tame=False)}),
    events=(Roll, Throw, Again),
    turn=lambda s: CHANCE if s.is_rolling else SOLO,
    outcome=outcome,
    text=lambda s: f"total {s.total}",
    always={"totals stay small": lambda s: s.total < 100},
    steps={"totals never fall": lambda s, e, t: isinstance(e, Again) or t.total >= s.total},
)


class Look(Query[State]):
    """Tell the total."""

    def answer(self, s: State) -> str:
        return str(s.total)


def test_a_game_of_chance_queries_and_asides_alone_is_decided_by_nobody() -> None:
    assert game.is_decided
    assert not replace(game, events=(Throw, Again, Look)).is_decided
    assert replace(game, events=(Roll, Look)).is_decided


def test_players_and_chance_act_only_in_their_turn() -> None:
    start = game.start()
    assert game.legal(start) == [Roll(), Again()]
    assert game.moves(start) == [Roll()]
    early = game.refusal(start, Throw(3))
    assert early is not None
    assert (early.text, early.guard) == ("Nothing is left to chance now", 0)
    rolling = game.apply(start, Roll())
    assert isinstance(rolling, State)
    waiting = game.refusal(rolling, Roll())
    assert waiting is not None
    assert waiting.text == "Waiting for chance: throw"
    assert game.legal(rolling) == [*(Throw(i) for i in range(1, 7)), Again()]
    assert game.moves(rolling, CHANCE) == [Throw(i) for i in range(1, 7)]
    assert game.legal(rolling, Seat(3)) == []


def test_chance_has_exact_probabilities_and_seeded_draws() -> None:
    rolling = game.after(game.start(), Roll())
    outcomes = game.chance(rolling)
    assert outcomes is not None
    assert dict(outcomes)[Throw(1)] == Fraction(2, 7)
    assert sum(p for _, p in outcomes) == 1
    drawn = [game.draw(rolling, dice) for dice in [Dice(5)] for _ in range(700)]
    assert drawn == [game.draw(rolling, dice) for dice in [Dice(5)] for _ in range(700)]
    assert 150 < drawn.count(Throw(1)) < 250


def test_a_refused_event_gives_a_refusal_and_no_state() -> None:
    over = State(Rules(), total=12)
    refused = game.apply(over, Roll())
    assert isinstance(refused, Refusal)
    assert refused.text == "the game is over"


def test_a_broken_promise_is_found_when_checked_and_only_then() -> None:
    rolling = game.after(game.start("wild"), Roll())
    with pytest.raises(Violation, match="totals stay small") as caught:
        game.after(rolling, Throw(6))
    assert caught.value.event == Throw(6)
    assert game.unchecked().after(rolling, Throw(6)).total == 106
    falling = replace(game, steps={"never": lambda *_: False})
    with pytest.raises(Violation, match="never"):
        falling.after(game.start(), Roll())


def test_presets_and_single_options_make_first_states() -> None:
    assert game.start().rules == Rules()
    assert game.start("wild").rules == Rules(20, tame=False)
    varied = game.start.varied("wild", {"limit": "7", "tame": "yes"})
    assert isinstance(varied, State)
    assert varied.rules == Rules(7)
    wrong = game.start.varied(None, {"limit": "100", "tame": "perhaps", "pips": "3"})
    assert isinstance(wrong, Unreadable)
    assert list(wrong.problems) == [
        "limit=100: expected a number from 1 to 99",
        "tame=perhaps: expected yes or no",
        "no option 'pips'; there are: limit, tame",
    ]
    assert isinstance(game.start.varied("mild", {}), Unreadable)
    limit, _ = options_of(game)
    assert limit.presets == {"standard": "10", "wild": "20"}
    assert limit.question == "How much is to be reached exactly?"


def test_events_are_read_from_text_or_refused_with_a_reason() -> None:
    assert game.read(" throw ( 3 ) ") == Throw(3)
    for text in ("fly", "throw(3", "throw(x)", "throw", "roll(1)", ""):
        assert isinstance(game.read(text), Unreadable), text


def test_a_journal_stops_at_its_first_refused_event() -> None:
    good = replayed(game, game.start(), [Roll(), Throw(3), Roll(), Throw(4)])
    assert isinstance(good, History)
    assert good.state.total == 7
    assert [str(e) for e in good.journal] == ["roll", "throw(3)", "roll", "throw(4)"]
    bad = replayed(game, game.start(), [Roll(), Roll()])
    assert isinstance(bad, Refusal)


def test_an_event_may_belong_to_a_seat_out_of_turn() -> None:
    class Object(Event[State]):
        """Object to what the other player does."""

        def seat(self, s: State) -> Seat | None:
            return Seat(1)

        def apply(self, s: State) -> State:
            return s

    pair = replace(game, events=(Roll, Object), players=(2, 2))
    assert pair.legal(pair.start(), Seat(0)) == [Roll()]
    assert pair.legal(pair.start(), Seat(1)) == [Object()]
    assert pair.seat_count(pair.start()) == 2


def test_the_status_is_the_turn_or_the_outcome() -> None:
    assert game.status(game.start()) == "player 1 to move"
    assert game.status(State(Rules(), 10)) == "exact"
    assert scene_of(game, game.start(), SOLO).status == "player 1 to move"


def test_rules_are_written_as_texts_and_changed_by_them() -> None:
    assert option_texts(Rules()) == {"limit": "10", "tame": "yes"}
    assert changed_rules(Rules(), {"limit": "12"}) == Rules(limit=12)
    assert isinstance(changed_rules(Rules(), {"limit": "100"}), Unreadable)


def test_candidates_narrow_and_the_guards_decide() -> None:
    start, over = State(Rules()), State(Rules(), total=10)
    eager = replace(game, speed=Speed(candidates=lambda _: [Roll(), Throw(3)]))
    assert eager.legal(start) == [Roll()]
    assert eager.legal(over) == []


def test_a_refinement_is_attached_and_believed() -> None:
    start = State(Rules())
    trusting = game.refined(Refinement(moves=lambda _: [Throw(3)]))
    assert trusting.moves(start) == [Throw(3)]
    assert game.moves(start) == [Roll()]
    assert trusting.refusal(start, Throw(3)) == game.refusal(start, Throw(3))
    ended = game.refined(Refinement(moves=lambda _: [], outcome=lambda _: lost("so")))
    assert ended.outcome(start) == lost("so")


def test_nothing_moves_after_the_end_whatever_the_guards_say() -> None:
    class Nod(Event[State]):
        """Nod, at any time."""

        def apply(self, s: State) -> State:
            return s

    nodding = replace(game, events=(*game.events, Nod), speed=Speed())
    over = State(Rules(), total=10)
    refusal = nodding.refusal(over, Nod())
    assert refusal is not None
    assert (refusal.text, refusal.guard) == ("the game is over", 0)
    assert nodding.refusal(State(Rules()), Nod()) is None
    assert Nod() in nodding.legal(State(Rules()))
    assert Nod() not in nodding.legal(over)
    own = replace(nodding, over=None)
    assert own.refusal(over, Roll()) == Roll().refusal(over)
    assert own.refusal(over, Nod()) == refusal


def test_an_event_without_a_docstring_is_no_rule() -> None:
    class Wave(Event[State]):
        def apply(self, s: State) -> State:
            return s

    with pytest.raises(TypeError, match="Wave has no docstring with its rule"):
        replace(game, events=(*game.events, Wave))


def test_asides_are_asked_for_only_by_who_wants_more_than_moves() -> None:
    class GiveUp(Reset[State]):
        """Begin anew, when anything has been thrown."""

        def guards(self, s: State) -> Guards:
            yield s.total > 0 or "nothing to give up"

        def apply(self, s: State) -> State:
            return State(s.rules)

    asked: list[State] = []

    def asides(s: State) -> list[Event[State]]:
        asked.append(s)
        return [GiveUp()]

    start, later = State(Rules()), State(Rules(), total=3)
    apart = replace(game, speed=Speed(candidates=lambda _: [Roll()], asides=asides))
    assert apart.moves(later) == [Roll()]
    assert asked == []
    assert apart.legal(later) == [Roll(), GiveUp()]
    assert apart.legal(start) == [Roll()]


def test_a_near_miss_differs_from_a_legal_event_in_one_argument_at_most() -> None:
    dice, near = Dice(4), Throw(3)
    strange = [strange_event(game, dice, near) for _ in range(200)]
    assert {type(event) for event in strange} > {Throw}
    assert near in strange
    assert Throw(7) in strange


def test_what_an_event_brings_about_is_told_of_the_last_one_only() -> None:
    telling = replace(game, consequences=lambda s, event, _: (f"{event} at {s.total}",))
    history = History(telling, telling.start())
    assert history.consequences == ()
    for event in (Roll(), Throw(4), Roll()):
        played = history.play(event)
        assert isinstance(played, History)
        history = played
    assert history.consequences == ("roll at 4",)
    assert History(game, game.start()).consequences == ()


def test_highlights_are_part_of_the_scene() -> None:
    shown = (("the die", ("die",)),)
    shining = replace(game, looks=Looks(highlights=lambda _: shown))
    assert scene_of(shining, game.start(), SOLO).highlights == shown
    assert scene_of(game, game.start(), SOLO).highlights == ()


class Shuffle(Chance[State]):
    """One of very many orders, by its `number`."""

    number: Annotated[int, Whole(0, 2**60)]

    @classmethod
    def ways(cls, s: State) -> int | None:
        return 2**60 + 1

    @classmethod
    def draw(cls, s: State, dice: Dice) -> "Shuffle":
        return cls(dice.below(2**60 + 1))

    def apply(self, s: State) -> State:
        return replace(s, is_rolling=False, total=s.total + 1)


def test_outcomes_too_many_to_list_are_drawn_and_not_listed() -> None:
    shuffling = replace(game, events=(Roll, Shuffle))
    rolling = shuffling.after(shuffling.start(), Roll())
    assert shuffling.chance(rolling) is None
    drawn = shuffling.draw(rolling, Dice(1))
    assert isinstance(drawn, Shuffle)
    assert shuffling.draw(rolling, Dice(1)) == drawn
    assert shuffling.after(rolling, drawn).total == 1


def test_chance_without_an_outcome_is_a_bug_that_is_named() -> None:
    class Nothing(Throw):
        """A throw that never falls."""

        def weight(self, s: State) -> int:
            return 0

    broken = replace(game, events=(Roll, Nothing))
    with pytest.raises(AssertionError, match="chance has the turn and no outcome"):
        broken.draw(broken.after(broken.start(), Roll()), Dice(1))


def test_undo_and_redo_need_a_history() -> None:
    for word in ("undo", "redo"):
        event = game.read(word)
        assert isinstance(event, Event)
        refusal = game.refusal(game.start(), event)
        assert refusal is not None
        assert (refusal.text, refusal.guard) == (f"{word} needs a history", 0)


def test_two_events_of_one_name_are_a_bug_in_the_rulebook() -> None:
    class Undo(Event[State]):
        """Not the kernel's."""

        def apply(self, s: State) -> State:
            return s

    with pytest.raises(TypeError, match="two events have the name undo"):
        replace(game, events=(Roll, Undo))
    with pytest.raises(TypeError, match="two events have the name roll"):
        replace(game, events=(Roll, Roll))


def test_an_option_with_very_many_values_takes_any_of_them() -> None:
    @dataclass(frozen=True)
    class Wide:
        deal: Annotated[int, Whole(1, 2**33)] = 1

    start = Start(lambda rules: rules, {"standard": Wide()})
    assert start.varied(None, {"deal": "617"}) == Wide(617)
    assert isinstance(start.varied(None, {"deal": "0"}), Unreadable)


def test_an_option_stands_under_one_heading_or_in_sight() -> None:
    def grouped(**groups: tuple[str, ...]) -> tuple[Option, ...]:
        return options_of(replace(game, looks=Looks(options=OptionTexts(groups=groups))))

    limit, tame = grouped(Rare=("tame",))
    assert (limit.group, tame.group) == ("", "Rare")
    with pytest.raises(AssertionError, match="two headings"):
        grouped(Rare=("tame",), Odd=("tame",))
    with pytest.raises(AssertionError, match="an option that does not exist"):
        grouped(Rare=("wild",))


def test_a_long_history_compares_and_prints() -> None:
    class Tick(Event[State]):
        """Nothing much."""

        def apply(self, s: State) -> State:
            return s

    ticking = replace(game, events=(Tick,))
    long = replayed(ticking, ticking.start(), [Tick()] * 5_000)
    again = replayed(ticking, ticking.start(), [Tick()] * 5_000)
    assert isinstance(long, History)
    assert long == again
    assert hash(long) == hash(again)
    assert repr(long) == "<History of throws: 5000 events>"
    assert long != long.undone()
    assert long != "history"


def test_a_preset_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="no preset 'mild'; there are: standard, wild"):
        game.start("mild")


class Reach(Event[State]):
    """Reach a total, and promise that it is larger than before."""

    total: Annotated[int, Whole(0, 20)]

    def apply(self, s: State) -> State:
        return replace(s, total=self.total)

    def ensures(self, s: State, t: State) -> Guards:
        yield t.total < 15 or "totals stay below fifteen"
        yield t.total > s.total or "the total grows"


def test_a_contract_is_checked_after_its_event_and_only_then() -> None:
    reaching = replace(game, events=(*game.events, Reach), always={}, steps={})
    assert reaching.after(State(Rules(), total=3), Reach(4)).total == 4
    with pytest.raises(Violation, match="the total grows") as caught:
        reaching.after(State(Rules(), total=3), Reach(3))
    assert caught.value.event == Reach(3)
    with pytest.raises(Violation, match="totals stay below fifteen"):
        reaching.after(State(Rules(), total=3), Reach(16))
    assert reaching.unchecked().after(State(Rules(), total=3), Reach(2)).total == 2


def test_a_contract_that_raises_is_a_fault_of_its_event() -> None:
    class Odd(Reach):
        """Ask for what is not there."""

        def ensures(self, s: State, t: State) -> Guards:
            yield 1 // (t.total - 4) == 0 or "never asked"

    strange = replace(game, events=(*game.events, Odd), always={}, steps={})
    with pytest.raises(Fault, match="its contract raises ZeroDivisionError"):
        strange.after(State(Rules()), Odd(4))


def test_an_option_without_a_domain_is_told_when_the_game_is_made() -> None:
    @dataclass(frozen=True)
    class Odd:
        size: int = 3
        ratio: float = 0.5

    with pytest.raises(TypeError, match=r"^Odd\.ratio: float is not an option, because it has no"):
        Start(lambda rules: rules, {"standard": Odd()})


def test_what_follows_from_the_options_is_none_of_them() -> None:
    @dataclass(frozen=True)
    class Derived:
        size: Annotated[int, Whole(1, 9)] = 3
        ratio: float = field(default=0.5, init=False)

    start = Start(lambda rules: rules, {"standard": Derived()})
    assert [*start.domains] == ["size"]
