"""Alembic's door: the steps run on the connection that the store has opened."""

from alembic import context

from ludex.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=False,  # the store's own transaction holds all steps together
)
context.run_migrations()
