"""Transit, Ultra, Air Offensives, bombed railways, lent tanks, options, and who begins of a side."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.titles.aeto import (
    activation,
    combat,
    movement,
    offensives,
    pieces,
    rail,
    reach,
    replenish,
    supply,
    victory,
)
from grognard.titles.aeto.air import bases
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.politics import conquest, ultra
from grognard.titles.aeto.position import AXIS, WEST
from grognard.titles.aeto.sea import cargo
from grognard.titles.aeto.seasonal import turn
from grognard.titles.aeto.strategic import installations
from grognard.titles.aeto.tables import card_of, month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, USSR

from .scenes import at, event, named, node, play, prompt, refused
from .scenes import scene as desert


def europe(text: str, scenario: str = "1941short", dice: list[int] | None = None, **new: object) -> grognard.Game:
    """The whole map with nothing on it but what is named."""
    return grognard.read_scene(f"aeto {scenario} bare / {text}", dice, **new)


@pytest.mark.rule("aeto", "8.0/bulgaria/transit-effect", "8.0/hungary/transit-effect", "8.0/rumania/transit-effect")
def test_transit_opens_a_neutral_to_germans_alone() -> None:
    """Before it nobody enters; with it Germans do and are fed there, Italians are not, and no hex changes hands."""
    for nation, place in (("bulgaria", "Sofia"), ("hungary", "Budapest"), ("rumania", "Bucharest")):
        game = europe("Berlin: ger6inf / Rome: ita3inf / London: uk5inf / axis movement", "1939")
        t, town = game.table, node(game, place)
        assert reach.no_entry(t, GERMANY) >> town & 1
        t.p.politics[f"transit {nation}"] = t.p.month
        game._changed()
        assert not reach.no_entry(t, GERMANY) >> town & 1 and reach.no_entry(t, ITALY) >> town & 1
        assert supply.network(t, GERMANY) >> town & 1 and not supply.network(t, ITALY) >> town & 1
        corps = named(game, "ger6inf@Berlin")
        t.place(corps, town)
        movement.enter(t, (corps,), town)
        assert t.p.held[POWERS.index(nation)] >> town & 1


@pytest.mark.rule("aeto", "10.9")
def test_the_uk_draws_two_chits_of_ultra_each_winter() -> None:
    """From 1941 two a Winter, six in all: two for the Initiative, four against attacks."""
    game = europe("Berlin: ger6inf / London: uk5inf / axis movement", "1941", [1, 1, 1, 1, 1])
    t = game.table
    t.p.month = month_of("January 1940")
    ultra.draw(t)
    assert len(ultra.undrawn(t)) == 6
    t.p.month = month_of("January 1942")
    for left in (4, 2, 0, 0):
        ultra.draw(t)
        assert len(ultra.undrawn(t)) == left
    assert (ultra.held(t, "Initiative"), ultra.held(t, "Defence")) == (2, 4)
    ultra.spend(t, "Defence")
    assert ultra.held(t, "Defence") == 3 and not ultra.undrawn(t)


@pytest.mark.rule("aeto", "8.13/initiative-ultra")
def test_ultra_takes_the_initiative_for_a_month() -> None:
    """The Axis has it; the UK spends a chit and says who begins; in the next month it is the Axis's again."""
    game = europe("Warsaw: ger6inf / Moscow: sov4inf / London: uk5inf / axis movement", "1941")
    t = game.table
    t.p.initiative, t.p.due["ultra Initiative"] = AXIS, 1
    t.agenda = (t.agenda[0], Frame("who_first", "step", t.seat_of(GERMANY)))
    t.title.steps["who_first"].begin(t, t.frame)
    game._changed()
    assert prompt(game) == ("uk", "ultra")
    game.play("uk", "ultra")
    assert t.p.initiative == WEST and prompt(game)[0] == "uk"
    ultra.give_back(t)
    assert t.p.initiative == AXIS and not ultra.may_take_initiative(t)


