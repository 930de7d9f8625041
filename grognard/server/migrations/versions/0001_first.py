"""The first tables."""

from alembic import op

from grognard.server.models import Base

revision = "0001"
down_revision = None


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
