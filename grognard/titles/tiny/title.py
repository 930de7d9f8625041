"""The tiny title: small on purpose, it carries the engine's fourteen cases."""

from grognard.engine.core.title import Meta, Option, Scenario

META = Meta(
    id="tiny",
    name="Tiny",
    publisher="Grognard",
    seats=("red", "blue", "green"),
    powers=("red", "blue", "green"),
    default_seats={"red": "red", "blue": "blue", "green": "blue"},
    scenarios=(Scenario("border", "The border", "Six blocks against seven over the Fort.", learner=True, ours=True),),
    options=(Option("turns", "Turns", ("3", "5"), "3"),),
    rules=3,
    stage="test",
    sources="made for the engine's tests",
    listed=False,
    module="grognard.titles.tiny.sequence",
)
