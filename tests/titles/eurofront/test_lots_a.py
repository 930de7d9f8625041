"""What a lot of rules says beside the plain case: cadres in the Phony War, Vichy's part of France, who is British."""

from __future__ import annotations

import pytest

from . import west
from .peace import year39
from .play import give, refused

ARMIES = "Berlin: OKW3 / London: AF2 / Moscow: Stavka3"


@pytest.mark.rule("eurofront", "20.43")
def test_a_french_cadre_is_a_step_of_the_phony_war() -> None:
    """After a step no cadre is built in 1939 and in 1940A, after a cadre neither a step nor another; the British are
    free, and so is France once the war is no longer phony."""
    fallen = "Paris: GQG1 / Lille: Fr2inf1 / allied_fallen: Fr4inf0 Fr5inf0"
    text = f"1940-02 / since PW / {fallen} / {ARMIES} / production"
    g = give(year39(text), "allied: step Fr2inf")
    assert refused(g, "cadre Fr4inf Marseilles", "allied") == "20.43" and refused(g, "step AF", "allied") == ""
    g = give(year39(text), "allied: cadre Fr4inf Marseilles")
    assert refused(g, "cadre Fr5inf Lyon", "allied") == "20.43" == refused(g, "step GQG", "allied")
    g = give(year39(text.replace("since PW", "since PW / since Phony War over")), "allied: step Fr2inf")
    give(g, "allied: cadre Fr4inf Marseilles")
    g = give(west.scene(f"1940-06 / {fallen} / {west.LINE} / production"), "allied: step Fr2inf")
    assert refused(g, "cadre Fr4inf Marseilles", "allied") == "20.43"


@pytest.mark.rule("eurofront", "20.43")
def test_a_reinforcement_is_no_step_of_the_phony_war() -> None:
    """A tank group that arrives as its month says leaves France its step."""
    text = f"1940-03 / since PW / Paris: GQG1 / Lille: Fr2inf1 / allied_later: Fr2arm0 / {ARMIES} / production"
    g = give(year39(text), "allied: arrive Fr2arm Paris", "allied: step Fr2inf")
    assert refused(g, "step GQG", "allied") == "20.43"
