"""Texas hold'em: each player has two private cards, and shares five cards on the board.

`events` is the rulebook, to be read first; `betting` says what may be bet, `dealing` which
cards are due, `rounds` what follows a round, `pots` who can win what, `hands` how one hand
follows another; `sentences` are the reasons that guards share. `options` are what the players
agree on, `state` the table, `candidates` what may be tried, `ending` how a game ends,
`properties` what always holds, `view` what a seat sees, `chip_value` how well it stands, `position`
what can be wrong with a position. In `table`, `text`, `scene` and `side_panel` show a state, `narration` says what everybody
hears, `showdown` what is usual there. This page is the table of contents.
"""

from typing import Final

from ludex.bots import Thinking
from ludex.kernel import Game, Speed, Start
from ludex.language.document import Document
from ludex.language.position import checked, derived
from ludex.language.translations import Wordings
from ludex.table import Looks, read_lessons, read_options

from ..rules import RANKING
from .rules import (
    PRESETS,
    Bet,
    BuyIn,
    Call,
    Check,
    DealBoard,
    DealHoles,
    Fold,
    Muck,
    Phase,
    RaiseTo,
    Show,
    State,
    StayOut,
    betting,
    events,
    hands,
)
from .rules import pots as pot_rules
from .rules.candidates import candidates
from .rules.chip_value import worth
from .rules.ending import outcome
from .rules.position import problems
from .rules.properties import ALWAYS, SOMETIMES
from .rules.state import begin, turn
from .rules.view import imagine, view
from .table.narration import consequences, narrate
from .table.scene import gesture, zones
from .table.showdown import usual
from .table.side_panel import side_panel
from .table.text import text

ABOUT = tuple(f"{part.__doc__}" for part in (events, betting, pot_rules, hands))
"""The prose of the rules: what its chapters say of themselves."""

lessons, emblem = read_lessons("ludex.games.poker.holdem")

game: Final = Game(
    name="holdem",
    title="Texas hold'em",
    summary="Bet on two private cards and five shared cards; the best five win.",
    about="\n".join((*ABOUT, RANKING)),
    start=Start(begin, PRESETS),
    events=(
        *(DealHoles, DealBoard, Fold, Check, Call, Bet, RaiseTo, Show, Muck),
        *(BuyIn, StayOut),
    ),
    outcome=outcome,
    text=text,
    wordings=Wordings(f"{__package__}.table"),
    consequences=consequences,
    players=(2, 10),
    seats=lambda s: s.rules.players,
    turn=turn,
    view=view,
    notation=checked(derived(State), problems),
    always=ALWAYS,
    sometimes=SOMETIMES,
    document=Document(
        title="An Event-B Specification of Poker; betting by the usual rules of the table"
    ),
    looks=Looks(
        keeps_mucked=True,
        timeout_events=lambda s, _: (Check(), Fold(), StayOut(), usual(s) or Muck()),
        emblem=emblem,
        lessons=lessons,
        options=read_options(__package__),
        zones=zones,
        gesture=gesture,
        narrate=narrate,
        side_panel=side_panel,
    ),
    thinking=Thinking(
        imagine=imagine,
        worth=worth,
        unit="chips",
        is_quiet=lambda s: s.phase in (Phase.DEAL, Phase.REBUY),
    ),
    speed=Speed(candidates=candidates),
)

__all__ = ["State", "game"]
