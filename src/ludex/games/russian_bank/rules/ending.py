"""The end of games and matches, and their scores.

A win is 30 points and the loser's cards: one for each in hand and waste, two for each in
the reserve. A stalemate scores the difference of the two counts for the lower one, who
comes out ahead of this game without having won one of a match of games. A game
is scored in the step that ends it, and only then (E-RB-C9).
"""

from ludex.kernel import Outcome, Seat, Sentence, drawn, say, seat_name, won

from .options import Rules
from .state import (
    Court,
    End,
    Match,
    Phase,
    Result,
    State,
    opponent,
)

NO_GAME = say("no_game", "no game is in play")
STALEMATES = {
    End.BOTH_IDLE: say("both_idle", "both idle for a full cycle"),
    End.THIRD_REPETITION: say("third_repetition", "a position for the third time"),
    End.AGREEMENT: say("agreement", "by agreement"),
}


def count(s: State, seat: Seat) -> int:
    """Return what the cards a player still holds are worth to the opponent."""
    side, rules = s.sides[seat], s.rules
    turned = s.turned is not None and s.seat == seat
    unplayed = len(side.hand) + len(side.waste) + turned
    return unplayed * rules.card_points + len(side.reserve) * rules.reserve_card_points


def finished(s: State, end: End, winner: Seat | None = None) -> State:
    """End the game and score it; the match may go on with `next_game`."""
    result = scored(s, end, winner)
    points, wins = [*s.match.scores], [*s.match.wins]
    if result.ahead is not None:
        points[result.ahead] += result.points
        wins[result.ahead] += winner is not None
    totals = (points[0], points[1]), (wins[0], wins[1]), s.match.games + 1
    match = Match(*totals, s.match.starter, result)
    return s._replace(phase=Phase.OVER, match=match, court=Court())


def scored(s: State, end: End, winner: Seat | None) -> Result:
    """Return who came out ahead of this game, and by how much."""
    if winner is not None:
        return Result(end, winner, s.rules.win_bonus + count(s, opponent(winner)))
    lead = count(s, Seat(1)) - count(s, Seat(0))
    if lead == 0 or s.rules.stalemate_scores == "nothing":
        return Result(end, None, 0)
    return Result(end, Seat(0 if lead > 0 else 1), abs(lead))


def reached(rules: Rules, match: Match) -> tuple[int, int]:
    """Return how far the players have come towards the target of the match."""
    return match.scores if rules.match_target == "points" else match.wins


def is_decided(rules: Rules, match: Match) -> bool:
    """Has somebody reached the target of the match?"""
    points = rules.match_target == "points"
    target = rules.match_points if points else rules.match_games
    return rules.match_target != "none" and max(reached(rules, match)) >= target


def goes_on(s: State) -> bool:
    """Can the players go on to the next game of their match?"""
    return not is_decided(s.rules, s.match)


def sentence(result: Result) -> Sentence:
    """Return the end of a game in a few words, without the points."""
    end, ahead, _ = result
    if ahead is None:
        return say("stalemate", "stalemate ({how}), level", how=STALEMATES[end])
    if end in STALEMATES:
        words = "stalemate ({how}), {player} ahead"
        return say("stalemate", words, how=STALEMATES[end], player=seat_name(ahead))
    if end is End.WIN:
        return say("won", "{player:* wins|you win}", player=seat_name(ahead))
    loser = seat_name(opponent(ahead))
    words = "{player:* wins|you win}, {loser:* resigned|you resigned}"
    return say("resigned", words, player=seat_name(ahead), loser=loser)


def outcome(s: State) -> Outcome | None:
    """Return the outcome of the game, with the running totals, and the match if that is over too."""
    result, scores = s.match.result, s.match.scores
    if s.phase is not Phase.OVER or result is None:
        return None
    reason = sentence(result)
    if is_decided(s.rules, s.match):
        first, second = reached(s.rules, s.match)
        winner = Seat(0 if first > second else 1)
        words = "{game}; {player:* wins|you win} the match"
        return won(winner, say("match_won", words, game=reason, player=seat_name(winner)), scores)
    return drawn(2, reason, scores) if result.ahead is None else won(result.ahead, reason, scores)


def over(_: Outcome) -> str:
    """Between two games of a match nothing is played."""
    return NO_GAME
