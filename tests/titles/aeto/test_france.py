"""May 1940: the set-up, the armistice and Vichy, Fighting Vichy, Italy's entry, who plays a fallen power."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.engine.core.rules import Refused
from grognard.titles.aeto import agents, rail, reach, stacking, victory, zones
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.air import bases, dogfight
from grognard.titles.aeto.politics import conquest, vichy, wars
from grognard.titles.aeto.position import AXIS, NEUTRAL_SIDE, WEST
from grognard.titles.aeto.sea import ports, ships
from grognard.titles.aeto.seasonal import bids
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, VICHY

from .scenes import at, named, node, offers, play, prompt, refused
from .seasons import told

NEUTRALS = "Berlin: ger6inf / Paris: fra5inf / London: uk5inf / Rome: ita3inf"


def scene(text: str, dice: list[int] | None = None, **new: object) -> grognard.Game:
    """May 1940 with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1940 bare / {text}", dice, **new)


def fallen(text: str, dice: list[int]) -> grognard.Game:
    """The End Phase in which Germany holds the north with Paris, and is asked what becomes of France."""
    game = scene(f"Berlin: ger6inf / London: uk5inf / {text} / axis movement", dice)
    vichy.give(game.table, game.table.world.board.region["Occupied France"], GERMANY)
    while prompt(game)[1] != "armistice":
        seat, step = prompt(game)
        game.play(seat, "end" if step in ("movement", "burning") else "pass")
    return game


# The set-up


def test_the_set_up_has_the_chits_of_the_list() -> None:
    """Land chits and leaders of the order of battle, by nation and name; Belgians and Dutch come when invaded."""
    placed: Counter[tuple[str, str, str]] = Counter()
    for row in tb.table("setup_1940.csv"):
        placed[row["nation"], row["kind"], row["name"]] += int(row["count"])
    for row in tb.table("list_1940.csv"):
        if row["kind"] in ("HQ", "General", "air", "all") or row["nation"] in ("belgium", "netherlands"):
            continue
        rows = [r for r in tb.table("list_1940.csv") if [r[k] for k in ("nation", "kind", "name")] ==
                [row[k] for k in ("nation", "kind", "name")]]  # fmt: skip
        garrisons = 2 if (row["nation"], row["name"]) == ("uk", "Infantry corps") else 0
        assert placed[row["nation"], row["kind"], row["name"]] == sum(int(r["count"]) for r in rows) + garrisons, row
    assert placed["germany", "General", "Guderian"] == placed["france", "HQ", "1st"] == 1


@pytest.mark.parametrize("scenario", ["1940", "1939", "1944"])
def test_everybody_stands_in_a_friendly_hex_with_room(scenario: str) -> None:
    """No hex is over-stacked, no base overcrowded, nobody stands on foreign land."""
    t = grognard.new("aeto", scenario, seed=1).table
    p = t.p
    for here, stack in p.stacks.items():
        land = [i for i in stack if p.kind[i] < tb.FIGHTER]
        assert stacking.fits(t, land, here), t.node_name(here)
        assert sum(p.kind[i] == tb.HQ for i in stack) < 2
        assert len(bases.based_at(t, here)) <= bases.capacity(t, here), t.node_name(here)
        assert ships.chits(t, ships.ships_at(t, here)) <= max(ports.capacity(t, here), 0), t.node_name(here)
        for i in stack:
            friendly = zones.held_by_friends(p, p.power[i]) | ports.open_to(t, p.power[i])
            assert friendly >> here & 1, t.title.piece_name(t, i)


def test_who_can_play_1940() -> None:
    """The third player has Italy, the fourth France with Vichy; a fifth has nobody."""
    four = grognard.new("aeto", "1940", seed=1, options={"players": "4"})
    assert four.seats == ("germany", "italy", "france", "uk")
    assert four.table.seat_of(VICHY) == four.table.seat_of(FRANCE) != four.table.seat_of(UK)
    assert grognard.new("aeto", "1940", seed=1, options={"players": "3"}).seats == ("germany", "italy", "uk")
    with pytest.raises(Refused, match="two, three or four"):
        grognard.new("aeto", "1940", seed=1, options={"players": "5"})


@pytest.mark.rule("aeto", "9.0")
def test_who_stays_out_of_1940() -> None:
    """Germany may attack Belgium, not the Soviet Union, which takes no part."""
    game = scene(f"{NEUTRALS} / axis offensives")
    assert "belgium" in offers(game, "g: war") and refused(game, "g: war ussr") == "9.0"


# The armistice


