"""The shape and colour of each side of EuroFront, and the faces of its blocks by nation."""

SIDES = {
    "axis": {
        "shape": "chamfer",
        "colour": "#25282c",
        "dark": "#25282c",
        "line": "#c9ced2",
        "hatch": "rise",
        "name": "Axis",
    },
    "allied": {
        "shape": "round",
        "colour": "#1d4f91",
        "dark": "#2a66b3",
        "line": "#6aa5ea",
        "hatch": "fall",
        "name": "Allies",
    },
    "soviet": {
        "shape": "square",
        "colour": "#9c2a25",
        "dark": "#b5413b",
        "line": "#ef8a80",
        "hatch": "fall",
        "name": "Soviets",
    },
    "finnish": {
        "shape": "chamfer",
        "colour": "#5d7f9c",
        "dark": "#6f93b2",
        "line": "#a9c6de",
        "hatch": "rise",
        "name": "Finns",
    },
}
CALLED = {
    "1936": {"axis": "Nationalists", "allied": "Republicans"},
    "1939A": {"axis": "Finns", "allied": "Soviets"},
}
"""What the seats of a scenario are called where no one of the side's name plays."""
DARK, LIGHT = "#182026", "#f2f2ee"
FACES: dict[str, tuple[str, str]] = {
    "spain": ("#dcc765", DARK), "hq": ("#f0ede4", DARK), "germany": ("#cfd3d6", DARK), "ss": ("#1a1c1f", LIGHT),
    "usa": ("#cdd2a2", DARK), "britain": ("#dcbf92", DARK), "canada": ("#ead7ab", DARK), "poland": ("#ead7ab", DARK),
    "france": ("#bcd0e8", DARK), "italy": ("#93bda4", DARK), "yugoslavia": ("#c9b48c", DARK),
    "greece": ("#b9cfe0", DARK), "rumania": ("#d9c27a", DARK), "hungary": ("#b5c9a0", DARK),
    "belgium": ("#e3d27a", DARK), "holland": ("#e8b981", DARK), "vichy": ("#b9a3d6", DARK),
    "bulgaria": ("#c7b2cf", DARK), "finland": ("#dfe7ee", DARK), "ussr": ("#d98f7c", DARK),
}  # fmt: skip
"""Fill and ink."""
