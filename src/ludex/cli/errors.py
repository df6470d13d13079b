"""Bad input from outside: the one exception that the command line turns into a line."""


class BadInput(Exception):
    """Something the user gave cannot be used; the text says what and why."""
