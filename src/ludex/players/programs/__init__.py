"""Other people's programs as players, over pipes."""
