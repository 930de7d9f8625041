"""Chapter 15: seas and their bases, sea moves, ports, sea supply, interdiction."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import beachheads, invasion, sea, sea_moves, sea_supply, supply
from grognard.titles.systems.front.state import BH_LOST

from .landing import MALTA, S43
from .play import ALLIED, AXIS, at, cv, give, node, piece, refused, scene, status


def owner(g: Game, name: str) -> int:
    return sea.owners(g.table)[sea.chart(g.table.world).number(name)]


# Sea control


BASES = [
    ("15.1/a", "Atlantic Ocean", "", ALLIED), ("15.1/b", "North Atlantic", "Glasgow", ALLIED),
    ("15.1/c", "Irish Sea", "Liverpool", ALLIED), ("15.1/d", "North Sea", "London", ALLIED),
    ("15.1/e", "English Channel", "Portsmouth", ALLIED), ("15.1/f", "Bay of Biscay", "Brest", AXIS),
    ("15.1/g", "Alboran Sea", "Gibraltar", ALLIED), ("15.1/h", "Western Med", "Algiers", ALLIED),
    ("15.1/i", "Gulf of Lyon", "Marseilles", AXIS), ("15.1/j", "Ligurian Sea", "Genoa", AXIS),
    ("15.1/k", "Tyrrhenian Sea", "Tunis", ALLIED), ("15.1/l", "Central Med", "Tripoli", ALLIED),
    ("15.1/m", "Ionian Sea", "", ALLIED), ("15.1/n", "Adriatic Sea", "Trieste", AXIS),
    ("15.1/o", "Skagerrak", "Copenhagen", AXIS), ("15.1/p", "Western Baltic", "Stettin", AXIS),
]  # fmt: skip


@pytest.mark.rule(
    "westfront", "15.1/a", "15.1/b", "15.1/c", "15.1/d", "15.1/e", "15.1/f", "15.1/g", "15.1/h", "15.1/i", "15.1/j",
    "15.1/k", "15.1/l", "15.1/m", "15.1/n", "15.1/o", "15.1/p",
)  # fmt: skip
@pytest.mark.parametrize("month", ["1943-07", "1943-11"])
def test_a_sea_belongs_to_the_holder_of_its_base(month: str) -> None:
    """In 1943 each sea is controlled from its base; when the base changes hands, so does the sea."""
    start = scene(f"s43 bare / {month} / axis command")
    assert [owner(start, name) for _, name, _, _ in BASES] == [power for _, _, _, power in BASES]
    for _, name, base, power in BASES:
        other = "axis" if power == ALLIED else "allied"
        turned = scene(f"s43 bare / {month} / {other} holds {base} / axis command") if base else start
        assert owner(turned, name) == (1 - power if base else power)


@pytest.mark.rule("westfront", "15.1", "1.45/b")
def test_a_base_makes_the_sea_safe() -> None:
    """From Dover to Lorient the Bay of Biscay is the enemy's until Brest falls."""
    g = scene(f"{S43} / allied command")
    biscay = sea.chart(g.table.world).number("Bay of Biscay")
    assert sea.risk(g.table, ALLIED, (biscay,)) == 1
    g = scene(f"{S43} / allied holds Brest / allied command")
    assert sea.risk(g.table, ALLIED, (biscay,)) == 0


@pytest.mark.rule("westfront", "15.1/q")
def test_other_seas_are_out_of_play() -> None:
    """The chart has sixteen seas; those of the north and east of EuroFront are not among them."""
    names = sea.chart(scene(f"{S43} / allied command").table.world).names
    assert len(names) == 16
    assert not {"Arctic Ocean", "Norwegian Leads", "Norwegian Sea", "Indian Ocean", "Red Sea"} & set(names)


@pytest.mark.rule("westfront", "15.1/r")
def test_benghazi_is_a_major_port() -> None:
    """The half hex of Benghazi is a major port on two seas."""
    g = scene(f"{S43} / allied command")
    port = g.table.world.ports[node(g, "Benghazi")]
    assert (port.major, set(port.seas)) == (True, {"Central Med", "Ionian Sea"})


@pytest.mark.rule("westfront", "16.1/c")
def test_italian_surrender_gives_the_mediterranean_to_the_allies() -> None:
    """Marseilles, Genoa and Trieste are Axis still, but their seas are not."""
    g = scene(f"{S43} / since Italian surrender / allied command")
    assert {owner(g, name) for name in ("Gulf of Lyon", "Ligurian Sea", "Adriatic Sea")} == {ALLIED}
    assert owner(g, "Bay of Biscay") == AXIS


