"""Hand histories of other houses, read as their writers meant them.

The rules of the table stay the only law: an action is first taken as they have it. Where
they refuse it, it may still have happened, since the standard permits more and other houses
have other rules: a fold although a check was free is binding, a check where nothing can
change is passed over, hands may be shown in any order and cards later than their player
was asked for them. Each such reading is remarked on. What contradicts itself is refused.

Who wins is computed wherever the cards are known, and otherwise left open.
"""

from collections.abc import Iterator

from ludex.kernel import Event, Seat

from ...hands import UNKNOWN, Cards, NotCards
from ..rules import (
    Bet,
    Call,
    Check,
    Fold,
    Muck,
    Phase,
    RaiseTo,
    Show,
    State,
    mark,
    most,
    owed,
)
from ..rules.hands import paid_out
from .forced_bets import HandOpening
from .phh import HandRecord
from .remarks import HandRemark, RemarkKind
from .replay import (
    DONE,
    Lie,
    ReplayedAction,
    cards_of,
    event_of,
    hold,
    names,
    place,
    player_of,
    shown_later,
    unknown_hands,
    words_of,
)
from .settlement import HandEnd, compare_results
from .showdown import (
    ShowdownAnswer,
    answer_of,
    best_shown,
    shows_later,
    stand_ins,
    undecided,
)


