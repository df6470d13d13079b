"""The rules of Chess Solitaire, alone: read `events` first."""
