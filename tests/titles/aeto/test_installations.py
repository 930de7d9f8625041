"""Installations in the Seasonal Turn: built, upgraded, relocated, repaired, demolished (8.6, 8.7, 8.11)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import supply
from grognard.titles.aeto.seasonal import installations as inst
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS

from .scenes import node, offers, places, play, prompt, refused
from .seasons import ep, season

JULY = f"month={month_of('July 1941')}"
EAST = f"Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / {JULY}"


def building(text: str = EAST, power: str = "germany", n: int = 20) -> grognard.Game:
    game = season(f"{text} / {power} {n} EPs / season construction")
    while game.table.frame.step != "building" or POWERS[game.table.frame.power] != power:
        game.play(prompt(game)[0], "end")
    return game


def lay(game: grognard.Game, kind: int, place: str) -> None:
    """Put a finished installation down."""
    inst.finish(game.table, kind, node(game, place))
    game._changed()


@pytest.mark.rule("aeto", "8.11/installation", "8.6/installations")
def test_an_installation_is_begun_now_and_ready_next_season() -> None:
    """A fortification at Warsaw costs 3 EPs and is no fort before October; never two of a kind."""
    game = play(building(), "g: install fortification Warsaw")
    t, warsaw = game.table, node(game, "Warsaw")
    assert ep(game, "germany") == 17 and not t.p.forts >> warsaw & 1
    assert refused(game, "g: install fortification Warsaw") == "8.6/installations"
    assert refused(game, "g: install small_airbase Warsaw") == ""
    inst.complete(t)
    assert not t.p.forts >> warsaw & 1
    t.p.month = month_of("October 1941")
    inst.complete(t)
    assert t.p.forts >> warsaw & 1 and not t.p.works


@pytest.mark.rule("aeto", "8.11/no-construction-zoc", "8.6/under-construction-lost")
def test_nothing_is_built_before_the_enemy() -> None:
    """In a Soviet zone, even inhibited, nothing is begun; works that come into an open one are lost."""
    game = building(f"{EAST} / Siedlce: ger6inf / Brest-Litovsk: sov4inf")
    assert refused(game, "g: install fortification Siedlce") == "8.11/no-construction-zoc"
    t = building().table
    inst.site(t, 0, inst.FORT, node(building(), "Siedlce"))
    inst.drop_lost_works(t)
    assert len(t.p.works) == 1
    hard = season(f"{EAST} / Brest-Litovsk: sov4inf").table
    hard.p.works = dict(t.p.works)
    inst.drop_lost_works(hard)
    assert not hard.p.works


@pytest.mark.rule("aeto", "8.11/installation-supply")
def test_a_sea_supply_chit_feeds_a_site() -> None:
    """Kiev is German and cut off: with a chit a fort can be begun there, and the chit is used up."""
    game = building(f"{EAST} / Kiev: ger6inf")
    assert refused(game, "g: install fortification Kiev") == "8.11/installation"
    game = building(f"{EAST} / Kiev: ger6inf / 1 chits Kiev")
    play(game, "g: install fortification Kiev")
    assert not supply.chit_hexes(game.table.p).count(node(game, "Kiev"))


@pytest.mark.rule("aeto", "8.6/grass-airfield", "8.11/grass-airfield-presence")
def test_grass_airfields_lie_alone_where_troops_are() -> None:
    """Not where there is any other installation, and in a land without a German unit none at all."""
    game = building(f"{EAST} / Lublin: ger6inf")
    spots = offers(game, "g: install grass_airfield")
    poland, france = (places(game, game.table.world.board.nation[name]) for name in ("poland", "france"))
    assert spots & poland and not spots & france and "Warsaw" not in spots
    assert refused(game, "g: install grass_airfield Warsaw") == "8.6/grass-airfield"
    assert refused(game, f"g: install grass_airfield {min(france & fed(game))}") in GRASS


GRASS = ("8.11/grass-airfield-presence", "8.6/grass-airfield")


def fed(game: grognard.Game) -> set[str]:
    """German-held plain hexes in supply."""
    t = game.table
    bare = supply.lines(t, 0).fed & t.p.held[0] & ~inst.any_installation(t)
    return places(game, bare)


@pytest.mark.rule("aeto", "8.11/no-large-rough")
def test_no_large_airbase_in_rough_ground() -> None:
    """In a German mountain or forest a small airbase may be begun, a large one not."""
    game = building()
    world = game.table.world
    rough = sorted(fed(game) & places(game, world.rough & world.board.nation["germany"]))[0]
    assert refused(game, f"g: install small_airbase {rough}") == ""
    assert refused(game, f"g: install large_airbase {rough}") == "8.11/no-large-rough"


@pytest.mark.rule("aeto", "8.6/upgrade-fort")
def test_a_coastal_fort_becomes_a_fortification() -> None:
    """For 1 EP; the coastal fort works until the next season, then the fortification stands in its place."""
    game = building()
    lay(game, inst.COASTAL, "Calais")
    play(game, "g: upgrade coastal_fort Calais")
    t, calais = game.table, node(game, "Calais")
    assert ep(game, "germany") == 19 and t.p.coastal_forts >> calais & 1 and not t.p.forts >> calais & 1
    t.p.month = month_of("October 1941")
    inst.complete(t)
    assert t.p.forts >> calais & 1 and not t.p.coastal_forts >> calais & 1


@pytest.mark.rule("aeto", "8.6/upgrade-airbase")
def test_a_small_airbase_becomes_large_but_not_in_rough_ground() -> None:
    """Siedlce for 1 EP; a base in the mountains stays small."""
    game = building()
    world = game.table.world
    rough = sorted(fed(game) & places(game, world.rough & world.board.nation["germany"]))[0]
    lay(game, inst.SMALL, "Siedlce")
    lay(game, inst.SMALL, rough)
    assert refused(game, f"g: upgrade small_airbase {rough}") == "8.6/upgrade-airbase"
    play(game, "g: upgrade small_airbase Siedlce")
    assert ep(game, "germany") == 19
    game.table.p.month = month_of("October 1941")
    inst.complete(game.table)
    siedlce = 1 << node(game, "Siedlce")
    assert game.table.p.large_airbases & siedlce and not game.table.p.small_airbases & siedlce


@pytest.mark.rule("aeto", "8.11/relocate", "8.11/relocate-limits")
def test_airbases_are_relocated_grass_airfields_never() -> None:
    """A small base moves for 1 EP, a large one for 2, and is under construction where it goes."""
    game = building()
    game.table.p.small_airbases = 0
    lay(game, inst.SMALL, "Siedlce")
    lay(game, inst.LARGE, "Lublin")
    lay(game, inst.GRASS, "Radom")
    assert offers(game, "g: relocate") == {"Siedlce", "Lublin"}
    play(game, "g: relocate Siedlce Kielce", "g: relocate Lublin Mlawa")
    assert ep(game, "germany") == 17 and not game.table.p.small_airbases | game.table.p.large_airbases
    assert {key.split()[1] for key in game.table.p.works} == {"small_airbase", "large_airbase"}


@pytest.mark.rule("aeto", "8.6/repair")
def test_a_destroyed_installation_is_repaired_at_once() -> None:
    """The port of Hamburg works again for 1 EP; one beside the enemy in an uncontested zone does not."""
    game = building()
    inst.destroy(game.table, inst.ALL.index("port"), node(game, "Hamburg"))
    game._changed()
    play(game, "g: mend port Hamburg")
    assert not game.table.p.destroyed and ep(game, "germany") == 19
    game = building(f"{EAST} / Insterburg: sov4inf")
    inst.destroy(game.table, inst.ALL.index("port"), node(game, "Konigsberg"))
    game._changed()
    assert "mend" not in {choice.text for choice in game.decisions()["germany"].next()}


PRICES = {
    "grass_airfield": 1, "small_airbase": 2, "large_airbase": 3, "coastal_fort": 1, "fortification": 2,
}  # fmt: skip


@pytest.mark.rule("aeto", "8.7/cost-grass", "8.7/cost-small-airbase", "8.7/cost-large-airbase")
@pytest.mark.rule("aeto", "8.7/cost-coastal-fort")
def test_prices_of_demolition() -> None:
    """1 for grass and coastal forts, 2 and 3 for airbases."""
    t = building().table
    assert [inst.demolition_price(t, kind, 0) for kind in range(5)] == list(PRICES.values())


@pytest.mark.rule("aeto", "8.7/cost-fortification", "8.7/cost-permanent-fort")
def test_prices_of_demolishing_forts() -> None:
    """2 for a fortification, 6 for a permanent one."""
    t = building().table
    assert [inst.demolition_price(t, inst.ALL.index(kind), 0) for kind in ("fortification", "permanent_fort")] == [2, 6]


@pytest.mark.rule("aeto", "8.7/cost-coastal-city", "8.7/cost-minor-port", "8.7/cost-major-port")
def test_prices_of_demolishing_ports() -> None:
    """3, 4 and 5 for a coastal city, a minor and a major port."""
    game = building()
    port = inst.ALL.index("port")
    found = {}
    for place in game.table.world.board.places:
        if place.kind == "port" and place.grade not in found:
            found[place.grade] = inst.demolition_price(game.table, port, place.node)
    assert found == {"coastal city": 3, "minor": 4, "major": 5}


@pytest.mark.rule("aeto", "8.7/demolish", "8.7/marker", "8.7/independent")
def test_demolition_needs_a_supplied_garrison_and_a_war() -> None:
    """Hamburg has no garrison: refused; Konigsberg has: its port is destroyed, its airbase is not."""
    game = building(f"{EAST} / Konigsberg: ger6inf")
    assert "Hamburg" not in offers(game, "g: demolish port")
    play(game, "g: demolish port Konigsberg")
    assert list(game.table.p.destroyed) == [f"{node(game, 'Konigsberg')} port"] and ep(game, "germany") == 16
    assert "Konigsberg" in offers(game, "g: demolish airbase")
    game = building(f"{EAST} / Konigsberg: ger6inf")
    game.table.p.hostile[0] = 0
    game._changed()
    assert refused(game, "g: demolish port Konigsberg") == "8.7/demolish"


@pytest.mark.rule("aeto", "8.7/resource")
def test_a_resource_outlives_its_airbase() -> None:
    """The airbase of Breslau is gone; its resource still counts as one."""
    game = building(f"{EAST} / Breslau: ger6inf")
    before = game.table.world.places("resource")
    play(game, "g: demolish airbase Breslau")
    assert f"{node(game, 'Breslau')} airbase" in game.table.p.destroyed
    assert game.table.world.places("resource") == before and before >> node(game, "Breslau") & 1
