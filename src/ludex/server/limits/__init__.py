"""How much of anything a client, a table and the server may have."""
