"""Bots that know Russian Bank: what a position is worth, and a planner of turns."""
