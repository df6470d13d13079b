"""Small dialogs over the table: a choice of several, an amount, and pages to read."""

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludex.table import Amount, Gesture
from ludex.tui.dialog import ModalQuestion
from ludex.tui.table.keys import assign_digits


class Chooser(ModalQuestion[Gesture | None]):
    """One of several gestures; `r` turns the first of their choices, `m` changes the last."""

    DEFAULT_CSS = """
    Chooser { align: right top; background: $background 0%; }
    Chooser Vertical {
        width: 34; max-width: 100%; height: auto; max-height: 100%;
        border: round $accent; background: $surface; padding: 0 1; margin: 1 0 0 0;
    }
    Chooser OptionList:focus { border: none; }
    Chooser OptionList { height: auto; max-height: 14; border: none; background: $surface; }
    """

    def __init__(
        self,
        title: str,
        gestures: Sequence[Gesture],
        look: Callable[[Gesture], None],
    ) -> None:
        super().__init__()
        self.heading = title
        self.gestures = tuple(gestures)
        self.look = look
        # Numbers that the list shows are those that are typed; else the lines are counted.
        lines = {str(i + 1): i for i in range(min(9, len(self.gestures)))}
        self.digits = assign_digits(self.gestures) or lines

    def compose(self) -> ComposeResult:
        """Show a list, and the keys that are not obvious."""
        several = max(len(g.choices) for g in self.gestures) > 1
        turning = "r and m change one choice, " if several else ""
        with Vertical():
            yield Static(Content(self.heading))
            words = (" · ".join(g.choices) or g.words for g in self.gestures)
            yield OptionList(*(Option(Content(each)) for each in words))
            yield Static(Content(f"{turning}Enter, Esc"), classes="faint")

    def on_mount(self) -> None:
        """Show the first."""
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what it would look like."""
        self.look(self.gestures[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose this one."""
        self.dismiss(self.gestures[event.option_index])

    def on_key(self, event: events.Key) -> None:
        """Turn, change, count."""
        menu = self.query_one(OptionList)
        at = menu.highlighted or 0
        if event.key in ("r", "m"):
            menu.highlighted = self._turned(at, 0 if event.key == "r" else -1)
        elif event.key == "space":
            event.stop()
            self.dismiss(self.gestures[at])
        elif event.key in self.digits:
            self.dismiss(self.gestures[self.digits[event.key]])

    def _turned(self, at: int, direction: int) -> int:
        """Find the next gesture that differs in one choice, and best in no other."""
        here = self.gestures[at].choices
        if not here:
            return (at + 1) % len(self.gestures)
        others = [*range(at + 1, len(self.gestures)), *range(at)]
        differing = [i for i in others if self.gestures[i].choices[direction] != here[direction]]

        others_of = slice(1, None) if direction == 0 else slice(-1)
        same = [i for i in differing if self.gestures[i].choices[others_of] == here[others_of]]
        found: list[int] = same or differing or [at]
        return found[0]


class WordDialog(ModalQuestion[str | None]):
    """A word that is typed."""

    DEFAULT_CSS = """
    AskWord { align: center middle; background: $background 40%; }
    AskWord Vertical {
        width: 50; max-width: 100%; height: auto;
        border: round $accent; background: $surface; padding: 0 1;
    }
    AskWord Input { border: none; height: 1; background: $boost; }
    AskWord Input:focus { border: none; }
    """

    foot = "Enter, Esc"

    def __init__(self, question: str, answer: str = "", *, goes_on: bool = False) -> None:
        super().__init__()
        self.question = question
        self.answer = answer
        """The answer that is meant unless something else is typed."""

        self.goes_on = goes_on
        """Is what is typed next added to it?"""

    def compose(self) -> ComposeResult:
        """Show the question, and where the answer is typed."""
        with Vertical():
            yield Static(Content(self.question))
            yield Input(self.answer, select_on_focus=not self.goes_on)
            yield Static(Content(self.foot), id="foot", classes="faint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer, if it is one."""
        text = event.value.strip()
        problem = self.problem(text)
        if problem:
            self.query_one("#foot", Static).update(Content(problem))
        else:
            self.dismiss(text)

    def problem(self, _: str) -> str:
        """Say what is wrong with an answer."""
        return ""


class NumberDialog(WordDialog):
    """A number between two others."""

    DEFAULT_CSS = """
    HowMuch { align: center bottom; background: $background 0%; }
    HowMuch Vertical { width: 60; }
    """

    foot = "↑ ↓ more, less   Page Up/Down much   End all   Enter, Esc"

    def __init__(self, words: str, amount: Amount) -> None:
        low, high = amount.low, amount.high
        super().__init__(f"{words} from {low} to {high}", str(low))
        self.amount = amount

    def on_key(self, event: events.Key) -> None:
        """Change the number by arrows."""
        amount = self.amount
        much = max(amount.step, (amount.high - amount.low) // 10)
        steps = {
            "up": amount.step,
            "down": -amount.step,
            "pageup": much,
            "pagedown": -much,
            "home": amount.low - amount.high,
            "end": amount.high - amount.low,
        }
        if event.key in steps:
            event.stop()
            field = self.query_one(Input)
            now = int(field.value) if field.value.lstrip("-").isdigit() else amount.low
            field.value = str(min(amount.high, max(amount.low, now + steps[event.key])))

    def problem(self, text: str) -> str:
        """Refuse what is no number in between."""
        low, high = self.amount.low, self.amount.high
        fits = text.isdigit() and low <= int(text) <= high
        return "" if fits else f"It must be a number from {low} to {high}."


LEAST = 40
"""A page is no narrower than this."""

FRAME = 16
"""Room for the frame round the foot of a page, and for saying that there is more."""


class Page(ModalQuestion[str | None]):
    """A page to read; any other key closes it, and some keys are handed back."""

    DEFAULT_CSS = """
    Page { align: center middle; background: $background 40%; }
    Page VerticalScroll {
        width: auto; max-width: 90%; height: auto; max-height: 95%;
        border: round $accent; background: $surface; padding: 0 2;
        scrollbar-size-vertical: 1;
    }
    Page Static { width: auto; max-width: 100%; }
    """

    def __init__(
        self,
        title: str,
        body: Content | str,
        foot: str = "",
        hand_back: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.foot = foot
        self.heading = title
        self.body = Content(body) if isinstance(body, str) else body
        self.hand_back = hand_back

    def compose(self) -> ComposeResult:
        """Show the page."""
        with VerticalScroll() as scroll:
            scroll.border_title = Content(self.heading)
            # As wide as its foot, which would be cut off otherwise.
            scroll.styles.min_width = max(LEAST, len(self.foot) + FRAME)
            yield Static(self.body)

    def on_mount(self) -> None:
        """Say when there is more than is shown."""
        scroll = self.query_one(VerticalScroll)
        self.watch(scroll, "scroll_y", self._tell_more)
        self.watch(scroll, "virtual_size", self._tell_more)
        self.call_after_refresh(self._tell_more)

    def _tell_more(self) -> None:
        scroll = self.query_one(VerticalScroll)
        below = scroll.scroll_y < scroll.max_scroll_y
        notes = [note for note in ("↓ more" if below else "", self.foot) if note]
        scroll.border_subtitle = Content("   ".join(notes))

    def on_key(self, event: events.Key) -> None:
        """Close the page; arrows read on, and some keys go back to the table."""
        if event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            return
        event.stop()
        self.dismiss(event.key if event.key in self.hand_back else None)
