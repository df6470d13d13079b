"""Haskassonne: the differences between its program and the document, found by machine."""
