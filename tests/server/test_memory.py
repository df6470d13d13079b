"""A table that stays open takes little memory."""

import random

from memory_growth import kept_by
from serving import Server, two

ASIDE = ("new_game", "reset_game", "resign", "agree_stalemate", "call_stop")


def play(web: Server, game: str, seed: int, moves: int = 16) -> None:
    """Two people play a while, and leave."""
    dice = random.Random(seed)
    with two(web, game=game) as players:
        for _ in range(moves):
            mover, other = sorted(players, key=lambda player: not player.table["your_turn"])
            events = [event for event in mover.events if not event.startswith(ASIDE)]
            if not events:
                break
            seq = mover.table["seq"]
            mover.send("act", event=dice.choice(events))
            for player in (mover, other):
                player.see(lambda m, seq=seq: m["seq"] > seq and m["turn"] > 0)


def test_a_table_keeps_little_of_what_it_has_shown(web: Server) -> None:
    kept = kept_by(lambda seed: play(web, "carcassonne", seed), warm_up=4, times=2) // 2
    assert kept < 600_000, f"{kept} bytes a table, with its share of what all tables remember"
