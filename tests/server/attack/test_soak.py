"""A long time in a short one: orders, connects and drops, restarts; and memory that stays where it is."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ..services import PATIENCE, RealServer
from .table import night, started


def memory(server: RealServer) -> int:
    """Bytes that the server's process holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


class Player:
    """Plays both seats of game after game over HTTP, as the offers say; what is taken is counted."""

    def __init__(self, client: httpx.AsyncClient, seed: int) -> None:
        self.client, self.rng, self.game, self.taken, self.odd = client, random.Random(seed), "", 0, []

    async def play(self, orders: int) -> None:
        for _ in range(10 * orders):
            if self.taken >= orders:
                return
            if not self.game:
                body = {"title": "tiny", "sitting": {"red": "me", "blue": "hotseat"}}
                self.game = (await self.client.post("/api/games", json=body)).json()["game"]
            for seat in ("red", "blue"):
                if self.game:
                    await self._turn(seat, orders)

    async def _turn(self, seat: str, orders: int) -> None:
        answer = await self.client.get(f"/api/games/{self.game}/state", params={"seat": seat})
        state = answer.json()
        if state["outcome"] is not None or state["entries"] > 300:
            self.game = ""
            return
        for _ in range(12):
            if self.taken >= orders or not state["decision"]["offers"]:
                return
            words = await self._order(seat)
            body = {"seat": seat, "order": words, "version": state["version"]}
            answer = await self.client.post(f"/api/games/{self.game}/orders", json=body)
            if answer.status_code == 200:
                self.taken += 1
                state = answer.json()
            elif answer.status_code not in (409, 422):
                self.odd.append(answer.status_code)
                return

    async def _order(self, seat: str) -> str:
        """A way down the tree of offers."""
        prefix: list[str] = []
        for _ in range(12):
            body = {"seat": seat, "prefix": prefix}
            found = (await self.client.post(f"/api/games/{self.game}/next", json=body)).json()
            if not isinstance(found, list) or not found:
                break
            chosen = self.rng.choice(found)
            prefix.append(chosen["text"])
            if chosen["final"]:
                break
        return " ".join(word for word in prefix if word != ".")


async def drop_in(server: RealServer, cookie: str, game: str, times: int) -> int:
    """Connect and drop, with and without goodbye."""
    seen = 0
    for n in range(times):
        where = f"ws://127.0.0.1:{server.port}/ws/games/{game}?seat=red&changes=1"
        try:
            async with connect(where, additional_headers={"Cookie": f"grognard={cookie}"}) as line:
                seen += "state" in json.loads(await line.recv())
                if n % 3 == 0:
                    line.transport.abort()
        except (ConnectionClosed, OSError):
            continue
    return seen


async def stretch(server: RealServer, orders: int, connects: int) -> tuple[int, int, list[int]]:
    """So many orders over several games at once, while others come and go."""
    clients = [httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) for _ in range(4)]
    players = [Player(client, n) for n, client in enumerate(clients)]
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as looker:
        looker.get("/api/games")
        games = [started(looker)["game"] for _ in range(2)]
        cookie = looker.cookies["grognard"]
        coming = [drop_in(server, cookie, game, connects // len(games)) for game in games]
        done = await asyncio.gather(*(player.play(orders // len(players)) for player in players), *coming)
    for client in clients:
        await client.aclose()
    odd = [code for player in players for code in player.odd]
    return sum(player.taken for player in players), sum(n for n in done if n), odd


@pytest.mark.slow
@pytest.mark.parametrize(("orders", "connects"), [(400, 60), night(100_000, 10_000)])
def test_memory_stays_where_it_is(tmp_path, orders, connects):
    """Three restarts part the time; in each part memory is taken after a third of it and at its end."""
    server = RealServer(f"sqlite:///{tmp_path}/games.db", tmp_path)
    small = orders < 1000
    server.more = ("--rate", "100000", "--share", "1000")
    found = []
    for _ in range(1 if small else 4):
        server.start()
        parts = 1 if small else 4
        asyncio.run(stretch(server, orders // parts // 3, connects // parts // 3))
        early = memory(server)
        taken, seen, odd = asyncio.run(stretch(server, 2 * orders // parts // 3, 2 * connects // parts // 3))
        late = memory(server)
        found.append((taken, seen, early, late))
        assert not odd and taken >= 2 * orders // parts // 3 - 8 and seen > connects // parts // 3
        server.kill()
    for taken, seen, early, late in found:
        print(f"{taken} orders, {seen} connects: {early / 1e6:.1f} MB, then {late / 1e6:.1f} MB")
        # In small the first games still fill what is kept on purpose.
        assert late < early * (1.25 if small else 1.05)
