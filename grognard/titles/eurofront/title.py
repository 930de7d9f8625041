"""EuroFront: who may sit, what may be played, how complete its sources are."""

from grognard.engine.core.title import Meta, Option, Scenario

META = Meta(
    id="eurofront",
    name="EuroFront",
    publisher="Columbia Games",
    seats=("axis", "allied"),
    powers=("axis", "allied", "soviet"),
    default_seats={"axis": "axis", "allied": "allied", "soviet": "allied"},
    scenarios=(
        Scenario(
            "1936", "1936: Spanish Civil War",
            "July 1936 to May 1939: Nationalists (Axis) against Republicans (Allied) for Spain, with foreign aid.",
        ),
    ),
    options=(
        Option(
            "deployment", "Deployment", ("historical", "semi-historical", "free"), "historical", rule="SCW/setup",
            summary="historical is a ready set-up; semi-historical sends militia by dice; free places the others too",
        ),
    ),
    stage="alpha",
    sources=(
        "the rulebook's text is whole; map, labels and most orders of battle are reconstructed. "
        "Only the Spanish Civil War can be played yet."
    ),
    module="grognard.titles.eurofront.game",
)  # fmt: skip
