"""What always holds, what every step keeps, and what happens in some game."""

from collections.abc import Callable, Mapping
from typing import Final

from ludex.games.russian_bank.dealing import Deal
from ludex.games.russian_bank.events import CallStop, Move
from ludex.games.russian_bank.table import End, Kind, Phase, State
from ludex.games.russian_bank.validity import (
    ALL_CARDS,
    all_cards,
    is_bare,
    is_foundation,
    is_house,
)
from ludex.kernel import Event
from ludex.parts.cards import Card


def is_whole(s: State) -> bool:
    """Two packs, each card of each once; a sketch or a view knows fewer."""
    cards = all_cards(s)
    if len(set(cards)) == len(ALL_CARDS) == len(cards):
        return True
    known = [card for card in cards if isinstance(card, Card)]
    distinct = len(set(known)) == len(known)
    return distinct and (s.partial or is_bare(s) or len(cards) == len(ALL_CARDS))


def holds_dealt_cards(s: State) -> bool:
    """Under loaded cards there is one that was dealt: nothing goes on an empty reserve."""
    return all(side.loaded < len(side.reserve) or not side.loaded for side in s.sides)


def turned_by_the_player_on_turn(s: State) -> bool:
    """A turned card belongs to a game that has been dealt."""
    return s.turned is None or not is_bare(s)


def keeps_cards(s: State, event: Event[State], t: State) -> bool:
    """Nothing but a deal changes which cards there are.

    A whole table holds every card once before and after; only a sketch need be compared.
    """
    if isinstance(event, Deal) or not s.partial:
        return s.partial == t.partial or isinstance(event, Deal)
    return set(all_cards(s)) == set(all_cards(t))


def emptied_stays_empty(s: State, event: Event[State], t: State) -> bool:
    """Only a deal, or an action taken back, fills an empty reserve."""
    if isinstance(event, (Deal, CallStop)):
        return True
    return all(
        one.reserve or not two.reserve
        for one, two in zip(s.sides, t.sides, strict=True)
    )


def own_piles_grow_fairly(s: State, event: Event[State], t: State) -> bool:
    """A player's cards increase by the opponent's loading alone (or when taken back)."""
    if isinstance(event, (Deal, CallStop)):
        return True
    loaded = isinstance(event, Move) and event.target.kind in (
        Kind.THEIR_RESERVE,
        Kind.THEIR_WASTE,
    )
    allowed = [0, 0]
    allowed[1 - s.seat] = int(loaded)
    # Under `penalise` a fault is replaced by the play it skipped, which may be a load too.
    if not s.rules.blocks:
        allowed[1 - s.seat] = 1
    return all(held(t, i) <= held(s, i) + allowed[i] for i in (0, 1))


def held(s: State, seat: int) -> int:
    """How many cards a player still has."""
    side = s.sides[seat]
    turned = s.turned is not None and s.seat == seat
    return len(side.reserve) + len(side.hand) + len(side.waste) + turned


def scores_once(s: State, _: Event[State], t: State) -> bool:
    """Points change only in the step that ends a game, by that game's points."""
    gained = sum(t.match.scores) - sum(s.match.scores)
    if s.phase is Phase.PLAY and t.phase is not Phase.PLAY:
        result = t.match.result
        return result is not None and gained == result.points
    return gained == 0


def ended_by(*ends: End) -> Callable[[State], bool]:
    """Has a game just ended so?"""

    def ended(s: State) -> bool:
        result = s.match.result
        return s.phase is not Phase.PLAY and result is not None and result.end in ends

    return ended


ALWAYS: Final[Mapping[str, Callable[[State], bool]]] = {
    "there are 104 cards, each of both packs once": is_whole,
    "foundations run up from the ace in one suit": lambda s: all(
        map(is_foundation, s.foundations)
    ),
    "houses run down in alternate colours": lambda s: all(map(is_house, s.houses)),
    "only a reserve that holds dealt cards is loaded": holds_dealt_cards,
    "no card is turned before the deal": turned_by_the_player_on_turn,
}
STEPS: Final[Mapping[str, Callable[[State, Event[State], State], bool]]] = {
    "cards change places, nothing else": keeps_cards,
    "an emptied reserve never grows": emptied_stays_empty,
    "own piles grow only by the opponent's loading": own_piles_grow_fairly,
    "a score counts once": scores_once,
}
SOMETIMES: Final[Mapping[str, Callable[[State], bool]]] = {
    "a game is won": ended_by(End.WIN),
    "a game ends in a stalemate": ended_by(End.IDLE_CYCLE, End.REPETITION3),
    "a reserve is loaded": lambda s: any(side.loaded for side in s.sides),
    "a reserve is emptied": lambda s: (
        any(not side.reserve for side in s.sides) and not is_bare(s)
    ),
    "a house is empty": lambda s: not is_bare(s) and not all(s.houses),
    "a foundation is finished": lambda s: any(len(p) == 13 for p in s.foundations),
}
