"""Hypothesis without a stopwatch: first uses build tables, machines are shared."""

from hypothesis import settings

settings.register_profile("no stopwatch", deadline=None)
settings.load_profile("no stopwatch")
