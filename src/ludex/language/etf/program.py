"""The program that the Eiffel Testing Framework makes of a game, as the course's oracle is one.

It is started with a mode: a whole script at once (`-b`), a window of its lines (`-w`, `-l`),
line by line (`-i`), or a question about itself. Lines that are no events, comments and blanks, are
taken out first. A part of a script is parsed and typed whole before anything of it runs;
into a file a script is run in parts of a hundred lines, and then an error stops one part.
Everything it has to say, errors too, it says where its results go.

This is the program without its files: texts in, texts out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludex.kernel import AnyGame, AnyState, Call, History
from ludex.language.etf import script as etf
from ludex.language.etf.declarations import declared_calls
from ludex.language.script_check import Dialect
from ludex.language.transcript import TranscriptEntry, entry_text, play_event

PART = 100
"""Lines that are run at a time where the result goes to a file."""

VERSION = "Eiffel Testing Framework (ETF) Version: 1.14 (2019-10-12)"

RULE = " ===================================="
OPTIONS = """\
  Option 
    -g  gui mode: run the ETF project as a GUI 

    -i  interactive mode: read the event trace from console 

    -b  batch mode: read the event trace from file 'input.txt' 
        Note. An output file is specified to log results of a large input file. 

    -w  window mode: same as batch mode, except that only results of the 
        m^th to (n-1)^th input commands, when m > 0 and n > 0, are logged into the output file. 
        Use negative numbers -1, -2, etc., to denote the last, 2nd last, etc, input commands. 
        Constraints: 1. if m <= 0, then n <= 0 
                     2. if m >  0, then n >  0 
                     3. m <= n 
        Note. A window with valid start 'm' and end 'n' has the log: 
              S_m C_m S_m+1 C_m+1 ... S_n Cn S_n+1 
              where S_i and S_i+1, m <= i <= n, denote the starting and resulting states of command C_i 
        Note. When m = n, only the starting state of the input command denoted by 'm' is logged. 
        Examples. Use '1   1' as the window to log the initial state. 
                  Use '1   2' as the window to log the 1st command and its starting and resulting states. 
                  Use '2   2' as the window to log the starting state of the 2st command. 
                  Use '-1 -1' as the window to log the resulting state of the 2nd last command. 
                  Use '-1  0' as the window to log the last command and its starting and resulting states. 
                  Use '0   0' as the window to log the final state. 
                  Use 'm   _' (m > 0) as the window to log the m^th to the last commands. 
                  Use 'm   _' (m < 0) as the window to log the m^th last to the last commands. 

    -l last mode: a special case of the -w mode with the window specified as '-1 0' or '-1 _'. 
"""  # noqa: W291  # the blanks at the ends of lines are the program's

FORMS = (
    " -help ",
    " -version ",
    " -i ",
    " -b     input.txt [output.txt] ",
    " -w m n input.txt [output.txt] ",
    " -l     input.txt [output.txt] ",
)


def usage(command: str) -> str:
    """Return the text of `-help`."""
    forms = "".join(f"\t{command}{form}\n" for form in FORMS)
    head = f"The executable {command} may be invoked as: \n{forms}where \n"
    return f"{head}{RULE}\n{OPTIONS}{RULE}\n"


def usage_error(problem: str, command: str) -> str:
    """An error in how the program is started."""
    return f"{problem}\nRun '{command} -help' to see more details\n"


def manual(game: AnyGame) -> str:
    """Return the text of `man` at the prompt: every event with its arguments."""
    return "\n".join(_declared(cls) for cls in declared_calls(game).values()) + "\n"


def _declared(cls: type[Call]) -> str:
    name, mark, rest = etf.declaration(cls).partition("(")
    if not cls.parameters() or not mark:
        return name
    arguments = rest.removesuffix(")").replace(" ; ", " ; \n    ")
    return f"{name}(\n    {arguments}\n)"


class EtfProgram:
    """The program at work: a game that has come so far."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.history = History(game, start)
        self.game = game
        self.is_new = True
        """Has the first state not been printed yet?"""

        self.state = entry_text(TranscriptEntry(None, None, self.history), Dialect.ETF) + "\n"
        """The present output of the state, an error or possible moves included."""

    def execute(self, lines: list[str]) -> str:
        """Run some lines and give the transcript, or what is wrong with them."""
        faults = self._faults(lines)
        if faults:
            return faults
        output = self.state if self.is_new else ""
        self.is_new = False
        return output + "".join(self._played(lines))

    def pass_over(self, lines: list[str]) -> None:
        """Run some lines, and say nothing."""
        if not self._faults(lines):
            self.is_new = False
            for _ in self._played(lines):
                pass

    def answer(self, line: str) -> str:
        """Return what is printed after a line at the prompt: the state, without an echo."""
        if line == "man":
            return manual(self.game)
        faults = self._faults([line], typed=True)
        if not faults:
            for _ in self._played([line]):
                pass
        return faults or self.state

    def _faults(self, lines: list[str], *, typed: bool = False) -> str:
        found = etf.faults(self.game, lambda: lines, typed=typed)
        return "".join(f"{line}\n" for line in found)

    def _played(self, lines: list[str]) -> Iterator[str]:
        for event in etf.events(self.game, lines):
            entry = play_event(self.history, event)
            self.history = entry.history
            self.state = entry_text(entry, Dialect.ETF) + "\n"
            yield f"->{event}\n{self.state}"

    def in_parts(self, lines: list[str]) -> str:
        """A script as it is written into a file: some lines at a time."""
        parts = [lines[i : i + PART] for i in range(0, len(lines), PART)]
        return "".join(self.execute(part) for part in parts or [[]])

    def window(self, lines: list[str], window: "Window") -> str:
        """Show only some lines of a script: the state before them, and each of them."""
        start, end = window.within(len(lines))
        parts, context = [], ""
        for number, line in enumerate(lines, start=1):
            if number > end:
                break
            if number == start - 1:
                context = self.execute([line]).partition("->")[2].partition("\n")[2]
            elif start == number == end:
                parts.append(context if start > 1 else self.state)
            elif start <= number < end:
                text = self.execute([line])
                parts += [context] if number == start > 1 else []
                parts.append(text)
            else:
                self.pass_over([line])
        if start == end == len(lines) + 1:
            parts.append(context)
        return "".join(parts)


class Window(NamedTuple):
    """The lines of a script that are shown; counted from the end where they are not positive."""

    start: int
    end: int | None
    """None: to the last."""

    def within(self, lines: int) -> tuple[int, int]:
        """The first line that is shown, and the first that is not any more."""
        start = self.start if self.start > 0 else lines + self.start + 1
        if self.end is None:
            return start, lines + 1
        return start, self.end if self.end > 0 else lines + self.end + 1


LAST = Window(-1, 0)


def read_window(first: str, end: str) -> Window | str:
    """A window as it is written, or what is wrong with it."""
    if not _is_integer(first):
        return "Error: the start of window is not a valid integer"
    if not _is_integer(end) and end != "_":
        return "Error: the end of window is neither a valid integer nor '_'"
    window = Window(int(first), None if end == "_" else int(end))
    if window.end is not None and window.start > window.end:
        return "Error: a window [start, end) should be such that start <= end"
    if window.end is not None and window.start <= 0 < window.end:
        return "Error: when the start of a window is non-positive, its end must be a non-positive number"
    return window


def _is_integer(word: str) -> bool:
    digits = word[1:] if word[:1] in ("-", "+") else word
    return digits.isascii() and digits.isdigit() and len(digits) < 10
