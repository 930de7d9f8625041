"""The shape and colour of each side of WestFront."""

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
}
