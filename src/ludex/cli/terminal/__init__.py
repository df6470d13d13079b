"""The command line beside its answers: colour, prompts, saved games, the services of the terminal
table."""
