"""One WebSocket: the connection, its frames, its guest, what is said on it."""
