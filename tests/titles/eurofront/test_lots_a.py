"""What a lot of rules says beside the plain case: cadres in the Phony War, Vichy's part of France, who is British."""

from __future__ import annotations

import pytest

from grognard.titles.eurofront.europe import politics

from . import west
from .europe import node, on_map, scene
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


# Revolt


LANDED = "allied holds Caen Cherbourg Brest / Caen: Br5inf3"


@pytest.mark.rule("eurofront", "20.47/b")
def test_the_maquis_rises_in_occupied_france() -> None:
    """Not in Vichy, be it neutral in 1942 or overrun in 1944; Bordeaux will do."""
    for year, month in (("1942", "1942-09"), ("1944", "1944-08")):
        g = scene(f"{month} / {LANDED} / Paris: 1inf3 / {ARMIES} / allied politics", [1], year)
        give(g, "revolt France")
        assert refused(g, "rise Lyon") == "20.47/b" == refused(g, "rise Limoges")
        assert on_map(give(g, "rise Bordeaux"), "Maquis")


def test_ports_of_vichy_do_not_count_for_the_revolt() -> None:
    """With Marseilles, Toulon and Caen free a one is not below the one hex that counts; without Caen none is rolled."""
    text = f"allied holds Marseilles Toulon Caen / Marseilles: Br5inf3 / Paris: 1inf3 / {ARMIES} / allied politics"
    g = give(scene(f"1944-08 / {text}", [1]), "revolt France")
    assert politics.revolted("France") not in g.table.p.politics
    g = scene(f"1944-08 / {text.replace(' Caen', '')}")
    assert refused(g, "revolt France", "allied") == "16.731"


def test_without_vichy_all_of_france_revolts() -> None:
    """France that fell without an armistice has no Vichy: Lyon is its own as Paris is."""
    for past, whole in (("since France defeated", True), ("since France defeated / since Vichy", False)):
        g = west.scene(f"1940-09 / {past} / {west.LINE} / allied politics")
        assert bool(politics.rebellious(g.table, "France") >> node(g, "Lyon") & 1) == whole
        assert politics.rebellious(g.table, "France") >> node(g, "Paris") & 1


# Capitulation


@pytest.mark.rule("eurofront", "7.7/b")
def test_vichy_gives_up_to_all_british_forces() -> None:
    """A one of Canadians, Poles or Free French will do, a two will not; a Greek's one does not either."""
    past = "1942-11 / since 2F / since Vichy joins axis / axis holds Oran Tunis / Tripoli: DAKarm2"
    rolls = [(corps, face, face == 1) for corps in ("Cdn1mech", "Polinf", "FF2mtn") for face in (1, 2)]
    for corps, face, gone in (*rolls, ("GrEdes", 1, False)):
        oran = f"Oran: ViNAfinf2 ViOrnstat2 {corps}1 / axis defends Oran"
        g = scene(f"{past} / {oran} / {ARMIES} / allied combat", [2, 2, 2, 2, face, 2], "1942")
        give(g, "fight Oran", "fire ViNAfinf")
        assert on_map(g, "ViNAfinf") != gone and on_map(g, "ViOrnstat") != gone


# Convoys


@pytest.mark.rule("eurofront", "21.241")
def test_a_convoy_loses_points_only_off_an_axis_narvik() -> None:
    """Of ten points a die of three brings three, a six no more than five; past an Allied Narvik five sail unrolled."""
    for narvik, dice, due in (("", [3], 3), ("", [6], 5), ("allied holds Narvik / Narvik: BrNXinf1 / ", [], 5)):
        g = give(scene(f"{narvik}{ARMIES} / production", dice), "allied: transfer Soviets", "allied: commit")
        assert give(g, "axis: commit").table.p.due_soviet == due
