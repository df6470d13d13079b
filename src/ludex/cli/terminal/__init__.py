"""What the command line shows beside its answers: colour, prompts, saved games, the doors of the terminal table."""
