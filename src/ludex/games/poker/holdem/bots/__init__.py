"""How the players of hold'em think who know the game: see `player`."""
