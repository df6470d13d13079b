"""Commands in which players meet: matches and leagues."""
