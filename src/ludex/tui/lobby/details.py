"""The rules in detail: every option as a question, with its answer to be changed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Entry

from ludex.kernel import Game, say
from ludex.table.options import Option, options_of
from ludex.tui.dialog import ListScreen
from ludex.tui.services import Words

KEYS = "← → changes   digits give a number   r as the preset   Esc back"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option, or one of the answers of which several may be chosen."""

    option: Option
    word: str = ""


@dataclass
class Details:
    """The answers of a preset, and what is changed of them."""

    game: Game[Any]
    preset: str
    changes: dict[str, str] = field(default_factory=dict)
    typed: tuple[str, str] = "", ""
    """The option whose number is being typed, and its digits so far."""

    @property
    def lines(self) -> tuple[OptionLine, ...]:
        """List what can be changed: first what has no heading; the players have a line elsewhere."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[OptionLine]:
        options = options_of(self.game)
        headings = ["", *dict.fromkeys(one.group for one in options if one.group)]
        for option in sorted(options, key=lambda one: headings.index(one.group)):
            if option.name == "players" or len(option.words) == 1:
                continue
            words = option.words if option.is_several else ("",)
            yield from (OptionLine(option, word) for word in words)

    def value(self, option: Option) -> str:
        """Return what is answered now, as it is written."""
        return self.changes.get(option.name, option.presets[self.preset])

    def set(self, option: Option, value: str) -> None:
        """Give another answer; that of the preset is no change."""
        self.changes.pop(option.name, None)
        if value != option.presets[self.preset]:
            self.changes[option.name] = value

    def matters(self, option: Option) -> bool:
        """Does the question arise, as others are answered?"""
        options = {one.name: one for one in options_of(self.game)}
        return all(self.value(options[o]) in words for o, words in option.needs.items())

    def turn(self, line: OptionLine, by: int) -> None:
        """Take the next answer, or the one before it."""
        self.typed = "", ""
        option, value = line.option, self.value(line.option)
        if line.word:
            chosen = {*value.split("+")} ^ {line.word}
            remaining = [word for word in option.words if word in chosen]
            self.set(option, "+".join(remaining) or "off")
        elif option.words:
            at = option.words.index(value) + by
            self.set(option, option.words[at % len(option.words)])
        elif option.bounds:
            low, high = option.bounds
            self.set(option, str(max(low, min(high, int(value) + by))))

    def type(self, line: OptionLine, digit: str) -> None:
        """Type a digit of a number; it counts as soon as it is within the bounds."""
        if line.option.bounds is None:
            return
        low, high = line.option.bounds
        name, digits = self.typed
        number = int(digits + digit if name == line.option.name else digit)
        number = int(digit) if number > high else number
        self.typed = line.option.name, str(number)
        if low <= number <= high:
            self.set(line.option, str(number))

    def shown(self, line: OptionLine, words: Words) -> str:
        """Write question and answer; what differs from the preset is marked."""
        option, value = line.option, self.value(line.option)
        mark = "*" if option.name in self.changes else " "
        if line.word:
            tick = "x" if line.word in value.split("+") else " "
            first = line.word == option.words[0]
            head = f"{mark} {words(option.question)}\n" if first else ""
            return f"{head}    [{tick}] {words(option.answers[line.word])}"
        answer = words(option.answered(value))
        return f"{mark} {words(option.question)}\n    ◂ {answer} ▸"

    def note(self, line: OptionLine, words: Words) -> str:
        """Write what else is to be known of a question, and what the preset answers."""
        option = line.option
        notes = [words(option.note)] if option.note else []
        if not option.words:
            notes += [f"{n}: {words(answer)}" for n, answer in option.answers.items()]
        if option.name in self.changes:
            usual = option.answered(option.presets[self.preset])
            notes.append(words(say("usual", "In the preset: {answer}.", answer=usual)))
        return "  ".join(notes)


class DetailsScreen(ListScreen):
    """Arrows go up and down and change; Escape goes back to the other settings."""

    DEFAULT_CSS = """
    DetailsScreen { align: center middle; }
    DetailsScreen Vertical {
        width: 72; max-width: 100%; height: 100%;
        border: round $accent; padding: 0 1; background: $surface;
    }
    DetailsScreen OptionList { border: none; height: 1fr; background: $surface; }
    DetailsScreen OptionList:focus { border: none; }
    DetailsScreen #told { height: 2; }
    """

    def __init__(self, details: Details, words: Words) -> None:
        super().__init__()
        self.details, self.words = details, words

    def compose(self) -> ComposeResult:
        """Show the questions, a note on the one that is chosen, and the keys."""
        with Vertical() as box:
            box.border_title = Content(self.words("The rules in detail"))
            yield OptionList(id="details")
            yield Static(id="told")
            yield Static(Content(self.words(KEYS)), classes="faint")

    def on_mount(self) -> None:
        """List the questions under their headings; the first of them is chosen."""
        group = ""
        for i, line in enumerate(self.details.lines):
            if line.option.group != group:
                group = line.option.group
                heading = Content.assemble((self.words(group), "bold $text-accent"))
                self.menu.add_option(Entry(heading, disabled=True))
            self.menu.add_option(Entry("", id=str(i)))
        self._show()
        self.menu.action_first()

    @property
    def _line(self) -> OptionLine | None:
        at = self.menu.highlighted
        found = None if at is None else self.menu.get_option_at_index(at).id
        return None if found is None else self.details.lines[int(found)]

    def _show(self) -> None:
        """Show each as it is answered now; those that do not arise cannot be chosen."""
        at = self.menu.highlighted
        for i, line in enumerate(self.details.lines):
            content = Content(self.details.shown(line, self.words))
            self.menu.replace_option_prompt(str(i), content)
            if self.details.matters(line.option):
                self.menu.enable_option(str(i))
            else:
                self.menu.disable_option(str(i))
        self.menu.highlighted = at  # which a list forgets when its entries change
        self._tell_note()

    def _tell_note(self) -> None:
        self.tell(self.details.note(self._line, self.words) if self._line else "")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the note of another question."""
        self._tell_note()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter goes to the next answer, too."""
        if self._line:
            self.details.turn(self._line, 1)
            self._show()

    def on_key(self, event: events.Key) -> None:
        """Change, or go back."""
        line = self._line
        if event.key in ("escape", "q"):
            event.stop()
            self.app.pop_screen()
        elif event.key == "r":
            self.details.changes.clear()
            self._show()
        elif line and event.key in ("left", "right"):
            self.details.turn(line, 1 if event.key == "right" else -1)
            self._show()
        elif line and event.key.isascii() and event.key.isdigit():
            self.details.type(line, event.key)
            self._show()
