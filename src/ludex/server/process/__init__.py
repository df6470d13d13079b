"""The server as processes: the event loop, workers, the log."""
