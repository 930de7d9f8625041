"""More cases of activation, HQs, Offensives and their prices (5.0-5.6)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import activation as act
from grognard.titles.aeto import agents, attacks, combat, costs, effects, supply
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.position import ACTIVE, STANDBY
from grognard.titles.aeto.world import GERMANY, ITALY, USSR

from .scenes import at, named, node, offers, places, play, prompt, refused, scene

FRONT = "Derna: AFRIKA ita3inf / Mechili: ger8arm ger6mech Rommel / Gazala: uk5inf"


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


@pytest.mark.rule("aeto", "5.0/agents")
@pytest.mark.rule("aeto", "5.0/declare-first")
def test_an_offensive_begins_with_its_agent() -> None:
    """An HQ, a General and a stack lead: the Offensive notes whom before anyone is woken."""
    for order, kind, leaders in (
        ("hq AFRIKA", "hq", 1),
        ("general Rommel", "general", 1),
        ("stack Mechili", "stack", 0),
    ):
        game = play(scene(f"{FRONT} / axis offensives"), f"g: {order}")
        now = game.table.p.offensive
        assert (now["kind"], len(now["agents"]), now["power"]) == (kind, leaders, GERMANY)
        assert prompt(game) == ("germany", "command")


@pytest.mark.rule("aeto", "5.0/not-mandatory")
def test_nobody_has_to_be_woken() -> None:
    """An Offensive may end without a single unit on Standby."""
    game = play(scene(f"{FRONT} / axis offensives"), "g: hq AFRIKA", "g: end")
    assert game.table.p.status[named(game, "ger8arm@Mechili")] == 0


@pytest.mark.rule("aeto", "5.0/hq-activation")
@pytest.mark.rule("aeto", "5.0/hq-includes")
@pytest.mark.rule("aeto", "5.6/markers")
def test_an_hq_wakes_its_own_its_allies_and_generals() -> None:
    """AFRIKA at Derna wakes panzers, Italians and Rommel; they are on Standby, and Active when it is over."""
    game = play(scene(f"{FRONT} / axis offensives"), "g: hq AFRIKA")
    for name in ("ger8arm@Mechili", "Rommel", "ita3inf@Derna"):
        play(game, f"g: activate {name}")
        assert game.table.p.status[named(game, name)] == STANDBY
        assert game.table.p.agent[named(game, name)] == 1
    while prompt(game)[1] != "offensives":
        seat, _ = prompt(game)
        game.play(seat, "end")
    assert game.table.p.status[named(game, "ita3inf@Derna")] == ACTIVE


@pytest.mark.rule("aeto", "5.0/minor-activation")
@pytest.mark.rule("aeto", "5.0/minor-half")
@pytest.mark.rule("aeto", "5.0/minor-one-attack")
def test_a_minor_nation_wakes_its_home_or_one_stack_abroad() -> None:
    """Bucharest wakes all Rumanians at home but not those at Odessa, Germans up to as many, and one attack is made."""
    text = "Bucharest: rum3inf ger6inf ger8arm / Ploesti: rum3mtn / Odessa: rum3inf / Moscow: sov4inf / axis offensives"
    game = play(east(text), "g: minor Bucharest")
    found = offers(game, "g: activate")
    assert "rum3mtn@Ploesti" in found and "rum3inf@Odessa" not in found and "ger6inf@Bucharest" not in found
    play(game, "g: activate rum3inf@Bucharest", "g: activate ger6inf@Bucharest")
    assert refused(game, "g: activate ger8arm@Bucharest") == "5.0/half-nationality"
    assert attacks.attacks_of(game.table, 0) == 1
    game = play(east(text), "g: minor Odessa")
    assert places(game, act.in_reach(game.table, 0)) == {"Odessa"}


@pytest.mark.rule("aeto", "5.0/general-half")
def test_half_of_what_a_general_wakes_is_of_his_nation() -> None:
    """Rommel may wake one Italian only once a German is on Standby."""
    game = play(
        scene("Mechili: Rommel ger8arm / Derna: ita3inf / Gazala: uk5inf / axis offensives"), "g: general Rommel"
    )
    assert refused(game, "g: activate ita3inf@Derna") == "5.0/half-nationality"
    play(game, "g: activate ger8arm@Mechili")
    assert refused(game, "g: activate ita3inf@Derna") == ""


@pytest.mark.rule("aeto", "5.0/hq-attacks")
@pytest.mark.rule("aeto", "5.22/attack-quota")
def test_an_hq_makes_as_many_attacks_a_step_as_its_rating() -> None:
    """AFRIKA's rating is 2: after two attacks of a Step a third is refused; a new Step gives two again."""
    game = play(scene(f"{FRONT} / axis offensives"), "g: hq AFRIKA", "g: activate ger8arm@Mechili")
    unit = named(game, "ger8arm@Mechili")
    game.table.p.offensive["used"] = (1,)
    assert attacks.with_quota(game.table, 0, (node(game, "Gazala"), (unit,)))
    game.table.p.offensive["used"] = (2,)
    assert not attacks.with_quota(game.table, 0, (node(game, "Gazala"), (unit,)))
    attacks.new_step(game.table)
    assert attacks.quota(game.table, 0) == 2


