"""Domains: what the arguments of events, options and fields of states may be."""
