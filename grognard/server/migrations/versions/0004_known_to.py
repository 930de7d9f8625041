"""Who may count an entry, and when something last happened that a seat may know of."""

import json

import sqlalchemy as sa
from alembic import op

from grognard.engine.play.journal import Entry

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # New databases were made by the first revision from today's models.
    connection = op.get_bind()
    if "known_to" in {column["name"] for column in sa.inspect(connection).get_columns("entries")}:
        return
    op.add_column("entries", sa.Column("known_to", sa.Integer(), nullable=False, server_default="-1"))
    op.add_column("seats", sa.Column("touched", sa.Float(), nullable=False, server_default="0"))
    connection.execute(sa.text("UPDATE seats SET touched = (SELECT touched FROM games WHERE games.id = seats.game)"))
    change = sa.text("UPDATE entries SET known_to = :known_to WHERE game = :game AND n = :n")
    rows = connection.execute(sa.text("SELECT game, n, body FROM entries")).all()
    known = [{"game": game, "n": n, "known_to": Entry(*json.loads(body)).known_to} for game, n, body in rows]
    private = [row for row in known if row["known_to"] >= 0]
    if private:
        connection.execute(change, private)
