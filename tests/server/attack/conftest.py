"""A server to attack, and browsers to do it with."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app

from ..services import RealServer


@pytest.fixture
def db(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def app(db):
    return create_app(db)


@pytest.fixture
def red(app):
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def servers(db, tmp_path):
    """Two real servers on one database."""
    pair = [RealServer(db, tmp_path), RealServer(db, tmp_path)]
    for server in pair:
        server.start()
    yield pair
    for server in pair:
        server.kill()
