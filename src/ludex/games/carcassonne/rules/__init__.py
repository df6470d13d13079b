"""The rules of Carcassonne, alone: read `events` first."""
