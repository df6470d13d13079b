"""Equipment shared by games."""
