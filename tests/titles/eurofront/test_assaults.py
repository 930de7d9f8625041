"""EuroFront's assaults (7.6): repulses come before hits."""

from __future__ import annotations

import pytest

from .play import at, cv, give, scene


@pytest.mark.rule("eurofront", "7.61")
def test_repulses_come_before_hits() -> None:
    """Over the Guadiana infantry of 3 and 2 attacks infantry of 3: dice 1, 4, 6 throw the weaker back, and the hit
    falls on the one that stays."""
    g = scene(
        "Caceres: SpHQ2* Sp5inf3 Sp6inf2 / Caceres_SE1: Re1inf3 / Madrid: FP1 / axis movement",
        dice=[1, 4, 6, 3, 3],
    )
    give(g, "move Sp5inf Caceres_SE1")
    give(g, "move Sp6inf Caceres>Toledo>Caceres_SE1", "end", "end")
    while g.table.frame.step in ("airstrikes", "active_battles"):
        give(g, "end")
    assert (at(g, "Sp6inf"), cv(g, "Sp6inf")) == ("Toledo", 2)
    assert (at(g, "Sp5inf"), cv(g, "Sp5inf")) == ("Caceres_SE1", 2)


@pytest.mark.rule("eurofront", "7.61")
def test_a_hit_falls_on_the_repulsed_when_no_one_stays() -> None:
    """A lone attacker is thrown back by a 2 and hit by a 6: it loses a step where it came from."""
    g = scene("Caceres: SpHQ2* Sp5inf3 / Caceres_SE1: Re1inf2 / Madrid: FP1 / axis movement", dice=[2, 6])
    give(g, "move Sp5inf Caceres_SE1", "end", "end")
    while g.table.frame.step in ("airstrikes", "active_battles"):
        give(g, "end")
    assert (at(g, "Sp5inf"), cv(g, "Sp5inf")) == ("Caceres", 2)
