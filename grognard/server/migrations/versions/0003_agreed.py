"""Who agrees that a seat gets a new link."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # New databases were made by the first revision from today's models.
    if "agreed" not in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("seats")}:
        op.add_column("seats", sa.Column("agreed", sa.Text(), nullable=False, server_default="[]"))
