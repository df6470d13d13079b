"""The first version: new databases are created by the schema itself."""

revision = "0005"
down_revision = None
