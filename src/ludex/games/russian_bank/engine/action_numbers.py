"""The numbers of Russian Bank's moves: 201, by source and target, then the ways to go on.

Sources are the reserve, the hand, the waste and eight houses; targets are eight houses, eight
foundations, the opponent's reserve and waste. The domains of the rulebook can write 2,515
events down; all others can never be legal, are asides, or belong to rules that do not block.
"""

from typing import Final

RESERVE, HAND, WASTE, HOUSE = range(4)
SOURCES: Final = HOUSE + 8
TO_FOUNDATION: Final = 8
TO_RESERVE: Final = 16
TO_WASTE: Final = 17
TARGETS: Final = 18

TURN_HAND: Final = SOURCES * TARGETS
DISCARD: Final = TURN_HAND + 1
PASS: Final = TURN_HAND + 2
ACTIONS: Final = TURN_HAND + 3
