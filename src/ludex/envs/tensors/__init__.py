"""States as numbers: what a seat sees, as a tensor."""
