"""June 1944: the set-up, who plays, the landing, and how it ends (12.2)."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import Refused
from grognard.titles.aeto import ending, supply, victory, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.politics import wars
from grognard.titles.aeto.sea import assault, cargo, ports, sailing, ships, waters
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, ITALY, UK, US, USSR

from .scenes import at, named, node, prompt, refused


def scene(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1944 bare / Berlin: ger6inf / London: uk5inf / {text}", dice)


def test_the_set_up_has_the_chits_of_the_list() -> None:
    """Each nation's chits of a name are as many as the force list has, or a few more for garrisons it leaves out."""
    placed: Counter[tuple[str, str, str]] = Counter()
    for row in (*tb.table("setup_1944.csv"), *tb.table("setup_1944_sea.csv")):
        placed[row["nation"], row["kind"], row["name"]] += int(row["count"])
    listed: Counter[tuple[str, str, str]] = Counter()
    for row in tb.table("list_1944.csv"):
        if row["nation"] in ("germany", "ussr", "finland", "rumania", "hungary") and row["kind"] in tb.KINDS:
            listed[row["nation"], row["kind"], row["name"]] += int(row["count"])
    for key in (("germany", "mechanized", "Panzergrenadier corps"), ("germany", "mechanized", "Motorized corps"),
                ("germany", "infantry", "Infantry corps"), ("ussr", "infantry", "Rifle army"),
                ("ussr", "armor", "Guards tank army"), ("ussr", "armor", "Tank corps"),
                ("rumania", "infantry", "Corps"), ("hungary", "infantry", "Corps")):  # fmt: skip
        assert placed[key] == listed[key], key
    for nation, kind in (("uk", "STP"), ("us", "STP")):
        assert placed[nation, kind, "Transports"] >= 14
    for row in tb.table("list_1944.csv"):
        if row["kind"] in ("HQ", "General"):
            for name in row["name"].split(", "):
                assert placed[row["nation"], row["kind"], name] == 1, name


def test_half_of_the_eastern_infantry_is_depleted() -> None:
    """Of the German infantry between Narva and the Danube thirteen chits have one step."""
    worn = [row for row in tb.table("setup_1944.csv") if row["nation"] == "germany" and row["name"] == "Infantry corps"]
    assert sum(int(row["count"]) for row in worn if row["steps"] == "1") == 13


def test_the_set_up_stands_in_supply() -> None:
    """Nobody is cut off in June 1944, from Petsamo to Crete and in Italy; enemies share no hex."""
    t = grognard.new("aeto", "1944", seed=1).table
    cut_off = [
        t.title.piece_name(t, i) for i in range(len(t.p.at))
        if t.p.steps[i] and zones.combat_unit(t.p, i) and not supply.defends_supplied(t, i)
    ]  # fmt: skip
    assert cut_off == [] and sum(map(bool, t.p.steps)) > 500
    assert t.p.held[USSR] >> node_of(t, "Baku South") & 1 and t.p.held[UK] >> node_of(t, "Rome") & 1
    assert t.p.held[GERMANY] >> node_of(t, "Minsk") & 1 and t.p.coastal_forts >> node_of(t, "Cherbourg") & 1
    assert "italy" in t.p.conquests and not t.p.hostile[ITALY] and t.p.hostile[POWERS.index("bulgaria")] >> UK & 1


def node_of(t: object, name: str) -> int:
    return int(t.world.node(name))  # type: ignore[attr-defined]


def test_who_can_play() -> None:
    """The third player has the Soviet Union, the fourth the United States; a fifth has nobody."""
    four = grognard.new("aeto", "1944", seed=1, options={"players": "4"})
    assert four.seats == ("germany", "uk", "us", "ussr")
    assert grognard.new("aeto", "1944", seed=1, options={"players": "3"}).seats == ("germany", "uk", "ussr")
    with pytest.raises(Refused, match="two, three or four"):
        grognard.new("aeto", "1944", seed=1, options={"players": "5"})