class ForeignReplay:
    """One hand on its way through the actions of a file."""

    def __init__(self, record: HandRecord, opening: HandOpening) -> None:
        self.record = record
        self.opening = opening
        self.state = opening.start
        self.returned = [0] * len(record.stacks)
        """What has come back to each because nobody could call it."""

        self._holes: dict[Seat, Cards] = {}
        self._shown = shown_later(record)
        self._answers: dict[Seat, ShowdownAnswer] = {}
        self._idle: set[Seat] = set()
        """Who may yet check in this round although nothing can change."""

        self._settled: tuple[State, Event[State]] | None = None
        """The table before its showdown, and the event that led to it."""

        self._remarks: list[HandRemark] = []
        self._promised: set[Seat] = set()
        """Who has been said to show later."""

        self._number = 0

    def play(self) -> Iterator[ReplayedAction]:
        """Every action with the table after it; a `Lie` ends it."""
        for number, action in enumerate(self.record.actions, start=1):
            self._number = number
            words = words_of(action)
            try:
                event = self._step(words) if words else None
            except Lie as lie:
                raise Lie(f"{place(number, words)}: {lie}") from None
            yield ReplayedAction(action, event, self.state, self._said())

    def end(self) -> tuple[HandRemark, ...]:
        """Return what is to be said when the file is at its end; a `Lie`, if its end is one."""
        self._close()
        self._remarks += compare_results(
            HandEnd(self.record, self.state, tuple(self.returned), self._is_undecided())
        )
        return self._said()

    # -- remarks ------------------------------------------------------------------------

    def _remark(self, kind: RemarkKind, text: str) -> None:
        self._remarks.append(HandRemark(kind, text))

    def _said(self) -> tuple[HandRemark, ...]:
        said, self._remarks = tuple(self._remarks), []
        return said

    # -- actions ------------------------------------------------------------------------

    def _step(self, words: list[str]) -> Event[State] | None:
        match words:
            case ["d", "dh", player, cards]:
                return self._dealt_to(player_of(player, self.state), cards_of(cards))
            case [player, "sm", *cards] if len(cards) < 2:
                self._begin()
                return self._at_showdown(player_of(player, self.state), "".join(cards))
            case ["d", "db", _]:
                self._begin()
                self._pass_over()
            case _:
                self._begin()
        try:
            event = event_of(self.state, words, self.record.unit)
        except Lie as lie:
            self._remarkable(words, lie)
            return None
        if event is None:
            return None
        refusal = event.refusal(self.state)
        if refusal is not None:
            event = self._by_other_rules(event, refusal.text)
        actor = self.state.waiting[:1]
        self._apply(event)
        if words[:2] == ["d", "db"]:
            self._idle = self._able()
        else:
            self._idle.difference_update(actor)
        return event

    def _dealt_to(self, p: Seat, cards: Cards) -> Event[State] | None:
        had = self._holes.get(p, ())
        if self.state.session.hand:
            raise Lie(f"p{p + 1} has cards already")
        if len(had) + len(cards) == 1:  # one card at a time
            self._holes[p] = cards
            return None
        hold(self._holes, p, (*had, *cards), self._shown)
        if all(len(self._holes.get(Seat(q), ())) == 2 for q in self._seats()):
            self._deal()
        return None

    def _seats(self) -> range:
        return range(len(self.state.stacks))

    def _begin(self) -> None:
        """Deal what the file does not tell of, if somebody acts already."""
        if self.state.session.hand:
            return
        for q in map(Seat, self._seats()):
            had = self._holes.get(q, ())
            if len(had) < 2:
                missing = (UNKNOWN,) * (2 - len(had))
                hold(self._holes, q, (*had, *missing), self._shown)
        self._remark(RemarkKind.NOT_DEALT, "the file does not deal to everybody")
        self._deal()

    def _deal(self) -> None:
        holes = (self._holes[Seat(p)] for p in self._seats())
        cards = tuple(card for hole in holes for card in hole)
        posted, _ = self.opening.dealt(stand_ins(cards))
        try:
            self.state = self.opening.dealt(cards)[1]
        except NotCards:  # everybody is all in, and the board has come: never so early
            raise Lie("the hand is over before it begins") from None
        self._count_returned(posted)
        self._idle = self._able()

    def _able(self) -> set[Seat]:
        """Return who has cards and chips, so that others might ask him to act."""
        s = self.state
        return {Seat(p) for p, live in enumerate(s.live) if live and s.stacks[p] - s.won[p] > 0}

    def _apply(self, event: Event[State]) -> None:
        before = self.state
        self._settled = before, event
        try:
            self.state = event.apply(before)
        except NotCards:
            self.state = undecided(before, event)
        self._count_returned(before)

    def _count_returned(self, before: State) -> None:
        """What rises in a stack without being won has come back."""
        s = self.state
        won = s.won if s.phase in DONE else (0,) * len(s.stacks)
        for p in self._seats():
            self.returned[p] += max(0, s.stacks[p] - won[p] - before.stacks[p])

    def _by_other_rules(self, event: Event[State], reason: str) -> Event[State]:
        """The event that another house would have allowed."""
        s = self.state
        match event:
            case Fold() if s.phase is Phase.BETTING:
                p = s.waiting[0] + 1
                self._remark(
                    RemarkKind.FREE_FOLD,
                    f"p{p} folds although a check is free, and has folded",
                )
                return event
            case Bet(amount) | RaiseTo(amount) if s.phase is Phase.BETTING:
                if s.price < amount <= most(s):
                    self._remark(RemarkKind.HOUSE_RULES, f"by our rules: {self._in(reason)}")
                    return event
                if 0 < amount == most(s) and owed(s):
                    self._remark(RemarkKind.HOUSE_RULES, "all in for less is a call")
                    return Call()
        raise Lie(self._in(reason))

    def _in(self, reason: str) -> str:
        """A reason of the rules, which count in the smallest unit of the file."""
        unit = self.record.unit
        return reason if unit == 1 else f"{reason} (in units of {unit})"

    def _remarkable(self, words: list[str], lie: Lie) -> None:
        """An action that is none by our rules; the lie, if it could not have been."""
        s = self.state
        match words:
            case [player, "cc" | "f" as what]:
                p = player_of(player, s)
                ended = s.live.count(True) == 1
                if p not in self._idle or p in s.waiting or ended or not s.live[p]:
                    raise lie
                if what == "cc":
                    self._idle.discard(p)
                    text = f"p{p + 1} checks although nothing can change any more"
                    self._remark(RemarkKind.IDLE_CHECK, text)
                else:
                    text = f"p{p + 1} folds although nothing is to be paid"
                    self._remark(RemarkKind.FREE_FOLD, text)
                    self._gives_up(p)
            case ["d", "db", text] if s.phase in DONE and len(s.board) < 5:
                cards = cards_of(text)
                if UNKNOWN in cards or {*cards} & {*s.dealt}:
                    raise lie
                self._remark(RemarkKind.DEALT_ON, "cards are dealt although the hand is over")
                self.state = s._replace(board=s.board + cards)
            case _:
                raise lie

    def _pass_over(self) -> None:
        """Checks that nobody has recorded, where somebody may be all in unknown to us."""
        s = self.state
        if s.phase is not Phase.BETTING or not any(s.live[p] for p in self._unknown()):
            return
        if not s.waiting or any(s.bets[p] < s.price for p in s.waiting):
            return
        waiting = names(s.waiting)
        while self.state.phase is Phase.BETTING:
            self._apply(Check())
        self._remark(
            RemarkKind.PASSED_OVER,
            f"no action of {waiting} is recorded: somebody may be all in with a stack "
            "that is not known",
        )

    def _to_come(self) -> tuple[str, ...]:
        return self.record.actions[self._number :]

    def _unknown(self) -> frozenset[int]:
        return self.record.unknown

    # -- the showdown -------------------------------------------------------------------

    def _at_showdown(self, p: Seat, text: str) -> Event[State] | None:
        answer = answer_of(self.state, p, text)
        self._pass_over()
        s = self.state
        if not s.live[p]:
            return None
        if answer is ShowdownAnswer.KEEP and shows_later(self._to_come(), p):
            if p not in self._promised:
                self._remark(RemarkKind.SHOWN_LATE, f"p{p + 1} shows his cards later")
                self._promised.add(p)
        elif s.phase in DONE or self._is_undecided() or s.shown[p]:
            self._forced(p, answer)
        elif s.phase is Phase.SHOWDOWN:
            return self._announced(p, answer)
        elif not any(s.live[q] for q in self._unknown()):  # else all in, for all we know
            raise Lie("there is no showdown now")
        return None

    def _announced(self, p: Seat, answer: ShowdownAnswer) -> Event[State] | None:
        """Somebody answers, be it his turn or not."""
        s = self.state
        if p not in s.waiting or p in self._answers:
            return None
        if p != s.waiting[0]:
            self._remark(
                RemarkKind.SHOWN_OUT_OF_ORDER,
                f"p{p + 1} answers before p{s.waiting[0] + 1}, whose turn it is",
            )
        self._answers[p] = answer
        return self._answered()

    def _forced(self, p: Seat, answer: ShowdownAnswer) -> None:
        """All hands lie open by our rules, or should; only a muck changes something."""
        if answer is not ShowdownAnswer.MUCK or self.state.live.count(True) == 1:
            return
        self._remark(RemarkKind.MUCKED, f"p{p + 1} mucks although somebody is all in")
        self._gives_up(p)

    def _gives_up(self, p: Seat) -> None:
        """Player `p` is out of the hand although our rules did not ask him."""
        s = self.state
        is_paid = s.phase in DONE
        if is_paid and self._settled is not None:
            s = undecided(*self._settled)._replace(live=s.live, shown=s.shown)
        is_over = is_paid or self._is_undecided()
        s = s._replace(live=mark(s.live, p, flag=False), shown=mark(s.shown, p, flag=False))
        if is_over or s.live.count(True) == 1:
            s = self._paid(s)
        self.state = s

    def _answered(self) -> Event[State] | None:
        """Everybody who has answered and is on turn by now."""
        event: Event[State] | None = None
        while (s := self.state).waiting and s.waiting[0] in self._answers:
            if s.phase is not Phase.SHOWDOWN:
                break
            answer = self._answers.pop(s.waiting[0])
            if answer is ShowdownAnswer.KEEP:
                event = None
                rest = s._replace(waiting=s.waiting[1:])
                self.state = rest if rest.waiting else self._paid(rest)
            else:
                event = Show() if answer is ShowdownAnswer.SHOW else Muck()
                self._apply(event)
        return event

    def _paid(self, s: State) -> State:
        """The pots with their winners, if these can be known."""
        try:
            return paid_out(s)
        except NotCards:
            return s._replace(phase=Phase.SHOWDOWN, waiting=())

    def _is_undecided(self) -> bool:
        """Is everything over but who wins?"""
        return self.state.phase is Phase.SHOWDOWN and not self.state.waiting

    def _close(self) -> None:
        """The end of the file: who has not answered keeps his cards to himself."""
        s = self.state
        if s.phase is Phase.SHOWDOWN and (self._answers or any(s.shown)):
            silent = [p for p in s.waiting if p not in self._answers]
            self._answers |= dict.fromkeys(silent, ShowdownAnswer.KEEP)
            self._answered()
        if self._is_undecided():
            self._remark(
                RemarkKind.WINNER_NOT_KNOWN,
                "who wins cannot be computed: the cards of "
                f"{unknown_hands(self.state)} are not known{best_shown(self.state)}",
            )
        elif self.state.phase not in DONE or not self.state.session.hand:
            self._remark(RemarkKind.UNFINISHED, "the file ends before the hand is over")
