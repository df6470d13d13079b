"""Limits of a client, a table and the server."""
