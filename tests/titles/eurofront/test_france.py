"""France in 1940 (20.4): morale, Solidarity, the armistice, Vichy, Free France, and who commands whom."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront.europe import nations, surprise
from grognard.titles.eurofront.europe.vichy import tribute
from grognard.titles.eurofront.france import armistice, coordination, land, morale, national
from grognard.titles.eurofront.med import desert
from grognard.titles.systems.front import blocks, command, defense, supply
from grognard.titles.systems.front.state import BY_AIR_DISPERSED

from .play import asked, give, refused
from .west import ALLIED, AXIS, LINE, attacked, holds, node, node_of, on_map, past, piece, scene

# The Low Countries


@pytest.mark.rule("eurofront", "20.16")
def test_war_on_belgium_surprises_it_for_a_fortnight() -> None:
    """Belgium joins the Allies, whose player sets its army up, the fort in Liege; it is surprised in this fortnight and
    not in the next."""
    g = scene(f"Ruhr: 6inf4 AGNor2 / {LINE} / axis command", [6])
    give(g, "declare Belgium")
    assert asked(g) == {"allied"} and holds(g, ALLIED, "Brussels")
    assert refused(g, "station BeEbefort Brussels") == "16.31"
    give(g, "station BeEbefort Liege", "station Be1inf Brussels", "station Be2inf Ostende")
    assert asked(g) == {"axis"} and "Belgium" in surprise.surprised(g.table)
    assert "Holland" not in surprise.surprised(g.table)
    g.table.p.fortnight = 2
    assert "Belgium" not in surprise.surprised(g.table)


@pytest.mark.rule("eurofront", "20.16/b", "20.16/c")
def test_surprise_forbids_repulse_and_stills_the_sea() -> None:
    """In surprised Holland no assault is repulsed, in France as ever; the North Sea, whose base is Dutch or British,
    stays what it was unless its base is surprised."""
    t = attacked(scene(f"Amsterdam: Ho1inf2 / {LINE} / axis movement"), "Holland").table
    assert t.title.repulses_up_to(t, node_of(t, "Amsterdam"), 3) == 0
    assert t.title.repulses_up_to(t, node_of(t, "Paris"), 3) == 3
    from grognard.titles.systems.front import sea

    bases = {n for n, base in enumerate(sea.chart(t.world).bases) if base >= 0}
    dutch = land.region(t.world, "Holland")
    assert surprise.quiet_seas(t) == sum(1 << n for n in bases if dutch >> sea.chart(t.world).bases[n] & 1)
    surprised = {n for n in bases if land.region(t.world, "Belgium", "Holland") >> sea.chart(t.world).bases[n] & 1}
    calm = scene(f"Amsterdam: Ho1inf2 / {LINE} / axis movement").table
    assert surprise.quiet_seas(calm) == 0 and len(surprised) >= 0


@pytest.mark.rule("eurofront", "20.42/a")
def test_gamelin_does_not_blitz_while_belgium_is_surprised() -> None:
    """In that fortnight a French HQ in Lille may command, but not Blitz; a British one at home may."""
    text = "Lille: FrAG12 Fr1mech3 / London: 15AG2 / Berlin: 1inf3 / allied command"
    assert refused(scene(text), "activate FrAG1 blitz") == ""
    g = attacked(scene(text), "Belgium")
    assert refused(g, "activate FrAG1 blitz") == "20.42/a" and refused(g, "activate FrAG1 command") == ""
    assert refused(g, "activate 15AG blitz") == ""


@pytest.mark.rule("eurofront", "20.33")
def test_the_allies_declare_no_war_before_france_wavers() -> None:
    """With a unit on its border the Allies may not go to war with Belgium until France is demoralized."""
    text = f"Lille: Br8mech4 / {LINE} / allied command"
    assert refused(scene(text), "declare Belgium") == "20.33"
    assert refused(scene(f"since France demoralized / {text}"), "declare Belgium") == ""


# Command and supply


@pytest.mark.rule("eurofront", "5.34")
def test_allied_hqs_move_their_own_nation() -> None:
    """A French HQ in Lille moves the French beside it and not the British; the British Supreme HQ moves British units
    and Belgians, not the French."""
    g = scene(
        "Lille: FrAG12* Fr1mech3 Br8mech4 / London: AF2* / Brussels: Be1inf2 / Berlin: 1inf3 / "
        "allied holds Brussels / since Belgium joins allied / allied movement"
    )
    t = g.table
    led = command.national_command(t, ALLIED)
    assert led >> piece(g, "Fr1mech") & 1 and not led >> piece(g, "Br8mech") & 1
    able = {name: coordination.may_send(t, piece(g, "AF"), piece(g, name)) for name in ("Br8mech", "Be1inf", "Fr1mech")}
    assert able == {"Br8mech": True, "Be1inf": True, "Fr1mech": False}
    assert t.title.supreme_price(t, piece(g, "AF"), piece(g, "Fr1mech")) > 9


@pytest.mark.rule("eurofront", "5.34/a")
def test_allied_hqs_support_each_others_battles() -> None:
    """A French HQ supports the battle of a British corps next door."""
    g = scene("Lille: FrAG12* / Cambrai: Br8mech4 1inf3 / Berlin: 2inf3 / London: AF2 / allied combat")
    assert command.area_of_support(g.table, ALLIED) >> node(g, "Cambrai") & 1


@pytest.mark.rule("eurofront", "20.42")
def test_the_french_live_on_paris() -> None:
    """French units are supplied from Paris while it is joined to London; with the Channel ports and all others lost
    they are not, though a British corps in the same port is; so it is when Paris is lost."""
    text = "Lyon: Fr2inf3 / Marseilles: Br8mech4 / Berlin: 1inf3 / London: AF2"
    out = lambda g: {n for n in ("Fr2inf", "Br8mech") if g.title.without_supply(g.table, ALLIED) >> piece(g, n) & 1}  # noqa: E731
    assert out(scene(f"{text} / axis command")) == set()
    assert out(scene(f"{text} / axis holds Paris / axis command")) == {"Fr2inf"}


# French arms


@pytest.mark.rule("eurofront", "20.41/a")
def test_french_infantry_defends_with_heavy_guns() -> None:
    """It fires DF in defense and SF in attack; once France is demoralized SF in both; French armor never DF so."""
    for past_events, need in (("", 5), ("since France demoralized / ", 6)):
        t = scene(f"{past_events}Reims: Fr2inf3 2inf3 / {LINE} / axis combat").table
        where, fr = node_of(t, "Reims"), int(t.world.named["fr2inf"])
        assert t.title.fire_of(t, fr, where, True, 6) == need
        assert t.title.fire_of(t, fr, where, False, 6) == 6
        assert t.title.fire_of(t, int(t.world.named["br10inf"]), where, True, 6) == 6


@pytest.mark.rule("eurofront", "20.41/c")
def test_the_maginot_line_stays_where_it_is() -> None:
    """The fort of Metz may not be moved; the army beside it may."""
    g = scene(f"Metz: FrMetfort4 Fr3inf3 FrAG22* / {LINE} / allied movement")
    g.table.p.commanded = -1
    assert refused(g, "move FrMetfort Reims") != "" and refused(g, "move Fr3inf Chaumont") == ""
    assert not ~(coordination.walled_in(g.table, piece(g, "FrMetfort")) | 1 << node(g, "Metz"))


@pytest.mark.rule("eurofront", "20.41")
def test_the_french_keep_to_france_and_its_neighbours() -> None:
    """France, Belgium, Germany, Holland and Italy are theirs to go to; Denmark and Poland are not."""
    t = scene(f"Reims: Fr2inf3 / {LINE} / axis command").table
    area = t.title.bounds(t, "France")
    assert all(area >> node_of(t, name) & 1 for name in ("Paris", "Brussels", "Ruhr", "Amsterdam", "Turin"))
    assert not any(area >> node_of(t, name) & 1 for name in ("Copenhagen", "Warsaw", "London"))


@pytest.mark.rule("eurofront", "20.34")
def test_the_british_stay_out_of_french_africa() -> None:
    """While France is undefeated British units may not enter Tunis, unless the Axis has come first; after its defeat
    they may."""
    t = scene(f"Alexandria: BrWDFmech2 / {LINE} / allied command").table
    unit, tunis = int(t.world.named["brwdfmech"]), node_of(t, "Tunis")
    assert coordination.british_limits(t, unit) >> tunis & 1
    assert not coordination.british_limits(t, int(t.world.named["frnafinf"]))
    assert not coordination.british_limits(scene(f"since France defeated / {LINE} / allied command").table, unit)
    first = scene(f"Algiers: 2inf3 / Alexandria: BrWDFmech2 / {LINE} / allied command").table
    assert not coordination.british_limits(first, unit)


# Morale and Solidarity


@pytest.mark.rule("eurofront", "20.44", "16.71/a")
def test_france_loses_heart_with_a_great_city() -> None:
    """In Axis Politics: Lille, Brussels or Metz do it; Reims does not, nor Brussels after an Allied war on Belgium. Its
    HQs are disrupted then."""
    for place, wavers in (("Lille", True), ("Brussels", True), ("Metz", True), ("Reims", False)):
        g = scene(
            f"{place}: 1inf3 / axis holds {place} / Paris: GQG2 / {LINE.replace('1inf3', '2inf3')} / axis politics"
        )
        assert land.demoralized(g.table) == wavers
        assert morale.disruption(g.table, piece(g, "GQG")) == int(wavers)
    t = scene("Brussels: 1inf3 / axis holds Brussels / Lille: Fr1mech3 / London: AF2 / axis command").table
    assert morale.has_lost_heart(t)
    t.p.politics["ALLIES war on Belgium"] = t.p.month
    assert not morale.has_lost_heart(t)


WAVERING = "since France demoralized / Paris: GQG2 / Berlin: 2inf3"


@pytest.mark.rule("eurofront", "20.45", "20.45/a")
def test_the_example_of_solidarity() -> None:
    """One British unit was lost in France, two are in Belgium, one in France far from the enemy: a commitment of six
    fails on a six alone. One that stands next to an Axis-held hex of France counts double."""
    bef = "since Belgium joins allied / allied holds Brussels Ostende Liege"
    bef += " / Brussels: Br8mech4 Br12mech3 / Tours: Br10inf3"
    for face, fails in ((5, False), (6, True)):
        g = scene(f"{WAVERING} / {bef} / London: AF2 / allied command", [face])
        g.table.p.bef_lost = 1
        g.table.p.active = ALLIED
        assert morale.commitment(g.table) == 6
        morale.check_solidarity(g.table)
        assert past(g, land.FAILED[0]) == fails and not past(g, land.FAILED[1])
    near = scene(f"{WAVERING} / axis holds Le_Mans / Tours: Br10inf3 / London: AF2 / allied command").table
    assert morale.commitment(near) == 2
    near.p.disputed |= 1 << near.world.board.node("Le_Mans")
    assert morale.commitment(near) == 1


@pytest.mark.rule("eurofront", "20.45")
def test_solidarity_fails_twice_and_france_must_ask_for_an_armistice() -> None:
    """Without a BEF it fails on any die: the Marshal takes over, then Solidarity is broken, and in the next Allied
    Politics the offer is made whether the Allies like it or not."""
    g = scene(f"{WAVERING} / London: AF2 / allied politics", [1])
    assert past(g, land.FAILED[0]) and not past(g, land.FAILED[1]) and asked(g) == {"allied"}
    again = scene(f"{WAVERING} / since {land.FAILED[0]} / London: AF2 / allied politics", [1])
    assert past(again, land.FAILED[1]) and not past(again, land.OFFERED)
    forced = scene(f"{WAVERING} / since {land.FAILED[0]} / since {land.FAILED[1]} / London: AF2 / allied politics", [1])
    assert past(forced, land.OFFERED) and asked(forced) == {"axis"}


# Armistice


FALLEN = "since France demoralized / Paris: 1inf3 / axis holds Paris Lille / Tours: Fr2inf3 / Tunis: FrTunstat1"


def offered(text: str = "") -> Game:
    """France has asked for an armistice."""
    more = f" / {text}" if text else ""
    g = scene(f"{FALLEN}{more} / Berlin: 2inf3 / London: AF2 / allied politics", [1])
    return give(g, "offer")


@pytest.mark.rule("eurofront", "20.46", "20.48", "20.481")
def test_an_accepted_armistice_ends_france() -> None:
    """The Axis must answer at once. Accepted: all French units are gone, Lyon, Corsica and Tunis are neutral, Paris
    stays Axis; no second offer can be made."""
    g = offered()
    assert asked(g) == {"axis"}
    give(g, "reply accept")
    t = g.table
    assert past(g, nations.defeated("France")) and not on_map(g, "Fr2inf") and not on_map(g, "FrTunstat")
    neutral = [
        name
        for name in ("Lyon", "Ajaccio", "Tunis", "Casablanca", "Paris", "Bordeaux")
        if t.p.neutral >> node(g, name) & 1
    ]
    assert neutral == ["Lyon", "Ajaccio", "Tunis", "Casablanca"] and holds(g, AXIS, "Paris")
    assert not armistice.once(t, 0, ())


@pytest.mark.rule("eurofront", "20.481/a", "16.721", "16.721/a")
def test_both_sides_leave_vichy() -> None:
    """A German corps in Lyon goes to the nearest Axis hex on the border, whatever its speed, a British one in
    Marseilles to an Allied one; where there is none it is lost."""
    g = give(offered("Lyon: 4inf3 / Marseilles: Br8mech4 / axis holds Lyon Dijon Bourges Grenoble"), "reply accept")
    assert not land.vichy(g.table.world) >> g.table.p.at[piece(g, "4inf")] & 1 and on_map(g, "4inf")
    assert not land.vichy(g.table.world) >> g.table.p.at[piece(g, "Br8mech")] & 1
    alone = offered("Marseilles: Br8mech4")
    alone.table.p.held = [
        land.metropolitan(alone.table.world) & ~(1 << node(alone, "Marseilles")),
        alone.table.p.held[1],
        0,
    ]
    alone.table.p.held[ALLIED] &= ~alone.table.p.held[AXIS]
    assert not on_map(give(alone, "reply accept"), "Br8mech")


@pytest.mark.rule("eurofront", "20.482")
def test_vichy_feeds_the_axis() -> None:
    """Its four points, with Tunis, go to the Axis, whose trains run through Lyon; no one else's do."""
    g = give(offered(), "reply accept")
    t = g.table
    assert tribute(t) == 4
    assert t.title.transit(t, AXIS) >> node(g, "Lyon") & 1 and not t.title.transit(t, ALLIED) >> node(g, "Lyon") & 1


