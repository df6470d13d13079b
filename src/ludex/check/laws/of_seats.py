"""Laws of seats: views, hidden information, and gestures in what is shown."""

from collections.abc import Iterator
from typing import Any

from ludex.bots import thinking_of
from ludex.check.laws.law import AnyHistory, Broken, law
from ludex.kernel import (
    ONLOOKER,
    AnyGame,
    Dice,
    Seat,
    Unreadable,
    seat_name,
)
from ludex.language.position import position_line
from ludex.table import Scene, find_dropped_event, scene_of

DROPS = 10
IMAGINED = 3


def seats(game: AnyGame, state: object) -> list[Seat]:
    """Return the seats of the players."""
    return [*map(Seat, range(game.seat_count(state)))]


def hides(game: AnyGame, state: object) -> bool:
    """Is anything in a state hidden from a player?"""
    return any(game.view(state, seat) != state for seat in seats(game, state))


@law("views")
def views(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """A view is a state that looks like itself, and allows its seat what the state does."""
    state = history.state
    for seat in seats(game, state):
        view = game.view(state, seat)
        if game.view(view, seat) != view:
            yield f"the view that {seat_name(seat)} has of its own view is a different state"
        if game.outcome(state) is None:
            own, whole = game.legal(view, seat), game.legal(state, seat)
            if own != whole:
                odd = next(iter({*own} ^ {*whole}), None)
                yield f"the view of {seat_name(seat)} and the state differ on {odd}"


@law("views hide")
def views_hide(game: AnyGame, history: AnyHistory, dice: Dice) -> Broken:
    """Every state that a seat could imagine behind its view looks exactly the same to it."""
    state = history.state
    for seat in (*seats(game, state), ONLOOKER):
        known = game.view(state, seat)
        if known == state:
            continue
        for _ in range(IMAGINED):
            other = thinking_of(game).imagine(known, seat, dice)
            if other == known:
                break
            for difference in told_apart(game, state, other, seat):
                yield f"{seat_name(seat)} can see hidden information through {difference}"


def told_apart(game: AnyGame, s: Any, other: Any, seat: Seat) -> Iterator[str]:  # noqa: ANN401  # of any game
    """Yield the differences by which a seat could tell two states apart."""
    one, two = game.view(s, seat), game.view(other, seat)
    if one != two:
        yield "the view"
    if game.text(one) != game.text(two):
        yield "the text"
    if position_line(game, one) != position_line(game, two):
        yield "the position line"
    if scene_of(game, s, seat) != scene_of(game, other, seat):
        yield "the scene"
    if game.outcome(s) is not None:
        return
    legal = game.legal(s, seat)
    if legal != game.legal(other, seat) or legal != game.legal(one, seat):
        yield "what is legal"
        return
    for event in legal:
        t, u = game.after(s, event), game.after(other, event)
        if game.view(t, seat) == game.view(u, seat) and (
            game.consequences(s, event, t) != game.consequences(other, event, u)
        ):
            yield f"the log entry of {event}"


@law("scenes")
def scenes(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """A scene is whole, and its gestures make legal events."""
    state = history.state
    for seat in seats(game, state):
        scene = scene_of(game, state, seat)
        zones = [zone.key for zone in scene.zones]
        if len(set(zones)) != len(zones):
            yield "two zones of a scene have the same key"
        places = {*zones, *(p.key for zone in scene.zones for p in zone.pieces)}
        for gesture in scene.gestures:
            if not gesture.words:
                yield f"the gesture for {gesture.event} has no words"
            for place in (gesture.pick, gesture.drop):
                if place is not None and place not in places:
                    yield f"the gesture for {gesture.event} starts at an empty place"
            if gesture.amount is None:
                event = game.read(gesture.event)
                if isinstance(event, Unreadable):
                    yield f"a gesture makes {gesture.event}, which is not an event"
                elif game.refusal(state, event) is not None:
                    yield f"a gesture makes {gesture.event}, which is refused"


@law("onlookers")
def onlookers(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """An onlooker sees the table, no more than everybody does, and can do nothing."""
    state = history.state
    known = game.view(state, ONLOOKER)
    if game.view(known, ONLOOKER) != known:
        yield "an onlooker's view of its own view is a different state"
    scene = scene_of(game, state, ONLOOKER)
    if scene.gestures:
        yield f"an onlooker can do {scene.gestures[0].event}"
    keys = {zone.key for zone in scene.zones}
    for seat in seats(game, state):
        if {zone.key for zone in scene_of(game, state, seat).zones} != keys:
            yield f"{seat_name(seat)} and an onlooker see different zones"
        if game.view(game.view(state, seat), ONLOOKER) != known:
            yield f"an onlooker sees something that {seat_name(seat)} does not"


@law("drops")
def drops_are_answered(game: AnyGame, history: AnyHistory, dice: Dice) -> Broken:
    """A drop anywhere is answered, and a gesture means its event."""
    state = history.state
    for seat in seats(game, state):
        known, scene = game.view(state, seat), scene_of(game, state, seat)
        yield from _anywhere(game, known, scene, dice)
        for made in scene.gestures:
            if made.pick is None or made.drop is None:
                continue
            event = find_dropped_event(game, known, scene.zones, made.pick, made.drop)
            if event is None:
                yield f"the gesture for {made.event} means nothing"
            elif game.refusal(known, event) is not None:
                yield f"the gesture for {made.event} means {event}, which is refused"


def _anywhere(game: AnyGame, known: object, scene: Scene, dice: Dice) -> Broken:
    zones = [zone.key for zone in scene.zones]
    things = [*zones, *(p.key for zone in scene.zones for p in zone.pieces)]
    for _ in range(DROPS if zones else 0):
        event = find_dropped_event(
            game, known, scene.zones, dice.choice(things), dice.choice(zones)
        )
        if event is None:
            continue
        if game.read(str(event)) != event:
            yield f"a drop means {event}, which does not read back"
        refusal = game.refusal(known, event)
        if refusal is not None and not refusal.text:
            yield f"a drop means {event}, which is refused without a reason"


LAWS = (views, views_hide, scenes, onlookers, drops_are_answered)