@pytest.mark.rule("westfront", "13.22/a")
def test_from_june_44_the_atlantic_is_allied() -> None:
    """Brest is Axis, the Bay of Biscay is Allied from June 1944 on."""
    assert owner(scene("s44 bare / 1944-05 / allied command"), "Bay of Biscay") == AXIS
    assert owner(scene("s44 bare / 1944-06 / allied command"), "Bay of Biscay") == ALLIED


@pytest.mark.rule("westfront", "1.39/b", "8.32")
def test_an_enemy_on_the_bank_closes_a_strait() -> None:
    """Messina Axis: no Allied ship passes from the Tyrrhenian to the Ionian Sea; with both banks Allied it does."""
    g = scene(f"{S43} / allied command")
    chart = sea.chart(g.table.world)
    start, goal = 1 << chart.number("Tyrrhenian Sea"), 1 << chart.number("Ionian Sea")
    way = (chart.number("Tyrrhenian Sea"), chart.number("Ionian Sea"))
    assert way not in sea.routes(g.table, ALLIED, start, goal, 4)
    g = scene(f"{S43} / allied holds Messina Reggio / allied command")
    assert way in sea.routes(g.table, ALLIED, start, goal, 4)


@pytest.mark.rule("westfront", "8.33")
def test_a_disputed_base_controls_no_sea() -> None:
    """Brest lies empty between the British at Lorient and a German corps: no one interdicts the Bay of Biscay."""
    for unit, power, enemies in (("", ALLIED, [1, 0]), (" / Brest_E1: 84inf3", sea.NOBODY, [0, 0])):
        g = scene(f"{S43} / Lorient: Br5inf4{unit} / allied command")
        biscay = sea.chart(g.table.world).number("Bay of Biscay")
        assert (status(g, "Brest"), owner(g, "Bay of Biscay")) == ("disputed" if unit else "allied", power)
        assert [sea.enemy_seas(g.table, side) >> biscay & 1 for side in (AXIS, ALLIED)] == enemies
        assert any("Bay of Biscay" in note["text"] for note in g.title.overlay(g.table, ALLIED, "sea areas")["notes"])


@pytest.mark.rule("westfront", "1.39/b")
def test_antwerp_needs_both_banks_of_the_scheldt() -> None:
    """Antwerp and Ostende Allied, Rotterdam Axis: no ship gets in."""
    g = scene("s44 bare / allied holds Antwerp Ostende / allied command")
    assert not sea.open_ports(g.table, ALLIED) >> node(g, "Antwerp") & 1
    g = scene("s44 bare / allied holds Antwerp Ostende Rotterdam / allied command")
    assert sea.open_ports(g.table, ALLIED) >> node(g, "Antwerp") & 1


@pytest.mark.rule("westfront", "1.39/b")
def test_no_landing_passes_the_scheldt() -> None:
    """With Rotterdam Axis no unit invades Antwerp or is fetched from it, no ship supplies or uses a beachhead there."""
    for banks, refusal in (("Ostende Rotterdam", ""), ("Ostende", "1.39/b")):
        units = "London: 21AG3 US5amph4 SHAEF3 / Antwerp: US7amph4 / US7BH Antwerp"
        g = scene(f"s44 bare / 1944-08 / {units} / allied holds Antwerp {banks} / allied command")
        give(g, "activate 21AG invasion", "activate SHAEF", "end")
        assert refused(g, "invade 21AG US5amph Antwerp") == refused(g, "evacuate 21AG US7amph") == refusal
        here = [sea_supply.linked_beachheads(g.table, ALLIED), beachheads.mulberries(g.table, ALLIED)]
        assert [nodes >> node(g, "Antwerp") & 1 for nodes in here] == [not refusal] * 2


@pytest.mark.rule("westfront", "1.39/b", "8.33")
def test_a_disputed_bank_closes_no_strait() -> None:
    """Beside 76 Panzer Messina is Axis; with a British corps beside it too it is no one's, and the Strait is open."""
    text = f"{S43} / allied holds Reggio Catania Naples / Naples: 15AG3 US2amph4 / Palermo_E1: 76arm4"
    g = give(scene(f"{text} / allied command"), "activate 15AG invasion", "end")
    assert (status(g, "Messina"), refused(g, "invade 15AG US2amph Taranto")) == ("axis", "1.39/b")
    g = give(scene(f"{text} / Catania: Br8mech4 / allied command"), "activate 15AG invasion", "end")
    assert (status(g, "Messina"), refused(g, "invade 15AG US2amph Taranto")) == ("disputed", "")


