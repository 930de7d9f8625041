"""The real server in a process of its own for the load and memory benchmarks, and small HTTP and socket clients."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Http:
    """One kept-alive connection to the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any, cookie: str) -> tuple[int, bytes, str]:
        return await self.call("POST", path, json.dumps(body).encode(), cookie)

    async def get(self, path: str, cookie: str) -> tuple[int, bytes, str]:
        return await self.call("GET", path, b"", cookie)

    async def call(self, method: str, path: str, body: bytes, cookie: str) -> tuple[int, bytes, str]:
        """The status, the body, and the cookie to send next time."""
        # The server closes a connection that was long unused.
        if self.writer is None or self.writer.is_closing() or (self.reader and self.reader.at_eof()):
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/json\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
        self.writer.write(head.encode() + b"\r\n" + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        answer = await self.reader.readexactly(int(fields.get("content-length", 0)))
        return int(lines[0].split()[1]), answer, fields.get("set-cookie", cookie).split(";")[0]

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


class Line(asyncio.Protocol):
    """A viewer's socket that looks at no more than it must: what is measured is the server."""

    ENTRIES, VERSION = re.compile(rb'"entries":(\d+)'), re.compile(rb'"version":(\d+)')
    ANSWER = re.compile(rb'"answer":{"id":\d+,"status":(\d+)')

    def __init__(self, request: bytes, told: Callable[[int, int], None]) -> None:
        self.request, self.told = request, told
        self.version, self.asked = 0, 0
        self.open = False
        self.held = bytearray()
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, port: int, path: str, cookie: str, told: Callable[[int, int], None]) -> Line:
        """A socket; ``told`` is called with the entries and the status of the answer that a message has, or 0."""
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
        head += (
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Z3JvZ25hcmQgbG9hZCEhIQ==\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(head.encode(), told), "127.0.0.1", port)
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.held += data
        if not self.open:
            head, found, rest = self.held.partition(b"\r\n\r\n")
            if not found:
                return
            self.open, self.held = head.startswith(b"HTTP/1.1 101"), rest
        while (end := self._frame()) is not None:
            start, stop = end
            if self.held[0] & 15 == 1:
                self._message(bytes(self.held[start:stop]))
            elif self.held[0] & 15 == 9 and self.transport is not None:
                # What is asked of a pong is the ping's own words.
                self.transport.write(bytes([0x8A, 128 | stop - start]) + b"\0\0\0\0" + self.held[start:stop])
            del self.held[:stop]

    def _frame(self) -> tuple[int, int] | None:
        """Where the payload of the first frame that is there begins and ends."""
        held = self.held
        if len(held) < 10 and (len(held) < 2 or held[1] > 125 or len(held) < 2 + held[1]):
            return None
        start, size = 2, held[1]
        if size == 126:
            start, size = 4, int.from_bytes(held[2:4], "big")
        elif size == 127:
            start, size = 10, int.from_bytes(held[2:10], "big")
        return (start, start + size) if len(held) >= start + size else None

    def _message(self, text: bytes) -> None:
        version, entries, answer = (found.search(text) for found in (self.VERSION, self.ENTRIES, self.ANSWER))
        if version:
            self.version = int(version[1])
        self.told(int(entries[1]) if entries else 0, int(answer[1]) if answer else 0)

    def order(self, order: str) -> None:
        """Give an order. Frames of a client are masked; a mask of zeros leaves them as they are."""
        self.asked += 1
        body = json.dumps({"id": self.asked, "order": order, "version": self.version}).encode()
        size = bytes([128 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        assert self.transport is not None
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + body)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Served:
    """A running server."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder

    def processor(self) -> float:
        """Seconds of processor time that the server has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def resident(self) -> float:
        """Megabytes of memory that the server holds."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(text.partition("VmRSS:")[2].split()[0]) / 1024

    def disk(self) -> float:
        """Megabytes of database."""
        return sum(file.stat().st_size for file in self.folder.glob("games.db*")) / 1e6


@asynccontextmanager
async def serving(profile: str = "") -> AsyncIterator[Served]:
    """``grognard serve`` on a free port with a database of its own; with ``profile`` under cProfile."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="grognard-load-") as name:
        folder = Path(name)
        profiling = ["-m", "cProfile", "-o", profile] if profile else []
        command = [*profiling, "-m", "grognard.cli", "serve", "--port", str(port), "--rate", "1000000"]
        command += ["--db", f"sqlite:///{folder}/games.db"]
        with (folder / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=log, stderr=log)
        try:
            await _up(port, process, folder)
            yield Served(process, port, folder)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGINT)
            await asyncio.wait_for(process.wait(), 30)


async def _up(port: int, process: asyncio.subprocess.Process, folder: Path) -> None:
    for _ in range(300):
        try:
            status, _, _ = await Http(port).get("/api/titles/tiny", "")
            if status == 200:
                return
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)
        if process.returncode is not None:
            raise RuntimeError((folder / "log").read_text(encoding="utf-8")[-2000:])
    raise RuntimeError("the server did not come up")
