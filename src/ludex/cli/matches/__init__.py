"""`ludex match`: deals that are played, games that are kept, results that are printed."""
