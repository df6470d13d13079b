"""The screen that sets up a game: special beginnings, the rules, who plays, which deal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludex.kernel import Game, Seat, Unreadable, say, seat_name
from ludex.play.protocol.log import Header
from ludex.play.seating import PERSON
from ludex.play.starts import deal_from_seed, has_open_deals, player_range, with_deal
from ludex.table.options import meanings_of, titles_of
from ludex.tui.host import host_of
from ludex.tui.lobby.details import Details, DetailsScreen
from ludex.tui.lobby.special_starts import StartScreen
from ludex.tui.services import Services, Words

PLAYERS = "players"
"""The option that says how many play, where there is one."""

DEAL = "deal"
DETAILS = "the rules in detail"
DIGITS = 10
"""So long may the number of a deal be."""

CROWD = 4
"""More players than this are many."""


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A line with values to go through."""

    name: str
    values: tuple[str, ...]
    at: int = 0
    titles: Mapping[str, str] = field(default_factory=dict)
    """The names that players give to the values, where they differ."""

    @property
    def value(self) -> str:
        """Return the one that is chosen."""
        return self.values[self.at]

    @property
    def shown(self) -> str:
        """Return the same, as players call it."""
        return self.titles.get(self.value, self.value)

    def turned(self, by: int) -> "SettingLine":
        """Take the next, or the one before."""
        return replace(self, at=(self.at + by) % len(self.values))


@dataclass
class GameSettings:
    """All lines of a game; the seats follow the rules."""

    game: Game[Any]
    bots: tuple[str, ...]
    rules: list[SettingLine] = field(default_factory=list)
    seats: list[SettingLine] = field(default_factory=list)
    details: Details = field(init=False)
    """Every other option, as the chosen rules answer it unless it is changed."""

    deal: str | None = None
    """The digits of the deal that is asked for, where deals have numbers."""

    def __post_init__(self) -> None:
        presets = self.game.start.presets
        if len(presets) > 1:
            titles = titles_of(self.game)
            self.rules.append(SettingLine("rules", presets, titles=titles))
        fewest, most = self.game.players
        self.details = Details(self.game, presets[0])
        known = {*self.game.start.domains}
        if PLAYERS in known and most > fewest:
            self.rules.append(self._players())
        if has_open_deals(self.game):
            self.deal = ""
        self._reseat()

    @property
    def meaning(self) -> str:
        """Say what the chosen rules are, where that is told."""
        return meanings_of(self.game).get(self.value("rules") or "", "")

    def value(self, name: str) -> str | None:
        """Return what is chosen on a line."""
        return next((s.value for s in self.rules if s.name == name), None)

    @property
    def options(self) -> dict[str, str]:
        """Return the changed options of the rules."""
        players = self.value(PLAYERS)
        seats = {} if players is None else {PLAYERS: players}
        return {**self.details.changes, **seats}

    def _seats(self, options: dict[str, str]) -> int:
        start = self.game.start.varied(self.value("rules"), options)
        fewest = self.game.players[0]
        return fewest if isinstance(start, Unreadable) else self.game.seat_count(start)

    def _players(self) -> SettingLine:
        """List how many may play under the chosen rules; as many as usual to begin with."""
        fewest, most = player_range(self.game, self.value("rules"))
        numbers = tuple(map(str, range(fewest, most + 1)))
        usual = str(self._seats({}))
        return SettingLine(PLAYERS, numbers, numbers.index(usual) if usual in numbers else 0)

    def turn(self, line: int, by: int) -> None:
        """Take another value on a line."""
        if line < len(self.rules):
            self.rules[line] = self.rules[line].turned(by)
            if self.rules[line].name == "rules":
                self.details = Details(self.game, self.rules[line].value)
                self.rules = [self._players() if s.name == PLAYERS else s for s in self.rules]
            self._reseat()
        elif line < len(self.rules) + len(self.seats):
            at = line - len(self.rules)
            self.seats[at] = self.seats[at].turned(by)

    def type(self, key: str) -> bool:
        """Type a digit of the deal's number, or Backspace; False where it is for nothing."""
        is_digit = len(key) == 1 and key in "0123456789"
        if self.deal is None or not (is_digit or key == "backspace"):
            return False
        typed = (self.deal + key)[:DIGITS].lstrip("0") if is_digit else self.deal[:-1]
        self.deal = typed
        return True

    def _reseat(self) -> None:
        """Seat you at seat 1, elsewhere the strongest bot, until somebody says otherwise.

        Where many play, the one before it: waiting for a crowd of thinkers is no fun.
        """
        count = self._seats(self.options)
        player = (*self.bots, PERSON)
        if self.game.players[1] == 1:
            count = 0
        crowd = count > CROWD and len(self.bots) > 1
        before = self.seats
        self.seats = [
            before[i]
            if i < len(before)
            else SettingLine(seat_name(Seat(i)), player, len(player) - (1 if i == 0 else 2 + crowd))
            for i in range(count)
        ]

    def lines(self, words: Words = str) -> list[str]:
        """List everything that can be set, and how it is set, in a language."""
        turned = [f"{words(s.name):12} ◂ {words(s.shown)} ▸" for s in (*self.rules, *self.seats)]
        if self.details.lines:
            changed = len(self.details.changes)
            more = say("changed", "{number} changed", number=changed)
            turned.append(f"{words(DETAILS)} ▸ {words(more) if changed else ''}".strip())
        if self.deal is None:
            return turned
        number = self.deal or words("any (type a number)")
        return [*turned, f"{words(DEAL):12} {number}"]

    def is_details(self, line: int) -> bool:
        """Does a line lead to the rules in detail?"""
        return bool(self.details.lines) and line == len(self.rules) + len(self.seats)

    def header(self, name: str, seed: int) -> Header | Unreadable:
        """Return the game that these settings ask for."""
        seats = tuple(setting.value for setting in self.seats) or (PERSON,)
        header = Header(name, seed, seats, "", self.value("rules"), self.options)
        if self.deal is None:
            return header
        return with_deal(self.game, header, int(self.deal or deal_from_seed(seed)))


