"""Alembic's entry: migrations are run by the server itself on the connection it passes."""

from alembic import context

from grognard.server.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
