"""Hypothesis without a stopwatch: the first hand of a size builds its table."""

from hypothesis import settings

settings.register_profile("no stopwatch", deadline=None)
settings.load_profile("no stopwatch")
