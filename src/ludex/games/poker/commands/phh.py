"""`ludex poker phh`: hand histories replayed, or summed up when there are many."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import typer

from ludex.cli.arguments import Json, print_json
from ludex.cli.arguments.files import ScriptInput
from ludex.cli.errors import BadInput
from ludex.cli.terminal.progress import progress_bar
from ludex.kernel import Unreadable

from ..holdem.formats.histories import HandHistory, HistorySummary, read_history
from ..holdem.formats.phhs import FoundHand, hands
from ..holdem.formats.remarks import HandRemark
from ..holdem.table.text import text

SUFFIXES = (".phh", ".phhs")
LONGEST = 1_000_000
"""No line has so many bytes."""


def phh(
    files: list[str],
    *,
    hand: int | None = None,
    strict: bool = False,
    json: Json = False,
) -> None:
    """Replay a hand history: every action, and the table after it.

    For several hands (a .phhs file, several files, a folder) a summary is printed: the numbers
    of accepted, corrected and refused hands, and the reasons.

    Everything that the PHH standard permits is accepted, with a remark: unknown stacks (inf),
    rake, cards shown late, out of order or not at all, late posts, folds when a check was
    free. A file that contradicts itself is refused; the message names the place.

    Options:
      files (FILE...): PHH files, or folders of them; - is standard input.
      hand (1..): Show this hand of a file that has several.
      strict: Refuse everything that the rules of Ludex refuse.
    """
    paths = [*_files(files)]
    if len(paths) > 1 or Path(files[0]).is_dir():
        if hand is not None:
            raise BadInput("--hand shows a hand of one file")
        _sum_up(paths, strict=strict, json=json)
        return
    with ScriptInput(paths[0]) as source:
        wanted = _hand(source, hand)
        if wanted is None:
            _sum_up(paths, strict=strict, json=json)
            return
        history = _accepted(wanted, source.name, strict=strict)
    if json:
        print_json(_as_json(history))
    else:
        _show(history)


def _files(named: Iterable[str]) -> Iterator[str]:
    """The files that are named, and those in the folders that are."""
    for name in named:
        folder = Path(name)
        if not folder.is_dir():
            yield name
            continue
        inside = sorted(
            path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()
        )
        if not inside:
            raise BadInput(f"{name}: no {' or '.join(SUFFIXES)} file is in this folder")
        yield from map(str, inside)


def _hands(source: ScriptInput, tell: Callable[[int], None]) -> Iterator[FoundHand]:

    def lines() -> Iterator[str]:
        for line in source.lines(LONGEST):
            tell(len(line))
            yield line

    return hands(lines())


def _hand(source: ScriptInput, number: int | None) -> FoundHand | None:
    """The hand to show; none, if there are several and none is chosen."""
    found = _hands(source, lambda _: None)
    if number is None:
        some = [*islice(found, 2)]
        if not some:
            raise BadInput(f"{source.name}: no hand is in this file")
        return some[0] if len(some) == 1 else None
    count = 0
    for one in found:
        count += 1
        if count == number:
            return one
    many = f"{count} hand{'s' * (count != 1)}"
    raise BadInput(f"--hand {number}: {source.name} has {many}")


def _accepted(found: FoundHand, name: str, *, strict: bool) -> HandHistory:

    history = read_history(found.table, strict=strict)
    if isinstance(history, Unreadable):
        where = f"hand {found.name}: " if found.name else ""
        raise BadInput(f"{name}: {where}{history}")
    return history


# -- one hand ---------------------------------------------------------------------------


def _show(history: HandHistory) -> None:

    unit = history.record.unit
    if unit != 1:
        print(f"# amounts on the table are in units of {unit}")
    print(text(history.start, history.stacks(history.start)))
    _say(history.before)
    for step in history.played:
        print(f"->{step.action}")
        print(text(step.state, history.stacks(step.state)))
        _say(step.remarks)
    _say(history.after)


def _say(remarks: Iterable[HandRemark]) -> None:
    for remark in remarks:
        print(f"# {remark.text}")


def _as_json(history: HandHistory) -> dict[str, object]:
    record = history.record
    state = history.played[-1].state if history.played else history.start
    return {
        "unit": str(record.unit),
        "actions": len(record.actions),
        "corrected": history.is_corrected,
        "remarks": [{"kind": remark.kind.value, "text": remark.text} for remark in history.remarks],
        "stacks": [None if p in record.unknown else stack for p, stack in enumerate(state.stacks)],
        "won": list(state.won),
    }


# -- many hands -------------------------------------------------------------------------


def _sum_up(paths: list[str], *, strict: bool, json: bool) -> None:
    """Judge every hand, tell what became of them; some refused is status 1."""

    summary = HistorySummary()
    unread: list[str] = []
    files = [Path(path) for path in paths]
    whole = sum(file.stat().st_size for file in files if file.is_file())
    with progress_bar(whole, "letters") as advance:
        for path in paths:
            try:
                with ScriptInput(path) as source:
                    for number, found in enumerate(_hands(source, advance), start=1):
                        history = read_history(found.table, strict=strict)
                        name = found.name or str(number)
                        summary.add(f"{source.name}, hand {name}", history)
            except BadInput as problem:
                unread.append(str(problem))
    if json:
        print_json(_summary_as_json(summary, len(paths), unread))
    else:
        print("\n".join(_summary(summary, len(paths), unread)))
    if summary.refused or unread:
        raise typer.Exit(1)


def _summary(summary: HistorySummary, files: int, unread: list[str]) -> Iterator[str]:
    hands = f"{summary.hands:,} hand{'s' * (summary.hands != 1)}"
    yield (
        f"{hands} in {files:,} file{'s' * (files != 1)}: {summary.accepted:,} accepted "
        f"({summary.corrected:,} corrected), {summary.refused:,} refused"
    )
    for title, corrected in (("corrected", True), ("remarked on", False)):
        if some := summary.counts(corrected=corrected):
            yield f"{title}:"
            yield from (f"{count:9,}  {kind}" for kind, count in some.items())
    if summary.reasons:
        yield "refused:"
    for reason, count in summary.reasons.most_common():
        yield f"{count:9,}  {reason}"
        yield f"           ({summary.examples[reason]})"
    if unread:
        yield "not read:"
        yield from (f"           {problem}" for problem in unread)


def _summary_as_json(summary: HistorySummary, files: int, unread: list[str]) -> dict[str, object]:
    return {
        "files": files,
        "hands": summary.hands,
        "accepted": summary.accepted,
        "corrected": summary.corrected,
        "refused": summary.refused,
        "corrections": summary.counts(corrected=True),
        "remarks": summary.counts(corrected=False),
        "reasons": [
            {"reason": reason, "hands": count, "example": summary.examples[reason]}
            for reason, count in summary.reasons.most_common()
        ],
        "not_read": unread,
    }
