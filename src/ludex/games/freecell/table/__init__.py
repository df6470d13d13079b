"""The presentation of FreeCell: cascades, cells and foundations, lessons and narration."""

from ludex.table import read_sentences

tell = read_sentences(__name__)
