"""Set-ups of EuroFront by the players' own choice (22.2-22.4, S*/setup): zones, posts, supply, strengths."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game
from grognard.titles.eurofront import deploying, tables
from grognard.titles.systems.front import deployment, supply

from .europe import ALLIED, AXIS, SOVIET, node, piece
from .play import asked, at, cv, give, refused

WARS = ("1939", "1940", "1940A", "1940B", "1940C", "1941", "1942", "1943", "1944", "1944A")
SEMI, FREE = "semi-historical", "free"
CHOICES = [(war, mode) for war in WARS for mode in (SEMI, FREE) if mode in tables.scenarios()[war]["setups"]]


def editor(war: str, mode: str, power: int = -1) -> Game:
    """A game in which a power sets up; those before it have done so at one click."""
    g = grognard.new("eurofront", war, seed=1, options={"deployment": mode})
    while power >= 0 and deployment.power_of(g.table, 0) != power:
        give(g, "commit")
    return g


def lane(g: Game) -> Any:
    """The table as the side that sets up sees it."""
    return g.table_for(g.seat_index(next(iter(g.decisions()))))


def spot(g: Game, name: str) -> str:
    """Where a block stands in the editor."""
    t = lane(g)
    return str(t.node_name(t.p.at[piece(g, name)]))


def standing(g: Game, place: str) -> list[str]:
    """The blocks that stand in a place of the editor."""
    t = lane(g)
    return [
        t.world.units[i].name for i in t.p.stack(node(g, place)) if t.owns(g.seat_index(next(iter(g.decisions()))), i)
    ]


def owed(g: Game) -> set[str]:
    """The rules that the set-up still owes something to."""
    seat = g.seat_index(next(iter(g.decisions())))
    return {debt.rule for debt in deployment.all_owed(g.table_for(seat), seat)}


def moved(war: str, mode: str, power: int, *orders: str) -> set[str]:
    """What is owed after some orders of the editor."""
    return owed(give(editor(war, mode, power), *orders))


@pytest.mark.parametrize(("war", "mode"), CHOICES)
def test_a_war_opens_with_a_set_up_that_owes_nothing(war: str, mode: str) -> None:
    """Each side has its editor, the Axis first or last as the sheet says; all commit at one click, and war begins."""
    g, order = editor(war, mode), []
    while g.table.frame.step in ("deployment", "deploying"):
        order.append(deployment.power_of(g.table, 0))
        assert not owed(g)
        give(g, "commit")
    first = tables.scenarios()[war]["sets_up_first"]
    assert (order[0] if first == "axis" else order[-1]) == AXIS and len(order) == len(set(order)) > 1
    assert g.table.frame.step == "command"


@pytest.mark.rule("eurofront", "22.4/a")
def test_a_sheet_has_the_set_ups_that_it_names() -> None:
    """1942 knows no free set-up; the historical one is there for every war, and opens no editor."""
    with pytest.raises(Refused) as refusal:
        grognard.new("eurofront", "1942", seed=1, options={"deployment": FREE})
    assert refusal.value.rule == "22.4/a"
    assert grognard.new("eurofront", "1942", seed=1).table.frame.step == "command"


@pytest.mark.rule("eurofront", "22.2")
def test_who_arrives_in_the_first_month_stands_where_he_may_arrive() -> None:
    """90 Corps comes in June 1941: Vienna and Berlin take it, Cherbourg does not."""
    assert moved("1941", SEMI, AXIS, "put 90inf Cherbourg") == {"22.2"}
    assert not moved("1941", SEMI, AXIS, "put 90inf Berlin")


@pytest.mark.rule("eurofront", "22.31/a")
def test_units_begin_in_supply() -> None:
    """Tobruk and the coast road have supply, the depth of the Libyan desert has none."""
    g = editor("1942", SEMI, AXIS)
    t = lane(g)
    dry = deploying.zone(t, piece(g, "DAKarm"))[0] & ~supply.supplied_area(t, AXIS)
    assert owed(give(g, f"put DAKarm {t.node_name(dry.bit_length() - 1)}")) == {"22.31/a"}


@pytest.mark.rule("eurofront", "22.31")
def test_a_frontline_is_held() -> None:
    """The coast road to Tobruk E1 is the front of 1941: without a unit there the British owe one."""
    g = editor("1941", SEMI, ALLIED)
    give(g, *(f"put {name} Alexandria" for name in standing(g, "Tobruk_E1")))
    assert owed(g) == {"22.31"}


@pytest.mark.rule("eurofront", "22.4/a", "S1942")
def test_strengths_are_those_of_the_chart() -> None:
    """The Axis has 160 steps in the East of 1942, kind by kind: a step less in one corps is a step more in another."""
    g = editor("1942", SEMI, AXIS)
    assert not owed(g)
    t = lane(g)
    corps = [t.world.units[i] for i in deploying.Deploy().blocks(t, AXIS) if t.world.units[i].name.endswith("inf")]
    full = next(unit.name for unit in corps if t.p.cv[piece(g, unit.name)] > unit.last)
    give(g, f"strength {full} {t.p.cv[piece(g, full)] - 1}")
    assert owed(g) == {"22.4/a"}


def strengths(war: str) -> bool:
    """Does every side of a war begin with the steps of its kinds that the sheet prints?"""
    g, right = editor(war, SEMI), True
    while g.table.frame.step in ("deployment", "deploying"):
        t = lane(g)
        right = right and not [*deploying.strengths_owed(t, deployment.power_of(t, 0))]
        give(g, "commit")
    return right


@pytest.mark.rule("eurofront", "S1939", "S1940", "S1941")
def test_the_early_wars_begin_with_the_forces_of_their_charts() -> None:
    """Poland, France and Russia: kind by kind the steps that the sheets print."""
    assert all(strengths(war) for war in ("1939", "1940", "1941"))


@pytest.mark.rule("eurofront", "S1943", "S1944")
def test_the_late_wars_begin_with_the_forces_of_their_charts() -> None:
    """1943 and 1944: kind by kind the steps that the sheets print."""
    assert all(strengths(war) for war in ("1943", "1944"))


@pytest.mark.rule("eurofront", "S1939/semi")
def test_army_groups_may_be_mixed() -> None:
    """The four army groups against Poland are one: a panzer corps of Silesia may stand in Pomerania, not in East
    Prussia; Poland's strong armies stand anywhere at home, and the Axis keeps the strengths of history."""
    g = editor("1939", SEMI, AXIS)
    t = g.table_for(g.seat_index("axis"))
    where = deploying.zone(t, piece(g, "AGSou"))[0]
    assert where >> node(g, "Schneidemuhl") & 1 and where >> node(g, "Breslau") & 1
    assert not where >> node(g, "Bialystok_NW1") & 1
    assert refused(g, "strength AGSou 2") == "22.4/a"
    poles = editor("1939", SEMI, ALLIED)
    army = next(row.block for row in tables.order_of_battle("1939") if row.place == "zone:Polish western frontier")
    assert deploying.zone(poles.table, piece(poles, army))[0] >> node(poles, "Warsaw") & 1
    assert refused(poles, f"strength {army} 3") == ""


