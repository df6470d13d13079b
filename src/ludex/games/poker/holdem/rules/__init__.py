"""The rules of Texas hold'em, alone: read `events` first."""
