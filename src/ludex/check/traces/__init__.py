"""Traces: a pattern of events, every instance of it run."""
