"""Texas hold'em: two cards of your own, five on the board, and the chips of the others.

`rules` are the options, `state` the table, `betting`, `dealing` and `showing` the events;
`rounds` leads from one round to the next, `pots` shares what was bet, `hands` begins and
ends hands. `picture`, `position` and `scene` are the table for people and machines, and
`telling` is what they are told.
"""

from collections.abc import Iterable
from typing import Final

from ludex.games.poker.holdem import betting, hands, showing
from ludex.games.poker.holdem import pots as pot_rules
from ludex.games.poker.holdem.betting import Bet, Call, Check, Fold, RaiseTo, choices
from ludex.games.poker.holdem.dealing import DealBoard, DealHoles
from ludex.games.poker.holdem.imagining import imagine
from ludex.games.poker.holdem.picture import outcome, text
from ludex.games.poker.holdem.position import notation
from ludex.games.poker.holdem.pots import pots
from ludex.games.poker.holdem.rules import PRESETS, Rules
from ludex.games.poker.holdem.scene import gesture, zones
from ludex.games.poker.holdem.showing import MUCK, SHOW, Muck, Show
from ludex.games.poker.holdem.state import Phase, State, first_state
from ludex.games.poker.holdem.telling import told
from ludex.games.poker.holdem.worth import worth
from ludex.games.poker.pack import UNKNOWN
from ludex.kernel import CHANCE, Event, Game, Seat, Start, Unreadable

HIDDEN: Final = (UNKNOWN, UNKNOWN)


def begin(rules: Rules) -> State | Unreadable:
    """The table before the first hand, unless the options contradict each other."""
    return rules.contradiction() or first_state(rules)


def turn(s: State) -> Seat:
    """Who is to act; chance deals."""
    if s.waiting:
        return s.waiting[0]
    return s.session.button if s.phase is Phase.OVER else CHANCE


def view(s: State, seat: Seat) -> State:
    """Your own cards and those that lie face up; of the others only the backs."""
    return s._replace(
        holes=tuple(
            hole if p == seat or s.shown[p] or not hole else HIDDEN
            for p, hole in enumerate(s.holes)
        )
    )


def candidates(s: State) -> Iterable[Event[State]]:
    """What the player to act could do; of bets some usual sizes."""
    if s.phase is Phase.BETTING:
        return choices(s)
    return (SHOW, MUCK) if s.phase is Phase.SHOWDOWN else ()


def chips_add_up(s: State) -> bool:
    """What is on the table is what was bought."""
    return sum(s.stacks) + s.pot == sum(s.session.bought)


def pots_add_up(s: State) -> bool:
    """Every chip in the middle is in exactly one pot."""
    return sum(pot.amount for pot in pots(s)) == s.dead + sum(s.paid)


def cards_differ(s: State) -> bool:
    """No card is on the table twice."""
    known = [card for card in s.dealt if card != UNKNOWN]
    return len({*known}) == len(known)


def somebody_is_all_in(s: State) -> bool:
    """Is a player in the hand without chips behind?"""
    return any(live and not s.stacks[p] for p, live in enumerate(s.live) if s.pot)


game: Final = Game(
    name="holdem",
    title="Texas hold'em",
    emblem=("card:AS", "card:AH"),
    summary="Bet on two cards of your own and five on the board; the best five win.",
    source="An Event-B Specification of Poker; betting by the usual rules of the table",
    about="\n\n".join(
        (betting.__doc__ or "", pot_rules.__doc__ or "", showing.__doc__ or "",
         hands.__doc__ or "")
    ),
    start=Start(begin, PRESETS),
    events=(DealHoles, DealBoard, Fold, Check, Call, Bet, RaiseTo, Show, Muck),
    outcome=outcome,
    mucks=True,
    text=text,
    told=told,
    players=(2, 10),
    seats=lambda s: s.rules.players,
    turn=turn,
    view=view,
    imagine=imagine,
    worth=worth,
    unit="chips",
    is_quiet=lambda s: s.phase is Phase.DEAL,
    candidates=candidates,
    notation=notation,
    zones=zones,
    gesture=gesture,
    always={
        "the chips on the table are those that were bought": chips_add_up,
        "nobody has less than no chips": lambda s: (
            min((*s.stacks, *s.bets, *s.paid)) >= 0
        ),
        "the pots add up": pots_add_up,
        "no card is on the table twice": cards_differ,
        "a hand goes on between two players at least": lambda s: (
            s.phase in (Phase.DEAL, Phase.OVER) or s.live.count(True) > 1
        ),
    },
    sometimes={
        "a player is all in": somebody_is_all_in,
        "there is a side pot": lambda s: len(pots(s)) > 1,
        "hands are shown": lambda s: any(s.shown),
        "a pot is shared": lambda s: sum(w > 0 for w in s.won) > 1,
        "a short all-in does not reopen the betting": lambda s: (
            s.phase is Phase.BETTING and not betting.is_open(s)
        ),
    },
)  # fmt: skip

__all__ = ["State", "game"]
