"""What users name on the command line: games, seats, files, boards, options."""
