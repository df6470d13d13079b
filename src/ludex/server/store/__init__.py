"""Games on disk: a header and an append-only log of events for each table.

`schema` is what the database holds, `records` what goes in and comes out, `database` reads
and writes them, `commits` puts many tables' events into one commit, `notify` tells other
processes. SQLite by default, PostgreSQL by URL; `migrations` brings an older database up to
date.
"""
