"""``grognard lab bench server --memory``: what running games and games on disk cost the server."""

from __future__ import annotations

import json
import time

from .load import SOURCES, open_games, scripts
from .load_server import Http, Served, serving

RUNNING = 120


async def memory(games: int) -> None:
    """Megabytes a running game, and megabytes resident when every game on disk has been looked at."""
    made = scripts(before=400, after=0)
    async with serving() as served:
        await open_games(served, made, len(made))
        before = served.resident()
        print(f"{len(made)} games open: {before:.0f} MB resident; the boards are shared by all")
        more = await open_games(served, made, RUNNING)
        each = (served.resident() - before) / len(more)
        print(f"{RUNNING} more, two viewers each: {served.resident():.0f} MB, {each:.2f} MB a game   (target <= 1 MB)")
    async with serving() as served:
        await _on_disk(served, games)


async def _on_disk(served: Served, games: int) -> None:
    http, found, clock = Http(served.port), [], time.perf_counter()
    for n in range(games):
        title, scenario = SOURCES[n % len(SOURCES)]
        status, body, cookie = await http.post("/api/games", {"title": title, "scenario": scenario}, "")
        if status != 200:
            raise RuntimeError(f"a game could not be started: {status} {body[:200]!r}")
        answer = json.loads(body)
        found.append((answer["game"], answer["seats"][0], cookie))
    print(f"{games} games on disk in {time.perf_counter() - clock:.0f} s, {served.disk():.0f} MB of database; "
          f"{served.resident():.0f} MB resident", flush=True)  # fmt: skip
    peak = 0.0
    for key, seat, cookie in found:
        status, body, _ = await http.get(f"/api/games/{key}/state?seat={seat}", cookie)
        if status != 200:
            raise RuntimeError(f"a game could not be looked at: {status} {body[:200]!r}")
        peak = max(peak, served.resident())
    print(f"all looked at: {served.resident():.0f} MB resident, {peak:.0f} MB at most   (target <= 300 MB)")
