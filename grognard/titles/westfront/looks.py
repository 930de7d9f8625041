"""The shape and colour of each side of WestFront, and the NATO symbols of its kinds of blocks."""

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
SYMBOLS = {
    "infantry": "10031000001211000000", "mech": "10031000001211020000", "armor": "10031000001205000000",
    "cavalry": "10031000001213000000", "mountain": "10031000001211000027", "para": "10031000001211000001",
    "amphibious": "10031000001211010000",
}  # fmt: skip
"""Codes of MIL-STD-2525D; a kind without one has a sign of the page's own."""
