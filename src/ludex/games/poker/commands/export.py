"""`ludex poker export`: a hand that was played here as a hand history."""

from pathlib import Path

import typer

from ludex.cli.arguments import Changes, Position, Preset, first_state
from ludex.cli.arguments.files import ScriptInput, new_file
from ludex.cli.commands.scripts.run import demand_faultless
from ludex.cli.errors import BadInput
from ludex.kernel import Dice, History
from ludex.language.script_check import Dialect, Typed
from ludex.language.transcript import run_script

from ..holdem.formats.export import hands_of, recorded
from ..holdem.formats.phh import write
from ..holdem.formats.portability import differences
from ..holdem.game import game


def export(
    script: str,
    out: Path | None = None,
    *,
    hand: int = 1,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    seed: int | None = None,
    force: bool = False,
) -> None:
    """Write a hand of hold'em from a script as a PHH hand history.

    PokerKit replays it to the same stacks; if its rules differ, the file says so.

    Options:
      script (SCRIPT): The events of a table; - is standard input.
      out (OUT): The file for the history. [default: standard output]
      hand (1..): Which hand of the script.
      seed: The seed of the deals that the script leaves out.
      force: Overwrite OUT.
    """

    history = History(game, first_state(game, preset, option, position))
    with ScriptInput(script) as source:
        demand_faultless(game, source, Dialect.DOCUMENT)
        dice = None if seed is None else Dice(seed)
        for entry in run_script(history, Typed(game).events(source.lines), dice):
            if entry.refusal is not None:
                raise BadInput(f"{source.name}: {entry.event}: {entry.refusal.text}")
            history = entry.history
    hands = hands_of(history.start, history.steps)
    if hand > len(hands):
        raise BadInput(f"--hand {hand}: the script has {len(hands)}")
    chosen = hands[hand - 1]
    remarks = [f"PokerKit may come to other stacks: {d}" for d in differences(chosen)]
    for remark in remarks:
        typer.echo(f"ludex: {remark}", err=True)
    text = "".join(f"# {remark}\n" for remark in remarks) + write(recorded(chosen))
    if out is None:
        print(text, end="")
    else:
        with new_file(out, force=force) as file:
            file.write(text)
