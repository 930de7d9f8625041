"""The shape, colour and name of each power of Advanced ETO."""

from .title import AXIS_PARTNERS, POWERS

AXIS = {"shape": "chamfer", "colour": "#25282c", "dark": "#c9ced2", "hatch": "rise"}
WEST = {"shape": "round", "colour": "#1d4f91", "dark": "#6aa5ea", "hatch": "fall"}
SOVIET = {"shape": "square", "colour": "#8f2f16", "dark": "#f2855c", "hatch": "fall"}
NEUTRAL = {"shape": "square", "colour": "#6b6455", "dark": "#a79e8a", "hatch": ""}
NAMES = {"uk": "United Kingdom", "us": "United States", "ussr": "Soviet Union"}
STYLES = {
    **dict.fromkeys(("germany", "italy", *AXIS_PARTNERS), AXIS), **dict.fromkeys(("france", "uk", "us"), WEST),
    "ussr": SOVIET,
}  # fmt: skip


def name_of(power: str) -> str:
    return NAMES.get(power, power.title())


SIDES: dict[str, dict[str, str]] = {power: {**STYLES.get(power, NEUTRAL), "name": name_of(power)} for power in POWERS}