@pytest.mark.rule("aeto", "12.2")
@pytest.mark.parametrize(
    ("month", "level"), [("August 1944", "decisive"), ("February 1945", "decisive"), ("March 1945", "marginal")]
)
def test_the_fall_of_germany_ends_it(month: str, level: str) -> None:
    """Germany is conquered: by February 1945 decisive for the Allies, then marginal; the game is over at once."""
    t = scene("axis movement").table
    t.p.month = month_of(month)
    victory.look(t)
    assert t.outcome is None
    t.p.conquests["germany"] = (USSR, t.p.month)
    victory.look(t)
    assert t.outcome is not None and t.outcome.level == level and t.outcome.winners == ("uk",)


@pytest.mark.rule("aeto", "12.2")
@pytest.mark.parametrize(("city", "level"), [("Warsaw", "decisive"), ("", "marginal")])
def test_germany_stands(city: str, level: str) -> None:
    """At the end of May 1945 Germany stands: marginal, decisive with Paris, Warsaw or Rome."""
    game = scene("axis movement")
    t = game.table
    for name in ("Paris", "Warsaw", "Rome"):
        wanted = GERMANY if name == city else UK
        t.p.held = [own & ~(1 << node(game, name)) for own in t.p.held]
        t.p.held[wanted] |= 1 << node(game, name)
    t.p.month = t.p.last
    victory.look(t)
    assert t.outcome is not None and (t.outcome.winners, t.outcome.level) == (("germany",), level)


def test_a_landing_in_normandy() -> None:
    """British and Americans each pay their own Offensives; a corps lands beside Le Havre with a chit of supply."""
    game = scene("Portsmouth: uk6inf uk0stp uk0stp Nelson / uk 9 EPs / uk offensives", [8, 8, 8, 8])
    t = game.table
    t.p.offensives[UK], t.p.offensives[US] = 4, 0
    game._changed()
    beach = t.node_name(node(game, "W 3317"))
    assert refused(game, f"u: assault uk6inf@Portsmouth+uk0stp@Portsmouth+Nelson {beach}") == "3.25"
    while prompt(game)[1] != "offensives" or prompt(game)[0] != "uk":
        game.play(prompt(game)[0], "pass")
    game.play("uk", f"assault uk6inf@Portsmouth+uk0stp@Portsmouth+uk0stp@Portsmouth+Nelson {beach}")
    while prompt(game)[1] in ("losses", "intercepting"):
        game.play(prompt(game)[0], str(next(iter(game.decisions().values())).actions(1)[0]))
    assert any(name.startswith("uk") for name in at(game, beach)) and t.p.offensives[UK] == 2


@pytest.mark.rule("aeto", "7.10/naval-full-port")
def test_a_full_port_keeps_them_outside() -> None:
    """A ship out of fuel in the Channel makes for the nearest port; while that is full it waits in its hex."""
    game = scene("uk naval")
    t = game.table
    piece = t.title.scene_piece(t, node(game, f"off_{t.node_name(node(game, 'W 3317'))}"), "Nelson")
    home = sailing.home_leg(t, (piece,))
    assert home in waters.ports_of(t.world)
    for _ in range(ports.capacity(t, home)):
        t.title.scene_piece(t, home, "uk1dd")
    assert t.world.board.coasts_of(1 << home) >> sailing.home_leg(t, (piece,)) & 1


def test_the_fleet_of_norway_is_fitted_out() -> None:
    """When Germany attacks Norway her coast-defence ships come up at Narvik."""
    game = grognard.read_scene("aeto 1939 bare / Berlin: ger6inf / London: uk5inf / axis movement")
    wars.declare(game.table, GERMANY, POWERS.index("norway"))
    assert ships.ships_at(game.table, node(game, "Narvik")) == [named(game, "Norge_and_Eidsvold")]


# What else holds of men and supply at sea


@pytest.mark.rule("aeto", "7.7/embarked")
def test_men_aboard_are_supplied_as_they_embarked() -> None:
    """Two corps at sea: one went aboard in supply and stays so, the other was marked and stays marked."""
    game = scene("Portsmouth: uk6inf uk5inf uk0stp uk0stp / uk naval")
    t = game.table
    off, marked, fed = node(game, "off_Portsmouth"), named(game, "uk5inf@Portsmouth"), named(game, "uk6inf@Portsmouth")
    for i in t.p.stack(node(game, "Portsmouth")):
        t.place(i, off)
    t.p.marked[marked] = 1
    ending.mark(t)
    assert t.p.marked[marked] == 1 and t.p.marked[fed] == 0 and t.p.steps[marked] == 2


