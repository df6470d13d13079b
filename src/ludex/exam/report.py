"""Report an exam: legal moves, broken rules with their rates, failures, strength."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from ludex.exam.positions import TURN
from ludex.exam.referee import AnswerKind
from ludex.exam.run import END, GAME, POSITION, RULING, Row
from ludex.kernel import AnyGame
from ludex.players.rating import Estimate, share
from ludex.study.coverage.obligations import Catalogue

AFTER = (
    "mends it",
    "another illegal event",
    "repeats it",
    "unreadable",
    "fails",
    "not asked again",
)
"""The ways to go on after a refusal."""


def rule_sentence(catalogue: Catalogue, rule: str) -> str:
    """Return the sentence of a rule, as in the printed rules."""
    event, _, number = rule.partition(":")
    if number and event in catalogue.guards and 0 < int(number) <= len(catalogue.guards[event]):
        return catalogue.reason(event, int(number))
    return "a move out of turn" if rule == TURN else rule.replace("_", " ")


def summary(game: AnyGame, rows: Sequence[Row]) -> dict[str, Any]:
    """Return the results of an exam as JSON; rates count the first answer to each question."""
    spoken = [row for row in rows if row["kind"] != END]
    rulings = [row for row in spoken if row["what"] == RULING]
    answers = [row for row in spoken if row["what"] != RULING]
    first = [row for row in answers if row["attempt"] == 0]
    kinds = Counter(row["kind"] for row in first)
    legal, refused = kinds[AnswerKind.LEGAL.value], kinds[AnswerKind.REFUSED.value]
    failures = Counter(row["rule"] for row in answers if row["kind"] == AnswerKind.FAILED.value)
    failures.update(row["sentence"] for row in rulings if row["kind"] == AnswerKind.FAILED.value)
    seconds = [row["seconds"] for row in spoken]
    return {
        "questions": len(first),
        "legal": legal,
        "refused": refused,
        "unreadable": kinds[AnswerKind.UNREADABLE.value],
        "failed": kinds[AnswerKind.FAILED.value],
        "share": _part(legal, legal + refused),
        "rules": [*_by_rule(Catalogue(game), first)],
        "failures": dict(failures),
        "after": _after_refusals(answers),
        **_memory(first),
        "mutations": [*_by_mutation(rulings)],
        "games": _games([row for row in rows if row["kind"] == END and row["what"] == GAME]),
        "answers": len(spoken),
        "seconds": round(fmean(seconds), 3) if seconds else 0.0,
        **{name: _sum(row.get(name) for row in spoken) for name in ("tokens_in", "tokens_out")},
    }


def _part(hits: int, of: int) -> dict[str, float | int]:
    found = share(hits, of)
    numbers = {name: round(getattr(found, name), 4) for name in Estimate._fields}
    return {"hits": hits, "of": of, **numbers}


def _sum(values: Iterator[int | None]) -> int | None:
    known = [one for one in values if one is not None]
    return sum(known) if known else None


def _by_rule(catalogue: Catalogue, first: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Yield each rule: how often it was broken, of the positions in which it could be."""
    could, broken, during = Counter[str](), Counter[str](), Counter[str]()
    for row in first:
        if row["kind"] == AnswerKind.FAILED.value:
            continue
        rules = {*row["breakable"].split()}
        if row["kind"] == AnswerKind.REFUSED.value:
            (broken if row["what"] == POSITION else during)[row["rule"]] += 1
            rules.add(row["rule"])
        if row["what"] == POSITION:
            could.update(rules)
    ordered = sorted({*could, *during}, key=lambda one: (-broken[one] - during[one], one))
    for rule in ordered:
        counted = {
            "rule": rule,
            "broken_in_games": during[rule],
            **_part(broken[rule], could[rule]),
        }
        yield {**counted, "sentence": rule_sentence(catalogue, rule)}


def _after_refusals(answers: Sequence[Row]) -> dict[str, int]:
    """Count the answers that follow refusals."""
    found = dict.fromkeys(AFTER, 0)
    for i, row in enumerate(answers):
        if row["kind"] != AnswerKind.REFUSED.value:
            continue
        after = answers[i + 1] if i + 1 < len(answers) else None
        if after is None or after["attempt"] != row["attempt"] + 1:
            found["not asked again"] += 1
            continue
        match AnswerKind(after["kind"]):
            case AnswerKind.LEGAL:
                found["mends it"] += 1
            case AnswerKind.UNREADABLE:
                found["unreadable"] += 1
            case AnswerKind.FAILED:
                found["fails"] += 1
            case AnswerKind.REFUSED:
                same = after["event"] == row["event"]
                found["repeats it" if same else "another illegal event"] += 1
    return found