# Sea moves


@pytest.mark.rule("westfront", "15.2/b")
def test_two_seas_for_one_supreme_move() -> None:
    """Tunis to Taranto over two Allied seas costs one of AF's moves and nobody interferes."""
    g = scene(f"{MALTA} / allied holds Taranto Messina Reggio / allied command")
    give(g, "activate AF", "end", "sail Br13mech Taranto")
    assert g.table.p.at[piece(g, "Br13mech")] == node(g, "Taranto")
    assert g.table.p.supreme[ALLIED] == 3


@pytest.mark.rule("westfront", "15.2/b", "6.53/a")
@pytest.mark.parametrize(("dice", "ends"), [([5, 1], ("London", 3)), ([4, 4], ("Bari", 4))])
def test_a_voyage_is_as_long_as_the_supreme_moves(dice: list[int], ends: tuple[str, int]) -> None:
    """London to Bari is nine seas, five of the twelve moves; the last sea is the enemy's and is diced for."""
    text = f"{S43} / London: Br5inf4 SHAEF3 / Malta: AF3 / Bari: Br10inf2 / allied holds Bari / allied command"
    g = give(scene(text, dice), "activate AF", "activate SHAEF", "end", "sail Br5inf Bari")
    assert g.table.p.supreme[ALLIED] == 7
    give(g, "end", "end")
    assert (at(g, "Br5inf"), cv(g, "Br5inf")) == ends
    g = give(scene(text), "activate SHAEF", "end", "sail Br5inf Tripoli")
    assert (at(g, "Br5inf"), g.table.p.supreme[ALLIED]) == ("Tripoli", 2)


@pytest.mark.rule("westfront", "15.2")
def test_sea_moves_end_in_friendly_ports_and_take_supreme_moves() -> None:
    """Palermo is Axis, so no sea move goes there; without a supreme HQ none goes anywhere."""
    g = give(scene(f"{MALTA} / allied command"), "activate AF", "end")
    assert refused(g, "sail Br13mech Palermo") == "15.2"
    g = give(scene(f"{MALTA} / allied command"), "activate 15AG", "end")
    assert refused(g, "sail Br13mech Malta") == "15.2"


@pytest.mark.rule("westfront", "15.2/c")
def test_the_last_unit_does_not_leave_a_battle_by_sea() -> None:
    """A sea move may disengage, but the last unit in Catania cannot retreat by ship."""
    g = scene(f"{MALTA} / Catania: Br5inf3 76arm2 / allied holds Catania / allied defends Catania / allied command")
    give(g, "activate AF", "end")
    assert refused(g, "sail Br5inf Malta") == "15.2/c"
    both = "Catania: Br5inf3 Polinf4 76arm2"
    g = scene(f"{MALTA} / {both} / allied holds Catania / allied defends Catania / allied command")
    give(g, "activate AF", "end", "sail Br5inf Malta")
    assert at(g, "Br5inf") == "Malta"


@pytest.mark.rule("westfront", "15.21", "1.45/a")
def test_ports_take_one_unit_and_major_ports_two() -> None:
    """Two units may leave Tunis in a turn, the third is refused; Malta takes one."""
    g = give(scene(f"{MALTA} / allied command"), "activate AF", "end", "sail Br13mech Malta")
    assert refused(g, "sail Br10inf Malta") == "15.21"
    give(g, "sail Br10inf Sfax")
    assert refused(g, "sail US2amph Benghazi") == "15.21"


@pytest.mark.rule("westfront", "6.53/b")
def test_a_shipped_unit_moves_no_more() -> None:
    """After a sea move to Sfax the corps does not march on, though 15AG would command it."""
    g = give(scene(f"{MALTA} / allied command"), "activate AF", "activate 15AG", "end", "sail Br13mech Sfax")
    assert refused(g, "sail Br13mech Malta") == "6.53/b"


