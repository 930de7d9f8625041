"""What a host promises at the start and cannot change later unnoticed: the commitment, the nonces, the chain's head.

The commitment is a hash of the set-up and the dice's secret. After it is known each seat promises a nonce by its hash,
and shows it when all have promised; the dice to come are then keyed by the secret and every nonce, so that neither the
host nor a seat can have chosen them. The chain goes over the set-up and every entry, each with a salt that only the
secret tells: its head says nothing until the secret is shown, and then fits one journal alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from typing import Any

FORMAT = 2
"""Journals of format 1 promise the secret alone."""
NONCE = 32
"""Digits of a nonce in hexadecimal."""


def line(value: Any) -> str:
    """A value as the journal writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def setup_line(setup: Mapping[str, Any]) -> str:
    """The journal's first line. Where an edition of the board lies is this machine's business: its hash says which."""
    return line({**{key: value for key, value in setup.items() if key != "edition"}, "kind": "journal"})


def commitment(setup: Mapping[str, Any]) -> str:
    """What is published at the start: of the set-up and the secret, or in old journals of the secret alone.

    A position that a game starts from instead of its scenario's is left out: it may hold what is hidden."""
    secret = bytes.fromhex(setup["secret"])
    if setup.get("grognard", 1) < FORMAT:
        return blake2b(secret, digest_size=32, person=b"grognard dice").hexdigest()
    open_ = {key: value for key, value in setup.items() if key not in ("start", "secret")}
    return blake2b(setup_line(open_).encode(), digest_size=32, key=secret, person=b"grognard setup").hexdigest()


def promise(nonce: str) -> str:
    """The hash by which a seat promises its nonce."""
    return sha256(bytes.fromhex(nonce)).hexdigest()


def is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and not set(text) - set("0123456789abcdef")


def key(secret: bytes, nonces: Sequence[str]) -> bytes:
    """What the dice are keyed with: the secret alone, or with the nonces of all seats in their order."""
    if not nonces:
        return secret
    return blake2b(bytes.fromhex("".join(nonces)), digest_size=32, key=secret, person=b"grognard nonces").digest()


def salt(secret: bytes, n: int) -> bytes:
    """The salt of the chain's link number ``n``."""
    return sha256(b"grognard salt" + secret + n.to_bytes(8, "big")).digest()


def first(setup: Mapping[str, Any]) -> str:
    """The chain's head before any entry."""
    return sha256(salt(bytes.fromhex(setup["secret"]), 0) + setup_line(setup).encode()).hexdigest()


def link(secret: bytes, n: int, head: str, entry: Sequence[Any]) -> str:
    """The chain's head after entry number ``n``."""
    return sha256(salt(secret, n) + bytes.fromhex(head) + line({"e": list(entry)}).encode()).hexdigest()