def _memory(first: Sequence[Row]) -> dict[str, Any]:
    """Answers by the usual rules, where the rules were changed."""
    compared = [row for row in first if row.get("memory") is not None]
    return (
        {"memory": _part(sum(row["memory"] for row in compared), len(compared))} if compared else {}
    )


def _by_mutation(rulings: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Yield each mutation: how often an answer followed the page, of those that could be read."""
    kinds_of: dict[str, Counter[str]] = {}
    for row in rulings:
        kinds_of.setdefault(row["rule"], Counter())[row["kind"]] += 1
    for mutation, kinds in kinds_of.items():
        page, memory = kinds[AnswerKind.LEGAL.value], kinds[AnswerKind.REFUSED.value]
        others = {one.value: kinds[one.value] for one in (AnswerKind.UNREADABLE, AnswerKind.FAILED)}
        yield {"mutation": mutation, **_part(page, page + memory), "memory": memory, **others}


def _games(ends: Sequence[Row]) -> dict[str, Any] | None:
    """The strength in whole games: wins, and half of what is shared."""
    if not ends:
        return None
    points = [row["points"] for row in ends]
    found = share(round(sum(points)), len(points))
    bots = [row["bot_points"] for row in ends if row.get("bot_points") is not None]
    return {
        "games": len(ends),
        "points": sum(points),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "no_move": sum(row["outcome"] == "no move" for row in ends),
        "bot_points": sum(bots) if bots else None,
    }


def lines(title: str, found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the report as text."""
    yield f"{title}: {found['questions']} questions"
    if found["questions"]:
        yield f"  legal moves  {_rate(found['share'])}"
        counts = ("refused", "unreadable", "failed")
        yield "  " + ", ".join(f"{found[name]} {name}" for name in counts)
    if found["failures"]:
        listed = ", ".join(f"{kind} {count}" for kind, count in found["failures"].items())
        yield f"  failed answers: {listed}"
    if "memory" in found:
        yield f"  by the usual rules and not by the page  {_rate(found['memory'])}"
    rules = [one for one in found["rules"] if one["hits"] or one["broken_in_games"]]
    if rules:
        yield "  rules broken, of the positions in which each could be:"
    for one in rules:
        games = f", {one['broken_in_games']} in games" * bool(one["broken_in_games"])
        yield f"    {one['rule']:<24} {_rate(one)}{games}  {one['sentence']}"
    if unbroken := len(found["rules"]) - len(rules):
        yield f"  {unbroken} rules that could be broken were kept"
    if found["refused"]:
        listed = ", ".join(f"{after} {count}" for after, count in found["after"].items() if count)
        yield f"  after a refusal: {listed}"
    yield from _mutation_lines(found["mutations"])
    yield from _game_lines(found["games"])
    yield f"  {found['seconds']:g} s an answer, {found['answers']} answers"
    if found["tokens_in"] is not None or found["tokens_out"] is not None:
        yield f"  tokens: {found['tokens_in'] or 0:,} in, {found['tokens_out'] or 0:,} out"


def _mutation_lines(mutations: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if mutations:
        yield "  answers by the page and not by memory, for each mutation of the rules:"
    for one in mutations:
        missing = sum(one[kind.value] for kind in (AnswerKind.UNREADABLE, AnswerKind.FAILED))
        more = f", {missing} unreadable or failed" * bool(missing)
        yield f"    {one['mutation']:<36} {_rate(one)}{more}"


def _game_lines(games: Mapping[str, Any] | None) -> Iterator[str]:
    if games is None:
        return
    between = f"{100 * games['low']:.0f} to {100 * games['high']:.0f} %"
    yield f"  {games['games']} games: {games['points']:g} points ({between})"
    if games["bot_points"] is not None:
        yield f"    the bot has {games['bot_points']:g} points on the same deals"
    if games["no_move"]:
        yield f"    {games['no_move']} ended because the player made no move"


def _rate(one: Mapping[str, Any]) -> str:
    if not one["of"]:
        return "0 of 0"
    low, high = 100 * one["low"], 100 * one["high"]
    return f"{one['hits']} of {one['of']}  {100 * one['value']:.1f} % ({low:.1f}–{high:.1f})"