@pytest.mark.rule("eurofront", "S1939/free")
def test_the_free_set_up_of_1939() -> None:
    """The Axis stands anywhere at home but for East Prussia's army; the forts of the Maginot Line may leave it."""
    g = editor("1939", FREE, AXIS)
    t = g.table
    assert deploying.zone(t, piece(g, "AGSou"))[0] >> node(g, "Munich") & 1
    prussians = [row.block for row in tables.order_of_battle("1939") if row.place == "zone:AGp East Prussia"]
    assert not deploying.zone(t, piece(g, prussians[0]))[0] >> node(g, "Munich") & 1
    allies = editor("1939", FREE, ALLIED)
    assert deploying.zone(allies.table, piece(allies, "Fr2inf"))[0] >> node(allies, "Bordeaux") & 1
    assert not deploying.zone(allies.table, piece(allies, "FrTunstat"))[0] >> node(allies, "Paris") & 1


@pytest.mark.rule("eurofront", "S1939/allied-setup", "20.61", "20.41/d")
def test_poland_and_france_in_1939() -> None:
    """Poland's frontier is held, one unit a hex; each great city of France has a French unit, each colony one."""
    g = editor("1939", SEMI, ALLIED)
    poles = [u.name for u in g.table.world.units if u.nation == "poland" and spot(g, u.name) == "Posnan"]
    assert "S1939/allied-setup" in moved("1939", SEMI, ALLIED, f"put {poles[0]} Warsaw")
    army = next(u.name for u in g.table.world.units if u.nation == "poland" and spot(g, u.name) == "Warsaw")
    assert "20.61" in moved("1939", SEMI, ALLIED, f"put {army} Posnan")
    assert "S1939/allied-setup" in moved("1939", SEMI, ALLIED, "put Fr7mech Reims")
    assert moved("1939", FREE, ALLIED, "put FrTunstat Algiers", "put FrAlgstat Oran") == {"20.41/d"}