@pytest.mark.rule("aeto", "9.10")
def test_vichy_is_set_up_at_once() -> None:
    """The south and the colonies are Vichy and neutral, its units are placed, the French are gone, Germans leave."""
    game = fallen("Lyon: ger8arm / Bordeaux: fra5inf / Algiers: fra4inf", [1, 2, 3, 4])
    assert prompt(game) == ("germany", "armistice")
    play(game, "g: vichy")
    p = game.table.p
    assert at(game, "Lyon") == ["vic3inf"] and at(game, "Marseilles") == ["vic3inf"] and at(game, "Bordeaux") == []
    assert at(game, "Algiers") == ["vic4inf"] and at(game, "Beirut") == ["vic3inf"] and not p.occupied[FRANCE]
    for name in ("Toulouse", "Algiers", "Casablanca", "Beirut", "Tunis"):
        assert p.held[VICHY] >> node(game, name) & 1, name
    assert p.held[GERMANY] >> node(game, "Bordeaux") & 1
    assert not p.hostile[VICHY] and p.alliance[VICHY] == NEUTRAL_SIDE and not p.hostile[FRANCE]
    assert any("ger8arm" in at(game, game.table.node_name(n)) for n in p.stacks)


@pytest.mark.rule("aeto", "9.10")
def test_a_colony_may_join_the_free_french() -> None:
    """A 6 for the third of four colonies: French Morocco is British, its division with it; Tunisia stays."""
    game = play(fallen("Metz: ger6inf", [1, 5, 6, 2]), "g: vichy")
    p = game.table.p
    assert p.held[UK] >> node(game, "Casablanca") & 1 and p.held[VICHY] >> node(game, "Tunis") & 1
    (piece,) = p.stack(node(game, "Casablanca"))
    assert p.power[piece] == UK


@pytest.mark.rule("aeto", "9.10")
def test_france_may_be_occupied_instead() -> None:
    """Without Vichy the army of Africa fights on, Lyon is German, and the question is not put again."""
    game = play(fallen("Algiers: fra4inf / Bordeaux: fra5inf", []), "g: occupy")
    p = game.table.p
    assert at(game, "Algiers") == ["fra4inf"] and at(game, "Bordeaux") == []
    assert p.held[GERMANY] >> node(game, "Lyon") & 1 and p.held[FRANCE] >> node(game, "Algiers") & 1
    assert p.hostile[FRANCE] >> GERMANY & 1 and not vichy.may_be_set_up(game.table)


@pytest.mark.rule("aeto", "9.10")
def test_no_vichy_after_1941() -> None:
    """Germany conquers France in January 1942: too late."""
    game = scene("Berlin: ger6inf / axis movement")
    t = game.table
    t.p.month = month_of("December 1941")
    t.p.conquests["france"] = (GERMANY, t.p.month)
    assert vichy.may_be_set_up(t)
    t.p.month += 1
    t.p.conquests["france"] = (GERMANY, t.p.month)
    assert not vichy.may_be_set_up(t)


@pytest.mark.rule("aeto", "6.1/conquest", "6.1/liberation")
def test_a_nation_that_was_conquered_keeps_one_train() -> None:
    """France has four; conquered one, and one when it is free again."""
    game = scene("Berlin: ger6inf / axis movement")
    t = game.table
    assert rail.capacity(t, "france") == 4
    conquest.conquer(t, "france", GERMANY)
    assert rail.capacity(t, "france") == 1
    conquest.liberate(t, "france")
    assert rail.capacity(t, "france") == 1


# Fighting Vichy


def with_vichy(text: str, dice: list[int] | None = None) -> grognard.Game:
    """July 1940 with a Vichy that has lost no colony; the West has declared war on it."""
    game = scene(f"Berlin: ger6inf / {text} / month={month_of('July 1940')} / axis movement", dice)
    t = game.table
    t.p.conquests["france"] = (GERMANY, month_of("June 1940"))
    t.p.politics["vichy"] = month_of("June 1940")
    vichy.end_war_of_france(t)
    for name in (vichy.HOME, *vichy.COLONIES):
        vichy.give(t, vichy.area(t, name), VICHY)
    vichy.garrison(t)
    return game


@pytest.mark.rule("aeto", "9.11")
def test_vichy_fights_only_where_it_was_entered() -> None:
    """The British are in Syria: the army of the Levant may act, that of Tunisia may not."""
    game = with_vichy("Haifa: uk5inf")
    t = game.table
    wars.declare(t, UK, VICHY)
    assert not vichy.roused(t, VICHY, node(game, "Beirut"))
    t.title.scene_piece(t, node(game, "Damascus"), "uk5inf")
    assert vichy.roused(t, VICHY, node(game, "Beirut")) and not vichy.roused(t, VICHY, node(game, "Tunis"))
    assert t.seat_of(VICHY) == t.seat_of(GERMANY)
    t.p.minor[VICHY] = 2
    assert refused_minor(game, "Tunis") and not refused_minor(game, "Beirut")


