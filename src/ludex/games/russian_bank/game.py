"""Russian Bank (Crapette): two patiences against each other.

This page is the table of contents. In `rules`, `events` is the rulebook, to be read first;
`dealing` says how a game begins. `places` is the table of places, `building` the law of what may
be taken from and put on each of them, `compulsory` the list of what comes first. `turns` tells
what a play does, how a turn ends and what faults cost, `ending`
who wins and what it scores, `position_hash` how a position that comes again is known. `options` is
what players may agree on, `state` what lies on the table, `properties` what always holds,
`candidates` what may be tried, and what can be played in words, `view` what a seat may know;
`position` writes a state on a line, and says what may be wrong with one. `table` shows a
game, `bots` play it, `engine` plays many; `document` is the document's model as it is written.
"""

from dataclasses import replace
from functools import partial

from ludex.bots import Thinking
from ludex.kernel import CHANCE, Game, Seat, Speed, Start
from ludex.language.document import Document
from ludex.language.translations import Wordings
from ludex.study.documents.records import (
    read_errata,
    read_last_run,
    read_requirements,
    read_wordings,
)
from ludex.table import read_lessons, read_options

from .bots.evaluation import worth
from .rules.candidates import Plays, asides, candidates
from .rules.dealing import Deal
from .rules.ending import goes_on, outcome, over
from .rules.events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Misplay,
    Move,
    MoveGroup,
    MoveRun,
    NextGame,
    Pass,
    Resign,
    TurnHand,
)
from .rules.events import __doc__ as about
from .rules.options import PRESETS
from .rules.position import notation
from .rules.properties import ALWAYS, SOMETIMES, STEPS
from .rules.state import Phase, State, begun
from .rules.view import imagine, view
from .table.scene import looks, side_panel
from .table.text import consequences, narrate, text


def turn(s: State) -> Seat:
    """Return who is to act: chance before a deal, else the player on turn."""
    return CHANCE if s.phase is Phase.DEAL else s.seat


lessons, emblem = read_lessons(__package__)

game = Game(
    name="russian-bank",
    title="Russian Bank",
    summary="Empty your reserve, hand and waste first, on piles that both players share.",
    about=about or "",
    players=(2, 2),
    start=Start(
        begun,
        PRESETS,
    ),
    events=(
        Deal,
        Move,
        Misplay,
        MoveRun,
        MoveGroup,
        TurnHand,
        Discard,
        Pass,
        CallStop,
        AgreeStalemate,
        Resign,
        NextGame,
        Plays,
    ),
    outcome=outcome,
    goes_on=goes_on,
    text=text,
    turn=turn,
    view=view,
    consequences=consequences,
    wordings=Wordings(f"{__package__}.table", read_wordings(f"{__package__}.document")),
    over=over,
    notation=notation,
    always=ALWAYS,
    steps=STEPS,
    sometimes=SOMETIMES,
    rare=("a game ends in a stalemate",),
    document=Document(
        title="Russian Bank: a formal model in VDM++ (report with requirements R1 to R10)",
        errata=read_errata(f"{__package__}.document"),
        requirements=read_requirements(f"{__package__}.document"),
        last_run=partial(read_last_run, f"{__package__}.document"),
    ),
    looks=replace(
        looks,
        timeout_events=lambda _, seat: (Resign(seat),),
        emblem=emblem,
        lessons=lessons,
        options=read_options(__package__),
        narrate=narrate,
        side_panel=side_panel,
    ),
    thinking=Thinking(imagine=imagine, worth=worth, unit="cards"),
    speed=Speed(candidates=candidates, asides=asides),
)

__all__ = ["State", "game"]
