"""Commands of players and of those who serve tables: play, saved games, boards, the web table."""
