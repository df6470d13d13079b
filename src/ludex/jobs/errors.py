"""Jobs that cannot be done: the reason in one line for a person."""


class JobError(Exception):
    """A job cannot be done, or not go on; what is finished is kept."""
