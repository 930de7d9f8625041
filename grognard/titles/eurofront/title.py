"""EuroFront: who may sit, what may be played, how complete its sources are."""

from dataclasses import replace

from grognard.engine.core.title import Meta, Option, Scenario

CAMPAIGNS = ("1939", "1940", "1941", "1942", "1943")
GREAT_WAR = (*CAMPAIGNS, "1944", "1944H")
"""The wars on all fronts that two sides play."""
WITH_PARAS = (*GREAT_WAR, "1944A", "1940A", "1940B", "1940C")
UNCERTAIN = ("1936", "1939A", *WITH_PARAS)
"""Those that last through months whose weather is rolled for."""

META = Meta(
    id="eurofront",
    name="EuroFront",
    publisher="Columbia Games",
    seats=("axis", "allied", "soviet"),
    powers=("axis", "allied", "soviet"),
    default_seats={"axis": "axis", "allied": "allied", "soviet": "allied"},
    scenarios=(
        Scenario(
            "1936", "1936: Spanish Civil War",
            "July 1936 to May 1939: Nationalists (Axis) against Republicans (Allied) for Spain, with foreign aid.",
        ),
        Scenario(
            "1939", "1939: Assault on Poland",
            "September 1939 to May 1945: the whole war, from Poland and the partition on; the USSR begins neutral.",
        ),
        Scenario(
            "1939A", "1939A: Winter War",
            "December 1939 to March 1940: Finns (Axis) against Soviets (Allied) for Helsinki, or an armistice.",
            learner=True,
        ),
        Scenario(
            "1939B", "1939B: Operation Weser",
            "March to June 1940: Germans (Axis) against Norway and the British (Allied) for the ports of Norway.",
            learner=True,
        ),
        Scenario(
            "1940A", "1940A: Fall of France",
            "May 1940 to May 1941: the Axis against France, the Low Countries and Britain, then where it will.",
        ),
        Scenario(
            "1940B", "1940B: Britain Stands Alone",
            "August 1940 to May 1941: the Axis chooses between England, Gibraltar, Malta, Suez and the Balkans.",
        ),
        Scenario(
            "1940C", "1940C: Surf and Sand",
            "August 1940 to May 1941: Axis against British for Egypt, Malta and the desert, and perhaps England.",
        ),
        Scenario(
            "1944", "1944: Anvil of Victory",
            "June 1944 to May 1945: Allies and Soviets against the Axis for the cities of Europe.",
        ),
        Scenario(
            "1944H", "1944: the historical order of battle", "As 1944, with the armies of the West as they were.",
        ),
        Scenario(
            "1944A", "1944A: The Struggle for Europe", "As 1944 for three: Allies and Soviets play for themselves.",
        ),
        Scenario(
            "1943", "1943: the turn of the tide",
            "July 1943 to May 1945: from Sicily and Kursk to Berlin, if it falls in time.",
        ),
        Scenario(
            "1940", "1940: Assault on France",
            "May 1940 to May 1945: the war from the Ardennes on, with a neutral USSR in the rear of the Axis.",
        ),
        Scenario(
            "1941", "1941: Assault on Russia",
            "June 1941 to May 1945: the Axis strikes at a neutral USSR, or leaves it be, and the war goes on.",
        ),
        Scenario(
            "1942", "1942: Axis High Tide",
            "June 1942 to May 1945: Stalingrad, El Alamein and Torch, and the long way to Berlin.",
        ),
    ),
    options=(
        Option(
            "deployment", "Deployment", ("historical", "semi-historical", "free"), "historical", rule="22.4/a",
            summary="historical is a ready set-up; in the others each side sets up unseen, near to history or freely",
        ),
        Option(
            "weather", "Weather", ("rolled", "equalized"), "rolled", rule="12.9/opt",
            summary="equalized gives the second fortnight of an uncertain month the weather that the first had not",
            scenarios=UNCERTAIN,
        ),
        Option(
            "grounding", "Paras", ("by choice", "after a loss"), "by choice", rule="14.6/opt",
            summary="after a loss all paras of a nation are grounded as soon as one of them is eliminated",
            scenarios=WITH_PARAS,
        ),
        Option(
            "diplomacy", "Diplomacy", ("diced", "historical"), "diced", rule="DE/historical",
            summary="historical lets events come as they came in the war: without dice, and not before their month",
            scenarios=("1939", "1940", "1941", "1942"),
        ),
        Option(
            "spain", "Spain", ("nationalist", "republican"), "nationalist", rule="SCW.10",
            summary="who has won the Civil War: Republican Spain may join the Allies, never the Axis",
            scenarios=CAMPAIGNS,
        ),
        Option(
            "players", "Players", ("2", "3"), "2", rule="0/a",
            summary="with three, Allies and Soviets are a team: a player each, who win or lose together",
            scenarios=GREAT_WAR,
        ),
    ),
    stage="alpha",
    sources="the rulebook's text is whole; map, labels and most orders of battle are reconstructed",
    module="grognard.titles.eurofront.game",
)  # fmt: skip

WITH_FINLAND = replace(META, powers=(*META.powers, "finnish"), default_seats={**META.default_seats, "finnish": "axis"})
"""The campaign of 1939, in which Finland may fight a war of its own (21.48)."""
