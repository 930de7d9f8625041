"""The two skins of the map and its style sheet; a client swaps them by the class of the `svg` element."""

from __future__ import annotations

SKINS: dict[str, dict[str, str]] = {
    "light": {
        "paper": "#efeadd",
        "sea-deep": "#a3c1d1",
        "sea-mid": "#b1cbd8",
        "sea-shelf": "#c0d5de",
        "waterline": "#6d9ab3",
        "coast": "#46687c",
        "lake": "#b7d0dc",
        "nature-river": "#6f9fbd",
        "hex-land": "#3a3a2c",
        "hex-sea": "#ffffff",
        "land-in-play": "#e6e3cc",
        "rough-tint": "#a97b45",
        "rough": "#7d5a33",
        "forest-tint": "#6f9450",
        "forest": "#3f6a36",
        "hill-tint": "#b08a4a",
        "hill": "#8a6a3a",
        "mountain-tint": "#8d6a4c",
        "mountain": "#5f4630",
        "marsh-tint": "#6fa79a",
        "marsh": "#2f766d",
        "desert-tint": "#e5cf8f",
        "desert": "#a88a46",
        "river": "#3f86bd",
        "river-case": "#eaf3f6",
        "blocked": "#54402f",
        "blocked-case": "#f3ecdd",
        "side-sea": "#2c6f96",
        "crossing": "#1c4f70",
        "border": "#8a2f3c",
        "rail": "#33332f",
        "weather": "#2f74a3",
        "prohibited": "#7a5a3c",
        "ink": "#182026",
        "ink2": "#47525a",
        "number": "#3c4a4c",
        "halo": "#f7f3e6",
        "sea-name": "#2f566b",
        "country": "#3a3428",
        "resource": "#8a2d10",
        "surface": "#fcfaf4",
        "line": "#c5bca6",
    },
    "dark": {
        "paper": "#0f1317",
        "sea-deep": "#12222e",
        "sea-mid": "#162b38",
        "sea-shelf": "#1c3543",
        "waterline": "#4b7d93",
        "coast": "#7fa7b8",
        "lake": "#1d3a49",
        "nature-river": "#3f6d86",
        "hex-land": "#d8d4bd",
        "hex-sea": "#cfe3ea",
        "land-in-play": "#3a4238",
        "rough-tint": "#9a7a48",
        "rough": "#b99a63",
        "forest-tint": "#4c7040",
        "forest": "#7fae6a",
        "hill-tint": "#8a6f3f",
        "hill": "#b29259",
        "mountain-tint": "#7b6046",
        "mountain": "#c2a37c",
        "marsh-tint": "#3f7f76",
        "marsh": "#6fc0b2",
        "desert-tint": "#8f7a43",
        "desert": "#b59d5e",
        "river": "#5aa3d6",
        "river-case": "#0d1a22",
        "blocked": "#e0bb86",
        "blocked-case": "#171310",
        "side-sea": "#6fb3d6",
        "crossing": "#9fd3ef",
        "border": "#e0707d",
        "rail": "#d2cec0",
        "weather": "#79b8e6",
        "prohibited": "#b08a5c",
        "ink": "#f0ece2",
        "ink2": "#b9c0c4",
        "number": "#b4bdbc",
        "halo": "#12181b",
        "sea-name": "#8fb6c8",
        "country": "#e3dcc6",
        "resource": "#ff9a6a",
        "surface": "#171c21",
        "line": "#4a5660",
    },
}

SANS = "'IBM Plex Sans Condensed','Liberation Sans Narrow','DejaVu Sans Condensed',sans-serif"
SERIF = "'IBM Plex Serif','DejaVu Serif',serif"
MONO = "'IBM Plex Mono','DejaVu Sans Mono',monospace"

