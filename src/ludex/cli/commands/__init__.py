"""The commands of Ludex: a module a command, imported when it is run.

`SUMMARIES` has the first sentence of each, so that `ludex --help` need import none of them;
a test holds them to the commands.
"""

from collections.abc import Mapping
from typing import Final

from ludex.registry import Command

SUMMARIES: Final = {
    "games": "List the games: name, players, one sentence, presets, source document.",
    "rules": "Print the rulebook: events, refusals in their order, invariants, presets.",
    "play": "Play a game, alone, several at one keyboard, or against bots.",
    "resume": "Go on with a saved game; without a name, with the last one that is not over.",
    "saves": "List the saved games, the latest last; or throw some away.",
    "replay": "Show a saved game from its beginning, event by event.",
    "review": "Look back at a game: the moves that lost most, what was better, the standing, and luck.",
    "stats": "What you have played and won; assisted games and practice are counted separately.",
    "puzzle": "Make a puzzle: a board that can be won, with its id, level and position line.",
    "run": "Check a script as a whole, then run it and print the transcript.",
    "shell": "Type events one after the other; see the state after each.",
    "events": "Print the game's events as an interface of the Eiffel Testing Framework.",
    "new": "Write the skeleton of a rulebook from its interface.",
    "diagram": "Draw a rulebook: the classes of its state and events, its events, or its states.",
    "export": "Export a game for Spin (Promela) or TLC (TLA+), where that is faithful.",
    "diff": "Compare a game's document, word for word, with what the rulebook takes it to mean.",
    "errata": "Print every erratum: the place, what the document says and means, what is done here.",
    "requirements": "Trace a document: requirement, what answers for it, its tests, how they last went.",
    "etf": "Answer as the course's oracle does, so that it can be put in the oracle's place.",
    "serve": "Serve the web table: a lobby with all games or some, saved as they are played.",
    "mcp": "Let a program that speaks MCP play: an assistant, an editor, a client of your own.",
    "backup": "Copy all games of the web table into one file, while the server runs.",
    "restore": "Replace the games of the web table with a backup.",
    "verify": "Check the shuffles of a match that is over: every deal is drawn again.",
    "simulate": "Play random legal games and check every property after every event.",
    "check": "Find out everything about a rulebook: yours or one of ours.",
    "why": "Explain an event in a position: all its guards, and what it would do.",
    "solve": "Solve a small game: yours or one of ours.",
    "cover": "Measure scripts: which events happened, which guards refused, which pairs of guards met.",
    "suite": "Make a small set of scripts with their expected transcripts, for any rulebook.",
    "grade": "Compare a program with the oracle: verdicts, the first divergence, and marks by rule.",
    "mutate": "Measure tests: put small mistakes into a rulebook, and see which of them are noticed.",
    "trace": "Run every instance of a pattern, fold equal results, and count the verdicts.",
    "report": "Sum up results that `--out` has kept: verdicts, win rates, lengths and scores.",
    "bots": "List the bots of a game: its own first, then from weak to strong; and who gives hints.",
    "match": "Let bots play each other, every deal with the seats exchanged, and compare them.",
    "league": "Let players of every kind meet, and rate them: bots, programs, functions of your own.",
    "deal": "Print a numbered deal, numbered as in Microsoft's program.",
}
MODULES: Final = {
    "resume": "play",
    "replay": "saves",
    "stats": "saves",
    "restore": "backup",
    "bots": "match",
}
"""Where a command is, if not in the module of its name."""

SETTINGS: Final[Mapping[str, Mapping[str, object]]] = {
    # The framework's own words: -help and -version are modes of its program.
    "etf": {"ignore_unknown_options": True, "help_option_names": ["--help"]},
    # `--bots A B`: what follows the first name is given as further arguments.
    "match": {"allow_extra_args": True},
    # A deal may be typed as -3, and is then told not to exist.
    "deal": {"ignore_unknown_options": True},
}

COMMANDS: Final = [
    Command(
        name=name,
        at=f"ludex.cli.commands.{MODULES.get(name, name)}:{name}",
        summary=summary,
        settings=SETTINGS.get(name, {}),
    )
    for name, summary in SUMMARIES.items()
]
