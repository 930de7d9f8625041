"""Lines that are too slow: whoever does not say what they want in time is let go."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADERS = 10.0
"""Seconds in which the head of a request must have come, from its first byte or from when the line was opened."""
BODY = 60.0
"""Seconds in which its body must have come."""


class Timed(HttpToolsProtocol):
    """HTTP as it is served, with a deadline for the head of each request and for its body."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._within(HEADERS)

    def data_received(self, data: bytes) -> None:
        if self.deadline is None:
            self._within(HEADERS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._within(BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_time()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._in_time()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def _within(self, seconds: float) -> None:
        self._in_time()
        self.deadline = self.loop.call_later(seconds, self._too_late)

    def _in_time(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _too_late(self) -> None:
        self.deadline = None
        if not self.transport.is_closing():
            self.transport.abort()