@pytest.mark.rule("westfront", "8.4/c", "15.53")
def test_no_ship_puts_in_at_a_mulberry_that_is_not_friendly() -> None:
    """Licata lies in the zone of 76 Panzer at Catania: Axis when no one else is near, disputed beside US6."""
    text = "s43 bare / 1943-08 / Tunis: AF3* Br5inf4 / Catania: 76arm4 / US2BH Licata / supreme 6"
    g = scene(f"{text} / allied movement")
    assert (status(g, "Licata"), refused(g, "sail Br5inf Licata")) == ("axis", "8.4/c")
    g = scene(f"{text} / Palermo: US6amph3 / allied movement")
    assert (status(g, "Licata"), refused(g, "sail Br5inf Licata")) == ("disputed", "8.4/c")
    g = scene(f"{text} / Licata: US6amph3 / allied movement")
    assert (status(g, "Licata"), refused(g, "sail Br5inf Licata")) == ("allied", "")


@pytest.mark.rule("westfront", "15.53")
def test_a_mulberry_is_a_minor_port() -> None:
    """Over the beachhead at Licata one unit comes ashore by sea move, the second is refused."""
    licata = f"{MALTA} / Licata: Br5inf2 / allied holds Licata / US6BH Licata"
    g = give(scene(f"{licata} / allied command"), "activate AF", "end")
    assert sea_moves.capacity(g.table, node(g, "Licata"), ALLIED) == 1
    give(g, "sail Br13mech Licata")
    assert at(g, "Br13mech") == "Licata"
    assert refused(g, "sail Br10inf Licata") == "15.21"


@pytest.mark.rule("westfront", "15.72", "15.72/a")
def test_an_enemy_sea_turns_a_unit_back() -> None:
    """Dover to Lorient crosses the Axis Bay of Biscay: a 2 sends the unit home."""
    units = "London: AF2 / Dover: Br8mech3 / Lorient: Br12mech3 / Brest: 84inf2"
    g = scene(f"{S43} / {units} / allied holds Lorient / allied command", dice=[2])
    give(g, "activate AF", "end", "sail Br8mech Lorient", "end", "end")
    assert at(g, "Br8mech") == "Dover"
    g = scene(f"{S43} / {units} / allied holds Lorient / allied command", dice=[5])
    give(g, "activate AF", "end", "sail Br8mech Lorient", "end", "end")
    assert (at(g, "Br8mech"), cv(g, "Br8mech")) == ("Lorient", 2)


PALERMO = f"{S43} / Palermo: 84inf3 74inf3 US2amph1* / axis defends Palermo / Berlin: OKW3 / Naples: AGC2 87inf1"


def battle_of(g: Game, name: str) -> tuple[bool, bool, bool]:
    """Is the Axis the Original Defender of a battle, the Allies, must it be fought as a new one?"""
    p, bit = g.table.p, 1 << node(g, name)
    return bool(p.defends[AXIS] & bit), bool(p.defends[ALLIED] & bit), bool(p.mandatory & bit)


@pytest.mark.rule("westfront", "15.72")
def test_who_is_turned_back_to_a_battle_has_not_given_it_up() -> None:
    """84 Corps sails, 74 Corps is evacuated, both are turned back: the Axis defends Palermo as before."""
    g = scene(f"{PALERMO} / axis command", dice=[1] * 9)
    give(g, "activate OKW", "activate AGC invasion", "end", "sail 84inf Naples", "evacuate AGC 74inf", "end", "end")
    assert [at(g, unit) for unit in ("84inf", "74inf")] == ["Palermo", "Palermo"]
    assert (status(g, "Palermo"), battle_of(g, "Palermo")) == ("axis", (True, False, False))
    assert g.table.p.shown[piece(g, "US2amph")]


@pytest.mark.rule("westfront", "15.72", "15.51/b")
def test_a_beachhead_lies_until_its_unit_has_come_through() -> None:
    """US5, the attacker of Bordeaux, is fetched over the Axis Bay of Biscay: turned back, it finds its beachhead."""
    text = f"{S43} / Bordeaux: 84inf1 US5amph3* / axis defends Bordeaux / US5BH Bordeaux / Portsmouth: 1AG3"
    orders = ("activate 1AG invasion", "end", "evacuate 1AG US5amph", "end", "end")
    g = give(scene(f"{text} / allied command", dice=[1] * 9), *orders)
    assert (at(g, "US5amph"), g.table.p.beachheads["US5BH"]) == ("Bordeaux", node(g, "Bordeaux"))
    assert battle_of(g, "Bordeaux") == (True, False, False)
    assert g.table.p.shown[piece(g, "US5amph")]
    g = give(scene(f"{text} / allied command", dice=[1, 3] * 5), *orders)
    assert (at(g, "US5amph"), g.table.p.beachheads["US5BH"]) == ("Portsmouth", BH_LOST)


