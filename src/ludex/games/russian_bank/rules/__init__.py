"""The rules of Russian Bank, alone: read `events` first."""