@pytest.mark.rule("aeto", "5.0/stack-split")
def test_a_stack_may_split_but_attacks_once() -> None:
    """The stack of Mechili goes two ways; its quota is one attack for the whole Offensive."""
    game = play(
        scene("Mechili: ger8arm ger6mech / Bir_Hacheim: uk5inf / axis offensives"),
        "g: stack Mechili", "g: activate_all", "g: end", "g: end",
        "g: move ger8arm@Mechili Bir_Hacheim_W1", "g: move ger6mech@Mechili Gazala",
    )  # fmt: skip
    assert at(game, "Bir_Hacheim_W1") == ["ger8arm"] and at(game, "Gazala") == ["ger6mech"]
    assert attacks.attacks_of(game.table, 0) == 1
    game.table.p.offensive["used"] = (1,)
    attacks.new_step(game.table)
    assert attacks.quota(game.table, 0) == 0


@pytest.mark.rule("aeto", "5.3/combined")
@pytest.mark.rule("aeto", "5.0/stack-not-combined")
@pytest.mark.rule("aeto", "5.0/general-not-combined")
@pytest.mark.rule("aeto", "5.0/minor-not-combined")
def test_only_hqs_combine() -> None:
    """AFRIKA and Libya may lead together; Rommel, a stack or a minor nation may not join them."""
    game = scene("Derna: AFRIKA / Mechili: Rommel ger8arm / Agedabia: Libya ita3inf / axis offensives")
    assert places_of(game, agents.headquarters(game.table, 0, ())) == {"AFRIKA", "Libya"}
    assert offers(game, "g: hq") == {"AFRIKA", "Libya"} and refused(game, "g: hq AFRIKA+Libya") == ""
    assert refused(game, "g: hq AFRIKA+Rommel") != ""


def places_of(game: grognard.Game, bits: int) -> set[str]:
    t = game.table
    return {t.title.piece_name(t, i) for i in range(len(t.p.at)) if bits >> i & 1}


@pytest.mark.rule("aeto", "5.0/hq-move-then-activate")
@pytest.mark.rule("aeto", "5.1/optional")
def test_an_hq_wakes_moves_and_wakes_again() -> None:
    """AFRIKA wakes Mechili, strides on, and then wakes what has come into its radius."""
    game = play(
        scene("Benghazi: AFRIKA ger6inf / Gazala: ger8arm / Cairo: uk5inf / axis offensives"),
        "g: hq AFRIKA", "g: activate ger6inf@Benghazi",
    )  # fmt: skip
    assert "ger8arm@Gazala" not in offers(game, "g: activate")
    play(game, "g: stride AFRIKA Mechili")
    assert refused(game, "g: activate ger8arm@Gazala") == ""


