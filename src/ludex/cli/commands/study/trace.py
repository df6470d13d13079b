"""`ludex trace GAME PATTERN`: every instance of a pattern of events, run and counted."""

from typer import Exit

from ludex.cli.arguments import (
    ChanceSeed,
    GameOpening,
    Json,
    show,
)
from ludex.cli.errors import BadInput, as_bad_input
from ludex.cli.terminal.progress import ProgressLine
from ludex.study.traces import Unparsable, parse, run_pattern, size

SHOWN = 20


def trace(
    opening: GameOpening,
    pattern: str,
    *,
    seed: ChanceSeed = None,
    limit: int = 1_000_000,
    as_json: Json = False,
) -> None:
    """Run every instance of a pattern, merge equal results, and count the verdicts.

    \b
    a ; b           one after the other        a | b          one of them
    a?              once or not at all         a{2} a{1,3}   2 times, 1 to 3
    a*  a+          0 to 3 times, 1 to 3       ( a ; b ){2}   of a group
    f(*,1)          every value of an argument, and 1
    f({1,3},K)      one of these values        f(1..4,K)      from 1 to 4

    A refused event changes nothing, and the instance continues; its verdict is the first
    refusal. Instances that reach the same state are merged, so millions of them take seconds.
    Their number is computed first; a pattern with too many instances is refused.

    \b
    ludex trace chess-solitaire 'setup_chess(*,1,1) ; start_game ; undo?'
    ludex trace chess-solitaire --position R..N/.P../..../.... \\
        'move_and_capture(*,*,*,*){1,2} ; undo?'
    ludex trace examples/tic_tac_toe.py 'mark(0..10){3}'

    Exit status: 0 run, 1 an instance shows a bug in the rulebook, 2 bad usage or pattern.

    Options:
      pattern (PATTERN): The pattern, in quotes.
      limit (1..): The most instances that a pattern may have.
    """
    game, start = opening(seed)
    with as_bad_input(Unparsable, about="the pattern does not parse, "):
        read = parse(game, pattern)
    count = size(read)
    if count > limit:
        raise BadInput(
            f"the pattern has {format_count(count)} instances, and --limit is {limit:,}: raise the "
            "limit, or name fewer values"
        )
    line = ProgressLine(game.name)
    found = run_pattern(
        game,
        start,
        read,
        lambda events: line.stage(f"{count:,} instances, {events:,} events"),
    )
    line.clear()
    verdicts = found.verdicts().most_common()
    lines = [
        f"{game.name}: {found.instances:,} instances, {len(found.results):,} different results, {found.events:,} events run"
    ]
    record: list[dict[str, object]] = []
    for verdict, number in verdicts:
        script = [str(event) for event in found.example(verdict)]
        record.append({"verdict": verdict, "count": number, "script": script})
        lines += [f"{number:12,}  {verdict}", f"{'':14}{' '.join(script)}"]
    outcomes = found.outcomes()
    for outcome, number in outcomes.most_common(SHOWN):
        lines.append(f"{number:12,}  end: {outcome}")
    show(
        {
            "game": game.name,
            "instances": found.instances,
            "results": len(found.results),
            "events": found.events,
            "verdicts": record,
            "outcomes": dict(outcomes.most_common()),
        },
        lines,
        as_json=as_json,
    )
    if found.faults():
        raise Exit(1)


def format_count(count: int) -> str:
    """A number, or about how large it is."""
    if count < 10**15:
        return f"{count:,}"
    return f"about 10^{len(str(count)) - 1}"
