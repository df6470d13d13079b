"""The frame of the table: a line above, the board, three lines below, panels beside.

What is said where; what is done about it is the business of `table`.
"""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from ludex.kernel import CHANCE, Written, say, seat_name
from ludex.play.seating import Sitting
from ludex.play.starts import deal_drawn, describe_start, has_open_deals
from ludex.table import Gesture, Scene
from ludex.tui.board.selection import Selection
from ludex.tui.board.spots import SEVERAL, BoardHighlights, changed, describe_spot, piece_of
from ludex.tui.board.widget import BoardWidget
from ludex.tui.drawing.glyphs import add_signs
from ludex.tui.host import host_of
from ludex.tui.services import Services
from ludex.tui.table.advice import HintState
from ludex.tui.table.forms import group_buttons
from ludex.tui.table.keys import assign_letters
from ludex.tui.table.panels import ActBar, LogPanel, RulesPanel
from ludex.tui.table.recap import Recap, Weight, recap_line
from ludex.tui.table.seat import LocalSeat, NarratedEvent

ROOMY = 118
"""Columns from which the log is open without being asked for, and beside the board."""

VAST = 170
"""Columns from which the rulebook has room beside all that."""

REMEMBERED = 50
"""So many events of a resumed game are in the log."""


COMMON = (
    ("u", "u", "undo"),
    ("h", "h", "hint"),
    ("a", "a", "actions"),
    ("n", "n", "new"),
    ("q", "q", "quit"),
    ("question_mark", "?", "keys"),
)
ALWAYS = frozenset({"u", "h", "q", "question_mark"})
"""The keys that the foot of the table names however narrow it is."""


