"""What a match has shown, for people and for machines."""

from collections.abc import Iterator, Sequence
from typing import Any

from ludex.players.match import Estimate, Tally
from ludex.players.sprt import BOUND, SprtState


def match_lines(
    name: str,
    seed: int,
    names: list[str],
    tally: Tally,
    games: int,
) -> Iterator[str]:
    """Yield everybody's results; of more than two, the strongest first."""
    if not tally.games:
        yield f"{name}: no deal was finished, seed {seed}"
        return
    whole = "" if tally.games == games else f" of {games:,}"
    yield f"{name}: {tally.games:,}{whole} games, seed {seed}, seats exchanged"
    width = max(map(len, names))
    records = [tally.record(bot) for bot in range(len(names))]
    ranked = sorted(range(len(names)), key=lambda bot: -records[bot].elo.value)
    for bot in ranked if len(names) > 2 else [0]:
        record = records[bot]
        against = f" against {names[1]}" if len(names) == 2 else ""
        yield (
            f"{names[bot]:{width}}{against}: {record.wins:,} won, {record.draws:,} drawn, "
            f"{record.losses:,} lost"
        )
        yield f"  win rate  {_interval(record.rate, 100, ' %')}"
        if record.lead is not None:
            yield f"  score     {_interval(record.lead, 1, ' more a game')}"
        # Of two, what the one has above the middle the other has below it.
        more, times = (" more", 2) if len(names) == 2 else ("", 1)
        yield f"  Elo       {_interval(record.elo, times, more, '+.0f')}"
    if len(tally.met) > 1 and tally.games > tally.met[0, 1].games:  # every two met
        yield from _pair_lines(names, ranked, tally, width)
    for bot, label in enumerate(names):
        record = records[bot]
        pace = record.moves / record.seconds if record.seconds else 0.0
        yield f"{label:{width}}  {record.moves:,} moves, {pace:,.1f} a second"


def _pair_lines(names: list[str], ranked: Sequence[int], tally: Tally, width: int) -> Iterator[str]:
    """Yield what everybody got of the points with everybody."""
    yield "Points of a hundred against each:"
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
    value, low, high = (times * x for x in (estimate.value, estimate.low, estimate.high))
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


def verdict_line(verdict: SprtState, names: list[str]) -> str:
    """Return the same in a line."""
    first, second = names
    found = {
        "low": f"{first} is not {verdict.high:g} Elo better than {second}, rather {verdict.low:g}",
        "high": f"{first} is {verdict.high:g} Elo better than {second} rather than {verdict.low:g}",
        "open": "not decided yet",
    }[verdict.word]
    return f"SPRT: {found} (log-likelihood ratio {verdict.ratio:+.2f}, bounds ±{BOUND:.2f})"
