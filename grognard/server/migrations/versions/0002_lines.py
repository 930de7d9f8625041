"""What each viewer was told, line by line."""

from alembic import op

from grognard.server.models import Base

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
