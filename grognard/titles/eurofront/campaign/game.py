"""1939 and 1940: the whole war, from Poland or from France on, with the assault on Russia when the Axis dares it."""

from __future__ import annotations

from grognard.titles.systems.front.state import month_number

from ..barbarossa import game as barbarossa
from ..barbarossa import war
from ..barbarossa.hooks import BarbarossaHooks
from ..peace import game as peace
from ..peace import pact
from ..peace.hooks import PeaceHooks
from ..peace.state import Table, position

ANNEXED = ("East Poland", "Baltic States", "Finnish Karelia")
"""What the USSR has annexed by May 1940 (S1940)."""
ARMISTICE = "Finnish Armistice"


class WholeWar(BarbarossaHooks, peace.Peace):
    """The war from September 1939 on (S1939)."""

    steps = {**peace.Peace.steps, "command": war.Command(), "politics": barbarossa.Politics()}

    def called_up(self, t: Table, piece: int) -> bool | None:
        """The Strategic Reserve waits for its event (20.51)."""
        return PeaceHooks.called_up(self, t, piece)


class FromFrance(WholeWar):
    """The war from May 1940 on (S1940)."""

    def setup(self, t: Table) -> None:
        """Every block in its place (22.3), with what the USSR has annexed and the Finnish Armistice (S1940)."""
        super().setup(t)
        position(t).soviet_home |= pact.land(t, *ANNEXED)
        t.p.politics[ARMISTICE] = month_number(t.world.scenario["armistice"]["Finland"])


WHOLE_WAR = WholeWar()
FROM_FRANCE = FromFrance()
