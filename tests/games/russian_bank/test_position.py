"""Position lines, their validity check, and what a seat may see."""

from dataclasses import replace

import pytest

from games.russian_bank.bank import GAME, after, at, dealt, random_states, started
from ludex.games.russian_bank.table import Calm, Pile, Side, State
from ludex.kernel import Dice, Seat, Unreadable
from ludex.parts.cards import Card, Hidden


def problems(line: str) -> tuple[str, ...]:
    read = GAME.read_position(line)
    assert isinstance(read, Unreadable), "this is a position"
    return read.problems


def test_a_dealt_position_reads_back() -> None:
    s = dealt(12)
    assert GAME.read_position(GAME.position(s)) == s


def test_the_start_of_every_preset_reads_back() -> None:
    for preset in GAME.start.presets:
        s = GAME.start(preset)
        assert GAME.read_position(GAME.position(s)) == s


def test_fields_may_come_in_any_order_and_cards_in_any_spelling() -> None:
    one = at("hand1=KSTD houses=9C/8D")
    other = at("houses=9c/8♦ hand1=K♠10d turn=1")
    assert one == other


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("partial hand1=ZZ", ("hand1: 'ZZ' is no card",)),
        ("partial hand1=2S2S", ("2S is there 2 times",)),
        ("partial houses=2S/3S/4S/5S/6S/7S/8S/9S/TS",
         ("houses=2S/3S/4S/5S/6S/7S/8S/9S/TS: expected at most 8 piles",)),
        ("partial houses=9C8C", ("house 1 does not run down in alternate colours",)),
        ("partial foundations=2S", ("foundation 1 does not run up from the ace in one suit",)),
        ("partial foundations=AS2H/AC3C",
         ("foundation 1 does not run up from the ace in one suit",
          "foundation 2 does not run up from the ace in one suit")),
        ("partial houses=9C??", ("houses: every card of 9C?? must be known",)),
        ("partial reserve1=9C loaded1=1",
         ("reserve 1 has 1 cards, not all of them can be loaded ones",)),
        ("partial reserve1=9C??", ("the top of reserve 1 must be known",)),
        ("partial turn=3", ("turn=3: expected some of 1, 2",)),
        ("partial idle=x", ("idle=x: expected a number",)),
        ("partial scores=3", ("scores=3: expected a number for each player, such as 30:0",)),
        ("partial phase=over", ("a game that is over needs a result",)),
        ("partial phase=nowhere", ("phase=nowhere: expected one of deal, play, over",)),
        ("partial past=xyz", ("past=xyz: expected hexadecimal numbers",)),
        ("partial result=won:1:1",
         ("result=won:1:1: expected an end, a player and points, such as win:1:36",)),
        ("partial seen=1>9", ("seen=1>9: expected house moves such as 2>5",)),
        ("partial seen=1>2", ("seen: house 2 has no such cards to go back",)),
        ("partial turned=2S3S", ("turned=2S3S: expected one card",)),
        ("partial flags=tired", ("flags=tired: expected some of progressed, drained, waste_played, acted",)),
        ("partial nonsense", ("'nonsense': expected name=value or partial",)),
        ("partial hand1=2S hand1=3S", ("hand1 stands twice",)),
        ("rules=house", ("rules=house: expected a preset first, one of standard, seed",)),
        ("rules=seed;reserve_size=99",
         ("rules: reserve_size=99: expected a number from 11 to 13",)),
        ("partial watched=1 fault=wrong_place before={partial hand1=ZZ}",
         ("before: hand1: 'ZZ' is no card",)),
        ("partial fault=wrong_place before={partial}",
         ("a fault needs the player who is watched",)),
        ("partial watched=1 fault=wrong_place skipped=a>b before={partial}",
         ("skipped=a>b: expected plays such as reserve>foundation1",)),
    ],
)  # fmt: skip
def test_everything_wrong_with_a_line_is_listed(
    line: str, found: tuple[str, ...]
) -> None:
    assert problems(line) == found


def test_an_unknown_field_is_answered_with_the_known_ones() -> None:
    assert problems("partial hnad1=2S")[0].startswith("no field 'hnad1'; there are: ")


def test_103_cards_and_a_card_twice_are_no_position() -> None:
    line = GAME.position(dealt(12))
    card = str(dealt(12).houses[0][0])
    assert problems(line.replace(f"houses={card}/", "houses=-/")) == (
        "103 cards instead of 104",
        f"missing: {card}",
    )
    other = str(dealt(12).houses[1][0])
    assert problems(line.replace(f"houses={card}/", f"houses={other}/")) == (
        f"{other} is there 2 times",
        f"missing: {card}",
    )


