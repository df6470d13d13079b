"""The search for deals that nothing else decides: every core at one deal, in little memory.

`codes` packs a position of a deal into 128 bits, `expansion` lists what follows it, `table` keeps
what was met, and `search` leads them.
"""
