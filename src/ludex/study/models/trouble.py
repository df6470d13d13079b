"""Why a rulebook is not exported."""


class NotTranslated(Exception):
    """What stands in the way, in one line."""
