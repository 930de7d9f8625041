"""Chapter 14: paradrops, dispersal, linkup, air assaults, grounding."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game

from .play import at, cv, give, gone, node, piece, refused, scene, status

MALTA = "s43 bare / 1943-07 / Malta: AF2 Br2para3 Br5inf2"


def dropping(more: str = "", dice: list[int] | None = None) -> Game:
    """AF in Malta is a Paradrop HQ with air range 4, in movement."""
    return give(scene(f"{MALTA}{more} / allied command", dice), "activate AF paradrop", "end")


@pytest.mark.rule("westfront", "14.1")
def test_only_paratroops_drop() -> None:
    """The infantry beside the para stays on the ground."""
    g = dropping()
    assert refused(g, "drop AF Br5inf Licata") == "14.1"
    give(g, "drop AF Br2para Licata")
    assert at(g, "Br2para") == "Licata"


@pytest.mark.rule("westfront", "14.2")
def test_a_paradrop_hq_is_stacked_with_its_para_and_drops_once() -> None:
    """An HQ without a para beside it cannot take the role; one drop is all."""
    g = scene(f"{MALTA} / Tunis: 15AG3 / allied command")
    assert refused(g, "activate 15AG paradrop") == "14.2"
    g = dropping(" / Malta: US17para2")
    give(g, "drop AF Br2para Licata")
    assert refused(g, "drop AF US17para Licata") == "14.2"


@pytest.mark.rule("westfront", "14.2/a")
def test_a_blitzing_paradrop_hq_owes_two_drops() -> None:
    """15AG with two paras cannot end the phase before it has dropped one."""
    g = scene("s43 bare / 1943-07 / Malta: 15AG3 Br2para3 US17para2 / allied command")
    give(g, "activate 15AG blitz-paradrop", "end")
    assert refused(g, "end") == "14.2/a"
    give(g, "drop 15AG Br2para Licata")
    assert refused(g, "end") == ""


@pytest.mark.rule("westfront", "14.3")
def test_drops_reach_as_far_as_airpower_and_not_onto_mountains() -> None:
    """Messina is a mountain hex, Rome is beyond four hexes."""
    g = dropping()
    assert refused(g, "drop AF Br2para Messina") == "14.3"
    assert refused(g, "drop AF Br2para Rome") == "14.3"


@pytest.mark.rule("westfront", "14.6")
def test_a_dropped_para_changes_no_control() -> None:
    """Dropped on empty Licata it is dispersed, and the hex stays Axis through the combat phase."""
    g = dropping()
    give(g, "drop AF Br2para Licata")
    assert g.table.p.dispersed[piece(g, "Br2para")]


@pytest.mark.rule("westfront", "14.6/a", "14.6/b")
def test_a_para_without_linkup_dies() -> None:
    """Alone in Palermo, a port that could be supplied, it is eliminated; beside friendly Licata it survives."""
    g = dropping()
    give(g, "drop AF Br2para Palermo", "end", "end")
    assert gone(g, "Br2para")
    g = dropping(" / Licata: Br10inf3 / allied holds Licata / Palermo: Sicstat2 / Catania: It7inf2")
    give(g, "drop AF Br2para Palermo_E1", "end", "end")
    assert (at(g, "Br2para"), status(g, "Palermo_E1")) == (g.table.node_name(node(g, "Palermo_E1")), "allied")


@pytest.mark.rule("westfront", "14.4")
def test_a_repulsed_para_loses_a_step() -> None:
    """The Italian 1 sends the para back to Malta a step weaker."""
    g = dropping(" / Catania: It7inf1", dice=[1])
    give(g, "drop AF Br2para Catania", "end", "end", "end")
    assert (at(g, "Br2para"), cv(g, "Br2para")) == ("Malta", 2)


@pytest.mark.rule("westfront", "14.41", "7.53")
def test_a_drop_lowers_the_repulse_of_all() -> None:
    """With paras in the assault a 2 no longer sends anyone back."""
    more = " / Catania: It7inf1 / Tunis: 15AG3 Br10inf4"
    g = scene(f"{MALTA}{more} / allied command", dice=[2, 6, 6, 6, 6, 6, 6, 6])
    give(g, "activate AF paradrop", "activate 15AG invasion", "end")
    give(g, "invade 15AG Br10inf Catania", "drop AF Br2para Catania", "end", "end", "end")
    assert [at(g, unit) for unit in ("Br10inf", "Br2para")] == ["Catania", "Catania"]


@pytest.mark.rule("westfront", "13.22/b")
def test_german_paras_are_grounded_from_june_44() -> None:
    """OB West cannot be a Paradrop HQ for 2 Para in June 1944, though nobody grounded it."""
    text = "s43 bare / Metz: OBW3 2para4"
    assert refused(scene(f"{text} / 1944-05 / axis command"), "activate OBW paradrop") == ""
    assert refused(scene(f"{text} / 1944-06 / axis command"), "activate OBW paradrop") == "14.2"


@pytest.mark.rule("westfront", "14.7")
def test_grounded_paras_do_not_drop() -> None:
    """Once grounded, 2 Para is no reason for a Paradrop HQ."""
    text = "s43 bare / 1943-07 / Metz: OBW3 2para4"
    assert refused(scene(f"{text} / since grounded / axis command"), "activate OBW paradrop") == "14.2"


@pytest.mark.rule("westfront", "14.5/a")
def test_a_paradrop_hq_gives_no_support() -> None:
    """The drop on Catania fights unsupported, though the army group that sent it is next door."""
    text = "s43 bare / 1943-07 / Licata: 15AG3 Br2para3 / allied holds Licata / Catania: It7inf1"
    g = give(scene(f"{text} / allied command", dice=[6, 6, 6]), "activate 15AG paradrop", "end")
    give(g, "drop 15AG Br2para Catania", "end", "end")
    assert not g.table.p.supported >> node(g, "Catania") & 1


@pytest.mark.rule("westfront", "14.4/a")
def test_a_drop_into_a_lasting_battle_is_no_assault() -> None:
    """Friends fight in Catania already: the para joins them and cannot be repulsed."""
    g = dropping(" / Catania: It7inf1 Br10inf2 / axis defends Catania")
    give(g, "drop AF Br2para Catania", "end", "end")
    assert not g.table.p.assaults >> node(g, "Catania") & 1


@pytest.mark.rule("westfront", "14.5")
def test_paras_on_the_ground() -> None:
    """Speed 2 like unmotorized infantry, single fire on attack and double on defense."""
    g = scene(f"{MALTA} / allied command")
    kind = g.table.world.kinds[g.table.world.units[piece(g, "Br2para")].kind]
    assert (kind.speed[0], kind.motorized, kind.fire) == (2, 2, (6, 5))