def test_a_view_is_a_position_too() -> None:
    view = GAME.view(dealt(12), Seat(0))
    assert "??" in GAME.position(view)
    assert GAME.read_position(GAME.position(view)) == view


# -- views --------------------------------------------------------------------------------


def reshuffled(s: State, dice: Dice) -> State:
    """The same table with every card that nobody sees dealt anew."""
    hidden = [card for side in s.sides for card in _unseen(side)]
    dice.shuffle(hidden)
    fresh = iter(hidden)

    def again(pile: Pile, seen: int) -> Pile:
        kept = pile[len(pile) - seen :] if seen else ()
        return (*(next(fresh) for _ in pile[: len(pile) - seen]), *kept)

    sides = [
        side._replace(
            reserve=again(side.reserve, min(1, len(side.reserve))),
            hand=again(side.hand, 0),
            waste=again(side.waste, min(1, len(side.waste))),
        )
        for side in s.sides
    ]
    return replace(
        s, sides=(sides[0], sides[1]), calm=Calm(s.calm.idle, (dice.word(),))
    )


def _unseen(side: Side) -> list[Card | Hidden]:
    reserve, hand, waste, _ = side
    return [*reserve[:-1], *hand, *waste[:-1]]


@pytest.mark.parametrize("mode", ["block", "stop"])
def test_states_that_differ_only_in_hidden_cards_give_equal_views_and_events(
    mode: str,
) -> None:
    dice = Dice(3)
    for s in random_states(started(enforcement=mode), seed=5, most=900)[5::50]:
        other = reshuffled(replace(s, court=s.court._replace(fault=None)), dice)
        same = replace(s, court=s.court._replace(fault=None))
        assert other != same
        for seat in (Seat(0), Seat(1)):
            assert GAME.view(other, seat) == GAME.view(same, seat)
            assert GAME.legal(other, seat) == GAME.legal(same, seat)
            assert GAME.scene(other, seat) == GAME.scene(same, seat)
            assert GAME.text(GAME.view(other, seat)) == GAME.text(GAME.view(same, seat))


def test_a_view_knows_tops_counts_houses_and_the_turned_card_and_nothing_else() -> None:
    s = at("hand1=2S3S turned=4S waste1=5S6S reserve1=7S8S hand2=2D houses=KH")
    view = GAME.view(s, Seat(1))
    hidden = Hidden()
    assert view.sides[0] == (
        (hidden, s.sides[0].reserve[-1]),
        (hidden, hidden),
        (hidden, s.sides[0].waste[-1]),
        0,
    )
    assert view.turned == s.turned
    assert view.houses == s.houses


def test_the_position_before_a_fault_is_hidden_too() -> None:
    s = at("rules=standard;enforcement=stop hand1=2D3D hand2=4D houses=AS")
    s = after(s, "turn_hand")
    view = GAME.view(s, Seat(1))
    assert view.court.fault is not None
    assert view.court.fault.before.sides[0].hand == (Hidden(), Hidden())


def test_a_card_that_is_not_known_cannot_be_played() -> None:
    view = GAME.view(at("reserve1=9D8D7D houses=8C hand1=KS hand2=2C"), Seat(0))
    blind = GAME.after(view, GAME.moves(view)[0])
    assert not isinstance(blind.sides[0].reserve[-1], type(view.sides[0].reserve[-1]))
    refusal = GAME.refusal(blind, GAME.moves(view)[0])
    assert refusal is not None
    assert refusal.text == "the card on the reserve is not known"


# -- scenes -------------------------------------------------------------------------------


def test_a_scene_has_every_pile_and_says_what_is_compulsory() -> None:
    s = at("hand1=2S waste1=3S reserve1=9DAS hand2=2D houses=KH")
    scene = GAME.scene(s, Seat(0))
    assert len(scene.zones) == 8 + 8 + 2 * 4
    words = {g.event: g.words for g in scene.gestures}
    assert words["move(reserve,foundation1)"] == (
        "A♠ from the reserve to foundation 1 (compulsory)"
    )
    gesture = next(g for g in scene.gestures if g.event == "move(reserve,foundation1)")
    assert (gesture.pick, gesture.drop) == ("reserve:1", "foundation1")


def test_hidden_cards_show_their_backs() -> None:
    scene = GAME.scene(dealt(1), Seat(0))
    looks = [p.look for zone in scene.zones for p in zone.pieces]
    assert looks.count("card:back") == 2 * (12 + 35)
    assert len({p.key for zone in scene.zones for p in zone.pieces}) == 104