@pytest.mark.rule("eurofront", "S1939/soviet-setup")
def test_the_soviets_man_their_border() -> None:
    """Every hex on Poland and Rumania holds a unit."""
    g = editor("1939", SEMI, SOVIET)
    t = g.table_for(g.seat_index("allied"))
    post = next(
        iter(tables.posts("1939", SEMI)[i] for i in range(99) if tables.posts("1939", SEMI)[i].power == "soviets")
    )
    hexes = deploying.lands(t.world, post.place, t.p.held[SOVIET])
    spot = hexes.bit_length() - 1
    for unit in [t.world.units[i].name for i in t.p.stack(spot)]:
        give(g, f"lift {unit}")
    assert "S1939/soviet-setup" in owed(g)


@pytest.mark.rule("eurofront", "S1939/axis-setup")
def test_the_axis_mans_its_border_with_poland_and_the_west() -> None:
    """Saarbrucken faces France: it may not be empty."""
    g = editor("1939", FREE, AXIS)
    give(g, *(f"put {name} Berlin" for name in standing(g, "Saarbrucken")))
    assert owed(g) == {"S1939/axis-setup"}


@pytest.mark.rule("eurofront", "S1940/setup", "20.31/a")
def test_the_expeditionary_force_of_1940() -> None:
    """Four British units at most stand around Lille; the brigade groups of the Mid East stand apart."""
    g = editor("1940", SEMI, ALLIED)
    british = [
        u.name
        for u in g.table.world.units
        if u.nation == "britain" and spot(g, u.name) in ("London", "Plymouth", "Portsmouth", "Dover")
    ]
    corps = next(name for name in british if not name.endswith("stat") and name != "AF")
    assert "S1940/setup" in moved("1940", SEMI, ALLIED, f"put {corps} Calais")
    assert moved("1940", SEMI, ALLIED, "put BrHabmech Basra", "put BrPalinf Basra") == {"20.31/a"}


@pytest.mark.rule("eurofront", "S1940/free")
def test_the_free_set_up_of_1940() -> None:
    """Allies of the West and the Axis stand anywhere at home in Europe; no one is added to the Med or the North."""
    g = editor("1940", FREE, ALLIED)
    corps = deploying.zone(g.table, piece(g, "Br8mech"))[0]
    assert corps >> node(g, "Marseilles") & 1 and not corps >> node(g, "Alexandria") & 1
    assert not deploying.zone(editor("1940", SEMI).table, piece(g, "Br8mech"))[0] >> node(g, "Marseilles") & 1
    axis = editor("1940", FREE, AXIS)
    assert deploying.zone(axis.table, piece(axis, "18mtn"))[0] >> node(axis, "Berlin") & 1
    assert not deploying.zone(axis.table, piece(axis, "1inf"))[0] >> node(axis, "Oslo") & 1