@pytest.mark.rule("eurofront", "20.491")
def test_a_rejected_armistice_makes_free_french() -> None:
    """France is defeated, its army stays and is led by British HQs, needs no Paris, goes anywhere, is not rebuilt."""
    g = give(offered("allied_lost: Fr3inf"), "reply reject")
    t = g.table
    assert past(g, nations.defeated("France")) and on_map(g, "Fr2inf") and on_map(g, "FrTunstat")
    assert "france" in coordination.countrymen(t, piece(g, "AF")) and coordination.may_send(
        t, piece(g, "AF"), piece(g, "Fr2inf")
    )
    assert not land.fighting(t) and not national.allies(t, ALLIED)
    assert t.title.bounds(t, "France") == -1
    assert t.title.gone_for_good(t) >> piece(g, "Fr3inf") & 1
    assert not t.title.out_of_play(t) >> piece(g, "Fr2inf") & 1


@pytest.mark.rule("eurofront", "20.47", "20.47/a")
def test_france_falls_with_paris_and_its_last_unit() -> None:
    """Paris lost is not enough while an army fights. With none left France is defeated; without an offer its Africa
    goes over to the Axis, but where Allied units stand and around them."""
    lost = "since France demoralized / Paris: 1inf3 / axis holds Paris / Berlin: 2inf3 / London: AF2"
    assert land.fighting(scene(f"{lost} / Tours: Fr2inf3 / axis politics").table)
    g = scene(f"{lost} / Tunis: BrWDFmech2 / axis politics")
    assert not land.fighting(g.table) and holds(g, AXIS, "Casablanca") and holds(g, AXIS, "Algiers")
    assert holds(g, ALLIED, "Tunis") and holds(g, ALLIED, "Sousse")


