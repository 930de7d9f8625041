"""Files that browsers fetch once: packed once, sent packed to whoever can unpack them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response

PACKED = {
    ".svg": "image/svg+xml", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8", ".json": "application/json", ".map": "application/json",
}  # fmt: skip
PLAIN = {
    ".webp": "image/webp",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".ico": "image/x-icon",
}


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, packed: bool) -> bytes:
    body = path.read_bytes()
    return gzip.compress(body, 9, mtime=0) if packed else body


def file(request: Request, path: Path, cache: str) -> Response:
    """A file of ours, packed where that helps; the caller has made sure that it is one."""
    kind = PACKED.get(path.suffix)
    wanted = kind is not None and "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": cache, **({"Vary": "Accept-Encoding"} if kind else {})}
    if wanted:
        headers["Content-Encoding"] = "gzip"
    mark = path.stat().st_mtime_ns
    tag = headers["ETag"] = f'"{mark:x}{"z" if wanted else ""}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    media = kind or PLAIN.get(path.suffix, "application/octet-stream")
    return Response(_read(path, mark, wanted), headers=headers, media_type=media)


@lru_cache(maxsize=64)
def _text(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)


def text(request: Request, written: str) -> Response:
    """JSON that seldom changes."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(written, headers=headers, media_type="application/json")
    return Response(_text(written), headers={**headers, "Content-Encoding": "gzip"}, media_type="application/json")
