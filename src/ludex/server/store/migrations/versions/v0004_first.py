"""The first version: new databases are created by the schema itself."""

revision = "0004"
down_revision = None