@pytest.mark.rule("eurofront", "16.92")
def test_defeated_france_is_conquered_in_a_later_phase() -> None:
    """Occupied France, of which the Axis holds Paris alone, is all Axis in its next Politics, unless a Briton is left
    in it."""
    won = "since France defeated / since Vichy / Paris: 1inf3 / axis holds Paris / Berlin: 2inf3 / London: AF2"
    assert holds(scene(f"{won} / axis politics"), AXIS, "Bordeaux")
    assert not holds(scene(f"{won} / Brest: Br8mech3 / axis politics"), AXIS, "Bordeaux")


def test_the_home_guard_comes_after_the_fall() -> None:
    """Both Home Guards are due in the Production after the French defeat, and not before."""
    for text, due in (("", False), ("since France defeated / ", True)):
        t = scene(f"1940-07 / {text}{LINE} / axis command").table
        guard = int(t.world.named["brhg1stat"])
        assert (guard in t.title.schedule(t)) == due and bool(t.title.called_up(t, guard)) == due
        if due:
            assert t.title.schedule(t)[guard][0] == t.p.month + 1


@pytest.mark.rule("eurofront", "20.494")
def test_french_hqs_keep_near_france() -> None:
    """In London a converted French HQ is not activated."""
    text = "London: FrAG12 AF2 / Berlin: 1inf3 / allied command"
    assert refused(scene(f"since France defeated / since {land.UNION} / {text}"), "activate FrAG1 command") == "20.494"


