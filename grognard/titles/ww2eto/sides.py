"""The shape, colour and name of each side of World War Two ETO."""

SIDES: dict[str, dict[str, str]] = {
    "axis": {"shape": "chamfer", "colour": "#25282c", "dark": "#c9ced2", "hatch": "rise", "name": "Axis"},
    "allied": {"shape": "round", "colour": "#1d4f91", "dark": "#6aa5ea", "hatch": "fall", "name": "Allies"},
    "soviet": {"shape": "square", "colour": "#8f2f16", "dark": "#f2855c", "hatch": "fall", "name": "Soviets"},
    "neutral": {"shape": "square", "colour": "#6b6455", "dark": "#a79e8a", "hatch": "", "name": "Neutrals"},
    "vichy": {"shape": "round", "colour": "#56658a", "dark": "#93a5cf", "hatch": "", "name": "Vichy"},
    "partisans": {"shape": "round", "colour": "#1d4f91", "dark": "#6aa5ea", "hatch": "", "name": "Partisans"},
    "russian_partisans": {"shape": "square", "colour": "#8f2f16", "dark": "#f2855c", "hatch": "", "name": "Partisans"},
    "finnish_partisans": {"shape": "chamfer", "colour": "#25282c", "dark": "#c9ced2", "hatch": "", "name": "Partisans"},
}  # fmt: skip