SHEET = f"""
.water{{fill:var(--sea-deep)}}.shelf0{{fill:var(--sea-mid)}}.shelf1{{fill:var(--sea-shelf)}}
.waterline{{fill:none;stroke:var(--waterline);stroke-width:.8}}
.shore{{fill:none;stroke:var(--coast);stroke-width:1.1;stroke-linejoin:round}}
.lake{{fill:var(--lake);stroke:var(--coast);stroke-width:.5}}
.stream{{fill:none;stroke:var(--nature-river);stroke-width:.9;opacity:.6;stroke-linecap:round;stroke-linejoin:round}}
.hex{{fill:none;stroke-width:1;stroke-linejoin:round}}
.hex.on-land{{stroke:var(--hex-land);opacity:.3}}.hex.on-sea{{stroke:var(--hex-sea);opacity:.34}}
.in-play{{fill:var(--land-in-play);opacity:.6}}.tint{{stroke:none}}.glyph{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.river-case{{fill:none;stroke:var(--river-case);stroke-width:7.6;stroke-linecap:round;stroke-linejoin:round}}
.river{{fill:none;stroke:var(--river);stroke-width:4.6;stroke-linecap:round;stroke-linejoin:round}}
.blocked-case{{fill:none;stroke:var(--blocked-case);stroke-width:8.2;stroke-linecap:round;opacity:.8}}
.blocked{{fill:none;stroke:var(--blocked);stroke-width:5.5;stroke-linecap:round;stroke-linejoin:round}}
.teeth{{fill:var(--blocked);stroke:none}}
.side-sea{{fill:none;stroke:var(--side-sea);stroke-width:3.2;stroke-linecap:round;stroke-dasharray:.1 6.4}}
.crossing{{fill:none;stroke:var(--crossing);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}}
.border{{fill:none;stroke:var(--border);stroke-width:2.4;stroke-linecap:round}}
.border{{stroke-dasharray:9 4.5 1.5 4.5;opacity:.8}}
.rail{{fill:none;stroke:var(--rail);stroke-width:1.5}}
.ties{{fill:none;stroke:var(--rail);stroke-width:5.2;stroke-dasharray:1.2 7.2}}
.weather{{fill:none;stroke:var(--weather);stroke-width:8;stroke-linecap:round;stroke-linejoin:round;opacity:.38}}
.prohibited{{fill:var(--prohibited);opacity:.34}}
.number{{font:500 11px {MONO};fill:var(--number);text-anchor:middle}}
.number{{paint-order:stroke;stroke:var(--halo);stroke-width:2px;stroke-opacity:.45}}
.city{{font:600 12.5px {SANS};fill:var(--ink);text-anchor:start}}
.city{{paint-order:stroke;stroke:var(--halo);stroke-width:3.2px;stroke-linejoin:round}}
.city.capital,.city.major{{font-weight:700;font-size:14px}}.city.fortress{{font-weight:700}}
.mark{{fill:var(--ink);stroke:var(--halo);stroke-width:1.1}}.ring{{fill:var(--halo);stroke:var(--ink);stroke-width:1.9}}
.icon{{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}}
.works{{fill:var(--resource);stroke:var(--halo);stroke-width:1.1}}
.sea-name{{font-family:{SERIF};font-style:italic;fill:var(--sea-name);text-anchor:middle}}
.country{{font-family:{SANS};font-weight:600;fill:var(--country);text-anchor:middle;opacity:.46}}
.legend-box{{fill:var(--surface);stroke:var(--line);stroke-width:1}}
.legend-title{{font:600 19px {SERIF};fill:var(--ink)}}.legend-text{{font:500 13px {SANS};fill:var(--ink)}}
"""


def variables() -> str:
    """The colours as CSS variables: the light skin by default, the dark one under the class `dark`."""
    light, dark = (";".join(f"--{k}:{v}" for k, v in SKINS[skin].items()) for skin in ("light", "dark"))
    shown = "svg .relief-dark{display:none}svg.dark .relief-dark{display:inline}svg.dark .relief-light{display:none}"
    return f"svg{{{light}}}svg.dark{{{dark}}}{shown}"


def resolved(text: str, skin: str) -> str:
    """A picture with the colours of one skin put in, for programs that know no variables."""
    for name, colour in SKINS[skin].items():
        text = text.replace(f"var(--{name})", colour)
    return text
