"""The presentation of Russian Bank: both sides of the table, lessons and narration."""

from ludex.table import read_sentences

tell = read_sentences(__name__)
