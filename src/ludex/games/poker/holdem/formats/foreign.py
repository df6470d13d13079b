"""Hand histories of other houses, read as their writers meant them.

The rules of the table stay the only law: an action is first taken as they have it. Where
they refuse it, it may still have happened, since the standard permits more and other houses
have other rules: a fold although a check was free is binding, a check where nothing can
change is passed over, hands may be shown in any order and cards later than their player
was asked for them. Each such reading is remarked on. What contradicts itself is refused.

Who wins is computed wherever the cards are known, and otherwise left open.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

from ludex.kernel import Event, Seat
from ludex.parts.places import put

from ...rules import PACK, UNKNOWN, Cards, NotCards, hand_text, rank
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
    most,
    owed,
)
from ..rules.hands import paid_out
from ..rules.pots import before_paying
from .forced_bets import HandOpening
from .phh import HandRecord
from .remarks import HandRemark, RemarkKind
from .replay import (
    DONE,
    ImpossibleClaim,
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


class ShowdownAnswer(Enum):
    """The action of a player at the showdown."""

    SHOW = "show"
    MUCK = "muck"
    KEEP = "keep"
    """Claims the pot with cards that the file does not tell."""


class ForeignReplay:
    """One hand on its way through the actions of a file."""

    def __init__(self, record: HandRecord, opening: HandOpening) -> None:
        self.record = record
        self.opening = opening
        self.state = opening.start
        self.returned = [0] * len(record.stacks)
        """The chips that came back to each because nobody could call them."""

        self._holes: dict[Seat, Cards] = {Seat(p): () for p in range(len(record.stacks))}
        self._shown = shown_later(record)
        self._answers: dict[Seat, ShowdownAnswer] = {}
        self._idle: set[Seat] = set()
        """The players who may yet check in this round although nothing can change."""

        self._settled: tuple[State, Event[State]] | None = None
        """The table before its showdown, and the event that led to it."""

        self._remarks: list[HandRemark] = []
        self._promised: set[Seat] = set()
        """The players who have been said to show later."""

        self._number = 0

    def play(self) -> Iterator[ReplayedAction]:
        """Every action with the table after it; a `ImpossibleClaim` ends it."""
        for number, action in enumerate(self.record.actions, start=1):
            self._number = number
            words = words_of(action)
            try:
                if words:
                    self._step(words)
            except ImpossibleClaim as claim:
                raise ImpossibleClaim(f"{place(number, words)}: {claim}") from None
            yield ReplayedAction(action, self.state, self._take_remarks())

    def end(self) -> tuple[HandRemark, ...]:
        """Return what is to be said when the file is at its end; a `ImpossibleClaim`, if its end is one."""
        self._close()
        self._remarks += compare_results(
            HandEnd(self.record, self.state, tuple(self.returned), self._is_undecided())
        )
        return self._take_remarks()

    # -- remarks ------------------------------------------------------------------------

    def _remark(self, kind: RemarkKind, text: str) -> None:
        self._remarks.append(HandRemark(kind, text))

    def _take_remarks(self) -> tuple[HandRemark, ...]:
        remarks, self._remarks = tuple(self._remarks), []
        return remarks

    # -- actions ------------------------------------------------------------------------

    def _step(self, words: list[str]) -> None:
        match words:
            case ["d", "dh", player, cards]:
                self._dealt_to(player_of(player, self.state), cards_of(cards))
                return
            case [player, "sm", *cards] if len(cards) < 2:
                self._begin()
                self._at_showdown(player_of(player, self.state), "".join(cards))
                return
        self._begin()
        is_board = words[:2] == ["d", "db"]
        if is_board and len(words) == 3:
            self._pass_over()
        try:
            event = event_of(self.state, words, self.record.unit)
        except ImpossibleClaim as claim:
            self._remarkable(words, claim)
            return
        if event is None:
            return
        refusal = event.refusal(self.state)
        if refusal is not None:
            event = self._by_other_rules(event, refusal.text)
        actor = self.state.waiting[:1]
        self._apply(event)
        if is_board:
            self._idle = self._able()
        else:
            self._idle.difference_update(actor)

    def _dealt_to(self, p: Seat, cards: Cards) -> None:
        if self.state.session.hand:
            raise ImpossibleClaim(f"p{p + 1} has cards already")
        cards = self._holes[p] + cards
        if len(cards) == 1:  # one card at a time
            self._holes[p] = cards
            return
        hold(self._holes, p, cards, self._shown)
        if all(len(hole) == 2 for hole in self._holes.values()):
            self._deal()

    def _begin(self) -> None:
        """Deal what the file does not tell of, if somebody acts already."""
        if self.state.session.hand:
            return
        for p, had in self._holes.items():
            if len(had) < 2:
                hold(self._holes, p, (*had, UNKNOWN, UNKNOWN)[:2], self._shown)
        self._remark(RemarkKind.NOT_DEALT, "the file does not deal to everybody")
        self._deal()

    def _deal(self) -> None:
        cards = tuple(card for hole in self._holes.values() for card in hole)
        posted, _ = self.opening.dealt(stand_ins(cards))
        try:
            self.state = self.opening.dealt(cards)[1]
        except NotCards:  # everybody is all in, and the board has come: never so early
            raise ImpossibleClaim("the hand is over before it begins") from None
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
        """Count a rise of a stack that was not won as chips that came back."""
        s = self.state
        won = s.won if s.phase in DONE else (0,) * len(s.stacks)
        stacks = enumerate(zip(s.stacks, won, before.stacks, strict=True))
        for p, (now, gained, had) in stacks:
            self.returned[p] += max(0, now - gained - had)

    def _by_other_rules(self, event: Event[State], reason: str) -> Event[State]:
        """The event that another house would have allowed."""
        s = self.state
        match event:
            case Fold() if s.phase is Phase.BETTING:
                text = f"p{s.waiting[0] + 1} folds although a check is free, and has folded"
                self._remark(RemarkKind.FREE_FOLD, text)
                return event
            case Bet(amount) | RaiseTo(amount) if s.phase is Phase.BETTING:
                if s.price < amount <= most(s):
                    self._remark(RemarkKind.HOUSE_RULES, f"by our rules: {self._in(reason)}")
                    return event
                if 0 < amount == most(s) and owed(s):
                    self._remark(RemarkKind.HOUSE_RULES, "all in for less is a call")
                    return Call()
        raise ImpossibleClaim(self._in(reason))

    def _in(self, reason: str) -> str:
        """A reason of the rules, which count in the smallest unit of the file."""
        unit = self.record.unit
        return reason if unit == 1 else f"{reason} (in units of {unit})"

    def _remarkable(self, words: list[str], claim: ImpossibleClaim) -> None:
        """An action that is none by our rules; the claim, if it could not have been."""
        s = self.state
        match words:
            case [player, "cc" | "f" as act]:
                p = player_of(player, s)
                ended = s.live.count(True) == 1
                if p not in self._idle or p in s.waiting or ended or not s.live[p]:
                    raise claim
                if act == "cc":
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
                    raise claim
                self._remark(RemarkKind.DEALT_ON, "cards are dealt although the hand is over")
                self.state = s._replace(board=s.board + cards)
            case _:
                raise claim

    def _pass_over(self) -> None:
        """Checks that nobody has recorded, where somebody may be all in unknown to us."""
        s = self.state
        if s.phase is not Phase.BETTING or not any(s.live[p] for p in self.record.unknown):
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

    # -- the showdown -------------------------------------------------------------------

    def _at_showdown(self, p: Seat, text: str) -> None:
        answer = answer_of(self.state, p, text)
        self._pass_over()
        s = self.state
        if not s.live[p]:
            return
        to_come = self.record.actions[self._number :]
        if answer is ShowdownAnswer.KEEP and shows_later(to_come, p):
            if p not in self._promised:
                self._remark(RemarkKind.SHOWN_LATE, f"p{p + 1} shows his cards later")
                self._promised.add(p)
        elif s.phase in DONE or self._is_undecided() or s.shown[p]:
            self._forced(p, answer)
        elif s.phase is Phase.SHOWDOWN:
            self._announced(p, answer)
        elif not any(s.live[q] for q in self.record.unknown):  # else all in, for all we know
            raise ImpossibleClaim("there is no showdown now")

    def _announced(self, p: Seat, answer: ShowdownAnswer) -> None:
        """Let a player answer, in turn or not."""
        s = self.state
        if p not in s.waiting or p in self._answers:
            return
        if p != s.waiting[0]:
            self._remark(
                RemarkKind.SHOWN_OUT_OF_ORDER,
                f"p{p + 1} answers before p{s.waiting[0] + 1}, whose turn it is",
            )
        self._answers[p] = answer
        self._answered()

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
        s = s._replace(live=put(s.live, p, value=False), shown=put(s.shown, p, value=False))
        if is_over or s.live.count(True) == 1:
            s = self._paid(s)
        self.state = s

    def _answered(self) -> None:
        """Everybody who has answered and is on turn by now."""
        while (s := self.state).phase is Phase.SHOWDOWN and s.waiting:
            answer = self._answers.pop(s.waiting[0], None)
            if answer is None:
                return
            if answer is ShowdownAnswer.KEEP:
                rest = s._replace(waiting=s.waiting[1:])
                self.state = rest if rest.waiting else self._paid(rest)
            else:
                self._apply(Show() if answer is ShowdownAnswer.SHOW else Muck())

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
                "the winner cannot be computed: the cards of "
                f"{unknown_hands(self.state)} are not known{best_shown(self.state)}",
            )
        elif self.state.phase not in DONE or not self.state.session.hand:
            self._remark(RemarkKind.UNFINISHED, "the file ends before the hand is over")


# -- showdowns of unknown cards ----------------------------------------------------------


def answer_of(s: State, p: Seat, text: str) -> ShowdownAnswer:
    """Return what the action says; a `ImpossibleClaim`, if the cards are others."""
    hole = s.holes[p]
    if not text:
        return ShowdownAnswer.MUCK
    cards = hole if text == "-" else cards_of(text)
    known = {*cards} - {UNKNOWN}
    if len(cards) > 2 or not (known <= {*hole} or (UNKNOWN in hole and text)):
        raise ImpossibleClaim(f"p{p + 1} has {hand_text(hole) or 'no cards'}, not {text}")
    return ShowdownAnswer.KEEP if UNKNOWN in cards or len(cards) < 2 else ShowdownAnswer.SHOW


def shows_later(actions: Iterable[str], p: Seat) -> bool:
    """Does one of the actions that are still to come tell his cards?"""
    return any(
        words[:2] == [f"p{p + 1}", "sm"] and words[2:] and "?" not in words[2]
        for words in map(words_of, actions)
    )


def undecided(s: State, event: Event[State]) -> State:
    """The table after an event that leads to a showdown of unknown cards.

    Everything but the winners is the same whatever the cards are; so some are put in for
    the unknown ones, and what they would win goes back into the pots.
    """
    cards = tuple(card for hole in s.holes for card in hole)
    coming = getattr(event, "cards", ())
    filled = iter(stand_ins(cards, dead=(*s.board, *coming)))
    holes = tuple(tuple(next(filled) for _ in hole) for hole in s.holes)
    t = event.apply(s._replace(holes=holes))
    return before_paying(s, t)._replace(
        phase=Phase.SHOWDOWN,
        waiting=(),
        holes=s.holes,
        shown=tuple(up and UNKNOWN not in hole for up, hole in zip(t.shown, s.holes, strict=True)),
        won=(0,) * len(t.won),
    )


def best_shown(s: State) -> str:
    """Return whose hand is the best of those that are known, if the board is whole."""
    known = {
        Seat(p): rank((*hole, *s.board))
        for p, hole in enumerate(s.holes)
        if s.live[p] and UNKNOWN not in hole and len(s.board) == 5
    }
    if not known:
        return ""
    best = names(p for p, value in known.items() if value == min(known.values()))
    return f"; of the known hands that of {best} is the best"


def stand_ins(cards: Cards, dead: Cards = ()) -> Cards:
    """The cards, with any others of the pack for those that are unknown."""
    taken = {*cards, *dead}
    free = (card for card in PACK if card not in taken)
    return tuple(next(free) if card == UNKNOWN else card for card in cards)
