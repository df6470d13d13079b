"""How FreeCell is shown: cascades, cells and foundations, lessons and narration."""
