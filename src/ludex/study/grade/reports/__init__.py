"""Reports: the same records as a table, as pages, and in the forms of other programs."""