@pytest.mark.rule("aeto", "7.7/amphib-must-draw")
def test_who_has_landed_lives_on_his_chit() -> None:
    """A corps on a French beach with the chit of its landing must draw on it, one in London draws on none."""
    game = scene("W 3317: uk6inf / uk movement")
    t = game.table
    supply.add_chits(t, UK, node(game, "W 3317"), 1, 0)
    assert [t.p.at[i] for i in ending.must_draw(t)] == [node(game, "W 3317")]


@pytest.mark.rule("aeto", "7.8/limit")
def test_a_stock_of_isolation_fills_the_port() -> None:
    """Leningrad, cut off with a stock of three chits, takes no further one; with none it takes one."""
    game = scene("Leningrad: sov4inf / uk movement")
    t, place = game.table, node(game, "Leningrad")
    assert cargo.chit_room(t, place) == ports.sea_chits(t, place) > 0
    supply.add_chits(t, USSR, place, 3, 0)
    assert cargo.chit_room(t, place) <= 0


@pytest.mark.rule("aeto", "7.0/create-supplied")
def test_supply_is_not_made_of_supply() -> None:
    """Transports in Naples, which lives on chits, make no new ones; those in Portsmouth do."""
    game = scene("Naples: uk6inf uk0stp / Portsmouth: uk0stp / uk naval")
    t = game.table
    (far,) = ships.ships_at(t, node(game, "Naples"))
    (near,) = ships.ships_at(t, node(game, "Portsmouth"))
    ready = cargo.laden(t, t.seat_of(UK), ())
    assert ready >> near & 1 and not ready >> far & 1


@pytest.mark.rule("aeto", "5.4/land-sea-amphib")
def test_ships_alone_are_no_joint_offensive() -> None:
    """Battleships and transports without men sail in no Joint Offensive."""
    game = scene("Portsmouth: uk6inf uk0stp uk0stp Nelson / uk 9 EPs / uk offensives")
    game.table.p.offensives[UK] = 4
    game._changed()
    while prompt(game)[0] != "uk":
        game.play(prompt(game)[0], "pass")
    beach = game.table.node_name(node(game, "W 3317"))
    assert refused(game, f"u: assault uk0stp@Portsmouth+Nelson {beach}") == "5.4/land-sea-amphib"
    assert not refused(game, f"u: assault uk6inf@Portsmouth+uk0stp@Portsmouth+uk0stp@Portsmouth {beach}")


@pytest.mark.rule("aeto", "5.14/amphib-attack")
def test_the_strength_of_a_landing() -> None:
    """A corps of 6 with the guns of Nelson off the coast against a corps of 6 in the hex."""
    game = scene("W 3317: ger6inf / Plymouth: uk6inf uk0stp uk0stp Nelson / uk movement")
    t, beach = game.table, node(game, "W 3317")
    coast = members(t.world.board.coasts_of(1 << beach))[0]
    for i in t.p.stack(node(game, "Plymouth")):
        t.place(i, coast)
    force = t.p.stack(coast)
    data = {"force": force, "target": beach, "coast": coast, "stage": 0, "result": "", "held": 0}
    frame = Frame("assault", "order", t.seat_of(UK), UK, tuple(sorted(data.items())))
    guns = ships.gunnery(t, named(game, "Nelson")) // 3
    assert guns > 0 and assault.attack_of(t, frame) == 6 + guns and assault.defence_of(t, frame) == 6


@pytest.mark.rule("aeto", "6.1/after-transport")
def test_rail_after_a_voyage() -> None:
    """A corps that has sailed from Belfast to Liverpool goes on by rail to London in the same month."""
    game = scene("Belfast: uk6inf uk0stp uk0stp / uk naval")
    game.play("uk", "sail uk6inf@Belfast+uk0stp@Belfast+uk0stp@Belfast Liverpool")
    for _ in range(40):
        seat, step = prompt(game)
        if (seat, step) == ("uk", "movement"):
            break
        words = {"who_first": "first allies", "air_phase": "end", "movement": "end"}
        game.play(seat, words.get(step, "pass"))
    assert not refused(game, "u: rail uk6inf@Liverpool London")
