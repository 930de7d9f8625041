"""Strategic Warfare: U-boats and convoys, Escorts, bombing of economies (Part 2)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.air import bases
from grognard.titles.aeto.sea import upkeep
from grognard.titles.aeto.strategic import assignments, bombing, convoys, installations, iron_ore
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, event, named, node, refused

ATLANTIC = "Brest: ger0ub ger0ub / Berlin: ger6inf / Liverpool: uk0de uk0de uk0de / London: uk5inf"


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


@pytest.mark.rule("aeto", "2.0")
@pytest.mark.rule("aeto", "2.3")
def test_u_boats_sink_eps_of_the_uk() -> None:
    """Two boats against no Escort in 1941: 5 and 6 sink an EP each; the reserve is safe, the track may fall below 0."""
    game = sea(f"{ATLANTIC} / uk 1 EPs / axis assignments", [5, 6])
    t = game.table
    t.p.reserve[UK] = 5
    assert refused(game, "g: assign uk0de@Liverpool north_atlantic") != ""
    orders(game, "g: assign ger0ub@Brest+ger0ub@Brest north_atlantic", "g: end")
    assert t.p.ep[UK] == 1
    orders(game, "u: end")
    assert (game.table.p.ep[UK], game.table.p.reserve[UK]) == (-1, 5)
    assert event(game, "convoys")["ep"] == 2


@pytest.mark.rule("aeto", "2.1")
def test_six_boats_an_area() -> None:
    """Seven chits do not hunt in one area, and none in the Arctic while its route is closed."""
    many = " ".join(["ger0ub"] * 7)
    game = sea(f"Brest: {many} / Berlin: ger6inf / Liverpool: uk0de / axis assignments")
    seven = "+".join(["ger0ub@Brest"] * 7)
    assert refused(game, f"g: assign {seven} mid_atlantic") == "2.1"
    assert refused(game, "g: assign ger0ub@Brest arctic_west") == "2.1"
    t = game.table
    assert assignments.open_areas(t) == (0, 1, 2)
    t.p.politics["arctic"] = 1
    assert assignments.open_areas(t) == (0, 1, 2, 3, 4)


@pytest.mark.rule("aeto", "2.2")
def test_escorts_stay_on_duty() -> None:
    """Escorts go to their area, are Committed, need no fuel there, and stay until they are called home."""
    game = sea(f"{ATLANTIC} / axis assignments")
    orders(game, "g: end", "u: assign uk0de@Liverpool north_atlantic", "u: end")
    t = game.table
    box = node(game, "North_Atlantic_Convoy")
    (escort,) = assignments.on_duty(t)[0]
    assert t.p.at[escort] == box and t.p.status[escort] == 2
    assert upkeep.unsupplied(t) == {}
    assert assignments.guards(t, t.seat_of(UK)) >> escort & 1
    assignments.send(t, escort, assignments.HOME)
    assert t.p.at[escort] != box


@pytest.mark.rule("aeto", "2.3")
def test_what_a_screen_is_worth() -> None:
    """Half as many Escorts as boats take 1, twice as many 2; a depleted chit has -1; 1942 is a good year."""
    assert [convoys.screened(4, n) for n in (1, 2, 7, 8)] == [0, -1, -1, -2]
    assert [convoys.sunk(net) for net in (3, 4, 5, 6, 7, 9)] == [0, 0, 1, 1, 2, 2]
    game = sea("Brest: ger0ub ger0ub- / London: uk5inf / axis assignments")
    t = game.table
    assert convoys.worn(t, named(game, "ger0ub@Brest")) == 0 and convoys.worn(t, named(game, "ger0ub-@Brest")) == -1
    assert [convoys.year_row(year)["uboat_mod"] for year in (1941, 1942)] == ["0", "1"]


@pytest.mark.rule("aeto", "2.4")
def test_escorts_hunt() -> None:
    """Three Escorts against two boats in 1941: only a 12 finds one, and a full chit is depleted."""
    game = sea(f"{ATLANTIC} / axis assignments", [1, 1, 6, 6, 1, 2, 3, 4])
    orders(game, "g: assign ger0ub@Brest+ger0ub@Brest north_atlantic", "g: end")
    orders(game, "u: assign uk0de@Liverpool+uk0de@Liverpool+uk0de@Liverpool north_atlantic", "u: end")
    assert event(game, "hunt") == {"area": "the North Atlantic", "needed": 12, "sunk": 1}
    assert sorted(game.table.p.steps[i] for i in game.table.p.stack(node(game, "Brest"))) == [1, 2]


@pytest.mark.rule("aeto", "2.2")
def test_aircraft_over_the_convoys() -> None:
    """Wellingtons of range 12 at Belfast reach the North Atlantic and count two; Blenheims of 8 do not take part."""
    game = sea("Brest: ger0ub / Berlin: ger6inf / Belfast: uk3bmb uk2bmb / London: uk5inf / axis assignments", [6])
    t = game.table
    assert assignments.patrols(t, t.seat_of(UK)) == 1 << named(game, "uk3bmb@Belfast")
    assert refused(game, "u: assign uk3bmb@Belfast south_atlantic") == "2.2"
    orders(game, "g: assign ger0ub@Brest north_atlantic", "g: end", "u: assign uk3bmb@Belfast north_atlantic", "u: end")
    assert (event(game, "convoys")["shift"], event(game, "convoys")["ep"]) == (-2, 0)


@pytest.mark.rule("aeto", "2.5")
def test_bombing_an_economy() -> None:
    """Two Wellingtons over the Ruhr: past flak, 6 and half of 3 are 7, an EP each; three a month at most."""
    game = sea("London: uk3bmb uk3bmb / Berlin: ger6inf / germany 9 EPs / uk bombing", [6, 6, 6, 6])
    t = game.table
    assert refused(game, "u: bomb uk3bmb@London Konigsberg") == "2.5"
    before = t.p.ep[GERMANY]
    orders(game, "u: bomb uk3bmb@London+uk3bmb@London Essen")
    assert before - game.table.p.ep[GERMANY] == 2
    assert bombing.left_to_lose(game.table, node(game, "Essen")) == 1
    assert [bombing.worth(net) for net in (5, 6, 7, 8)] == [0, 1, 1, 2]


@pytest.mark.rule("aeto", "4.20")
def test_bombing_a_port_and_a_base() -> None:
    """Brest is a port with an airbase: its numbers add up, and a fortified hex has two more."""
    game = sea("London: uk3bmb uk3bmb / Berlin: ger6inf / Brest: ger5ftr / uk bombing")
    t = game.table
    brest = node(game, "Brest")
    port, base = installations.target_number(t, 1, brest), installations.target_number(t, 0, brest)
    assert port >= 2 + bases.capacity(t, brest) and base in (2, 3)
    t.p.forts |= 1 << brest
    assert installations.target_number(t, 0, brest) == base + 2
    assert installations.strike_of(t, tuple(t.p.stack(node(game, "London")))) == 2
    assert refused(game, "u: bomb_works uk3bmb@London port Konigsberg") == "4.20"


@pytest.mark.rule("aeto", "4.20")
def test_aircraft_without_a_base() -> None:
    """The base of Derna is destroyed: a 3 costs the fighters, a 4 lets them go to the next base."""
    for die, left in ((3, 0), (4, 2)):
        game = sea("Derna: ger5ftr / Berlin: ger6inf / London: uk5inf / uk bombing", [die])
        t = game.table
        fighter = named(game, "ger5ftr@Derna")
        t.p.destroyed[f"{node(game, 'Derna')} airbase"] = 1
        installations.crowded_out(t, node(game, "Derna"))
        assert t.p.steps[fighter] == left and (not left or t.p.at[fighter] != node(game, "Derna"))


@pytest.mark.rule("aeto", "2.26")
def test_the_iron_ore_route() -> None:
    """In Autumn the ore sails by Stavanger: Rodney there and a full submarine each cost an EP on 5 or 6."""
    game = sea("off_Stavanger: Rodney uk0ss uk1dd / Berlin: ger6inf / germany 9 EPs / axis naval", [5, 4])
    t = game.table
    t.p.month = month_of("October 1941")
    assert len(iron_ore.raiders(t)) == 2
    before = t.p.ep[GERMANY]
    iron_ore.settle(t)
    assert t.p.ep[GERMANY] == before - 1
    t.p.month = month_of("July 1941")
    assert iron_ore.raiders(t) == []
    t.p.hostile[GERMANY] |= 1 << t.title.meta.powers.index("sweden")
    assert not iron_ore.ore_flows(t)
