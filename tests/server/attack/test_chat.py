"""Talk without end, so that nobody hears what is said now."""

from __future__ import annotations

import pytest

from grognard.server.models import ChatRow

from .table import night, started


def said(client, game: str, **asked: int) -> list[str]:
    answer = client.get(f"/api/games/{game}/chat", params={"seat": "red", **asked})
    assert answer.status_code == 200, answer.text
    return [row["text"] for row in answer.json()]


@pytest.mark.parametrize("lines", [700, night(20_000)])
def test_the_newest_is_shown_and_the_rest_is_read_page_by_page(red, app, lines):
    game = started(red)["game"]
    rows = [ChatRow(game=game, at=float(n), who="blue", text=str(n)) for n in range(lines)]
    red.portal.call(app.state.server.store.write, lambda session: session.add_all(rows))
    assert red.post(f"/api/games/{game}/chat", json={"seat": "red", "text": "now"}).status_code == 200
    assert said(red, game)[-1] == "now" and len(said(red, game)) == 200
    found: list[str] = []
    where: dict[str, int] = {}
    while page := red.get(f"/api/games/{game}/chat", params={"seat": "red", **where}).json():
        found = [row["text"] for row in page] + found
        where = {"before": page[0]["n"]}
    assert found == [*map(str, range(lines)), "now"]
    assert said(red, game, limit=3) == [str(lines - 2), str(lines - 1), "now"]
    assert red.get(f"/api/games/{game}/chat", params={"seat": "red", "limit": 201}).status_code == 422
