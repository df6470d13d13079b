"""Why a piece cannot be dropped where somebody wants it: the guard's own sentence."""

from typing import TypeVar

from ludex.kernel import Game, Refusal, Seat
from ludex.play.effects import No, Why

S = TypeVar("S")


def why_not(game: Game[S], state: S, seat: Seat, pick: str, drop: str) -> No:
    """What speaks against it, as far as the seat can see."""
    view = game.view(state, seat)
    zones = game.looks.zones(view, seat)
    places = {zone.key for zone in zones}
    pieces = {piece.key for zone in zones for piece in zone.pieces}
    known = pick in places | pieces and drop in places
    event = game.looks.meant(view, pick, drop) if known else None
    if event is None:
        return No("That cannot be put there.")
    if not game.belongs_to(view, event, seat):
        return No("It is not your turn.")
    refusal = game.refusal(view, event)
    if isinstance(refusal, Refusal):
        return No(refusal.text, Why.RULES, refusal)
    return No("That can be done.")
