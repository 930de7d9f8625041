"""More cases of rail movement, supply and the month (6.0-7.13, viii)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import effects, isolation, modifiers, months, movement, rail, reach, stacking, supply
from grognard.titles.aeto import world as w
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.position import SUPPLIED, UNSUPPLIED
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, US, USSR

from .scenes import at, named, node, offers, play, prompt, refused, scene


def east(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice)


@pytest.mark.rule("aeto", "6.0/move")
@pytest.mark.rule("aeto", "6.0/normal-rules")
def test_who_was_activated_does_not_move_again() -> None:
    """In the Movement Phase only units move that no Offensive has woken."""
    game = scene("Mechili: ger8arm / Derna: ger6inf / Cairo: uk5inf / axis movement")
    game.table.p.status[named(game, "ger8arm@Mechili")] = 2
    game._changed()
    assert offers(game, "g: move") == {"ger6inf@Derna"}


@pytest.mark.rule("aeto", "6.1/path")
@pytest.mark.rule("aeto", "6.1/follow-line")
@pytest.mark.rule("aeto", "6.1/hostile-hexes")
@pytest.mark.rule("aeto", "6.1/no-capacity")
def test_trains_follow_friendly_lines() -> None:
    """From Warsaw trains reach Berlin by the line, not Moscow, nor a hex off the rails, nor Libya, which has none."""
    game = east("Warsaw: ger6inf / Moscow: sov4inf / axis movement", [6])
    found = rail.reachable(game.table, named(game, "ger6inf@Warsaw"))
    assert found >> node(game, "Berlin") & 1 and not found >> node(game, "Moscow") & 1
    assert not found & ~game.table.world.rails
    assert not rail.lines(game.table, GERMANY) & game.table.world.board.nation["libya"]
    assert not rail.lines(game.table, GERMANY) & game.table.p.held[USSR]


@pytest.mark.rule("aeto", "6.1/ownership")
@pytest.mark.rule("aeto", "6.1/capital")
def test_whose_trains_they_are() -> None:
    """Conquered France runs for Germany; Rumania that has lost Bucharest has one chit less."""
    game = east("Warsaw: ger6inf / Moscow: sov4inf / axis movement", [6])
    assert rail.controller(game.table, "france") == GERMANY and rail.controller(game.table, "rumania") == POWERS.index(
        "rumania"
    )
    before = rail.capacity(game.table, "rumania")
    movement.capture(game.table, USSR, node(game, "Bucharest"))
    assert rail.capacity(game.table, "rumania") == before - 1


@pytest.mark.rule("aeto", "6.1/entrain")
@pytest.mark.rule("aeto", "6.1/end")
def test_entraining_costs_a_point_after_a_march_and_ends_the_month() -> None:
    """A unit on the line entrains free; one that has marched needs a point left; who has railed stays."""
    game = east("Warsaw: ger6inf / Berlin: ger8arm / Moscow: sov4inf / axis movement", [6])
    unit = named(game, "ger6inf@Warsaw")
    game.table.p.spent[unit] = 3
    assert not rail.able_to_entrain(game.table, 0, ()) >> unit & 1
    game.table.p.spent[unit] = 2
    assert rail.able_to_entrain(game.table, 0, ()) >> unit & 1
    game.table.p.spent[unit] = 0
    play(game, "g: rail ger6inf@Warsaw Berlin")
    assert not rail.unactivated(game.table, 0, ()) >> unit & 1 and refused(game, "g: move ger6inf@Berlin Prague") != ""


@pytest.mark.rule("aeto", "6.1/stack-limits")
def test_a_train_stops_where_there_is_room() -> None:
    """Königsberg with six steps takes nobody else."""
    game = east("Warsaw: ger6inf / Berlin: ger6inf ger6inf ger6inf / Moscow: sov4inf / axis movement", [6])
    assert refused(game, "g: rail ger6inf@Warsaw Berlin") == "6.1/stack-limits"


@pytest.mark.rule("aeto", "6.1/soviet-kazan")
def test_kazan_is_worth_a_train() -> None:
    """Axis Kazan costs the Soviets one chit of capacity."""
    game = east("Moscow: sov4inf / Warsaw: ger6inf / axis movement", [6])
    before = rail.capacity(game.table, "ussr")
    movement.capture(game.table, GERMANY, node(game, "Kazan"))
    assert rail.capacity(game.table, "ussr") == before - 1


@pytest.mark.rule("aeto", "6.1/transit")
@pytest.mark.rule("aeto", "6.1/occupied-ok")
@pytest.mark.rule("aeto", "6.1/front")
@pytest.mark.rule("aeto", "5.10/rail")
def test_trains_pass_through_and_leaders_ride() -> None:
    """A train from Germany to the front by Poland takes German capacity only; Guderian may take one, too."""
    game = east("Berlin: ger6inf Guderian / Warsaw: ger6inf / Minsk: ger6inf / Moscow: sov4inf / axis movement", [6])
    line = rail.reachable(game.table, named(game, "ger6inf@Berlin"))
    assert line >> node(game, "Warsaw") & 1
    play(game, "g: rail ger6inf@Berlin Bucharest")
    used = game.table.p.rail
    assert used.get("germany") == 1 and "hungary" not in used and "poland" not in used
    assert refused(game, "g: rail Guderian Warsaw") == ""


@pytest.mark.rule("aeto", "6.1/minor-deployment")
@pytest.mark.rule("aeto", "6.1/finland")
@pytest.mark.rule("aeto", "6.1/rumania")
@pytest.mark.rule("aeto", "6.1/hungary")
def test_where_minor_partners_rail() -> None:
    """Rumanians rail at home, into the USSR, Poland, Yugoslavia, Greece; not into Hungary or Germany."""
    assert rail.minor_areas("finland") == {"finland", "ussr"}
    assert rail.minor_areas("rumania") == {"rumania", "greece", "poland", "yugoslavia", "ussr"}
    assert rail.minor_areas("hungary") == {"hungary", "germany", "poland", "ussr"}
    game = east("Bucharest: rum3inf / Moscow: sov4inf / axis movement", [6])
    where = rail.where_partners_go(game.table, 0, (named(game, "rum3inf@Bucharest"),))
    nation = game.table.world.board.nation
    assert where & nation["poland"] and not where & nation["germany"]
    assert refused(game, "g: rail rum3inf@Bucharest Budapest") == "6.1/minor-deployment"


@pytest.mark.rule("aeto", "6.1/minor-deployment")
@pytest.mark.rule("aeto", "6.1/rumania")
def test_minor_partners_rail_out_of_listed_lands_alone() -> None:
    """Rumanians leave Warsaw by train, but not Budapest, which is not on their list."""
    game = east("Warsaw: rum3inf / Budapest: rum3inf / Moscow: sov4inf / axis movement", [6])
    assert refused(game, "g: rail rum3inf@Budapest Bucharest") == "6.1/minor-deployment"
    assert refused(game, "g: rail rum3inf@Warsaw Lodz") == ""


@pytest.mark.rule("aeto", "6.1/bulgaria")
def test_bulgarians_pass_rumania_but_do_not_stop_there() -> None:
    """Albania, Poland, Yugoslavia."""
    assert rail.minor_areas("bulgaria") == {"bulgaria", "albania", "poland", "yugoslavia"}


@pytest.mark.rule("aeto", "6.1/soviet-foreign")
def test_soviet_trains_abroad() -> None:
    """One unit a month, and one more for Poland (Warsaw) and one for Rumania (Bucharest): three."""
    game = east("Moscow: sov4inf / Warsaw: sov4inf / Bucharest: sov4inf / Berlin: ger6inf / uk movement", [6])
    game.table.p.held[USSR] &= game.table.world.board.nation["ussr"]
    for place in ("Warsaw", "Bucharest"):
        movement.capture(game.table, USSR, node(game, place))
    assert rail.abroad_left(game.table) == 3
    unit = named(game, "sov4inf@Moscow")
    assert rail.beyond_the_border(game.table, 0, (unit,)) == -1
    game.table.p.rail["abroad"] = 3
    assert rail.beyond_the_border(game.table, 0, (unit,)) == game.table.world.board.nation["ussr"]


@pytest.mark.rule("aeto", "6.1/german-difficulty-end")
def test_the_die_for_russia_ends_in_summer_1942() -> None:
    """In June 1942 it is rolled, in July no more."""
    for month, rolled in (("June 1942", True), ("July 1942", False)):
        game = east(f"Moscow: sov4inf / month={month_of(month)} / axis offensives", [4])
        rail.roll_difficulty(game.table)
        assert ("die" in game.table.p.rail) == rolled


@pytest.mark.rule("aeto", "7.0/origin")
@pytest.mark.rule("aeto", "7.0/us")
@pytest.mark.rule("aeto", "7.12/map-source")
@pytest.mark.rule("aeto", "7.8/effect")
def test_which_sources_feed_whom() -> None:
    """Moscow feeds Soviets, not the Germans who hold it; London feeds Americans; an isolated city feeds nobody."""
    game = east("Berlin: ger6inf / Gorki: sov4inf / axis movement", [6])
    t, moscow, london = game.table, node(game, "Moscow"), node(game, "London")
    assert supply.sources(t, USSR) >> moscow & 1 and supply.home_sources(t, USSR) >> moscow & 1
    t.p.alliance[US] = t.p.alliance[UK]
    assert supply.sources(t, US) >> london & 1
    t.p.isolated = 1 << moscow
    assert not supply.sources(t, USSR) >> moscow & 1
    t.p.isolated = 0
    movement.capture(t, GERMANY, moscow)
    assert not supply.sources(t, GERMANY) >> moscow & 1 and not supply.home_sources(t, USSR) >> moscow & 1


@pytest.mark.rule("aeto", "7.0/uk-only")
@pytest.mark.rule("aeto", "7.0/france-only")
def test_special_sources_are_their_owners_alone() -> None:
    """Cairo feeds the UK and not the US; Beirut and Algiers the French and nobody else."""
    world = w.world("1941short")
    cairo, beirut = 1 << world.node("Cairo"), 1 << world.node("Beirut")
    assert supply.named_sources(world, UK) & cairo and not supply.named_sources(world, US) & cairo
    assert supply.named_sources(world, FRANCE) & beirut and not supply.named_sources(world, UK) & beirut


@pytest.mark.rule("aeto", "7.0/soviet-sevastopol")
@pytest.mark.rule("aeto", "7.0/uk-gibraltar-malta")
@pytest.mark.rule("aeto", "7.0/france-maginot")
@pytest.mark.rule("aeto", "5.16/oos-permfort")
def test_a_fortress_feeds_one_unit() -> None:
    """Of two armies in Sevastopol the first is supplied by the fortress, the second is not; so Gibraltar and Metz."""
    for place, unit in (("Sevastopol", "sov4inf"), ("Gibraltar", "uk5inf"), ("W 3021", "fra3inf")):
        game = east(f"{place}: {unit} {unit} / Berlin: ger6inf / axis movement", [6])
        here = node(game, place)
        game.table.p.permanent |= 1 << here
        one, two = game.table.p.stack(here)
        assert supply.in_fortress(game.table, one) and not supply.in_fortress(game.table, two)


@pytest.mark.rule("aeto", "7.7/swamp")
@pytest.mark.rule("aeto", "7.7/swamp-native")
def test_swamps_and_water_carry_no_supply_abroad() -> None:
    """Soviet marsh carries Soviet lines and no German ones; lines leave no coast."""
    game = east("Berlin: ger6inf / Moscow: sov4inf / axis movement", [6])
    t = game.table
    marsh = t.world.marsh & t.world.board.nation["ussr"]
    assert supply.foreign_marsh(t, GERMANY) & marsh == marsh and not supply.foreign_marsh(t, USSR) & marsh
    assert supply.network(t, USSR) & marsh and not supply.lines(t, USSR).fed & ~t.world.land
    assert (
        not supply.lines(t, UK).fed >> node(game, "Paris") & 1 and supply.lines(t, UK).fed >> node(game, "London") & 1
    )


def test_the_axis_die_brings_chits() -> None:
    """A 5 brings four chits to the coast road, one after another."""
    game = scene("Derna: ger6inf / axis movement")
    t = game.table
    before = t.p.chits.get(str(node(game, "El_Agheila")), (0, 0, 0, 0))[1]
    t.agenda = (*t.agenda, Frame("axis_supply", "step", 0, ITALY))
    game._changed()
    t.remember(chits=2)
    play(game, "g: unload El_Agheila")
    assert t.p.chits[str(node(game, "El_Agheila"))][1] == before + 1


@pytest.mark.rule("aeto", "7.8/minor")
@pytest.mark.rule("aeto", "7.8/permfort")
def test_who_is_never_isolated() -> None:
    """Bucharest ringed in stays a source, and so does a fortress."""
    game = east("Bucharest: rum3inf / Kharkov: sov4inf / Berlin: ger6inf / axis movement", [6])
    t = game.table
    for place, enemy in (("Bucharest", USSR), ("Kharkov", GERMANY)):
        here = node(game, place)
        ring = t.world.disc(here, 1) & ~(1 << here) & t.world.land
        for power in range(len(t.p.held)):
            t.p.held[power] &= ~ring
        t.p.held[enemy] |= ring
    t.p.permanent |= 1 << node(game, "Kharkov")
    game._changed()
    isolation.settle(t)
    assert not t.p.isolated >> node(game, "Bucharest") & 1 and not t.p.isolated >> node(game, "Kharkov") & 1
    assert isolation.never_cut_off(t, node(game, "Kharkov"))


@pytest.mark.rule("aeto", "7.8/no-placement")
def test_nobody_arrives_in_an_isolated_city() -> None:
    """Kharkov isolated takes no mobilised army."""
    game = east("Moscow: sov4inf / Berlin: ger6inf / axis movement", [6])
    kharkov = node(game, "Kharkov")
    assert months.open_to_arrivals(game.table, USSR) >> kharkov & 1
    game.table.p.isolated = 1 << kharkov
    assert not months.open_to_arrivals(game.table, USSR) >> kharkov & 1


HUNGRY = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila / 0 chits Tobruk / Mechili: ger6inf ger8arm Rommel / "


@pytest.mark.rule("aeto", "7.10/land-always")
@pytest.mark.rule("aeto", "7.10/two-kinds")
@pytest.mark.rule("aeto", "7.10/combat-attack")
@pytest.mark.rule("aeto", "7.10/combat-defense")
def test_units_without_a_line_suffer_at_once() -> None:
    """Without chits the Axis attacks at -2 and is attacked at +1, though nobody is marked yet."""
    game = scene(f"{HUNGRY}Gazala: uk5inf / axis offensives")
    unit, foe = named(game, "ger6inf@Mechili"), named(game, "uk5inf@Gazala")
    assert not supply.moves_supplied(game.table, unit) and not game.table.p.marked[unit]
    assert modifiers.hungry_attack(game.table, Battle(node(game, "Gazala"), (unit,), GERMANY)) == -2
    assert modifiers.hungry_defence(game.table, Battle(node(game, "Mechili"), (foe,), UK)) == 1


@pytest.mark.rule("aeto", "7.10/move-infantry")
@pytest.mark.rule("aeto", "7.10/mp-general")
def test_how_far_the_hungry_go() -> None:
    """Who began supplied keeps his printed movement; who did not has two points; Rommel always five."""
    game = scene(f"{HUNGRY}Cairo: uk5inf / axis movement")
    unit, rommel = named(game, "ger6inf@Mechili"), named(game, "Rommel")
    for begun, points in ((SUPPLIED, 3), (UNSUPPLIED, 2)):
        game.table.p.begun[unit] = game.table.p.begun[rommel] = begun
        game.table.p.spent[unit] = 1
        assert (reach.allowance(game.table, unit), reach.allowance(game.table, rommel)) == (points, 5)


@pytest.mark.rule("aeto", "7.11/restore")
def test_a_chit_with_room_restores_supply() -> None:
    """A chit at Derna feeds Mechili again until its places are used."""
    game = scene(f"{HUNGRY}Cairo: uk5inf / axis movement")
    unit = named(game, "ger6inf@Mechili")
    assert not supply.chit_has_room(game.table, unit)
    game.table.p.chits[str(node(game, "Derna"))] = (ITALY, 1, 0, 0)
    game._changed()
    assert supply.chit_has_room(game.table, unit)
    game.table.p.chits[str(node(game, "Derna"))] = (ITALY, 1, 4, 0)
    game._changed()
    assert not supply.chit_has_room(game.table, unit)


@pytest.mark.rule("aeto", "7.10/alternate")
def test_the_owner_says_each_month_who_is_fed() -> None:
    """One chit for five Italians: the Axis is asked whom to feed, and may choose any."""
    game = scene(
        "0 chits Benghazi / 0 chits El Agheila / 1 chits Derna / Derna: ita3inf ita3inf / "
        "Mechili: ger8arm ger6inf / Cairo: uk5inf / axis movement"
    )
    while prompt(game)[1] != "feeding":
        game.play(prompt(game)[0], "end")
    assert {"ger8arm@Mechili", "ger6inf@Mechili"} <= offers(game, "g: feed")


@pytest.mark.rule("aeto", "viii.3")
@pytest.mark.rule("aeto", "viii.4")
@pytest.mark.rule("aeto", "viii.6")
def test_the_course_of_a_month() -> None:
    """Offensives, then the Movement Phase by side, then supply; one Offensive goes Step by Step."""
    game = scene("Mechili: ger8arm Rommel / Derna: AFRIKA / Cairo: uk5inf / axis offensives")
    play(game, "g: hq AFRIKA", "g: activate_all")
    seen = []
    month = game.table.p.month
    while game.table.p.month == month:
        ((seat, d),) = game.decisions().items()
        if not seen or seen[-1] != (seat, d.frame.step):
            seen.append((seat, d.frame.step))
        open_ = {choice.text for choice in d.next()}
        game.play(
            seat, next((word for word in ("end", "pass", "stay") if word in open_), None) or d.actions(limit=1)[0]
        )
    order = [step for _, step in seen]
    assert order[0] == "command" and order.index("land_movement") < order.index("exploitation")
    assert [seat for seat, step in seen if step == "movement"] == ["germany", "uk"]
    assert order.index("offensives") < order.index("movement") < order.index("replacement")


@pytest.mark.rule("aeto", "10.10")
def test_a_soviet_home_city_is_a_fortress() -> None:
    """[-/1] against Soviets in Bryansk hits the attacker; against Soviets in Warsaw it does not."""
    for place, city in (("Bryansk", True), ("Warsaw", False)):
        game = east(f"{place}: sov4inf / Berlin: ger6inf / axis offensives")
        b = Battle(node(game, place), (named(game, "ger6inf@Berlin"),), GERMANY)
        assert effects.in_soviet_city(game.table, b) == city


@pytest.mark.rule("aeto", "5.9/timing")
def test_a_ride_may_overstack_until_the_end_of_the_step() -> None:
    """Four steps of panzers ride into a full hex and strike and fail: two steps must go before the Step ends."""
    text = "Derna: AFRIKA ita3inf ita3inf / Mechili: ger8arm ger6mech / Gazala: uk5inf uk5inf / axis offensives"
    game = play(
        scene(text, [1]), "g: hq AFRIKA", "g: activate ger8arm@Mechili", "g: activate ger6mech@Mechili", "g: end"
    )
    play(game, "g: thrust ger8arm@Mechili+ger6mech@Mechili", "g: ride Derna", "g: strike Gazala")
    while prompt(game)[1] == "losses":
        play(game, "g: lose " + sorted(offers(game, "g: lose"))[0])
    if prompt(game)[1] == "thrust":
        play(game, "g: end")
    assert prompt(game)[1] == "breakthrough" and "5.9/timing" in refused(game, "g: end")
    while refused(game, "g: end"):
        play(game, "g: give_up ita3inf@Derna" if "ita3inf" in at(game, "Derna") else "g: give_up ita2inf-@Derna")
    assert stacking.fits(game.table, game.table.p.stack(node(game, "Derna")), node(game, "Derna"))