@pytest.mark.rule("aeto", "5.1/two-moves")
def test_an_hq_moves_before_and_after_land_movement() -> None:
    """Three hexes in the Command Status Step, and three more after land movement."""
    game = play(
        scene("Benghazi: AFRIKA ger6inf / Cairo: uk5inf / axis offensives"),
        "g: hq AFRIKA", "g: activate_all", "g: stride AFRIKA Mechili",
    )  # fmt: skip
    assert act.stride_left(game.table, named(game, "AFRIKA")) < 3
    play(game, "g: end", "g: end")
    assert prompt(game)[1] == "command" and act.stride_left(game.table, named(game, "AFRIKA")) == 3


@pytest.mark.rule("aeto", "5.1/interval-stack")
def test_two_hqs_never_share_a_hex() -> None:
    """AFRIKA may not stride into the hex of the Italian HQ."""
    game = play(scene("Derna: AFRIKA / Mechili: Libya ger8arm / Cairo: uk5inf / axis offensives"), "g: hq AFRIKA")
    assert refused(game, "g: stride AFRIKA Mechili") == "5.1/interval-stack"


@pytest.mark.rule("aeto", "5.1/zoc-inhibited")
@pytest.mark.rule("aeto", "5.1/no-terrain-cost")
def test_an_hq_walks_among_friends_in_enemy_zones() -> None:
    """AFRIKA goes from Derna to Mechili though Gazala covers both: friends stand there; terrain is free."""
    game = play(scene("Derna: AFRIKA ita3inf / Mechili: ger8arm / Gazala: uk5inf / axis offensives"), "g: hq AFRIKA")
    assert refused(game, "g: stride AFRIKA Mechili") == ""
    world = east("Moscow: sov4inf / axis offensives").table.world
    woods = next(n for n in range(world.board.size) if world.terrain("forest") >> n & 1 and world.next_to(n))
    assert [world.price(how, woods, woods) for how in range(4)] == [2, 2, 2, 1]


@pytest.mark.rule("aeto", "5.1/own-hex-zoc")
def test_a_lone_hq_bars_supply_in_its_own_hex() -> None:
    """8th Army alone at Agedabia covers its hex: no Axis line of supply passes it."""
    game = scene("Agedabia: 8th_Army / Benghazi: ita3inf / axis movement")
    assert not supply.network(game.table, ITALY) >> node(game, "Agedabia") & 1
    assert supply.network(game.table, ITALY) >> node(game, "Benghazi") & 1


@pytest.mark.rule("aeto", "5.1/no-capture")
@pytest.mark.rule("aeto", "6.0/no-capture")
def test_a_lone_hq_owns_nothing_that_it_enters() -> None:
    """AFRIKA walks into empty British Gazala, which stays British."""
    game = play(scene("Mechili: AFRIKA / Cairo: uk5inf / uk holds Gazala / axis movement"), "g: move AFRIKA Gazala")
    assert at(game, "Gazala") == ["AFRIKA"] and not game.table.p.held[GERMANY] >> node(game, "Gazala") & 1


@pytest.mark.rule("aeto", "5.2/no-strength")
def test_an_hq_adds_nothing_to_a_defence() -> None:
    """8th Army behind a 5 leaves the defence at 5, and cannot be lost for a step."""
    game = scene("Mechili: ger8arm / Gazala: uk5inf 8th_Army / axis offensives")
    b = Battle(node(game, "Gazala"), (named(game, "ger8arm@Mechili"),), GERMANY)
    assert combat.land_units(game.table, GERMANY, b.target) == [named(game, "uk5inf@Gazala")]
    assert combat.defence(game.table, b) == 5


