"""FreeCell and its relatives: every card is seen, and nearly every deal can be won."""
