"""What the command line shows beside its answers: colour, prompts, saved games, the services of the terminal table."""
