"""How games and matches end, and what they score.

A win is 30 points and the loser's cards: one for each in hand and waste, two for each in
the reserve. A stalemate scores the difference of the two counts for the lower one, who
comes out ahead of this game without having won one of a match of games. A game
is scored in the step that ends it, and only then (E-RB-C9).
"""

from dataclasses import replace

from ludex.games.russian_bank.options import MatchTarget, Rules, StalemateScore
from ludex.games.russian_bank.state import (
    NO_CASE,
    End,
    Match,
    Phase,
    Result,
    State,
    opponent,
)
from ludex.kernel import Outcome, Seat, drawn, seat_name, won


def count(s: State, seat: Seat) -> int:
    """What the cards a player still holds are worth to the opponent."""
    side, rules = s.sides[seat], s.rules
    turned = s.turned is not None and s.seat == seat
    loose = len(side.hand) + len(side.waste) + turned
    return loose * rules.hand_waste_point + len(side.reserve) * rules.reserve_point


def finished(s: State, end: End, winner: Seat | None = None) -> State:
    """The game is over and scored; the match may go on with `next_game`."""
    match = totalled(s.match, scored(s, end, winner))
    return replace(s, phase=Phase.OVER, match=match, court=NO_CASE)


def scored(s: State, end: End, winner: Seat | None) -> Result:
    """Who came out ahead of this game, and by how much."""
    if winner is not None:
        return Result(end, winner, s.rules.win_bonus + count(s, opponent(winner)))
    lead = count(s, Seat(1)) - count(s, Seat(0))
    if lead == 0 or s.rules.stalemate_score is StalemateScore.NONE:
        return Result(end, None, 0)
    return Result(end, Seat(0 if lead > 0 else 1), abs(lead))


def totalled(match: Match, result: Result) -> Match:
    """The running totals after one more game."""
    scores, wins = list(match.scores), list(match.wins)
    if result.ahead is not None:
        scores[result.ahead] += result.points
        wins[result.ahead] += result.end in (End.WIN, End.RESIGNED)
    return match._replace(
        scores=(scores[0], scores[1]),
        wins=(wins[0], wins[1]),
        games=match.games + 1,
        result=result,
    )


def reached(rules: Rules, match: Match) -> tuple[int, int]:
    """How far the players have come towards the target of the match."""
    return match.scores if rules.match_target is MatchTarget.POINTS else match.wins


def is_decided(rules: Rules, match: Match) -> bool:
    """Has somebody reached the target of the match?"""
    if rules.match_target is MatchTarget.NONE:
        return False
    points = rules.match_target is MatchTarget.POINTS
    target = rules.match_points if points else rules.match_games
    return max(reached(rules, match)) >= target


def goes_on(s: State) -> bool:
    """Can the players go on to the next game of their match?"""
    return not is_decided(s.rules, s.match)


def sentence(result: Result) -> str:
    """The end of a game in a few words, without the points."""
    ahead = "" if result.ahead is None else seat_name(result.ahead)
    match result.end:
        case End.WIN:
            return f"{ahead} wins"
        case End.RESIGNED:
            assert result.ahead is not None
            return f"{ahead} wins, {seat_name(opponent(result.ahead))} resigned"
        case End.IDLE_CYCLE:
            how = "both idle for a full cycle"
        case End.REPETITION3:
            how = "a position for the third time"
        case End.AGREED:
            how = "by agreement"
    return f"stalemate ({how}), {ahead + ' ahead' if ahead else 'level'}"


def outcome(s: State) -> Outcome | None:
    """How the game ended, with the running totals, and the match if that is over too."""
    result = s.match.result
    if s.phase is not Phase.OVER or result is None:
        return None
    reason, scores = sentence(result), s.match.scores
    if is_decided(s.rules, s.match):
        first, second = reached(s.rules, s.match)
        winner = Seat(0 if first > second else 1)
        return won(winner, f"{reason}; {seat_name(winner)} wins the match", scores)
    if result.ahead is None:
        return drawn(2, reason, scores)
    return won(result.ahead, reason, scores)


def over(_: Outcome) -> str:
    """Between two games of a match nothing is played."""
    return "no game is in play"