def refused_minor(game: grognard.Game, place: str) -> bool:
    """Is Vichy's stack at a place kept from acting?"""
    seat = game.table.seat_of(VICHY)
    able = agents.with_minor_offensives(game.table, seat, ()) & agents.roused_hexes(game.table, seat, ())
    return not able >> node(game, place) & 1


@pytest.mark.rule("aeto", "5.15/vichy")
def test_vichy_never_attacks_against_the_odds() -> None:
    """The army of the Levant (3) may attack one British step of 3, not a corps of 5."""
    for enemy, rule in (("uk5inf", "5.15/vichy"), ("uk3inf-", "")):
        game = with_vichy("Haifa: uk5inf")
        t = game.table
        wars.declare(t, UK, VICHY)
        t.title.scene_piece(t, node(game, "Damascus"), enemy)
        t.p.minor[VICHY] = 2
        t.title.scene_word(t, "axis offensives")
        game._changed()
        while prompt(game)[1] == "arriving" or "minor" not in verbs(game, "germany"):
            game.play(prompt(game)[0], "pass" if prompt(game)[1] == "offensives" else "end")
        play(game, "g: minor Beirut", "g: activate_all", "g: end")
        while prompt(game)[1] in ("command", "land_movement"):
            play(game, "g: end")
        play(game, "g: declare Damascus", "g: end")
        assert refused(game, "g: attack Damascus vic3inf@Beirut") == rule


def verbs(game: grognard.Game, seat: str) -> set[str]:
    d = game.decisions().get(seat)
    return {choice.text for choice in d.next()} if d else set()


@pytest.mark.rule("aeto", "9.11")
def test_after_a_landing_in_africa_vichy_units_may_go_over() -> None:
    """British in Algeria: Algiers rolls 4 and joins, Tunis 3 and stays; Syria rolls nothing."""
    game = with_vichy("London: uk5inf", [4, 3, 1])
    t = game.table
    wars.declare(t, UK, VICHY)
    t.title.scene_piece(t, node(game, "Oran"), "uk5inf")
    vichy.end_phase(t)
    powers = {name: t.p.power[t.p.stack(node(game, name))[0]] for name in ("Algiers", "Tunis", "Casablanca", "Beirut")}
    assert powers == {"Algiers": UK, "Tunis": VICHY, "Casablanca": VICHY, "Beirut": VICHY}
    assert t.p.held[UK] >> node(game, "Algiers") & 1


@pytest.mark.rule("aeto", "9.11")
def test_when_the_axis_breaks_the_armistice_colonies_go_over() -> None:
    """Germans enter Lyon: each colony rolls once, and joins on 4 to 6."""
    game = with_vichy("London: uk5inf", [4, 3, 6, 1])
    t = game.table
    wars.declare(t, GERMANY, VICHY)
    vichy.end_phase(t)
    assert not t.p.held[UK] & vichy.area(t, "algeria")
    t.title.scene_piece(t, node(game, "Toulouse"), "ger6inf")
    vichy.end_phase(t)
    gone = {colony for colony in vichy.COLONIES if t.p.held[UK] & vichy.area(t, colony)}
    assert gone == {"algeria", "french morocco"}
    vichy.end_phase(t)


# Italy


@pytest.mark.rule("aeto", "9.13")
def test_italy_enters_from_june() -> None:
    """Not in May; in June by choice, and then against all enemies of Germany."""
    game = scene(f"{NEUTRALS} / axis offensives")
    assert "france" not in offers(game, "g: war")
    game = scene(f"{NEUTRALS} / month={month_of('June 1940')} / axis offensives")
    play(game, "g: war france")
    p = game.table.p
    assert p.alliance[ITALY] == AXIS and p.hostile[ITALY] >> FRANCE & 1 and p.hostile[ITALY] >> UK & 1
    assert p.hostile[ITALY] >> POWERS.index("norway") & 1


@pytest.mark.rule("aeto", "9.13")
def test_italy_enters_when_it_is_attacked_or_france_falls() -> None:
    """The UK may declare war on Italy in May; and Italy is at war as soon as France is conquered."""
    game = scene(f"{NEUTRALS} / uk offensives")
    play(game, "u: war italy")
    assert game.table.p.alliance[ITALY] == AXIS and game.table.p.hostile[ITALY] >> FRANCE & 1
    game = scene(f"{NEUTRALS} / axis movement")
    conquest.conquer(game.table, "france", GERMANY)
    assert game.table.p.hostile[ITALY] >> UK & 1 and game.table.p.alliance[ITALY] == AXIS


@pytest.mark.rule("aeto", "9.13")
def test_before_that_italy_makes_no_war_on_greece() -> None:
    """Italy at peace may not attack Greece; at war she may."""
    game = scene(f"{NEUTRALS} / axis offensives")
    t = game.table
    assert not wars.may_declare(t, ITALY, POWERS.index("greece"))
    wars.italy_enters(t)
    assert wars.may_declare(t, ITALY, POWERS.index("greece"))


