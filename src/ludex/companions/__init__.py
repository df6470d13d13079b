"""The companions of the games that ship: what serves each of them beside its rules.

They may know the game they serve, its engine, its solver and its formats; the rest of Ludex
reaches them through the record that each of them is (`ludex.registry`), and names no game.
"""
