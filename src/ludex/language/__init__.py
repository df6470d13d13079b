"""The event language: scripts parsed, checked as a whole, run with an exact transcript."""
