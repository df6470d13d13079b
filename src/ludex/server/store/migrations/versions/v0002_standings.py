"""Standings, so that a list of tables need not replay them; advice and wishes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of standings; those of older games follow from their logs."""
    op.create_table(
        "standings",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("winners", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("assisted", sa.Boolean, nullable=False),
        sa.Column("updated", sa.Text, nullable=False),
        sa.Column("advised", sa.Boolean, nullable=False),
        sa.Column("wish_seq", sa.Integer),
        sa.Column("wish_seat", sa.Integer),
        sa.Column("wish_agreed", sa.Text),
    )
