"""The presentation of hold'em: seats, bets and board, the side panel, lessons and narration."""

from ludex.table import read_sentences

tell = read_sentences(__name__)
