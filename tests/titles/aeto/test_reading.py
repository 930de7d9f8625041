"""Cases that an owner of the game would try first: stacking, breakthroughs, Generals, zones of fortresses."""

from __future__ import annotations

import pytest

from .scenes import at, refused, scene

THREE = "ger8arm@Benghazi+ger8arm@Benghazi+ger6mech@Benghazi"


@pytest.mark.rule("aeto", "5.9/basic")
def test_six_steps_do_not_leave_a_city_for_an_empty_plain_hex() -> None:
    """Benghazi, a city, holds three corps; together they find no room in empty Mechili, two of them do."""
    game = scene("Benghazi: ger8arm ger8arm ger6mech / Cairo: uk5inf / axis movement")
    assert refused(game, f"g: move {THREE} Mechili") == "5.9/timing"
    assert refused(game, "g: move ger8arm@Benghazi+ger6mech@Benghazi Mechili") == ""
    assert len(at(game, "Benghazi")) == 3
