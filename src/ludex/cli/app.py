"""The application: its help, and what `ludex` does without a command."""

from importlib.metadata import version as installed_version

from typer import Context, Exit, Typer

from ludex.cli.command_group import Commands
from ludex.cli.records import with_records

HELP = """\
Tabletop games as executable rulebooks. The rules of a game are written once, in Python. The
referee, the terminal, the browser, transcripts, bots and checks are derived from that text.

A GAME is a name from `ludex games`, or a Python file that defines a `game`, such as
examples/tic_tac_toe.py.

\b
  ludex                             open the lobby: choose a game and play it
  ludex games                       list the games
  ludex play GAME                   play on the screen, or line by line with --plain
  ludex rules GAME                  print the rulebook, with every refusal in order
  ludex run GAME SCRIPT             run a script and print its exact transcript
  ludex simulate GAME --games 1000  play random games and check every property
  ludex check GAME                  explore every state and report errors
  ludex why GAME 'mark(5)'          show every guard of an event and its values
  ludex solve GAME                  find the exact value of a small game and the best play
  ludex new my_game.py              write a small game to start from
  ludex suite GAME --out DIR        generate a test suite with expected transcripts
  ludex grade GAME --program CMD TESTS  grade a program against the oracle
  ludex match GAME --bots greedy random   measure which bot is stronger
  ludex serve                       serve the games at http://127.0.0.1:8000

`ludex COMMAND --help` explains a command of the list below; those of single games come last.

Results go to standard output, messages to standard error. Exit status: 0 success, 1 a
check failed, 2 bad usage or input.
"""

app = Typer(
    name="ludex",
    cls=Commands,
    help=HELP,
    rich_markup_mode=None,  # plain help: importing Rich would double the time it takes
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
@with_records
def lobby(context: Context, *, version: bool = False, language: str | None = None) -> None:
    """Choose a game and play it, continue a saved game, solve puzzles, see statistics.

    Options:
      version: Print the version and exit.
      language (CODE): en (English) or pt (Portuguese). The default is the language of LANG.
    """
    if version:
        print(f"ludex {installed_version('ludex')}")
        raise Exit
    if context.invoked_subcommand is None:
        from ludex.cli.commands.tables.lobby import open_lobby

        open_lobby(language)
