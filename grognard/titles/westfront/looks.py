"""The shape and colour of each side of WestFront."""

SIDES = {
    "axis": {"shape": "chamfer", "colour": "#25282c", "dark": "#25282c", "hatch": "rise", "name": "Axis"},
    "allied": {"shape": "round", "colour": "#1d4f91", "dark": "#2a66b3", "hatch": "fall", "name": "Allies"},
}
