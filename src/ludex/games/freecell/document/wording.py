"""The document's own words: places counted from 0, where players count from 1.

The document has no words for its exceptions, only names: these are the codes of refusals.
"""

DOCUMENT = {
    "{card} is of a pack that is not in play": "There is no {card} in {packs} pack",
    "There is no column {column}: columns are 1 to {last}": (
        "There is no column {column:index}: columns are 0 to {last:index}"
    ),
    "There is no free cell {cell}: {free_cells}": (
        "There is no free cell {cell:index}: {free_cells}"
    ),
    "free cells are 1 to {last}": "free cells are 0 to {last:index}",
    "There is no home {home}: homes are 1 to {last}": (
        "There is no home {home:index}: homes are 0 to {last:index}"
    ),
    "Column {column} is empty": "Column {column:index} is empty",
    "Free cell {cell} is empty": "Free cell {cell:index} is empty",
    "Column {column} cannot be moved onto itself": (
        "Column {column:index} cannot be moved onto itself"
    ),
    "Column {column} has fewer than {count} cards": (
        "Column {column:index} has fewer than {count} cards"
    ),
    "Only {most} can be moved onto column {column} at once, not {count}": (
        "Only {most} can be moved onto column {column:index} at once, not {count}"
    ),
    "Free cell {cell} is taken, by {card}": "Free cell {cell:index} is taken, by {card}",
    "Column {column} is empty: only a king goes there": (
        "Column {column:index} is empty: only a king goes there"
    ),
    "Home {home} is empty: only an ace goes there": (
        "Home {home:index} is empty: only an ace goes there"
    ),
    "Column {column} is {empty}": "Column {column:index} is {empty}",
    "Free cell {cell} is {empty}": "Free cell {cell:index} is {empty}",
    "Home {home} is {empty}": "Home {home:index} is {empty}",
}
