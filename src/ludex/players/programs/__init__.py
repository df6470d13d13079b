"""Programs as players, over pipes."""
