"""Haskassonne: where its program does other than the document says, found by machine."""