@pytest.mark.rule("aeto", "9.13")
def test_at_peace_italians_stay_at_home_and_their_offensives_do_not_count() -> None:
    """In May no Italian enters France or Germany, and three Offensives of Italy give no Initiative."""
    game = scene(f"{NEUTRALS} / Ventimiglia: ita3inf / axis movement".replace("Ventimiglia", "W 2421"))
    t = game.table
    closed = reach.no_entry(t, ITALY)
    assert closed >> node(game, "Nice") & 1 and closed >> node(game, "Munich") & 1
    assert not closed >> node(game, "Genoa") & 1 and bids.counted(t, {ITALY: 3, UK: 2}) == [0, 2]
    wars.italy_enters(t)
    assert not reach.no_entry(t, ITALY) >> node(game, "Nice") & 1 and bids.counted(t, {ITALY: 3, UK: 2}) == [3, 2]


# Who plays a fallen power


@pytest.mark.rule("aeto", "9.3")
def test_a_fallen_power_that_holds_nothing_changes_hands() -> None:
    """Italy, conquered with nothing abroad, fights no one and is played by its conqueror; with Libya it holds out."""
    game = scene(f"{NEUTRALS} / axis movement", options={"players": "4"})
    t = game.table
    wars.italy_enters(t)
    twin = game.copy().table
    conquest.conquer(twin, "italy", UK)
    assert twin.seats[twin.seat_of(ITALY)] == "italy" and twin.p.hostile[ITALY]
    conquest.conquer(t, "italy", UK, outright=True)
    assert t.seats[t.seat_of(ITALY)] == "uk" and not t.p.hostile[ITALY] and t.p.alliance[ITALY] == NEUTRAL_SIDE


@pytest.mark.rule("aeto", "9.14")
def test_when_italy_collapses_her_units_abroad_go_and_germans_keep_their_hexes() -> None:
    """Rome is British; a 6: Italians in Libya are gone, Germans in Milan keep it."""
    game = scene("Rome: uk5inf / Tripoli: ita3inf / Milan: ger6inf / axis movement", [6])
    t = game.table
    wars.italy_enters(t)
    conquest.collapse_of_italy(t)
    assert "italy" in t.p.conquests and at(game, "Tripoli") == []
    assert t.p.held[GERMANY] >> node(game, "Milan") & 1 and t.p.held[UK] >> node(game, "Turin") & 1


# Victory, and the air


@pytest.mark.rule("aeto", "12.2")
@pytest.mark.parametrize(
    ("month", "result"),
    [("June 1940", ("decisive", "axis")), ("July 1940", ("marginal", "axis")), ("August 1940", ("marginal", "allied")),
     ("", ("decisive", "allied"))],
)  # fmt: skip
def test_1940_is_counted_by_the_fall_of_france(month: str, result: tuple[str, str]) -> None:
    """By June, by July, later, or never; and not before the end of September."""
    game = scene(f"{NEUTRALS} / axis movement")
    t = game.table
    if month:
        t.p.conquests["france"] = (GERMANY, month_of(month))
    assert victory.judgement(t)[:2] == result
    victory.look(t)
    assert t.outcome is None
    t.p.month = t.p.last
    victory.look(t)
    assert t.outcome is not None and t.outcome.level == result[0]
    assert t.outcome.winners == (("germany",) if result[1] == "axis" else ("uk",))


@pytest.mark.rule("aeto", "10.2")
def test_a_declared_blitzkrieg_helps_in_the_air() -> None:
    """In the month in which Germany declares it +1 against French aircraft, none against British; not in the next."""
    game = scene("Berlin: ger6inf / Cologne: ger4ftr / Paris: fra2ftr / London: uk4ftr / axis offensives")
    t = game.table
    german, french, british = named(game, "ger4ftr@Cologne"), named(game, "fra2ftr@Paris"), named(game, "uk4ftr@London")
    assert dogfight.blitz(t, german, french) == 0
    play(game, "g: blitzkrieg france")
    assert dogfight.blitz(t, german, french) == 1 and dogfight.blitz(t, german, british) == 0
    t.p.month += 1
    assert dogfight.blitz(t, german, french) == 0


def test_belgium_is_set_up_by_the_british_when_it_is_invaded() -> None:
    """Germany declares war on Belgium: the UK places four corps and the Chasseurs before Germany goes on."""
    game = play(scene(f"{NEUTRALS} / axis offensives"), "g: war belgium")
    t = game.table
    assert t.p.alliance[POWERS.index("belgium")] == WEST and prompt(game) == ("uk", "arriving")
    play(game, "u: place bel_Corps_3-3 Brussels")
    assert at(game, "Brussels") == ["bel3inf"] and told(game, "joined")[-1]["nation"] == "belgium"