@pytest.mark.rule("aeto", "10.9")
def test_ultra_warns_a_defender() -> None:
    """The British at Gazala have a chit and no Offensive: they are asked, use it, and the die has -1."""
    game = desert("Mechili: ger8arm ger6mech Rommel / Gazala: uk5inf / Cairo: uk5inf / axis offensives", [6])
    t = game.table
    t.p.due["ultra Defence"], t.p.offensives[UK] = 1, 0
    game.play("germany", "general Rommel")
    for order in ("activate_all", "end"):
        game.play("germany", order)
    while prompt(game)[1] in ("breakthrough", "land_movement", "command"):
        game.play("germany", "end")
    game.play("germany", "declare Gazala")
    game.play("germany", "end")
    game.play("germany", "attack Gazala ger8arm@Mechili+ger6mech@Mechili")
    while prompt(game)[1] in ("air_support",):
        game.play(prompt(game)[0], "end")
    game.play("germany", "roll")
    assert prompt(game) == ("uk", "doubt")
    game.play("uk", "ultra")
    assert "Ultra -1" in event(game, "attack")["modifiers"] and ultra.held(t, "Defence") == 0


@pytest.mark.rule("aeto", "4.2")
def test_an_air_offensive_costs_an_offensive() -> None:
    """British bombers fly against Essen in the Offensive Phase for one Offensive; without any, and without EPs for an
    Impromptu one, they do not."""
    text = "Norwich: uk3bmb / London: uk5inf / Essen: ger6inf / Moscow: sov4inf / allied offensives"
    for left in (1, 0):
        game = europe(text, "1941", [6, 6, 6])
        t = game.table
        t.p.offensives[UK] = left
        game._changed()
        if not left:
            assert refused(game, "u: air_bomb uk3bmb@Norwich Essen") == ""
            t.p.ep[UK] = t.p.reserve[UK] = 0
            game._changed()
            assert refused(game, "u: air_bomb uk3bmb@Norwich Essen") == "4.2"
            continue
        before = t.p.ep[GERMANY]
        game.play("uk", "air_bomb uk3bmb@Norwich Essen")
        while prompt(game)[1] == "air_support":
            game.play(prompt(game)[0], "end")
        assert t.p.offensives[UK] == 0 and t.p.ep[GERMANY] < before


@pytest.mark.rule("aeto", "2.6", "6.1/no-capacity")
def test_bombed_railways_carry_less_and_then_nothing() -> None:
    """A success takes one of the nation's capacity this month; at nothing no train goes there at all."""
    game = europe("Berlin: ger6inf / Budapest: hun3inf / Moscow: sov4inf / axis movement", "1941")
    t, town = game.table, node(game, "Budapest")
    full = rail.capacity(t, "hungary")
    assert full > 0 and rail.lines(t, GERMANY) >> town & 1
    for left in range(full - 1, -1, -1):
        pieces.tally(t, "rail hungary")
        assert rail.capacity(t, "hungary") == left
    game._changed()
    assert not rail.lines(t, GERMANY) >> town & 1


@pytest.mark.rule("aeto", "2.6")
def test_bombers_find_railways() -> None:
    """A mission against the rails of Lille: 6 and the target number 3."""
    game = europe("Norwich: uk3bmb / London: uk5inf / Lille: ger6inf / Moscow: sov4inf / axis movement", "1941", [6])
    t, town = game.table, node(game, "Lille")
    what = installations.WORDS.index("rail")
    plane = named(game, "uk3bmb@Norwich")
    assert installations.near(t, plane, what) >> town & 1 and installations.target_number(t, what, town) == 3
    before = rail.capacity(t, rail.nation_at(t, town))
    installations.damage(t, (plane,) * 6, "rail", town)
    assert rail.capacity(t, rail.nation_at(t, town)) == max(0, before - 1) and bases.capacity(t, town) >= 0


@pytest.mark.rule("aeto", "6.1/soviet-offmap", "6.1/soviet-offmap-0818", "6.1/soviet-offmap-end")
def test_soviet_trains_leave_the_map_and_come_back() -> None:
    """From one edge hex to another though the line between is Axis; never by E 0818, and no German does."""
    game = europe("E 1811: sov4inf / Moscow: sov4inf / Berlin: ger6inf / axis movement")
    t = game.table
    army = named(game, t.title.piece_name(t, t.p.stack(node(game, "E 1811"))[0]))
    for name in rail.EDGES:
        t.p.held = [land & ~(1 << node(game, name)) for land in t.p.held]
        t.p.held[USSR] |= 1 << node(game, name)
    found = rail.off_the_map(t, USSR, 1 << node(game, "E 1811"))
    assert found >> node(game, "E 1211") & 1 and not found >> node(game, "E 0818") & 1
    assert not rail.off_the_map(t, GERMANY, found) and not rail.off_the_map(t, USSR, 1 << node(game, "Moscow"))
    assert army >= 0


