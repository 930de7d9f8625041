"""Real services for the tests: a server process, and a PostgreSQL cluster of our own on a loopback port."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx2 as httpx
import pytest


def require(what: str, why: str) -> None:
    """Skip, or fail where the run says that this must not be missing."""
    if what in os.environ.get("GROGNARD_REQUIRE", "").split(","):
        pytest.fail(f"{what} is required here: {why}")
    pytest.skip(f"{what}: {why}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RealServer:
    """`grognard serve` in a process of its own, that can be killed and started again."""

    def __init__(self, db: str, home: Path) -> None:
        self.db, self.home = db, home
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "grognard.cli", "serve", "--db", self.db, "--port", str(self.port)]
        log = (self.home / "server.log").open("ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(self.home)})
        for _ in range(300):
            try:
                if httpx.get(f"{self.url}/api/titles/tiny", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)
            if self.process.poll() is not None:
                raise RuntimeError((self.home / "server.log").read_text()[-2000:])
        raise RuntimeError("the server did not come up")

    def kill(self) -> None:
        """The end without warning."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(10)


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
