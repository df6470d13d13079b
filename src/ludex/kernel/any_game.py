"""The types of tools that serve every game: whatever its state is, they only pass it on."""

from typing import Any, TypeAlias

from ludex.kernel.event import Event
from ludex.kernel.game import Game

AnyState: TypeAlias = Any
AnyGame: TypeAlias = Game[Any]
AnyEvent: TypeAlias = Event[Any]
