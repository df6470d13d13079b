"""The application: its help, and what `ludex` does without a command."""

from importlib.metadata import version as installed_version

from typer import Context, Exit, Typer

from ludex.cli.command_group import Commands
from ludex.cli.records import with_records

HELP = """\
Tabletop games as executable rulebooks: the rules are written once, and the referee,
play, exact transcripts and checks all follow from that text.

A GAME is a name from `ludex games`, or a Python file that has a `game` in it, such as
examples/tic_tac_toe.py.

\b
  ludex                             the lobby: choose a game and play it
  ludex games                       what there is to play
  ludex play GAME                   play: drawn on a terminal, in words with --plain
  ludex rules GAME                  the rulebook, with every refusal in its order
  ludex run GAME SCRIPT             a script with its exact transcript
  ludex simulate GAME --games 1000  random play, every promise checked
  ludex report FILE.parquet         what games or deals kept with --out come to
  ludex check GAME                  explore every state: what is wrong, what never happens
  ludex compile GAME                an engine from the rulebook, or why there is none
  ludex why GAME 'mark(5)'          every guard of an event, and the values it looks at
  ludex check GAME --as-written     the same for the document it comes from
  ludex diff GAME                   that document and the rulebook, call by call
  ludex errata [GAME]               where the documents are wrong, and what is done here
  ludex requirements [GAME]         what they ask for, what answers for it, and its tests
  ludex solve GAME                  a small game's exact value, and how to play it best
  ludex events GAME                 its abstract user interface, every type declared
  ludex new my_game.py              a small game of your own to change
  ludex examples                    games in files, to read, play and copy
  ludex diagram GAME                its classes, events or states, for Mermaid or Graphviz
  ludex export GAME --to promela    a model of it for Spin, or with tla for TLC
  ludex cover GAME SCRIPT           which guards and pairs of guards a script reaches
  ludex suite GAME --out DIR        scripts that reach all of it, with their transcripts
  ludex mutate GAME --suite DIR     mistakes put into a rulebook: does a test notice?
  ludex grade GAME --program CMD TESTS  another program against the oracle, with marks
  ludex trace GAME 'mark(*){3}'     every instance of a pattern of events, counted
  ludex match GAME --bots greedy random   which bot is stronger, and how sure
  ludex league GAME --player A --player 'cmd:./b'   programs too, kept and rated
  ludex review FILE                 a game looked back at: the moves that lost most
  ludex deal GAME 617               a numbered deal; --format picture draws it
  ludex serve                       the web table, at http://127.0.0.1:8000
  ludex serve GAME                  the same with only this game
  ludex mcp                         tables for assistants and other clients of MCP
  ludex verify FILE                 were a web table's deals those it promised
  ludex warm [GAME]                 compile what bots and hints would wait for

Games bring commands of their own; they come last in the list below.

Results go to standard output, messages to standard error. Exit status: 0 done, 1 a check
failed, 2 bad usage or input.
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
    """Choose a game and play it; go on with one; puzzles, statistics.

    Options:
      version: Print the version and exit.
      language (CODE): en, or pt: Portuguese. Without it, what LANG says.
    """
    if version:
        print(f"ludex {installed_version('ludex')}")
        raise Exit
    if context.invoked_subcommand is None:
        from ludex.cli.commands.tables.lobby import open_lobby

        open_lobby(language)