class BeginScreen(StartScreen):
    """Choose how to begin: arrows go up and down and change, Enter begins."""

    DEFAULT_CSS = """
    BeginScreen { align: center middle; }
    BeginScreen Vertical {
        width: 64; max-width: 100%; height: auto; max-height: 100%;
        border: round $accent; padding: 0 1; background: $surface;
    }
    BeginScreen OptionList { border: none; height: auto; max-height: 18; background: $surface; }
    BeginScreen OptionList:focus { border: none; }
    """

    def __init__(self, services: Services, name: str) -> None:
        super().__init__()
        self.services = services
        self.name_ = name
        self.game = services.load(name)
        self.words = services.words(self.game)
        self.bots = dict(services.bots(self.game))
        self.settings = GameSettings(self.game, tuple(self.bots))
        self.beginnings = services.beginnings(name)

    def compose(self) -> ComposeResult:
        """Show the game in a sentence, then what can be chosen."""
        with Vertical() as box:
            box.border_title = Content(self.words(self.game.title))
            yield Static(Content(self.words(self.game.summary)))
            yield Static("")
            yield OptionList(id="ways")
            yield Static(id="told")
            yield Static(
                Content(self.words("Enter begins   ← → changes   Esc back")),
                classes="faint",
            )

    def on_mount(self) -> None:
        """Choose the first line."""
        self._show(0)

    def _show(self, at: int) -> None:
        ways = self.menu
        ways.clear_options()
        words = [beginning.words for beginning in self.beginnings]
        words.append("Set up your own" if self.beginnings else "Begin")
        ways.add_options(Option(Content(self.words(word))) for word in words)
        lines = self.settings.lines(self.words)
        ways.add_options(Option(Content(f"  {line}")) for line in lines)
        ways.highlighted = min(at, ways.option_count - 1)
        self._tell_about(at)

    def _tell_about(self, at: int) -> None:
        """Tell who sits at the seat of a line; elsewhere, what the chosen rules are."""
        seat = at - len(self.beginnings) - 1 - len(self.settings.rules)
        seats = self.settings.seats
        player = seats[seat].value if 0 <= seat < len(seats) else ""
        about = self.bots.get(player, self.settings.meaning)
        self.tell(self.words(about))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell what there is to say about another line."""
        self._tell_about(event.option_index)

    def on_key(self, event: events.Key) -> None:
        """Change a line by left and right."""
        first = len(self.beginnings) + 1
        at = self.menu.highlighted or 0
        if event.key == "right" and self.settings.is_details(at - first):
            self._open_details()
        elif event.key in ("left", "right") and at >= first:
            self.settings.turn(at - first, 1 if event.key == "right" else -1)
            self._show(at)
        elif self.settings.type(event.key):
            self._show(self.menu.option_count - 1)
        elif event.key in ("escape", "q"):
            event.stop()
            host_of(self).go_back()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin as the line says."""
        first = len(self.beginnings) + 1
        if event.option_index < len(self.beginnings):
            self.make(self.beginnings[event.option_index])
        elif self.settings.is_details(event.option_index - first):
            self._open_details()
        else:
            header = self.settings.header(self.name_, self.services.seed())
            if isinstance(header, Unreadable):
                self.tell(str(header))
            else:
                host_of(self).sit(self.services.sit(header))

    def _open_details(self) -> None:
        self.app.push_screen(DetailsScreen(self.settings.details, self.words))

    def on_screen_resume(self) -> None:
        """Show what has changed in the rules in detail."""
        if self.menu.option_count:
            self._show(self.menu.highlighted or 0)
