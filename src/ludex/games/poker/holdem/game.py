"""Texas hold'em: two cards of your own, five on the board, and the chips of the others.

`events` is the rulebook, to be read first; `betting` says what may be bet, `dealing` which
cards are due, `rounds` what follows a round, `pots` who can win what, `hands` how one hand
follows another; `sentences` are the reasons that guards share. `options` are what the players
agree on, `state` the table, `candidates` what may be tried, `ending` how a game ends,
`properties` what always holds, `view` what a seat sees, `chip_value` how well it stands, `position`
a state on one line. In `table`, `text`, `scene` and `side_panel` show a state, `narration` says what everybody
hears, `showdown` what is usual there. This page is the table of contents.
"""

from typing import Final

from ludex.games.poker.hands import RANKING
from ludex.games.poker.holdem.rules import (
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
from ludex.games.poker.holdem.rules import pots as pot_rules
from ludex.games.poker.holdem.rules.candidates import candidates
from ludex.games.poker.holdem.rules.chip_value import worth
from ludex.games.poker.holdem.rules.ending import outcome
from ludex.games.poker.holdem.rules.options import GROUPS, MEANINGS, TITLES
from ludex.games.poker.holdem.rules.position import notation
from ludex.games.poker.holdem.rules.properties import ALWAYS, SOMETIMES
from ludex.games.poker.holdem.rules.state import begin, turn
from ludex.games.poker.holdem.rules.view import imagine, view
from ludex.games.poker.holdem.table.actions import narrate
from ludex.games.poker.holdem.table.lessons import EMBLEM, LESSONS
from ludex.games.poker.holdem.table.narration import consequences
from ludex.games.poker.holdem.table.scene import gesture, zones
from ludex.games.poker.holdem.table.showdown import usual
from ludex.games.poker.holdem.table.side_panel import side_panel
from ludex.games.poker.holdem.table.text import text
from ludex.kernel import Document, Game, Speed, Start, Thinking
from ludex.table import Looks

ABOUT: Final = tuple(f"{part.__doc__}" for part in (events, betting, pot_rules, hands))
"""The prose of the rules: what its chapters say of themselves."""

game: Final = Game(
    name="holdem",
    title="Texas hold'em",
    summary="Bet on two cards of your own and five on the board; the best five win.",
    about="\n".join((*ABOUT, RANKING)),
    start=Start(begin, PRESETS, titles=TITLES, meanings=MEANINGS, groups=GROUPS),
    events=(
        *(DealHoles, DealBoard, Fold, Check, Call, Bet, RaiseTo, Show, Muck),
        *(BuyIn, StayOut),
    ),
    outcome=outcome,
    text=text,
    consequences=consequences,
    players=(2, 10),
    seats=lambda s: s.rules.players,
    turn=turn,
    view=view,
    notation=notation,
    always=ALWAYS,
    sometimes=SOMETIMES,
    document=Document(
        title="An Event-B Specification of Poker; betting by the usual rules of the table"
    ),
    looks=Looks(
        keeps_mucked=True,
        timeout_events=lambda s, _: (Check(), Fold(), StayOut(), usual(s) or Muck()),
        emblem=EMBLEM,
        lessons=LESSONS,
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
