"""Faster ways to the rulebooks' own answers: refinements, and compiled engines on arrays.

Nothing here is a rule. A refinement is attached to a game by whoever wants speed (bots, many
games: `ludex.registry.refined`), and proved against the guards (`ludex.check.refinement`).
"""