# Supply


@pytest.mark.rule("westfront", "15.3")
def test_sea_lanes_join_ports_over_own_seas() -> None:
    """Catania, taken, is supplied over the Central Med."""
    g = scene(f"{S43} / Catania: Br5inf2 / allied holds Catania / axis command")
    assert supply.rail_sea(g.table, ALLIED) >> node(g, "Catania") & 1


SICILY = (
    f"{S43} / since Italian surrender / Palermo: Sicstat2 / Messina: 1stat2 / Licata: 76arm3"
    " / Reggio: US6amph3 87inf2 / axis defends Reggio / allied holds Taranto"
)


@pytest.mark.rule("westfront", "15.73", "15.73/a", "15.73/b")
def test_sicily_is_cut_off_port_by_port() -> None:
    """Palermo and Messina over the Tyrrhenian, Catania over two seas: each roll has a 1 to 4 and cuts its port."""
    g = scene(f"{SICILY} / allied recovery", dice=[2, 4, 2, 5])
    assert [cv(g, unit) for unit in ("Sicstat", "76arm")] == [1, 2]
    g = scene(f"{SICILY} / allied recovery", dice=[5, 6, 5, 6])
    assert [cv(g, unit) for unit in ("Sicstat", "76arm")] == [2, 3]


@pytest.mark.rule("westfront", "15.31")
def test_siege_supply_keeps_one_axis_cadre() -> None:
    """In engaged Messina, cut off by land, one unit at 1CV is named and spared; the other loses its step."""
    units = "Messina: 1para1 76arm2 Br5inf3 / axis defends Messina / Reggio: Br8mech3 / Naples: 87inf2"
    text = f"{S43} / {units} / allied holds Reggio Catania Palermo Licata Palermo_E1 Cosenza Crotone"
    g = scene(f"{text} / allied recovery", dice=[6, 6, 6])
    assert refused(g, "name 76arm") == "10.5"
    give(g, "name 1para")
    assert (cv(g, "1para"), cv(g, "76arm")) == (1, 1)


@pytest.mark.rule("westfront", "15.31")
@pytest.mark.parametrize(("strength", "refusal"), [(1, "10.5"), (0, "")])
def test_siege_supply_knows_a_cadre_by_its_last_step(strength: int, refusal: str) -> None:
    """The cadre of a static or an HQ is its step of zero: neither draws Siege Supply at one."""
    units = f"Messina: AGC{strength} Sicstat{strength} Br5inf3 / axis defends Messina / Reggio: Br8mech3"
    text = f"{S43} / {units} / allied holds Reggio Catania Palermo Licata Palermo_E1 Cosenza Crotone"
    g = scene(f"{text} / allied recovery", dice=[6, 6, 6])
    assert [refused(g, f"name {unit}") for unit in ("AGC", "Sicstat")] == [refusal, refusal]


# What is left of the chapter


@pytest.mark.rule("westfront", "1.37/a")
def test_shoals_stop_invasions_not_ports() -> None:
    """Bremen lies behind shoals: no landing there, but its port is open to its owner."""
    g = scene(f"{S43} / London: 1AG2 Br1amph4 / allied command")
    give(g, "activate 1AG invasion", "end")
    assert refused(g, "invade 1AG Br1amph Bremen") == "15.42/a"
    assert sea.open_ports(g.table, AXIS) >> node(g, "Bremen") & 1


@pytest.mark.rule("westfront", "1.34/b")
def test_a_marsh_hex_is_not_invaded() -> None:
    """No coastal marsh hex is among those that an invasion may enter."""
    g = scene(f"{S43} / axis command")
    marsh = g.table.world.marsh & g.table.world.board.coastal
    assert marsh
    assert not marsh & ~invasion.uninvadable(g.table)


