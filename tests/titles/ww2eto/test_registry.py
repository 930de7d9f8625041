"""Rules are asked in the order of the chapters, whichever module of the title is imported first."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

TELL = """
import importlib, sys
importlib.import_module("grognard.titles.ww2eto." + sys.argv[1])
from grognard.titles.ww2eto import sequence
from grognard.titles.ww2eto.politics import control
for name in ("GROUND", "MOVERS", "ATTACKERS", "TARGETS", "LEASHES"):
    print(name, [number for number, _ in getattr(control, name)])
for hooks in (control.ON_ATTACK, control.ON_INVASION, control.ON_BATTLE_END, control.ON_PHASE_END, control.ON_TURN_END,
              *control.ON_ENTRY):
    print([hook.__qualname__ for hook in hooks])
for name, step in sequence.STEPS.items():
    for verb in getattr(step, "verbs", ()):
        for level in verb.levels:
            print(name, verb.name, level.name, [(mask.rule, mask.labels()) for mask in level.masks])
"""


@cache
def told(first: str) -> str:
    """All registries and the labels of every order, in a process that imports one module before the others."""
    run = subprocess.run([sys.executable, "-c", TELL, first], capture_output=True, text=True, check=True)
    return run.stdout


@pytest.mark.parametrize(
    "first",
    ["checks", "sea.amphibious", "sea.naval", "politics.italy", "politics.vichy", "politics.russia", "home.rates"],
)
def test_order_of_imports(first: str) -> None:
    """Refusals cite the same rules, and what follows a move comes in the same order, whoever is imported first."""
    assert "16.63" in told("sequence")
    assert told(first) == told("sequence")
