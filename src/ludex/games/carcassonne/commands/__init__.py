"""Commands for Carcassonne: grade the document's programs, and play against them."""
