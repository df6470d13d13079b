"""`ludex poker phh` and `ludex poker export`: hand histories in and out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.files import Script, new_file
from ludex.cli.options import Changes, Position, Preset, first_state
from ludex.cli.run import demand_faultless
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.games.poker.holdem.phh import Record
    from ludex.games.poker.holdem.replay import Played
    from ludex.games.poker.holdem.state import State

LARGEST = 10_000_000


def phh(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A PHH file; - is standard input.")
    ],
    *,
    hand: Annotated[
        int, typer.Option(min=1, help="Which hand of a file that has several.")
    ] = 1,
) -> None:
    """Replay a hand history: every action, and the table after it.

    A file that lies about stacks, cards or actions is refused with the place.
    """
    from ludex.games.poker.holdem.picture import text

    start, played = _replayed(_record(file, hand), file)
    print(text(start))
    for step in played:
        print(f"->{step.action}")
        print(text(step.state))


def _record(file: str, hand: int) -> "Record":
    from ludex.games.poker.holdem.phh import read
    from ludex.kernel import Unreadable

    with Script(file) as source:
        text = "".join(source.lines())
    if len(text) > LARGEST:
        raise BadInput(f"{source.name}: {len(text):,} letters are too many for a hand")
    records = read(text)
    if isinstance(records, Unreadable):
        raise BadInput(f"{source.name}: {records}")
    if hand > len(records):
        many = f"{len(records)} hand{'s' * (len(records) > 1)}"
        raise BadInput(f"--hand {hand}: {source.name} has {many}")
    return records[hand - 1]


def _replayed(record: "Record", file: str) -> "tuple[State, list[Played]]":
    from ludex.games.poker.holdem.replay import Lie, opening, replayed
    from ludex.kernel import Unreadable

    start = opening(record)
    if isinstance(start, Unreadable):
        raise BadInput(f"{file}: {start}")
    try:
        return start, list(replayed(record, start))
    except Lie as lie:
        raise BadInput(f"{file}: {lie}") from None


def export(
    script: Annotated[
        str,
        typer.Argument(
            metavar="SCRIPT", help="The events of a table; - is standard input."
        ),
    ],
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="Where the history goes.")
    ] = None,
    *,
    hand: Annotated[int, typer.Option(min=1, help="Which hand of the script.")] = 1,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Deal with this seed where the script does not."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite OUT.")] = False,
) -> None:
    """Write a hand of hold'em that was played here as a PHH hand history."""
    from ludex.games.poker.holdem import game
    from ludex.games.poker.holdem.phh import write
    from ludex.games.poker.holdem.recording import hands_of, recorded
    from ludex.kernel import Dice, History
    from ludex.text.check import Dialect, Typed
    from ludex.text.transcript import run

    history = History(game, first_state(game, preset, option, position))
    with Script(script) as source:
        demand_faultless(game, source, Dialect.DOCUMENT)
        dice = None if seed is None else Dice(seed)
        for entry in run(history, Typed(game).events(source.lines), dice):
            if entry.refusal is not None:
                raise BadInput(f"{source.name}: {entry.event}: {entry.refusal.text}")
            history = entry.history
    hands = hands_of(history.start, history.steps)
    if hand > len(hands):
        raise BadInput(f"--hand {hand}: the script has {len(hands)}")
    text = write(recorded(hands[hand - 1]))
    if out is None:
        print(text, end="")
    else:
        with new_file(out, force=force) as file:
            file.write(text)
