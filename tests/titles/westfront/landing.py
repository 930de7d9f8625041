"""Scenes of landings that several chapters' cases begin with."""

from __future__ import annotations

from grognard.engine.play.game import Game

from .play import give, scene

S43 = "s43 bare / 1943-07"
MALTA = f"{S43} / Malta: AF2 / Tunis: 15AG3 US2amph4 Br13mech4 Br10inf4 / Bizerte: 21AG3 US6amph3 Br30arm4"
BEACH = f"{S43} / Tunis: 15AG3 US2amph4 Br13mech4 Br10inf4 Br30arm4"


def landing(more: str = "", role: str = "invasion", dice: list[int] | None = None, hq: str = "15AG") -> Game:
    """15AG in Tunis is an Invasion HQ, in movement."""
    return give(scene(f"{BEACH}{more} / allied command", dice), f"activate {hq} {role}", "end")


def ashore(more: str = "") -> Game:
    """US2 has landed at Licata and recovered; its beachhead may be laid."""
    g = landing(more)
    give(g, "invade 15AG US2amph Licata", "end", "end")
    return g
