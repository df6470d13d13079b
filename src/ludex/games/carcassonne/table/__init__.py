"""How Carcassonne is shown: the map, the side panel, lessons and narration."""