@pytest.mark.rule("aeto", "7.14/soviet-armor", "7.14/purchase-armor")
def test_lent_tanks_come_back_and_are_never_bought_back() -> None:
    """A 4-5 tank corps lost at Smolensk is in the Box after 15 EPs of US lend-lease, free, not for EPs."""
    for sent in (14, 15):
        t = europe("Moscow: sov4inf / Berlin: ger6inf / ussr 40 EPs / axis movement").table
        tank = pieces.raise_chit(t, card_of("ussr", "armor", "Tank corps").number, 1, t.world.node("Smolensk"))
        t.p.lent["us ussr_persia"] = sent
        pieces.eliminate(t, tank, "5.18/DE")
        assert bool(replenish.without_price(t, t.seat_of(USSR), ())) == (sent == 15)
        assert not replenish.for_a_price(t, t.seat_of(USSR), ())


@pytest.mark.rule("aeto", "9.26")
def test_germans_and_italians_share_no_offensive_before_1941() -> None:
    """An Italian beside Rommel is not woken by him in 1940, but in 1941; nor do their HQs combine."""
    for month, woken in (("December 1940", False), ("January 1941", True)):
        game = desert("Mechili: ger8arm ita3inf Rommel / Cairo: uk5inf / axis offensives")
        t = game.table
        t.p.month = month_of(month)
        game.play("germany", "general Rommel")
        italian = named(game, "ita3inf@Mechili")
        assert bool(activation.cooperating(t, 0, ()) >> italian & 1) == woken
        play(game, "g: activate ger8arm@Mechili")
        assert refused(game, "g: activate ita3inf@Mechili") == ("" if woken else "9.26")
        assert bool(activation.strangers(t, ITALY)) != woken


@pytest.mark.rule("aeto", "9.5")
def test_a_great_power_fights_on_abroad() -> None:
    """France falls: her army at Algiers stays and holds it, that of Lyon is gone; a fallen Poland keeps nothing."""
    game = europe("Lyon: fra3inf / Algiers: fra3inf / Berlin: ger6inf / axis movement", "1940")
    t = game.table
    conquest.conquer(t, "france", GERMANY)
    assert at(game, "Algiers") and not at(game, "Lyon") and t.p.held[FRANCE] >> node(game, "Algiers") & 1


@pytest.mark.rule("aeto", "10.20")
def test_few_germans_come_to_africa() -> None:
    """None in 1940, four steps in the Winter of 1941, eight after it."""
    game = europe("Naples: ger6inf ger8arm ger8arm / London: uk5inf / axis movement", "1941")
    t, tripoli = game.table, node(game, "Tripoli")
    units = tuple(t.p.stack(node(game, "Naples")))
    two = tuple(i for i in units if sum(t.p.steps[j] for j in units if j <= i) <= 4)
    cases = (
        ("December 1940", two, False), ("January 1941", two, True), ("January 1941", units, False),
        ("April 1941", units, True),
    )  # fmt: skip
    for month, steps, open_ in cases:
        t.p.month = month_of(month)
        assert (not cargo.closed_in_africa(t, steps) >> tripoli & 1) == open_


@pytest.mark.rule("aeto", "11.17", "5.14/odds-optional")
def test_fractional_odds_are_eighths_of_the_next_column() -> None:
    """21 against 6 are 3:1 and four in eight for 4:1; without the option they are 3:1."""
    plain = desert("Mechili: ger8arm / Cairo: uk5inf / axis offensives")
    game = grognard.read_scene("aeto desert42 bare / Mechili: ger8arm / Cairo: uk5inf / axis offensives",
                               options={"fractional_odds": "on"})  # fmt: skip
    assert combat.eighths(plain.table, 21, 6) == 0
    assert [combat.eighths(game.table, a, d) for a, d in ((21, 6), (5, 6), (30, 6), (1, 6), (18, 6))] == [4, 5, 0, 0, 0]
    assert combat.RATIOS[0] == Fraction(1, 3)


@pytest.mark.rule("aeto", "11.13")
def test_by_option_the_dead_do_not_return() -> None:
    """A panzer corps lost in Russia is in the pool, by option nowhere; an HQ always is."""
    for option, left in (("off", 1), ("on", 0)):
        game = europe("Smolensk: ger8arm / Moscow: sov4inf / axis movement", options={"no_return": option})
        t = game.table
        panzer = named(game, "ger8arm@Smolensk")
        card = t.p.card[panzer]
        before = counts.of(t.p.pool, card)
        pieces.eliminate(t, panzer, "5.18/DE")
        assert counts.of(t.p.pool, card) - before == left


