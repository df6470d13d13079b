"""Transcripts name the option that stands in the way, and how a move is written."""

DOCUMENT = {
    "nobody calls stop under these rules": (
        "nobody calls stop here (enforcement is {enforcement})"
    ),
    "wrong plays are refused under these rules": (
        "wrong plays are refused (enforcement is {enforcement})"
    ),
    "wrong plays are refused, and only skipped plays can be called": (
        "wrong plays are refused (faults is {faults})"
    ),
    "the waste is not available under these rules": (
        "the waste is not available (own_waste is {own_waste})"
    ),
    "{card} cannot go to an empty house under these rules": (
        "{card} cannot go to an empty house (empty_house_takes is {empty_house_takes})"
    ),
    "the opponent is not loaded under these rules": (
        "the opponent is not loaded (loading is {loading})"
    ),
    "runs are moved otherwise under these rules": (
        "runs are moved otherwise (runs_move is {runs_move})"
    ),
    "cards move one by one under these rules": ("cards move one by one (runs_move is {runs_move})"),
    "on the way from {pile} to {target_pile}: {reason}": "{move}: {reason}",
}
