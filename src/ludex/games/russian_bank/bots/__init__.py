"""Bots that know Russian Bank: an evaluation of positions, and a planner of turns."""