@pytest.mark.rule("westfront", "15.2/a")
def test_the_axis_crosses_one_sea_for_a_supreme_move() -> None:
    """Two seas cost the Axis two Supreme Moves."""
    g = scene(f"{S43} / axis command")
    assert [sea_moves.moves_for(g.table, AXIS, seas) for seas in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.rule("westfront", "15.2/d")
def test_naval_supremacy_is_allied() -> None:
    """It doubles the seas of a Supreme Move and the range of sea support."""
    g = scene(f"{S43} / axis command")
    assert sea.naval_supremacy(g.table) == ALLIED
    assert [sea_moves.moves_for(g.table, ALLIED, seas) for seas in (1, 2, 3)] == [1, 1, 2]


@pytest.mark.rule("westfront", "15.31/a")
def test_a_fortress_has_its_own_supply() -> None:
    """Engaged Malta is no besieged port: its defender draws Fortress Supply instead."""
    text = f"{S43} / Malta: Br5inf2 76arm2 / allied defends Malta / axis command"
    assert not sea_supply.besieged(scene(text).table, ALLIED) & 1 << node(scene(text), "Malta")


@pytest.mark.rule("westfront", "15.42/e")
def test_invaders_without_port_or_beachhead_starve() -> None:
    """Landed at Licata without a beachhead, the corps loses a step at the Axis check; with one it does not."""
    ports = "Palermo: Sicstat1 / Catania: It7inf1 / Metz: 84inf2"
    text = f"{S43} / {ports} / Licata: Br10inf3 / allied holds Licata"
    assert cv(scene(f"{text} / axis recovery"), "Br10inf") == 2
    assert cv(scene(f"{text} / US2BH Licata / axis recovery"), "Br10inf") == 3


@pytest.mark.rule("westfront", "15.43/c")
def test_beyond_its_range_an_invasion_is_unsupported() -> None:
    """15AG at I in Tunis supports two sea hexes: Catania is out of range."""
    g = give(scene(f"{S43} / Tunis: 15AG1 US2amph4 / allied command"), "activate 15AG invasion", "end")
    assert not invasion.sea_support(g.table, piece(g, "15AG")) >> node(g, "Reggio") & 1


@pytest.mark.rule("westfront", "15.7", "15.71")
def test_each_enemy_sea_has_its_number_of_dice() -> None:
    """An invasion of Genoa's coast crosses the Axis Ligurian Sea, value 2: two dice, and a 1 turns it back."""
    units = "Bizerte: 21AG3 US6amph3"
    g = scene(f"{S43} / {units} / allied command", dice=[3, 1])
    assert sea.value(g.table, sea.chart(g.table.world).number("Ligurian Sea")) == 2
    give(g, "activate 21AG invasion", "end", "invade 21AG US6amph Livorno", "end", "end")
    assert at(g, "US6amph") == "Bizerte"


@pytest.mark.rule("westfront", "4.42/d")
def test_interdiction_comes_after_the_moves() -> None:
    """A voyage over an enemy sea is diced for once the movement phase is over."""
    g = scene(f"{S43} / Bizerte: 21AG3 US6amph3 / allied command", dice=[1, 1])
    give(g, "activate 21AG invasion", "end", "invade 21AG US6amph Livorno")
    assert at(g, "US6amph") == "Livorno"
    give(g, "end", "end")
    assert at(g, "US6amph") == "Bizerte"


@pytest.mark.rule("westfront", "4.46/a")
def test_invaders_recover_before_the_enemy_is_checked() -> None:
    """The landing at Catania recovers first, so Messina is disputed and Palermo's garrison is out of supply."""
    text = f"{S43} / Palermo: Sicstat2 / Palermo_E1: 76arm3 / Catania: US2amph4~ FF2mtn2~ / allied recovery"
    g = scene(text, dice=[1, 1, 1, 1])
    assert not g.table.p.dispersed[piece(g, "US2amph")]


@pytest.mark.rule("westfront", "15.2/c")
def test_a_supreme_hq_mobilizes_by_sea_out_of_a_battle_where_friends_stay() -> None:
    """AF leaves Tunis for Malta if a corps fights on there."""
    for corps, rule in (("Br5inf3 ", ""), ("", "15.2/c")):
        battle = f"Tunis: AF3 {corps}84inf2* / allied defends Tunis / Malta: Br10inf2"
        g = give(scene(f"{S43} / {battle} / allied command"), "activate AF", "end", "end")
        assert refused(g, "embark AF Malta") == rule


@pytest.mark.rule("westfront", "5.62")
def test_a_supreme_hq_mobilizes_by_sea() -> None:
    """AF leaves Malta for Tunis when all has moved, a step lower; an ordinary HQ does not."""
    g = scene(f"{S43} / Malta: AF2 / Tunis: 15AG3 / allied command")
    give(g, "activate AF", "activate 15AG", "end", "end")
    assert refused(g, "embark 15AG Sfax") == "5.62"
    give(g, "embark AF Tunis")
    assert (at(g, "AF"), cv(g, "AF")) == ("Tunis", 1)
