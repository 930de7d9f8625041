"""docs/protocol.md is true: every call that the server has and no other, and the fields of a state."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_every_call_is_told_and_no_other() -> None:
    """The first cells of the table beside the server's own schema."""
    cells = re.findall(r"^\| (`(?:GET|POST)[^|]*) \|", PAGE, flags=re.MULTILINE)
    told = {
        (method, path.partition("?")[0])
        for cell in cells
        for methods, path in re.findall(r"`([A-Z/]+) (/api[^`]*)`", cell)
        for method in methods.split("/")
    }
    paths = create_app("sqlite://").openapi()["paths"]
    assert told == {(method.upper(), path) for path, methods in paths.items() for method in methods}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a seat of a new game receives."""
    where = f"sqlite:///{tmp_path_factory.mktemp('protocol') / 'games.db'}"
    with TestClient(create_app(where)) as client:
        begun = client.post("/api/games", json={"title": "tiny"}).json()
        found: dict[str, Any] = client.get(f"/api/games/{begun['game']}/state", params={"seat": "red"}).json()
    return found


def test_a_state_has_the_fields_that_are_told(state: dict[str, Any]) -> None:
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    told = json.loads(block)
    assert told.keys() == state.keys()
    for name in ("turn", "decision"):
        assert state[name].keys() <= told[name].keys()
    for name in ("sitting", "pieces", "panels"):
        assert state[name][0].keys() & told[name][0].keys() and len(told[name]) == 1
    assert {type(state[name]) for name in told} >= {dict, list, str, int}
    for name, value in told.items():
        assert value is None or state[name] is None or isinstance(state[name], type(value)), name