@pytest.mark.rule("aeto", "12.3")
def test_the_first_of_the_winners_holds_most_of_the_enemys_resources() -> None:
    """The Soviets hold Ploesti and Kharkov, the British nothing of the enemy's: the Soviets are named first."""
    game = europe("Moscow: sov4inf / London: uk5inf / Berlin: ger6inf / axis movement", options={"players": "3"})
    t = game.table
    allied = victory.seats_of(t, WEST, 3)
    assert {t.seats[s] for s in allied} == {"uk", "ussr"}
    bit = 1 << node(game, "Ploesti")
    t.p.held = [land & ~bit for land in t.p.held]
    lead = {s: victory.taken_by(t, s) for s in allied}
    t.p.held[USSR] |= bit
    assert victory.taken_by(t, t.seat_of(USSR)) == lead[t.seat_of(USSR)] + 1
    others = [n for n in range(t.world.land.bit_length()) if t.world.places("resource") >> n & 1]
    germans = [n for n in others if t.world.board.nation["germany"] >> n & 1]
    for power, first in ((USSR, "ussr"), (UK, "uk")):
        for n in germans:
            t.p.held = [land & ~(1 << n) for land in t.p.held]
            t.p.held[power] |= 1 << n
        assert t.seats[victory.seats_of(t, WEST, 3)[0]] == first


@pytest.mark.rule("aeto", "P5/initiative-own-side", "P5/initiative-enemy-side")
def test_who_begins_of_a_side() -> None:
    """With the Initiative Germany lets the Soviets or the British begin as the richer of them says, or Italy."""
    text = "Warsaw: ger6inf / Rome: ita3inf / Moscow: sov4inf / London: uk5inf / axis movement"
    for order, answer, first in (("first axis italy", "", "italy"), ("first allies", "begin uk", "uk")):
        game = europe(text, "1941", options={"players": "4"})
        t = game.table
        for power in (GERMANY, ITALY, UK, USSR):
            t.p.offensives[power] = 1
        t.p.hostile[GERMANY] |= 1 << USSR
        t.p.hostile[USSR] |= 1 << GERMANY
        t.p.alliance[USSR] = 3
        t.p.due[f"bought {USSR}"], t.p.initiative = 9, AXIS
        t.agenda = (t.agenda[0], Frame("who_first", "step", t.seat_of(GERMANY)))
        game._changed()
        holder = prompt(game)[0]
        game.play(holder, order)
        if answer:
            assert prompt(game) == ("ussr", "beginner")
            game.play("ussr", answer)
        seats = offensives.seats_of(t, 0 if first == "italy" else 1)
        assert t.seats[offensives.named_first(t, seats)[0]] == first


@pytest.mark.rule("aeto", "10.11")
def test_zhukov_strengthens_every_stack_in_his_radius() -> None:
    """His adjutants give two points to attack and defence beside a General's rating; far away nothing."""
    t = europe("Moscow: sov4inf / Kiev: sov4inf / Berlin: ger6inf / axis movement").table
    card = next(c.number for c in t.world.cards if c.name == "Zhukov" and c.kind == 8)
    pieces.raise_chit(t, card, 1, t.world.node("Moscow"))
    near, far = (t.p.stack(t.world.node(name))[0] for name in ("Moscow", "Kiev"))
    assert (combat.zhukov(t, (near,)), combat.zhukov(t, (far,))) == (2, 0)
    assert combat.defence(t, Battle(t.world.node("Moscow"), (), GERMANY)) >= 2


@pytest.mark.rule("aeto", "10.9")
def test_ultra_is_drawn_in_the_winter_turn() -> None:
    """The Seasonal Turn of January 1942 brings two chits, that of April none."""
    for month, drawn in (("January 1942", 2), ("April 1942", 0)):
        game = europe("Berlin: ger6inf / London: uk5inf / axis movement", "1941", [1, 1])
        t = game.table
        t.p.month = month_of(month)
        t.push(Frame("season_start", "step", -1))
        turn.SeasonStart().run(t, t.frame)
        assert 6 - len(ultra.undrawn(t)) == drawn
