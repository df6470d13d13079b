"""Equity: the probability that a hand or a range wins, by counting or by sampling boards."""