@pytest.mark.rule("eurofront", "20.492")
def test_converts_are_not_rebuilt() -> None:
    """A French army lost after the Union does not come back, a British one does."""
    text = f"1940-07 / since France defeated / since {land.UNION} / allied_lost: Fr3inf Br5inf / {LINE} / production"
    assert refused(scene(text), "cadre Fr3inf Paris", "allied") == "20.492"
    assert refused(scene(text), "cadre Br5inf London", "allied") == ""


@pytest.mark.rule("eurofront", "20.4")
def test_a_colony_follows_its_capital() -> None:
    """Who takes Algiers has all Algeria, but where an enemy stands; Morocco stays as it is."""
    g = scene("Algiers: 2inf3 / axis holds Algiers / Oran: FrOrnstat1 / Casablanca: FrMorstat1 / Paris: GQG2 / "
              f"{LINE} / axis politics")  # fmt: skip
    assert holds(g, AXIS, "Constantine") and holds(g, ALLIED, "Oran") and holds(g, ALLIED, "Casablanca")


@pytest.mark.rule("eurofront", "20.43")
def test_in_the_phony_war_one_french_step_is_built_a_month() -> None:
    """A second French army gets none, a British one does; once the Axis is in Belgium all do."""
    text = f"1940-06 / Paris: GQG1 Fr2inf1 / Lille: Fr1mech1 / Dover: Br5inf1 / {LINE} / production"
    g = give(scene(text), "allied: step Fr2inf")
    assert refused(g, "step Fr1mech", "allied") == "20.43" and refused(g, "step Br5inf", "allied") == ""
    open_war = give(scene(f"since Phony War over / {text}"), "allied: step Fr2inf")
    assert refused(open_war, "step Fr1mech", "allied") == ""


