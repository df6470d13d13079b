"""The rules of FreeCell, alone: read `events` first."""
