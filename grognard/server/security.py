"""Who is asking: a session cookie, hashed tokens, and limits."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import time
from collections import OrderedDict

COOKIE = "grognard"


def network(address: str) -> str:
    """What an address counts as: itself, or of the new kind the /64 that a household has to itself."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def new_token() -> str:
    """An unguessable token for a session or an invite."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """How a token is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def looks_like_token(token: str) -> bool:
    return 20 <= len(token) <= 64 and token.isascii() and token.replace("-", "").replace("_", "").isalnum()


class Limits:
    """A token bucket for each key: ``rate`` a second, bursts of ``burst``."""

    def __init__(self, rate: float, burst: float, most: int = 50_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, key: str, cost: float = 1.0) -> bool:
        now = time.monotonic()
        left, then = self.buckets.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        ok = left >= cost
        self.buckets[key] = (left - cost if ok else left, now)
        while len(self.buckets) > self.most:
            self.buckets.popitem(last=False)
        return ok

    def charge(self, key: str, cost: float) -> None:
        """Take what something has cost that was done already; whoever owes something waits until it is made good."""
        self.allow(key, 0.0)
        left, then = self.buckets[key]
        self.buckets[key] = (max(left - cost, -self.burst), then)


CSP = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
