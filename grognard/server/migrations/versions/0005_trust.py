"""Promises, claims on seats, accounts that cannot be asked for, sessions that can be listed, shares of a day."""

import json
import secrets

import sqlalchemy as sa
from alembic import op

from grognard.engine.core import proof
from grognard.server.models import Base

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # New databases were made by the first revision from today's models.
    connection = op.get_bind()
    if "commitment" in {column["name"] for column in sa.inspect(connection).get_columns("games")}:
        return
    op.add_column("games", sa.Column("commitment", sa.String(64), nullable=False, server_default=""))
    for name, kind, default in (("seen", sa.Float(), "0"), ("claimed", sa.Float(), "0"), ("used", sa.Text(), "[]")):
        op.add_column("seats", sa.Column(name, kind, nullable=False, server_default=default))
    op.add_column("logins", sa.Column("agent", sa.String(80), nullable=False, server_default=""))
    op.create_index("ix_logins_session", "logins", ["session"])
    Base.metadata.create_all(connection, tables=[Base.metadata.tables[name] for name in ("spent", "site")])
    _promise(connection)
    _accounts(connection)


def _promise(connection: sa.Connection) -> None:
    for game, setup in connection.execute(sa.text("SELECT id, setup FROM games")).all():
        promised = {"key": game, "promised": proof.commitment(json.loads(setup))}
        connection.execute(sa.text("UPDATE games SET commitment = :promised WHERE id = :key"), promised)


def _accounts(connection: sa.Connection) -> None:
    """Each account gets a session of its own: the browser that made it was signed in for ever."""
    rows = connection.execute(sa.text("SELECT name, password, session FROM accounts")).all()
    op.drop_table("accounts")
    Base.metadata.create_all(connection, tables=[Base.metadata.tables["accounts"]])
    for name, password, old in rows:
        new = secrets.token_hex(32)
        row = {"id": f"name:{name}", "name": name, "password": password, "session": new}
        connection.execute(sa.insert(Base.metadata.tables["accounts"]), [row])
        for table in ("seats", "logins"):
            moved = sa.text(f"UPDATE {table} SET session = :new WHERE session = :old")
            connection.execute(moved, {"new": new, "old": old})
