"""The sketch's page: what may be chosen before the first move. It imports no rules."""

from grognard.engine.core.title import Meta, Option, Scenario

META = Meta(
    id="sketch",
    name="The Channel",
    publisher="Grognard",
    seats=("north", "south"),
    powers=("north", "south"),
    default_seats={"north": "north", "south": "south"},
    scenarios=(Scenario("channel", "The Channel", "Three armies and two wings a side, and water between.", ours=True),),
    options=(Option("turns", "Turns", ("4", "6"), "4"),),
    stage="test",
    sources="made for the engine's tests",
    listed=False,
    module="grognard.titles.sketch.sequence",
)
