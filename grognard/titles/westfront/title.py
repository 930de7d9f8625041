"""WestFront: who may sit, what may be played, how complete its sources are."""

from grognard.engine.core.title import Meta, Option, Scenario

META = Meta(
    id="westfront",
    name="WestFront",
    publisher="Columbia Games",
    seats=("axis", "allied"),
    powers=("axis", "allied"),
    default_seats={"axis": "axis", "allied": "allied"},
    scenarios=(
        Scenario("husky", "Husky, the tutorial", "Two months over Sicily with seventeen blocks.", learner=True),
        Scenario("s43", "Summer 43: Husky", "July to November 1943: Sicily, Italy and what may follow."),
        Scenario("w43", "Winter 43: Avalanche", "December 1943 to May 1944: Italy and the build-up in Britain."),
        Scenario("s44", "Summer 44: Overlord", "June to November 1944: from the landing in France to the Rhine."),
        Scenario("w44", "Winter 44: Across the Rhine", "December 1944 to May 1945: the cities of the Reich."),
    ),
    options=(
        Option(
            "deployment", "Deployment", ("fixed", "historical", "semi-historical", "free"), "fixed", rule="3.23",
            summary="fixed is a ready legal set-up; the others let both sides deploy in private",
        ),
        Option(
            "play", "Way of playing", ("scenario", "one-year", "extended", "campaign"), "scenario", rule="3.11",
            summary="one scenario, two linked, as many as both agree to, or all until a decisive victory",
            scenarios=("s43", "w43", "s44", "w44"),
        ),
    ),
    stage="alpha",
    sources="the rulebook's text is whole; map, most labels, startlines and two orders of battle are reconstructed",
    module="grognard.titles.westfront.game",
)  # fmt: skip
