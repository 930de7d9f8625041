"""grid.toml: the settings of a board, checked."""

from pathlib import Path
from typing import Any

from grognard.board import Grid, Numbering, Sheet
from grognard.maps.base import read_grid
from grognard.maps.tables import Complaints, TableErrors, nearest

SETTINGS: dict[str, tuple[type, ...]] = {
    "base": (str,),
    "id": (str,),
    "title": (str,),
    "orientation": (str,),
    "shift": (str,),
    "cols": (int,),
    "rows": (int,),
    "first_col": (int,),
    "first_row": (int,),
    "numbering": (str,),
    "sheets": (list,),
    "names": (str,),
    "km": (int, float),
    "projection": (dict,),
    "windows": (dict,),
    "closed": (list,),
    "open": (list,),
    "water": (list,),
    "extra": (dict,),
    "without": (dict,),
    "source": (str,),
}
REQUIRED = ("id", "orientation", "shift", "cols", "rows")
CHOICES = {"orientation": ("flat", "pointy"), "shift": ("odd", "even"), "names": ("numbers", "places")}


def read_settings(folder: Path) -> dict[str, Any]:
    """The settings of a board's folder; TableErrors says what is wrong with them."""
    complaints = Complaints()
    try:
        settings = read_grid(folder)
    except (OSError, ValueError) as error:
        raise TableErrors([f"grid.toml: {error}"]) from None
    for key, value in settings.items():
        if key not in SETTINGS:
            complaints.add("grid.toml", f"no setting {key!r}{nearest(key, SETTINGS)}")
        elif not isinstance(value, SETTINGS[key]):
            kinds = " or ".join(kind.__name__ for kind in SETTINGS[key])
            complaints.add("grid.toml", f"{key} = {value!r} should be {kinds}")
        elif key in CHOICES and value not in CHOICES[key]:
            complaints.add("grid.toml", f"{key} = {value!r} should be {' or '.join(CHOICES[key])}")
    for key in REQUIRED:
        if key not in settings:
            complaints.add("grid.toml", f"{key} is missing")
    complaints.settle()
    _check_windows(settings, complaints)
    complaints.settle()
    return settings


def _check_windows(settings: dict[str, Any], complaints: Complaints) -> None:
    for name, window in settings.get("windows", {}).items():
        for key in ("cols", "rows"):
            first = settings.get(f"first_{key[:3]}", 0)
            last = first + settings[key] - 1
            span = window.get(key, ())
            if not isinstance(span, list) or len(span) != 2 or not first <= span[0] <= span[1] <= last:
                complaints.add("grid.toml", f"window {name}: {key} should be [{first}, {last}] or lie within")


def grid_of(settings: dict[str, Any]) -> Grid:
    """The lattice that the settings describe."""
    first = {key: settings[key] for key in ("first_col", "first_row") if key in settings}
    return Grid(settings["orientation"], settings["shift"], settings["cols"], settings["rows"], **first)


def numbering_of(settings: dict[str, Any]) -> Numbering | None:
    """The numbering that the settings name, if any."""
    if "numbering" not in settings:
        return None
    return Numbering(settings["numbering"], [Sheet.from_table(sheet) for sheet in settings.get("sheets", ())])
