"""The document's own words for what the rulebook says, and those of the course's oracle.

Table 2 of the document words every refusal; the oracle differs from it in one.
"""

DOCUMENT = {
    "The game has already started": "Game already started",
    "The game has not started yet": "Game not yet started",
    "The game is over": "Game already over",
    "{slot} is not on the board": "{slot} not a valid slot",
    "There is already a piece on {at:board4}": "Slot @ {at} already occupied",
    "There is no piece on {slot:board4}": "Slot @ {slot} not occupied",
    "A {kind} does not move from {a:board4} to {b:board4}": "Invalid move from {a} to {b}",
    "A piece stands in the way from {a:board4} to {b:board4}": ("Block exists between {a} and {b}"),
}

ETF = {
    "A {kind} does not move from {a:board4} to {b:board4}": (
        "Invalid move of {piece} from {a} to {b}"
    ),
}