@pytest.mark.rule("eurofront", "20.41/b")
def test_one_french_unit_stands_at_sedan() -> None:
    """Neutral Belgium's corner at Sedan takes one French unit, no second and no British one; so it is in play."""
    assert not moved("1940", SEMI, ALLIED, "put Fr2inf Philippeville")
    assert "20.41/b" in moved("1940", SEMI, ALLIED, "put Fr2inf Philippeville", "put Fr9inf Philippeville")
    assert moved("1940", SEMI, ALLIED, "put Br8mech Philippeville")
    for war in ("1940A", "1940"):
        g = grognard.read_scene(
            f"eurofront {war} bare / Paris: GQG2 / Reims: Fr2inf2,Fr9inf2 / London: AF2 / Berlin: OKW3 / allied command"
        )
        give(g, "activate GQG command", "end")
        assert refused(g, "move Fr2inf Philippeville") == ""
        give(g, "move Fr2inf Philippeville")
        assert refused(g, "move Fr9inf Philippeville") == "16.1"


@pytest.mark.rule("eurofront", "S1941/setup", "20.132")
def test_the_set_up_of_1941() -> None:
    """Germans of the West stay in the West; four at most stand in Rumania; Italians garrison four lands."""
    g = editor("1941", SEMI, AXIS)
    west = next(row.block for row in tables.order_of_battle("1941") if row.place == "zone:West Front")
    assert not deploying.zone(g.table, piece(g, west))[0] >> node(g, "Warsaw") & 1
    more = [row.block for row in tables.order_of_battle("1941") if row.cell.startswith("AXIS|WEST|Inf")][:2]
    assert "20.132" in moved("1941", FREE, AXIS, *(f"put {name} Bucharest" for name in more))
    albanian = next(
        u.name
        for u in g.table.world.units
        if u.nation == "italy" and lane(g).world.board.region["Albania"] >> lane(g).p.at[piece(g, u.name)] & 1
    )
    assert "S1941/setup" in moved("1941", SEMI, AXIS, f"put {albanian} Rome")


@pytest.mark.rule("eurofront", "S1941/free")
def test_the_free_set_up_of_1941() -> None:
    """Soviets stand anywhere in the East, the Axis in East or West; the Med and the North gain no one."""
    g = editor("1941", FREE, SOVIET)
    army = next(row.block for row in tables.order_of_battle("1941") if row.place == "zone:Baltic MD")
    assert deploying.zone(g.table, piece(g, army))[0] >> node(g, "Kiev") & 1
    axis = editor("1941", FREE, AXIS)
    corps = next(row.block for row in tables.order_of_battle("1941") if row.place == "zone:Curzon Line Center")
    where = deploying.zone(axis.table, piece(axis, corps))[0]
    assert where >> node(axis, "Paris") & 1 and not where >> node(axis, "Tripoli") & 1


@pytest.mark.rule("eurofront", "S1942/setup", "S1942/terr")
def test_the_set_up_of_1942() -> None:
    """Germans of the West stay there; Volkhov is fought over from the first day."""
    g = editor("1942", SEMI, AXIS)
    west = next(row.block for row in tables.order_of_battle("1942") if row.place == "zone:West Front")
    assert not deploying.zone(g.table, piece(g, west))[0] >> node(g, "Minsk") & 1
    t = g.table_for(g.seat_index("axis"))
    there = [t.world.units[i].name for i in t.p.stack(node(g, "Volkhov")) if t.p.power[i] == AXIS]
    give(g, *(f"put {name} Minsk" for name in there))
    assert "S1942/terr" in owed(g)


