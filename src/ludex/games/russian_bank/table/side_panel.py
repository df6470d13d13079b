"""What is told beside the cards: whose side is whose, how the match stands, what a call costs."""

from collections.abc import Iterator

from ludex.kernel import Seat, Sentence, say
from ludex.table import Plate, SidePanel

from ..rules.ending import reached
from ..rules.state import Phase, State, opponent, player
from ..rules.stop import FALSE_CALLS


def side_panel(s: State, _: Seat) -> SidePanel:
    """Everything that is told; here both are told the same."""
    over = s.phase is Phase.OVER
    return SidePanel(
        plates=(_plate(s, Seat(0)), _plate(s, Seat(1))),
        results=tuple(_results(s)) if over else (),
    )


def _plate(s: State, seat: Seat) -> Plate:
    notes = [_standing(s, seat)]
    if seat in s.court.offers:
        notes.append(say("offers", "offers a stalemate"))
    return Plate(
        f"reserve:{seat + 1}",
        player(seat),
        tuple(notes),
        s.phase is Phase.PLAY and s.seat == seat,
    )


def _standing(s: State, seat: Seat) -> Sentence:
    """How far a player has come in the match."""
    rules, far = s.rules, reached(s.rules, s.match)[seat]
    if rules.match_target == "points":
        return say("standing", "{points} of {target} points", points=far, target=rules.match_points)
    if rules.match_target == "games":
        return say("standing", "{games} of {target} games", games=far, target=rules.match_games)
    return say("standing", "points: {points}", points=s.match.scores[seat])


def _results(s: State) -> Iterator[Sentence]:
    """Both players with how far they have come, the first to get there first."""
    far = reached(s.rules, s.match)
    for seat in sorted((Seat(0), Seat(1)), key=lambda seat: -far[seat]):
        words = "{player}: {standing}"
        yield say("result", words, player=player(seat), standing=_standing(s, seat))


def stopping(s: State) -> Sentence:
    """What a call of stop does, and what it costs when it is wrong."""
    watched = s.court.watched
    assert watched is not None
    words = "Has {player} skipped a compulsory play? Then it is taken back, and the turn is yours. {price}"
    if s.rules.faults == "all_faults":
        words = (
            "Has {player} committed a fault? Then it is taken back, and the turn is yours. {price}"
        )
    return say("stopping", words, player=player(watched), price=_price(s, watched))


def _price(s: State, watched: Seat) -> Sentence:
    match s.rules.wrong_call_costs:
        case "the_turn":
            return say("price", "A wrong call costs you your turn.")
        case "one_of_three_calls":
            left = FALSE_CALLS - s.court.false_calls[opponent(watched)]
            return say("price", "Wrong calls that you have left: {left}.", left=left)
        case _:
            return say("price", "A wrong call costs nothing.")
