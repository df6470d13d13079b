"""The result of a match, for people and for machines."""

from collections.abc import Iterator, Sequence
from typing import Any

from ludex.language.templates import render_lines
from ludex.players.match import Tally
from ludex.players.rating import Estimate
from ludex.players.sprt import BOUND, SprtState


def match_lines(
    name: str,
    seed: int,
    names: list[str],
    tally: Tally,
    games: int,
    *,
    verdict: SprtState | None,
) -> list[str]:
    """Return everybody's results; of more than two, the strongest first."""
    everybody = range(len(names) if tally.games else 0)
    records = [tally.record(bot) for bot in everybody]
    ranked = sorted(everybody, key=lambda bot: -records[bot].elo.value)
    width = max(map(len, names))
    every_two_met = len(tally.met) > 1 and tally.games > tally.met[0, 1].games
    return render_lines(
        "cli/commands/matches/match_report.txt.j2",
        name=name,
        seed=seed,
        names=names,
        tally=tally,
        games=games,
        records=records,
        ranked=ranked,
        width=width,
        interval=_interval,
        pairs=_pair_lines(names, ranked, tally, width) if every_two_met else (),
        verdict=verdict,
        bound=BOUND,
    )


def _pair_lines(names: list[str], ranked: Sequence[int], tally: Tally, width: int) -> Iterator[str]:
    """Yield what everybody got of the points with everybody."""
    yield "Score in percent against each opponent:"
    wide = max(5, width)
    yield " ".join([" " * width, *(f"{names[bot]:>{wide}}" for bot in ranked)])
    for one in ranked:
        cells = []
        for other in ranked:
            met = tally.met.get((min(one, other), max(one, other)))
            part = met.points / met.games if met else None
            if part is not None and one > other:
                part = 1 - part
            cells.append(f"{'':>{wide}}" if part is None else f"{100 * part:>{wide}.1f}")
        yield " ".join([f"{names[one]:{width}}", *cells])


def _interval(estimate: Estimate, times: float, unit: str, form: str = ".1f") -> str:
    value, low, high = (times * x for x in estimate)
    return f"{value:{form}}{unit} (95 %: {low:{form}} to {high:{form}})"


def verdict_record(verdict: SprtState) -> dict[str, Any]:
    """Return how a sequential test stands, for machines."""
    return {
        "elo0": verdict.low,
        "elo1": verdict.high,
        "llr": round(verdict.ratio, 4),
        "bounds": [round(-BOUND, 4), round(BOUND, 4)],
        "verdict": {"low": "elo0", "high": "elo1", "open": None}[verdict.word],
    }
