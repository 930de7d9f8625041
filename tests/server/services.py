"""Real services for the tests: a server process, and a PostgreSQL cluster of our own on a loopback port."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx2 as httpx
import pytest

from grognard.server import cli, jobs


def require(what: str, why: str) -> None:
    """Skip, or fail where the run says that this must not be missing."""
    if what in os.environ.get("GROGNARD_REQUIRE", "").split(","):
        pytest.fail(f"{what} is required here: {why}")
    pytest.skip(f"{what}: {why}")


PATIENCE = 90
"""Seconds that a test waits for what must come: a machine may be busy, and whoever does not fail waits for nothing."""


NEVER = "it never came to be so"


def eventually(
    check: Callable[[], object], pause: Callable[[int], None] | None = None, else_say: Callable[[], str] = lambda: NEVER
) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < until, else_say()
        pause(20) if pause else time.sleep(0.02)


def admin(db: str, *words: str) -> None:
    """``grognard admin``, in a thread of its own: where a browser is driven, this one has a loop that runs already."""
    what, game, seat = (*words, "", "")[:3]
    args = Namespace(db=db, what=what, game=game, seat=seat, url="https://games.example.org/")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(cli.look_after, args).result()


def free_port() -> int:
    """A port that is given to no line by chance: it stays free while its server is killed and started again."""
    for port in random.SystemRandom().sample(range(15_000, 32_000), 200):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def give(client, game: str, seat: str, order: str):
    """Give an order on the state as it is now."""
    state = client.get(f"/api/games/{game}/state", params={"seat": seat}).json()
    body = {"seat": seat, "order": order, "version": state.get("version", 0)}
    return client.post(f"/api/games/{game}/orders", json=body)


def headless(text: str) -> str:
    """What was received without the head of the chain: a hash under a salt that no seat knows, but not its place."""
    return re.sub(r'"head":\[(\d+),"[0-9a-f]{64}"\]', r'"head":[\1]', text)


class Inline:
    """Long work without its processes, so that a test can change what is done."""

    async def run(self, who: str, name: str, *args: object) -> object:
        return jobs.JOBS[name](*args)

    def close(self) -> None:
        pass


class RealServer:
    """`grognard serve` in a process of its own, that can be killed and started again."""

    def __init__(self, db: str, home: Path, by: tuple[str, ...] = ()) -> None:
        self.db, self.home = db, home
        self.by = by or ("-m", "grognard.cli")
        self.more: tuple[str, ...] = ()
        """Further words of the command."""
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, *self.by, "serve", "--db", self.db, "--port", str(self.port), *self.more]
        log = (self.home / "server.log").open("ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(self.home)})
        process = self.process
        self.wait_until_up(lambda: process.poll() is not None, 0.1)

    def wait_until_up(self, dead: Callable[[], bool], pause: float) -> None:
        until = time.monotonic() + 2 * PATIENCE
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/api/titles/tiny", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(pause)
            if dead():
                raise RuntimeError((self.home / "server.log").read_text()[-2000:])
        raise RuntimeError("the server did not come up")

    def kill(self) -> None:
        """The end without warning."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(PATIENCE)


NURSERY = """
import os, signal, sys
import asyncpg, grognard.server.app, sqlalchemy.dialects.postgresql.asyncpg, uvicorn
import uvicorn.protocols.http.auto, uvicorn.protocols.websockets.auto
from grognard.cli import main
from grognard.server import library
library.titles()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(2, 1)
        sys.stdin = open(os.devnull)
        sys.argv = ["grognard", *line.split()]
        main()
        os._exit(0)
    print(child, flush=True)
"""


class Reborn(RealServer):
    """The same server, each time a new process of one that has read the code already: soon up again after its end."""

    nursery: subprocess.Popen[str] | None = None
    pid = 0

    def start(self) -> None:
        if self.nursery is None:
            log = (self.home / "server.log").open("ab")
            env = {**os.environ, "HOME": str(self.home)}
            command = [sys.executable, "-c", NURSERY]
            self.nursery = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=env, text=True
            )
        assert self.nursery.stdin and self.nursery.stdout
        self.nursery.stdin.write(f"serve --db {self.db} --port {self.port}\n")
        self.nursery.stdin.flush()
        self.pid = int(self.nursery.stdout.readline())
        self.wait_until_up(lambda: not _lives(self.pid), 0.02)

    def kill(self) -> None:
        if self.pid and _lives(self.pid):
            os.kill(self.pid, signal.SIGKILL)
            while _lives(self.pid):
                time.sleep(0.002)

    def stop(self) -> None:
        """The end of it all."""
        self.kill()
        if self.nursery is not None and self.nursery.stdin is not None:
            self.nursery.stdin.close()
            self.nursery.wait(PATIENCE)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Cluster:
    """A PostgreSQL cluster in a temporary folder."""

    def __init__(self) -> None:
        folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        found = next((f for f in folders if (f / "initdb").exists()), None)
        initdb = shutil.which("initdb")
        if found is None and initdb is not None:
            found = Path(initdb).parent
        if found is None:
            require("postgres", "no initdb on this machine")
        self.bin = found
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))

    def _run(self, *command: str) -> None:
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            command = ("runuser", "-u", "postgres", "--", *command)
        done = subprocess.run(command, capture_output=True, timeout=120, cwd="/")
        if done.returncode:
            require("postgres", f"{command}: {done.stderr.decode()[-300:]}")

    def start(self) -> str:
        data = str(self.folder / "data")
        self._run(f"{self.bin}/initdb", "-D", data, "-A", "trust", "-U", "grognard", "--no-sync")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = str(self.folder / "log")
        self._run(f"{self.bin}/pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start")
        return f"postgresql+asyncpg://grognard@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        self._run(f"{self.bin}/pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
