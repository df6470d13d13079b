"""Seats that are claimed by invitation, released and claimed again."""

from time import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Let a seat be open; the keys of older tables stay those of their holders."""
    with op.batch_alter_table("keys") as keys:
        keys.alter_column("digest", existing_type=sa.LargeBinary, nullable=True)
        keys.add_column(sa.Column("invitation", sa.LargeBinary))
        keys.add_column(sa.Column("inviter", sa.Integer))
        for name, kind, first in (
            ("tenure", sa.Integer, "0"),
            ("votes", sa.Text, "[]"),
            ("change", sa.Text, ""),
            # Nobody is taken to have been away before this was noted.
            ("seen", sa.Float, str(round(time()))),
        ):
            keys.add_column(sa.Column(name, kind, nullable=False, server_default=first))
