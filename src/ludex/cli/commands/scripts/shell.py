"""`ludex shell GAME`: the interactive form of event scripts."""

from typing import Any

from ludex.check.why.explanation import explain_text
from ludex.cli.arguments import (
    GameOpening,
    Seed,
    Wording,
    given_or_fresh,
)
from ludex.cli.errors import tell_user
from ludex.cli.terminal.colour import print_cards
from ludex.cli.terminal.prompt import Prompt
from ludex.kernel import Dice, History
from ludex.language.position import position_line
from ludex.language.rulebook.guards import guard_table
from ludex.language.script_check import Dialect, Typed, script_faults
from ludex.language.transcript import (
    TranscriptEntry,
    entry_text,
    play_chances,
    play_event,
)

WORDS = ("man", "why", "legal", "chance", "position", "quit")


def shell(
    opening: GameOpening,
    *,
    seed: Seed = None,
    dialect: Wording = Dialect.DOCUMENT,
) -> None:
    """Type events one after the other; see the state after each.

    `man` lists the events, `man EVENT` explains one, `why EVENT` lists its guards with their
    values, `legal` lists the legal events, `chance` makes a chance event, `position` prints
    the position line, `quit` ends the shell.
    """
    console = _Console(History(*opening()), Dice(given_or_fresh(seed)), dialect)
    prompt = Prompt(console.words)
    console.echo = not prompt.at_terminal
    console.begin()
    while (line := prompt.ask("->")) is not None and line.strip() != "quit":
        console.obey(line)


class _Console:
    """The state of a shell and what its words do."""

    def __init__(self, history: Any, dice: Any, dialect: Any) -> None:  # noqa: ANN401  # of any game
        self.history = history
        self.game = history.game
        self.dice = dice
        self.dialect = dialect
        self.typed = Typed(self.game, dialect)
        self.echo = True

    def begin(self) -> None:
        self._show(TranscriptEntry(None, None, self.history))

    def words(self) -> list[str]:
        """Return what could be typed now."""
        legal = [str(event) for event in self.game.legal(self.history.state)]
        return [*WORDS, *self.game.calls, *legal]

    def obey(self, line: str) -> None:
        """A word of the shell, or events."""
        first, *rest = line.split() or [""]
        match "" if first in self.game.calls else first:
            case "man":
                self._explain(rest)
            case "why":
                print("\n".join(explain_text(self.game, self.history.state, " ".join(rest))))
            case "legal":
                print("\n".join(map(str, self.game.legal(self.history.state))))
            case "position":
                print(position_line(self.game, self.history.state))
            case "chance":
                self._chance()
            case _:
                self._play(line)

    def _play(self, line: str) -> None:
        wrong = list(script_faults(self.game, lambda: [line], self.dialect))
        if wrong:
            tell_user("\n".join(wrong))
            return
        for event in self.typed.events(lambda: [line]):
            self._show(play_event(self.history, event))

    def _chance(self) -> None:
        for entry in play_chances(self.history, self.dice):
            print(f"->{entry.event}")
            self._show(entry, echo=False)

    def _show(self, entry: Any, *, echo: bool = True) -> None:  # noqa: ANN401  # of any game
        self.history = entry.history
        if self.echo and echo and entry.event is not None:
            print(f"->{entry.event}")
        print_cards(entry_text(entry, self.dialect))

    def _explain(self, names: list[str]) -> None:
        unknown = [name for name in names if name not in self.game.calls]
        for name in unknown:
            tell_user(f"no event {name!r}")
        for name in names or self.game.calls:
            if name in unknown:
                continue
            cls = self.game.calls[name]
            print(cls.declaration())
            print(f"    {cls.sentence()}")
            if names:
                for i, row in enumerate(guard_table(cls), start=1):
                    print(f"    refused {i}: {row.reason}")
