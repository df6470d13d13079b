"""The list of commands. Each imports what it needs when it runs: `--help` stays quick."""

import typer

from ludex.cli import events, games, lobby, play, rules, run, shell, simulate

app = typer.Typer(
    name="ludex",
    help=(
        "Tabletop games as executable rulebooks.\n\n"
        "A GAME is a name from `ludex games`, or a Python file with a `game` in it.\n\n"
        "Play: `ludex` (the lobby), `ludex play chess-solitaire`. "
        "Learn: `ludex rules GAME`, `ludex events GAME`. "
        "Script: `ludex run GAME SCRIPT`, `ludex shell GAME`. "
        "Check: `ludex simulate GAME --games 1000`."
    ),
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.callback(invoke_without_command=True)(lobby.lobby)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("play")(play.play)
app.command("run")(run.run)
app.command("shell")(shell.shell)
app.command("events")(events.events)
app.command("simulate")(simulate.simulate)
