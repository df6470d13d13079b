"""The presentation of Chess Solitaire: the board, lessons and texts."""

from ludex.table import read_sentences

tell = read_sentences(__name__)
