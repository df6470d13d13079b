"""What thinkers have loaded before they are asked; imported by the process that they are forked from.

Their questions are functions of test modules, which import the rest of this.
"""

import pytest

import serving
from ludex.server.offers import playable
from ludex.server.thinking import advice, explaining, process, reviewing

LOADED = playable(), advice, explaining, process, reviewing, pytest, serving
