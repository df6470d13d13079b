"""Any table of any game, whatever is said at it: pages that are behind, wishes, failures.

A driver without sockets: pages that sit at seats and look now and then, a disk that may fail,
and people, bots and chance who speak through the protocol. What must hold is held after each
word. What was agreed to is counted here once more, apart from the protocol.
"""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ludex.check.strange_events import strange_event
from ludex.kernel import CHANCE, Dice, Game, History, Seat, seat_number
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol import act, advise, hear, replay_lines, with_chance
from ludex.play.protocol.effects import Reaction, Rejection, StepKind
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import share_hash
from ludex.play.protocol.situation import Situation, TableSetting, UndoRequest
from ludex.table.hidden import has_hidden
from ludex.table.narration import last_entry
from playing import every_game

TABLE_WORDS = ("undo", "redo", ":agree", ":refuse", ":deal", ":no share", ":close")
SHARES = tuple(
    words
    for share in ("a" * 64, "b" * 64)
    for words in (
        f":hash {share_hash(1, share)}",
        f":hash {share_hash(2, share)}",
        f":share {share}",
    )
)
NONSENSE = (
    "",
    "nonsense",
    "why",
    "why undo",
    "why nonsense",
    "undo(1)",
    ":",
    ":share",
    ":agree ",
    "(",
    "a" * 500,
)
PAGES = 4

numbers = st.integers(0, 10**6)


