"""FreeCell with other programs: boards as text, solutions as players write them."""
