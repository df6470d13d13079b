"""States as numbers: the view of a seat, as a tensor."""