class TableFrame(Screen[None]):
    """Shows one person what they may see."""

    DEFAULT_CSS = """
    TableFrame { layout: vertical; layers: base over; }
    TableFrame .over { dock: right; layer: over; border-left: tall $accent; }
    TableFrame #head, TableFrame #where, TableFrame #said { height: 1; padding: 0 1; }
    TableFrame #head { background: $primary; color: $text; text-style: bold; }
    TableFrame #where { background: $surface; color: $text-muted; }
    TableFrame #said { background: $surface; height: auto; min-height: 1; max-height: 3; }
    TableFrame #said.refused { color: $text-error; text-style: bold; }
    TableFrame ActBar { padding: 0 1; background: $panel; }
    """

    AUTO_FOCUS = "#board"

    def __init__(self, sitting: Sitting, services: Services) -> None:
        super().__init__()
        self.sitting = sitting
        self.services = services
        self.table = sitting.table
        self.game = sitting.table.game
        self.words = services.words(self.game)
        self.seat = LocalSeat(sitting, self.words)
        self.selection = Selection()
        self.advising = HintState(self.table, services.advisor, sitting.header.seed)
        self.letters: dict[str, Gesture] = {}
        self.lettered: dict[str, str] = {}
        """Every letter that has meant an action of the game here, and what that is called:
        when there is no such action, it means nothing else."""

        self.recap: Recap = []
        self.moved: frozenset[str] = frozenset()
        self.unseen: frozenset[str] = frozenset()
        """The zones that changed since people last had time to look."""

        self.lit: tuple[str, frozenset[str]] | None = None
        """A set of zones that belong together, and what it is."""

        self.preview: tuple[Scene, str] | None = None
        """The scene as a gesture would make it, and where."""

        self.signs = services.signs(self.game)
        self.numbered = has_open_deals(self.game)
        self.arranged = False
        self.roams = False
        """Has the cursor been moved?"""

        self.thinking = False
        """Is a bot or chance about to act?"""

        self.head, self.where, self.message = (
            Static(id=name) for name in ("head", "where", "said")
        )
        self.own_acts, self.acts = ActBar(id="own"), ActBar(id="acts")
        self.board, self.log_panel = (
            BoardWidget(),
            LogPanel(id="log", wrap=True, markup=False, min_width=20),
        )
        rules_words = services.rules_words(self.game)
        self.rules_panel = RulesPanel(self.game, rules_words)

    def compose(self) -> ComposeResult:
        """Show a line above, the board, three lines below."""
        yield self.head
        yield Horizontal(self.board, self.log_panel, self.rules_panel, id="middle")
        yield from (self.where, self.own_acts, self.message, self.acts)

    def open(self) -> None:
        """Open panels where there is room; of a resumed game, what happened last."""
        self.rules_panel.display = False
        self.place_panels()
        for done in self.seat.remembered(REMEMBERED):
            self._log(done)

    def place_panels(self) -> None:
        """Place panels beside the board where there is room for both, else over it."""
        width = self.app.size.width
        roomy = width >= ROOMY
        if roomy is self.log_panel.has_class("over") or not self.arranged:
            self.log_panel.display = roomy
        self.log_panel.set_class(not roomy, "over")
        self.rules_panel.set_class(width < VAST, "over")
        self.arranged = True

    @property
    def scene(self) -> Scene:
        """Return what is shown."""
        return self.selection.scene

    # -- showing -----------------------------------------------------------------------

    def look(self, *, more: bool = False) -> None:
        """Take in the scene, and point out what has changed in it.

        With `more` also what was pointed out before: the player has not acted since.
        """
        before, self.lit, self.preview = self.scene, None, None
        scene = add_signs(self.seat.scene(), self.signs)
        now = changed(before if before.zones else None, scene)
        self.unseen |= now
        if len(now) > SEVERAL:
            self.moved = frozenset()
        else:
            self.moved = self.moved | now if more else now
        self.selection.look(scene)
        pressed = (g for g in self.selection.by_pick.buttons if not g.aside)
        buttons = group_buttons(pressed, scene.forms)
        by_weight = sorted(buttons, key=lambda g: not g.prominent)
        self.letters = assign_letters(by_weight, digits=self.seat.shorthand is None)
        self.lettered |= {letter: g.words for letter, g in self.letters.items()}
        self.show()

    def show(self) -> None:
        """Draw everything that may have changed."""
        board = self.board
        board.colours = host_of(self).palette
        if self.seat.curtain is not None:
            player = seat_name(self.seat.curtain)
            passed = say("pass", "Pass the keyboard to {player}.", player=player)
            then = self.words("Enter shows the table.")
            words = f"{self.words(passed)}\n\n{then}"
            board.show(Scene((), (), ""), BoardHighlights(), words)
        else:
            scene, legal = self.scene, frozenset(self.selection.targets)
            if self.preview is not None:
                scene, legal = self.preview[0], frozenset({self.preview[1]})
            board.show(scene, self._pointing(legal), self.seat.text())
        self.show_head()
        own = [(letter, letter, g.words) for letter, g in self.letters.items()]
        if self.seat.curtain is not None:
            own = []
        # Without a cursor there is nothing to say about it: its line is for actions.
        spoken = bool(own) and not self._shows_cursor() and self.lit is None
        self.where.update(Content(self._where()))
        self.where.display, self.own_acts.display = not spoken, spoken
        self.own_acts.offer(own, frozenset())
        offers = [(key, label, self.words(words)) for key, label, words in self._offers()]
        self.acts.offer([*own * (not spoken), *offers], ALWAYS)

    def _pointing(self, legal: frozenset[str]) -> BoardHighlights:
        return BoardHighlights(
            cursor=self.selection.cursor if self._shows_cursor() else None,
            picked=self.selection.picked,
            legal=legal,
            hint=self.advising.spots(self.scene),
            changed=self.moved,
            lit=self.lit[1] if self.lit else frozenset(),
        )

    def _shows_cursor(self) -> bool:
        """Is there a cursor? A game of buttons alone has none, until somebody moves it."""
        return not self.preview and (self.roams or bool(self.selection.by_pick.moves))

    def show_head(self) -> None:
        table, status = self.table, self.scene.status
        if self.thinking and table.turn != CHANCE and not table.is_over:
            thinks = say("thinks", "{player} is thinking …", player=seat_name(table.turn))
            status = self.words(thinks)
        elif self.game.players[1] == 1 and not table.is_over:
            made = sum(not event.by_chance for event in table.history.journal)
            template = "{number} move" if made == 1 else "{number} moves"
            status = self.words(say("moves_made", template, number=made))
        elif table.people == (table.turn,) and not table.is_over:
            turn = say("your_turn", "your turn ({player})", player=seat_name(table.turn))
            status = self.words(turn)
        light = f"{self.words(self.advising.light)}  " if self.advising.is_lit else ""
        assisted = f"{self.words('assisted')}  " if self.table.is_assisted else ""
        right = f"  {light}{assisted}{self.beginning}"
        room = self.app.size.width - 2 - len(right)
        parts = (self.words(self.game.title), status, self.scene.side_panel.remark)
        left = " · ".join(filter(None, parts))
        self.head.update(Content(f"{left[:room]:{max(0, room)}}{right}"))

    @property
    def beginning(self) -> str:
        """Say what to ask for to get this game again: `deal 617`, or a seed."""
        header = self.sitting.header
        drawn = deal_drawn(self.table.history) if self.numbered else None
        name = describe_start(header.label or drawn or f"seed {header.seed}")
        return self.words(name or "")

    def _where(self) -> str:
        if self.seat.curtain is not None:
            return ""
        if self.lit is not None:
            return self.lit[0]
        here = describe_spot(self.scene, self._pointing(frozenset()).cursor)
        if self.selection.picked is None:
            return here
        piece = piece_of(self.scene, self.selection.picked)
        label = piece.label if piece else describe_spot(self.scene, self.selection.picked)
        lit = len(self.selection.targets)
        holding = say("held", "Holding {what} ({lit} highlighted)", what=Written(label), lit=lit)
        return f"{self.words(holding)} → {here}"

    def _offers(self) -> list[tuple[str, str, str]]:
        """List what the foot of the table names after the game's own actions."""
        if self.seat.curtain is not None:
            return [("enter", "Enter", "shows the table"), ("q", "q", "quit")]
        if self.seat.is_waiting:
            return [("enter", "Enter", "goes on"), *COMMON]
        if self.seat.refused:
            return [("x", "x", "why?"), *COMMON]
        if self.letters and not self.selection.by_pick.moves:
            return [*COMMON]
        drop = "drop" if self.selection.picked else "pick"
        return [("enter", "Enter", drop), ("tab", "Tab", "next one"), *COMMON]

    def say(self, words: str, *, refused: bool = False) -> None:
        """Say one line to the player; a sentence in the language that is spoken here."""
        self.message.set_class(refused, "refused")
        self.message.update(Content(self.words(words)))

    def say_no(self, reason: str) -> None:
        """Say why something is not done."""
        self.say(say("no", "No: {reason}", reason=reason), refused=True)

    def tell(self, done: NarratedEvent) -> None:
        """Say what has happened, and write it into the log."""
        self._log(done)
        deed, *details = done.sentences
        weight_of_seat = Weight.OWN if done.seat == self.seat.viewer else Weight.OTHERS
        self.recap.append((Weight.ROUTINE if done.seat == CHANCE else weight_of_seat, deed))
        self.recap += ((Weight.TOLD, sentence) for sentence in details)
        self.say(recap_line(self.recap, self.app.size.width - 2))

    def _log(self, done: NarratedEvent) -> None:
        self.log_panel.write("\n  ".join(done.sentences))