@pytest.mark.rule("aeto", "5.2/B-ignore")
@pytest.mark.rule("aeto", "5.2/A-bump-repeat")
def test_a_lone_hq_is_bumped_again_and_again() -> None:
    """Entered at Gazala the 8th Army must go; in the open the panzers follow and bump it a second time."""
    game = play(scene("Mechili: ger8arm / Gazala: 8th_Army / axis movement"), "g: move ger8arm@Mechili Gazala")
    assert prompt(game) == ("uk", "bump")
    play(game, "u: flee Tobruk")
    game = play(scene("Mechili: ger8arm / Bir_Hacheim: 8th_Army / axis movement"), "g: move ger8arm@Mechili Gazala")
    play(game, "g: bump 8th_Army", "u: flee Sidi_Azeiz", "g: move ger8arm@Gazala Bir_Hacheim", "g: bump 8th_Army")
    assert prompt(game) == ("uk", "bump")


@pytest.mark.rule("aeto", "5.2/B-general")
def test_a_general_shares_the_fate_of_a_lone_hq() -> None:
    """Auchinleck with the lone 8th Army adds nothing to its 1, and is checked when it is destroyed."""
    game = scene("Mechili: ger8arm / Gazala: 8th_Army Auchinleck / axis offensives", [2])
    b = Battle(node(game, "Gazala"), (named(game, "ger8arm@Mechili"),), GERMANY)
    assert combat.defence(game.table, b) == 1
    effects.destroy_staff(game.table, b)
    assert at(game, "Gazala") == []


@pytest.mark.rule("aeto", "5.3/allied-majors")
def test_allies_share_the_price_of_a_combined_offensive() -> None:
    """Germany without EPs and Italy with two lead together: Italy pays the two."""
    game = scene("Derna: AFRIKA / Agedabia: Libya / axis offensives")
    p = game.table.p
    p.ep[GERMANY], p.ep[ITALY], p.offensives[GERMANY], p.offensives[ITALY] = 0, 2, 1, 1
    assert costs.can_pay_combined(game.table, [GERMANY, ITALY])
    costs.pay_combined(game.table, [GERMANY, ITALY])
    assert (p.ep[GERMANY], p.ep[ITALY], p.offensives[GERMANY], p.offensives[ITALY]) == (0, 0, 0, 0)


@pytest.mark.rule("aeto", "5.5/no-gift")
def test_nobody_pays_for_another_power() -> None:
    """Italy has neither Offensives nor EPs: its HQ leads nothing, however rich Germany is."""
    game = scene("Derna: AFRIKA / Agedabia: Libya ita3inf / axis offensives")
    p = game.table.p
    p.ep[GERMANY], p.ep[ITALY], p.offensives[ITALY] = 40, 0, 0
    game._changed()
    assert offers(game, "g: hq") == {"AFRIKA"} and not agents.payable(game.table, 0, ()) >> named(game, "Libya") & 1


@pytest.mark.rule("aeto", "5.3/cost-soviet")
@pytest.mark.rule("aeto", "5.5/cost-soviet")
@pytest.mark.rule("aeto", "5.5/cost-italy")
def test_what_winter_does_to_prices() -> None:
    """A further HQ costs 2 and in Winter 4, the Soviets always 2; an Impromptu one 4, in Winter 8, the Soviets 4."""
    extra, improvised = "extra HQ in a Combined Offensive", "Impromptu Offensive"
    assert [costs.price(extra, who, True) for who in ("germany", "ussr")] == [4, 2]
    assert [costs.price(improvised, "italy", winter) for winter in (False, True)] == [4, 8]
    assert [costs.price(improvised, "ussr", winter) for winter in (False, True)] == [4, 4]
    game = east("Moscow: sov4inf / axis offensives")
    game.table.p.winter = game.table.world.land
    assert costs.combined_price(game.table, [USSR, USSR]) == 2 and costs.impromptu_price(game.table, ITALY) == 8
