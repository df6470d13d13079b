"""`ludex` alone: the lobby, drawn on a terminal, in words elsewhere."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ludex.cli.arguments import TableOpening
from ludex.cli.commands.tables.play import PlaySettings, is_drawn, play, resume, sit_down
from ludex.cli.errors import BadInput, readable, tell_user
from ludex.cli.terminal.prompt import Prompt
from ludex.kernel import say
from ludex.play.starts import describe_start

if TYPE_CHECKING:
    from ludex.tui.services import Beginning, Row, SavedGames

LEAVE = ("quit", "exit", "q")
NO_PUZZLE = "There is no puzzle {name} in the list."


def open_lobby(language: str | None) -> None:
    """Let a player choose a game and play it, on the screen where there is one."""
    settings = PlaySettings(language=language)
    if is_drawn():
        from ludex.tui.app import LudexApp

        LudexApp(settings.services()).run()
    else:
        Lobby(settings).open()


class Lobby:
    """The lobby in words: the same choices as on the screen."""

    def __init__(self, settings: PlaySettings) -> None:
        self.settings, self.services = settings, settings.services()
        self.words = self.services.words(None)
        self._reported: set[str] = set()
        """The problems with files, each said once."""

    def open(self) -> None:
        """Ask what to do, and do it; until the player leaves."""
        print(self.words("Ludex: tabletop games as executable rulebooks."))
        while True:
            choices = self._choices()
            names = list(choices)
            for i, (name, (about, _)) in enumerate(choices.items(), start=1):
                print(f"  {i:2}  {self.words(name):18} {about}")
            chosen = self._chosen(names, "Your choice (a number or a name; quit leaves)?")
            if chosen is None:
                return
            try:
                choices[chosen][1]() if chosen in choices else self._play(chosen)
            except BadInput as trouble:
                tell_user(trouble)

    def _choices(self) -> dict[str, tuple[str, Callable[[], None]]]:
        """Return the entries of the lobby by name."""
        games: dict[str, tuple[str, Callable[[], None]]] = {
            name: (self.services.words(game)(game.summary), partial(self._play, name))
            for name in self.services.games()
            for game in [self.services.load(name)]
        }
        saved = self.services.saved()
        going = saved.unfinished[::-1]
        won = self.words("The games you have played and won, and your times.")
        more: dict[str, tuple[str, Callable[[], None]]] = {
            "puzzles": (self.words("Boards that can be won."), self._solve),
            "statistics": (won, lambda: self._count(saved)),
        }
        if going:
            words = "Continue a saved game ({number} to choose from)."
            about = self.words(say("go_on", words, number=len(going)))
            more = {"continue": (about, lambda: self._go_on(going)), **more}
        for trouble in saved.troubles:
            if trouble not in self._reported:
                tell_user(trouble)
        self._reported.update(saved.troubles)
        return {**games, **more}

    def _play(self, name: str) -> None:
        play(TableOpening(name=name), self.settings)

    def _count(self, saved: "SavedGames") -> None:
        from ludex.tui.lobby.statistics import scores

        print(scores(self.services.statistics(saved.rows), self.words))

    def _go_on(self, rows: "Sequence[Row]") -> None:
        names = [str(row["name"]) for row in rows]
        for i, row in enumerate(rows, start=1):
            status = self.services.status_of(row)
            label = self.words(describe_start(str(row["label"])) or "")
            print(f"  {i:2}  {row['name']!s:40} {label}; {status}")
        chosen = self._chosen(names, "Which one (quit goes back)?")
        if chosen is not None:
            resume(chosen, settings=self.settings)

    def _solve(self) -> None:
        puzzles = {self.words(found.words): found for found in self.services.puzzles()}
        for i, words in enumerate(puzzles, start=1):
            print(f"  {i:2}  {words}")
        chosen = self._chosen(list(puzzles), "Which one (quit goes back)?")
        if chosen is None:
            return
        if chosen not in puzzles:
            raise BadInput(self.words(say("no_puzzle", NO_PUZZLE, name=chosen)))
        self._begin(puzzles[chosen])

    def _begin(self, puzzle: "Beginning") -> None:
        question = self.words(puzzle.question) if puzzle.question else ""
        answer = Prompt().ask(f"{question}? ") if question else ""
        header = puzzle.header((answer or "").strip())
        sitting = readable(self.services.sit(readable(header)))
        name = describe_start(sitting.header.label) or ""
        print(f"{self.words(puzzle.words)}: {self.words(name)}.")
        sit_down(sitting, self.settings)

    def _chosen(self, names: list[str], question: str) -> str | None:
        """Ask for a choice, by number or by name; None to leave."""
        leave = self.words("quit")
        labels = [*map(self.words, names), leave]
        answer = Prompt(lambda: labels).ask(f"{self.words(question)} ")
        word = (answer or leave).strip()
        if word in (*LEAVE, leave):
            return None
        answers = {str(i): name for i, name in enumerate(names, start=1)}
        answers |= {self.words(name): name for name in names}
        return answers.get(word, word)