class AnyTable(RuleBasedStateMachine):
    """One table, several pages, a disk."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game

    @initialize(
        seed=numbers,
        preset=numbers,
        bots=numbers,
        apart=st.booleans(),
        together=st.booleans(),
    )
    def begin(self, seed: int, preset: int, bots: int, apart: bool, together: bool) -> None:
        self.seed = seed
        starts = [*map(self.game.start, self.game.start.presets)]
        if "players" in self.game.start.domains:
            starts.append(self.game.start.varied(None, {"players": "3"}))
        start = starts[preset % len(starts)]
        seats = range(self.game.seat_count(start))
        taken = frozenset(Seat(i) for i in seats[1:] if bots >> i & 1)
        self.fresh = Situation(
            TableSetting(self.game, taken, apart=apart, together=together),
            History(self.game, start),
        )
        self.now = self.fresh
        self.disk: list[LogLine] = []
        people = self.now.people
        self.pages: list[list[Any]] = [[people[i % len(people)], 0] for i in range(PAGES)]
        self.agreed: set[int] | None = None
        """Who has said yes to the wish of now, with whoever asked."""

        self.was_assisted = False

    # -- what is done with what came of words -------------------------------------------

    def kept(self, heard: Reaction, *, fails: bool = False) -> None:
        """Carry the effects out as a driver does; a disk that fails keeps nothing."""
        assert heard.before is self.now
        if heard.no is not None:
            assert heard.effects == (heard.no,)
            assert heard.after is self.now
            return
        lines = heard.lines
        assert heard.after.number == self.now.number + len(lines)
        assert heard.after.assisted >= self.now.assisted
        if not lines:
            assert heard.after.history is self.now.history
        if fails:
            return
        self.told_no_more_than_is_seen(heard)
        self.marked_where_chance_was_taken_back(heard)
        self.disk += lines
        self.now = heard.after
        if lines:
            self.agreed = None

    def say(self, seat: Seat, number: int | None, words: str) -> Reaction:
        """Say it; it is the same however often it is asked for."""
        heard = hear(self.now, seat, number, words)
        again = hear(self.now, seat, number, words)
        assert heard.effects == again.effects
        assert heard.after.history == again.after.history
        if number is not None and number != self.now.number:
            assert heard.no is not None
            assert heard.no.stale
        self.consented(heard, seat, words)
        return heard

    def consented(self, heard: Reaction, seat: Seat, words: str) -> None:
        """People apart go back only where each of them wants to; counted here again."""
        if not self.now.setting.apart or isinstance(heard.no, Rejection):
            return
        speaks = {seat_number(seat)}
        if words in ("undo", ":agree"):
            self.agreed = speaks | (self.agreed or set())
            people = {*map(seat_number, self.now.people)}
            assert bool(heard.lines) == (people <= self.agreed)
            assert len(people) == 1 or not self.now.is_over
            wish = heard.after.undo_request
            assert (wish is None) == bool(heard.lines)
            if wish is not None:
                assert {wish.seat, *wish.agreed} == self.agreed
        elif words == ":refuse":
            assert self.agreed
            assert heard.after.undo_request is None
            assert not heard.lines
            self.agreed = None

    # -- who speaks ---------------------------------------------------------------------

    @rule(page=numbers)
    def looks(self, page: int) -> None:
        """A page is shown the table as it is."""
        self.pages[page % PAGES][1] = self.now.number

    @rule(page=numbers, person=numbers)
    def goes_and_comes_elsewhere(self, page: int, person: int) -> None:
        """A connection ends and another begins: the table takes no notice."""
        people = self.now.people
        self.pages[page % PAGES] = [people[person % len(people)], self.now.number]

    @rule(page=numbers, pick=numbers, twice=st.booleans(), fails=st.booleans())
    def plays(self, page: int, pick: int, twice: bool, fails: bool) -> None:
        """What its seat can do, by what it has seen; perhaps clicked on two tabs."""
        seat, number = self.pages[page % PAGES]
        legal = self.game.legal(self.game.view(self.now.state, seat), seat)
        if not legal:
            return
        words = str(legal[pick % len(legal)])
        heard = self.say(seat, number, words)
        accepted = bool(heard.lines)
        self.kept(with_chance(heard, self.drawn, pausing=pick % 2 == 0), fails=fails)
        if accepted and not fails:
            assert hear(self.now, seat, number, words).no is not None
        if twice:
            self.kept(self.say(seat, number, words))

    @rule(pick=numbers, wish=st.booleans(), person=numbers)
    def goes_on(self, pick: int, wish: bool, person: int) -> None:
        """Whoever is on turn plays, perhaps while somebody wishes to undo."""
        people = self.now.people
        if wish:
            asker = people[person % len(people)]
            self.kept(self.say(asker, self.now.number, "undo"))
        turn = self.now.turn
        if self.now.is_over or turn not in people:
            return
        moves = self.game.moves(self.game.view(self.now.state, turn), turn)
        heard = self.say(turn, self.now.number, str(moves[pick % len(moves)]))
        assert heard.lines or self.now.is_closed
        self.kept(with_chance(heard, self.drawn, pausing=False))

    @rule(page=numbers, words=st.sampled_from((*TABLE_WORDS, *SHARES, *NONSENSE)))
    def says_something(self, page: int, words: str) -> None:
        """About the table, or nonsense."""
        seat, number = self.pages[page % PAGES]
        self.kept(with_chance(self.say(seat, number, words), self.drawn, pausing=True))

    @rule(person=numbers, words=st.sampled_from(TABLE_WORDS))
    def insists(self, person: int, words: str) -> None:
        """Somebody whose page is always up to date."""
        people = self.now.people
        seat = people[person % len(people)]
        heard = self.say(seat, self.now.number, words)
        self.kept(with_chance(heard, self.drawn, pausing=False))

    @precondition(lambda self: self.now.undo_request is not None)
    @rule(person=numbers, words=st.sampled_from((":agree", ":refuse")))
    def answers_a_wish(self, person: int, words: str) -> None:
        """Anybody, whoever asked among them."""
        people = self.now.people
        seat = people[person % len(people)]
        self.kept(self.say(seat, self.now.number, words))

    @rule(page=numbers, seed=numbers)
    def wonders(self, page: int, seed: int) -> None:
        """Why? It is a question about what this seat sees, and nothing comes of it."""
        seat, number = self.pages[page % PAGES]
        event = strange_event(self.game, Dice(seed))
        heard = self.say(seat, number, f"why {event}")
        assert heard.after is self.now
        if heard.no is None:
            assert heard.effects == (heard.explanation_request,)
            assert heard.explanation_request is not None
            assert heard.explanation_request.shown == self.game.view(self.now.state, seat)

    @rule(page=numbers, seed=numbers)
    def tries(self, page: int, seed: int) -> None:
        """An event that is nearly legal, or not at all."""
        seat, number = self.pages[page % PAGES]
        dice = Dice(seed)
        legal = self.game.legal(self.now.state)
        near = dice.choice(legal) if legal else None
        self.kept(self.say(seat, number, str(strange_event(self.game, dice, near))))

    @precondition(lambda self: not self.now.is_over)
    @rule(seed=numbers, count=st.integers(1, 4))
    def others_act(self, seed: int, count: int) -> None:
        """Chance and bots."""
        for i in range(count):
            turn = self.now.turn
            if self.now.is_over or turn in self.now.people or self.now.awaited:
                return
            if turn == CHANCE:
                event = self.drawn(self.now)
            else:
                event = Dice(seed + i).choice(self.game.moves(self.now.state, turn))
            heard = act(self.now, turn, event)
            assert heard.no is None
            self.kept(heard)

    @rule(page=numbers)
    def asks_for_advice(self, page: int) -> None:
        """It is noted before it is given; not for what is gone."""
        _, number = self.pages[page % PAGES]
        heard = advise(self.now, number)
        if number != self.now.number:
            assert heard.no is not None
        self.kept(heard)
        assert heard.no is not None or self.now.assisted

    @rule()
    def a_seat_is_released(self) -> None:
        """Whoever takes it over sees its hand: assisted, where anything was hidden."""
        if has_hidden(self.now.history):
            self.now = self.now.helped()

    @rule(seat=st.integers(1, 3), number=st.integers(-2, 2))
    def an_old_wish_is_read_from_the_store(self, seat: int, number: int) -> None:
        """One for another number is void."""
        wish = UndoRequest(self.now.number - 1 + number, seat)
        if number != 1:
            assert self.now.with_undo_request(wish).undo_request is None

    # -- what holds -----------------------------------------------------------------------

    @invariant()
    def the_log_tells_where_the_table_stands(self) -> None:
        again = replay_lines(self.fresh, self.disk)
        assert isinstance(again, Situation)
        assert again.number == self.now.number == len(self.disk)
        assert again.history == self.now.history
        assert again.state == self.now.state
        assert again.notes == self.now.notes
        assert self.now.assisted >= again.assisted

    @invariant()
    def nothing_is_dealt_while_a_share_is_waited_for(self) -> None:
        notes, people = self.now.notes, {*map(seat_number, self.now.people)}
        deals = self.game.turn(self.fresh.state) == CHANCE
        if self.now.setting.together and deals and not notes.hurried:
            assert people <= notes.answered or not self.now.history.length

    @invariant()
    def a_mark_that_somebody_was_helped_never_vanishes(self) -> None:
        assert self.now.assisted >= self.was_assisted
        self.was_assisted = self.now.assisted

    @invariant()
    def a_wish_is_for_now_and_of_somebody_who_plays(self) -> None:
        wish = self.now.undo_request
        if wish is not None:
            people = {*map(seat_number, self.now.people)}
            assert wish.seq == self.now.number
            assert {wish.seat, *wish.agreed} < people
            assert self.now.can_undo

    def marked_where_chance_was_taken_back(self, heard: Reaction) -> None:
        """Whoever has seen what chance does and goes back knows more than an honest player."""
        back = [history.past for way, history in heard.steps if way is StepKind.BACK]
        if any(step is not None and step.event.by_chance for step in back):
            assert heard.after.assisted

    def told_no_more_than_is_seen(self, heard: Reaction) -> None:
        """Of two deals that a seat cannot tell apart it is told the same."""
        for _, history in heard.steps:
            past = history.past
            assert past is not None
            if not past.event.by_chance:
                continue
            before = past.rest.state if past.rest else history.start
            for i in range(1, 7):
                other = self.game.draw(before, Dice(self.seed + i))
                played = History(self.game, history.start, past.rest).play(other)
                assert isinstance(played, History)
                for seat in map(Seat, range(self.game.seat_count(before))):
                    one = self.game.view(past.state, seat)
                    if one == past.state:
                        continue  # nothing is hidden from it: it has seen the throw
                    if one == self.game.view(played.state, seat):
                        assert last_entry(history, seat) == last_entry(played, seat)

    def drawn(self, table: Situation) -> Any:
        dice = dice_for(self.seed, table.number - table.notes.count, "chance")
        return self.game.draw(table.state, dice)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_whatever_is_said_at_a_table_what_must_hold_holds(game: Game[Any]) -> None:
    run_state_machine_as_test(
        lambda: AnyTable(game.unchecked()),  # type: ignore[arg-type]  # made like a class
        settings=settings(max_examples=12, stateful_step_count=30, deadline=None),
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_whatever_is_said_at_a_table_for_long_what_must_hold_holds(
    game: Game[Any],
) -> None:
    run_state_machine_as_test(
        lambda: AnyTable(game.unchecked()),  # type: ignore[arg-type]  # made like a class
        settings=settings(max_examples=25, stateful_step_count=80, deadline=None),
    )