@pytest.mark.rule("eurofront", "20.43/a")
def test_the_phony_war_ends_with_the_first_step_west() -> None:
    """An Axis corps in Belgium ends it, or Allies in the Ruhr; quiet on the border does not."""
    for place, over in (("Liege: 2inf3 / axis holds Liege", True), ("Ruhr: Br8mech3 / allied holds Ruhr", True),
                        ("Trier: 2inf3", False)):  # fmt: skip
        g = scene(f"{place} / Paris: GQG2 / {LINE} / axis politics")
        assert past(g, "Phony War over") == over


@pytest.mark.rule("eurofront", "20.72")
def test_paras_take_eben_emael() -> None:
    """The Belgian fort loses its defense while paras who have just dropped engage it, and only then."""
    text = "since Belgium joins allied / allied holds Liege Brussels / Brussels: Be1inf2 / Berlin: 1inf3 / London: AF2"
    sound = scene(f"{text} / Liege: BeEbefort2 2inf3 / axis combat")
    assert defense.is_sound(sound.table, piece(sound, "BeEbefort"))
    taken = scene(f"{text} / Liege: BeEbefort2 1para2 / axis combat")
    taken.table.p.dispersed[piece(taken, "1para")] = BY_AIR_DISPERSED
    assert not defense.is_sound(taken.table, piece(taken, "BeEbefort"))