@pytest.mark.rule("eurofront", "S1943/setup")
def test_the_set_ups_of_1943() -> None:
    """In the semi-historical set-up the North of the Axis stays in the North; in the free one all stand anywhere."""
    north = next(row.block for row in tables.order_of_battle("1943") if row.place == "city-or-adjacent:Paris")
    g, free = editor("1943", SEMI), editor("1943", FREE)
    where = deploying.zone(g.table, piece(g, north))[0]
    assert where >> node(g, "Copenhagen") & 1 and not where >> node(g, "Rome") & 1
    assert deploying.zone(free.table, piece(free, north))[0] >> node(free, "Rome") & 1


@pytest.mark.rule("eurofront", "S1944/setup")
@pytest.mark.parametrize("war", ["1944", "1944A"])
def test_the_set_ups_of_1944(war: str) -> None:
    """The Frontline in Italy is held by mountaineers, paras or panzers; in the semi-historical set-up strengths are
    those of history, in the free one the Allies of Britain may stand in Italy."""
    g = editor(war, SEMI, AXIS)
    assert refused(g, f"strength 1SSarm {cv(g, '1SSarm')}") == "22.4/a"
    t = editor(war, FREE, AXIS).table_for(g.seat_index("axis"))
    for spot in ("Rome", "Pescara", "Perugia"):
        for i in t.p.stack(node(g, spot)):
            t.p.put(i, node(g, "Milan"))
    assert {debt.rule for debt in deploying.posts_owed(t, AXIS)} == {"S1944/setup"}
    allies = editor(war, FREE, ALLIED)
    assert deploying.zone(allies.table, piece(allies, "Br12mech"))[0] >> node(allies, "Naples") & 1
    assert not deploying.zone(editor(war, SEMI).table, piece(allies, "Br12mech"))[0] >> node(allies, "Naples") & 1


@pytest.mark.rule("eurofront", "20.22/a")
def test_italians_garrison_their_great_cities() -> None:
    """In 1940B Turin without an Italian owes one, and so does Albania."""
    assert moved("1940B", SEMI, AXIS, "put It2inf Venice") == {"20.22/a"}


@pytest.mark.rule("eurofront", "S1940C")
def test_the_british_of_surf_and_sand() -> None:
    """The Axis stands where it likes; the British as in Britain Stands Alone: in England, and one in each major port of
    Egypt."""
    g = editor("1940C", FREE)
    german = next(u.name for u in g.table.world.units if u.nation == "germany" and u.name.endswith("inf"))
    assert deploying.zone(g.table, piece(g, german))[0] >> node(g, "Rome") & 1
    assert at(grognard.new("eurofront", "1940C", seed=1), "ME") != at(g, "BrWDFmech")
    assert moved("1940C", FREE, ALLIED, "put ME Alexandria") == {"S1940B/setup"}
    corps = deploying.zone(editor("1940C", FREE, ALLIED).table, piece(g, "Br5inf"))[0]
    assert corps >> node(g, "London") & 1 and not corps >> node(g, "Malta") & 1


def test_who_begins_in_the_desert_is_used_to_it() -> None:
    """Set up by choice or at one click, the Desert Force is at home in the Med Front."""
    g = editor("1942", SEMI)
    while g.table.frame.step != "command":
        give(g, "commit")
    assert g.table.p.acclimatized[piece(g, "BrWDFmech")] and asked(g) == {"axis"}


def test_landings_are_known_to_their_own_side_alone() -> None:
    """In the game of three the Soviets do not learn of a US landing, nor the Americans of a Soviet one."""
    t = grognard.new("eurofront", "1944A", seed=1)
    names = {"allied": "US5BH", "soviet": next(n for n in t.table.p.beachheads if n.startswith("Sv"))}
    for name in names.values():
        t.table.p.landed[name] = 1
    for seat in t.seats:
        shown = t.view(seat)["records"].get("landed", {})
        assert set(shown) == ({names[seat]} if seat in names else set())
