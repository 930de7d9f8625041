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
}
FACES: dict[str, tuple[str, str]] = {"spain": ("#dcc765", "#182026"), "hq": ("#f0ede4", "#182026")}
"""Fill and ink."""
