"""Domains: the possible values of the arguments of events, of options and of fields of states."""