def test_maginot_forts_starve_to_the_last() -> None:
    """Attrition takes the last step of the fort of Metz, and leaves a German fort its own."""
    g = scene(f"Metz: FrMetfort1 / Lublin: 81fort1 / {LINE} / axis command")
    for name in ("FrMetfort", "81fort"):
        supply.attrition(g.table, piece(g, name))
    assert not on_map(g, "FrMetfort") and on_map(g, "81fort")


def test_french_hqs_do_not_pay_for_ships() -> None:
    """A step of a French HQ in Paris costs ten, of a British one beside it fifteen; Free French pay as the British."""
    text = "Paris: FrAG11 21AG1 / Berlin: 1inf3 / London: AF2 / axis command"
    for past_events, french in (("", 10), (f"since France defeated / since {land.UNION} / ", 15)):
        g = scene(past_events + text)
        cost = [g.title.step_cost(g.table, piece(g, name)) for name in ("FrAG1", "21AG")]
        assert cost == [french, 15]


@pytest.mark.rule("eurofront", "20.493")
def test_free_french_are_expeditions_of_the_med() -> None:
    """A French HQ in Tunis is a stranger there, and disrupted, until the Union makes it an expedition; a resident stays
    one."""
    text = "Tunis: FrAG22 FrTunstat1 / Berlin: 1inf3 / London: AF2 / axis command"
    for past_events, word in (("", ""), (f"since France defeated / since {land.UNION} / ", "MF expedition")):
        g = scene(past_events + text)
        assert desert.front_class(g.table, piece(g, "FrAG2")) == word
        assert desert.disruption(g.table, piece(g, "FrAG2")) == int(not word)
        assert desert.is_resident(g.table, piece(g, "FrTunstat"))


@pytest.mark.rule("eurofront", "20.45")
@pytest.mark.parametrize("scenario", ["1940A", "1940"])
def test_every_british_unit_lost_in_france_counts(scenario: str) -> None:
    """An infantry corps eliminated in Lille stays a part of the British commitment; one lost in London does not."""
    g = read_scene(f"eurofront {scenario} bare / 1940-06 / Lille: Br10inf1 / London: Br3inf1 / axis command")
    t = g.table
    blocks.eliminate(t, piece(g, "Br3inf"), "7.33")
    assert t.p.bef_lost == 0
    blocks.eliminate(t, piece(g, "Br10inf"), "7.33")
    assert (t.p.bef_lost, morale.commitment(t)) == (1, 1)
