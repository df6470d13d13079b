"""One module a command: what `ludex WORD` reads, does and prints."""
