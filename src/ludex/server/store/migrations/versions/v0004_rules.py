"""Tables of games in files: by what the contents of the file are known."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Older tables are of games that are installed: they have none."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("rules", sa.Text))
