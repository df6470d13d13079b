"""What thinkers have loaded before they are asked; imported by the process that they are forked from."""

from ludex.server.offers import playable
from ludex.server.thinking import advice, explaining, process, reviewing

LOADED = playable(), advice, explaining, process, reviewing
