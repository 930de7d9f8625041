"""Chapter 3 and the scenario sheets: who holds what, which blocks stand where, and what a set-up owes."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.titles.systems.front import economy
from grognard.titles.systems.front.state import month_text
from grognard.titles.westfront import setup
from grognard.titles.westfront.deploying import chart_kind

from .play import ALLIED, AXIS
from .table import lane, why_not

DATA = Path(__file__).parents[3] / "grognard" / "titles" / "westfront" / "data"
SCENARIOS = ("husky", "s43", "w43", "s44", "w44")
LEVELS = {"husky": (25, 73), "s43": (39, 73), "w43": (43, 84), "s44": (53, 94), "w44": (46, 109)}
DEPLOYMENTS = [
    ("s43", "historical"), ("s43", "semi-historical"), ("s43", "free"), ("w43", "semi-historical"), ("w43", "free"),
    ("s44", "historical"), ("s44", "semi-historical"), ("s44", "free"), ("w44", "semi-historical"), ("w44", "free"),
]  # fmt: skip


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def deploying(scenario: str, mode: str, seat: str = "axis") -> Game:
    """A game in which a seat sets up; the Axis has done so before the Allies."""
    g = grognard.new("westfront", scenario, seed=1, options={"deployment": mode})
    return g.play("axis", "commit") and g if seat == "allied" else g


def begun(scenario: str, mode: str) -> Game:
    """A game that both sides have set up as the editor proposes."""
    g = deploying(scenario, mode, "allied")
    g.play("allied", "commit")
    return g


def owes(g: Game, seat: str, *orders: str) -> str:
    """The rule that keeps a seat from committing after some orders."""
    for order in orders:
        g.play(seat, order)
    return why_not(g, seat, "commit")


def standing(g: Game) -> dict[str, tuple[str, int]]:
    """Every block on the map: where, and its CV."""
    t = g.table
    return {
        unit.name: (t.node_name(t.p.at[i]), t.p.cv[i]) for i, unit in enumerate(t.world.units)
        if t.p.at[i] < t.world.spans
    }  # fmt: skip


def totals(g: Game) -> dict[tuple[int, str, str], tuple[int, int]]:
    """Units and CV on the map by side, kind and Axis nation."""
    t = g.table
    units: Counter[tuple[int, str, str]] = Counter()
    strength: Counter[tuple[int, str, str]] = Counter()
    for i, unit in enumerate(t.world.units):
        if t.p.at[i] < t.world.spans:
            key = (unit.power, *chart_kind(t, i))
            units[key] += 1
            strength[key] += t.p.cv[i]
    return {key: (n, strength[key]) for key, n in units.items()}


def held(g: Game, power: int) -> set[str]:
    return {g.table.node_name(n) for n in members(g.table.p.held[power])}


def land(g: Game, *regions: str) -> set[str]:
    """The playable hexes of some regions."""
    w = g.table.world
    return {w.board.name(n).replace(" ", "_") for name in regions for n in members(w.board.region[name] & w.land)}


# Every scenario


@pytest.mark.rule("westfront", "BC/3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_production_at_the_start(scenario: str) -> None:
    """The levels counted from the map are those of the back cover."""
    g = grognard.new("westfront", scenario, seed=1)
    assert tuple(economy.level(g.table, power) for power in (AXIS, ALLIED)) == LEVELS[scenario]


@pytest.mark.parametrize(("scenario", "mode"), DEPLOYMENTS)
def test_a_proposed_set_up_is_legal_and_whole(scenario: str, mode: str) -> None:
    """Both sides may commit at once; then every block of the card stands, at its CV or at the chart's totals."""
    g = begun(scenario, mode)
    found = standing(g)
    card = {row["unit"]: int(row["cv"]) for row in rows(f"ob_{scenario}") if row["mode"] in ("setup", "arrival")}
    if mode == "historical" or (mode, scenario[0]) == ("semi-historical", "s"):
        assert {name: cv for name, (_, cv) in found.items()} == card
    else:
        assert found.keys() <= {row["unit"] for row in rows(f"ob_{scenario}")}
    assert not g.table.p.occupied[AXIS] & g.table.p.occupied[ALLIED]
    assert list(g.decisions()) == ["allied"] and g.table.frame.step == "command"


@pytest.mark.rule("westfront", "3.21")
def test_the_axis_sets_up_first_and_the_allies_move_first() -> None:
    """One side after the other, and neither is done while its set-up owes something."""
    g = deploying("w43", "free")
    assert list(g.decisions()) == ["axis"]
    assert owes(g, "axis", "lift OKW") != ""
    g.play("axis", "ready")
    g.play("axis", "commit")
    assert list(g.decisions()) == ["allied"]
    g.play("allied", "commit")
    assert (list(g.decisions()), g.table.p.active) == (["allied"], ALLIED)


# Summer 43


@pytest.mark.rule("westfront", "S43/1", "S43/2", "16.4")
def test_summer_43_begins_in_july_with_the_allies_overseas() -> None:
    """Britain, Gibraltar, Malta and North Africa are Allied, Iberia is neutral, the rest is the Axis'."""
    g = grognard.new("westfront", "s43", seed=1)
    t = g.table
    assert month_text(t.p.month) == "1943-07"
    assert held(g, ALLIED) == land(g, "Britain", "North Africa") | {"Gibraltar", "Malta"}
    neutral = {t.node_name(n) for n in members(t.p.neutral)}
    assert neutral == land(g, "Spain", "Portugal") and "Mallorca" in neutral
    assert held(g, AXIS) == {t.node_name(n) for n in members(t.world.land)} - held(g, ALLIED) - neutral


@pytest.mark.rule("westfront", "3.24", "OB/a", "OB43/X")
def test_a_unit_of_a_city_stands_in_it_or_next_to_it() -> None:
    """84 Corps belongs to Cherbourg: the next hex serves, Paris does not."""
    g = deploying("s43", "historical")
    assert owes(g, "axis", "put 84inf Cherbourg") == ""
    assert owes(g, "axis", "put 84inf Le_Havre") == ""
    assert owes(g, "axis", "put 84inf Paris") == "OB/a"


@pytest.mark.rule("westfront", "OB/b", "OB43/A")
def test_a_unit_of_a_country_stands_anywhere_in_it() -> None:
    """21 Army Group belongs to Tunisia, 15 Army Group to all North Africa."""
    g = deploying("s43", "historical", "allied")
    assert owes(g, "allied", "put 21AG Sfax", "put 15AG Casablanca") == ""
    assert owes(g, "allied", "put 21AG Algiers") == "OB/b"


@pytest.mark.rule("westfront", "OB/c")
def test_a_coast_unit_stands_on_its_armys_coast() -> None:
    """89 Fortress guards from the Rhine to the Seine: not beyond, not inland."""
    g = deploying("s43", "historical")
    assert owes(g, "axis", "put 89fort Ostende") == ""
    assert owes(g, "axis", "put 89fort Lorient") == "OB/c"
    assert owes(g, "axis", "put 89fort Metz") == "OB/c"


@pytest.mark.rule("westfront", "OB/g")
def test_army_group_e_is_not_set_up() -> None:
    """Its blocks are no choice of the editor and wait off the map."""
    g = deploying("s43", "historical")
    for name in ("AGE", "Emech", "78cav", "It9inf"):
        assert why_not(g, "axis", f"put {name} Sarajevo") == "E.choice"


@pytest.mark.rule("westfront", "3.25", "3.25/a", "OB/e")
def test_north_and_south_of_summer_43() -> None:
    """84 Corps may be anywhere in the North at its CV of the card, and not in Italy."""
    g = deploying("s43", "semi-historical")
    assert owes(g, "axis", "put 84inf Prague") == ""
    assert why_not(g, "axis", "strength 84inf 3") == "3.23"
    assert owes(g, "axis", "put 84inf Rome") == "OB/e"
    g = deploying("s43", "semi-historical", "allied")
    assert owes(g, "allied", "put 15AG Malta", "put Br8mech Gibraltar") == ""
    assert owes(g, "allied", "put 15AG London") == "OB/e"


@pytest.mark.rule("westfront", "3.23", "S43/F1")
def test_free_axis_totals_of_summer_43() -> None:
    """Seven armor of 15 CV, freely shared out: not six, not 14 CV."""
    g = deploying("s43", "free")
    assert owes(g, "axis", "strength 76arm 2", "strength Garm 2") == ""
    assert owes(g, "axis", "strength Garm 1") == "3.23"
    assert owes(g, "axis", "lift Garm", "strength 76arm 4") == "3.23"


@pytest.mark.rule("westfront", "S43/F2")
def test_free_allied_totals_of_summer_43() -> None:
    """Four mech of 13 CV; the fifth waits for October."""
    g = deploying("s43", "free", "allied")
    assert owes(g, "allied", "strength Br13mech 3", "strength Br8mech 4") == ""
    assert owes(g, "allied", "strength Br8mech 3") == "3.23"
    assert why_not(g, "allied", "put Cdn1mech London") == "E.choice"


@pytest.mark.rule("westfront", "3.23/a")
def test_the_ss_start_no_stronger_than_the_average() -> None:
    """15 CV of seven armor make an average of two: 1 SS at three is too strong."""
    g = deploying("s43", "free")
    g.play("axis", "strength 76arm 2")
    assert owes(g, "axis", "strength 1SSarm 3") == "3.23/a"
    assert owes(g, "axis", "strength 1SSarm 2", "strength 76arm 3") == ""


@pytest.mark.rule("westfront", "3.23/c", "11.6/c", "S43/R1")
def test_reinforcements_of_the_first_month_stand_where_they_could_arrive() -> None:
    """51 Mountain, due in July, begins in a German city or a Victory City; 15 Mountain is not there yet."""
    g = deploying("s43", "free")
    assert owes(g, "axis", "put 51mtn Milan") == ""
    assert owes(g, "axis", "put 51mtn Marseilles") == "3.23/c"
    due = {g.table.world.units[i].name: month_text(m) for i, (m, _) in g.title.schedule(g.table).items()}
    assert (due["51mtn"], due["Hkmtn"], due["15mtn"], due["5SSmtn"]) == ("1943-07", "1943-07", "1943-08", "1943-09")


@pytest.mark.rule("westfront", "3.23/c")
def test_reinforcements_of_the_first_month_have_their_own_strength() -> None:
    """6th Army Group comes at zero beside the chart's HQs, US7 at four though the chart counts it."""
    g = deploying("s44", "free", "allied")
    assert (standing_of(g, "allied")["6AG"][1], owes(g, "allied", "strength 6AG 3")) == (0, "3.23/c")
    g = deploying("w43", "free", "allied")
    assert owes(g, "allied", "strength US2amph 3", "strength US7amph 3") == "3.23/c"
    assert owes(g, "allied", "strength US7amph 4", "strength US5amph 2") == ""


@pytest.mark.rule("westfront", "11.6/b", "11.6/c")
def test_reinforcements_of_the_first_month_keep_to_the_limits_of_arrival() -> None:
    """One to an entry hex, two to Berlin; a US corps comes to no British city that is no major port."""
    g = deploying("s43", "free")
    assert owes(g, "axis", "put 51mtn Pecs_SE1", "put Hkmtn Pecs_SE1") == "11.6/b"
    assert owes(g, "axis", "put 51mtn Berlin", "put Hkmtn Berlin") == ""
    g = deploying("w43", "free", "allied")
    assert owes(g, "allied", "put US7amph Leeds") == "3.23/c"
    assert owes(g, "allied", "put US7amph Liverpool") == ""


@pytest.mark.rule("westfront", "S43/1a")
def test_italians_stand_abroad_in_a_free_set_up() -> None:
    """One in France and one in Yugoslavia at least."""
    g = deploying("s43", "free")
    france = land(g, "France")
    abroad = [name for name, (place, _) in standing_of(g, "axis").items() if name[:2] == "It" and place in france]
    orders = [f"put {name} Turin" if n % 2 else f"put {name} Milan" for n, name in enumerate(abroad)]
    assert abroad and owes(g, "axis", *orders) == "S43/1a"


def standing_of(g: Game, seat: str) -> dict[str, tuple[str, int]]:
    t = lane(g, seat)
    return {
        unit.name: (t.node_name(t.p.at[i]), t.p.cv[i]) for i, unit in enumerate(t.world.units)
        if t.p.at[i] < t.world.spans and t.seats[t.seat_of(unit.power)] == seat
    }  # fmt: skip


@pytest.mark.rule("westfront", "3.22/b")
def test_no_unit_begins_unsupplied() -> None:
    """The desert south of Oran is Allied land without a supply line."""
    g = deploying("s43", "free", "allied")
    assert owes(g, "allied", "put Br5inf Oran") == ""
    assert owes(g, "allied", "put Br5inf Oran_SE3") == "3.22/b"


# Winter 43


@pytest.mark.rule("westfront", "W43/1", "3.22")
def test_winter_43_begins_on_the_line_before_cassino() -> None:
    """The islands and Italy from Naples and Termoli southward are Allied, Anzio is not; Italy has surrendered."""
    g = grognard.new("westfront", "w43", seed=1)
    mine = held(g, ALLIED)
    assert land(g, "Sicily", "Sardinia", "Corsica") | {"Naples", "Termoli", "Bari"} <= mine
    assert not mine & ({"Rome", "Cassino", "Cassino_SW1", "Pescara"} | land(g, "France") - land(g, "Corsica"))
    assert not [
        u.name for i, u in enumerate(g.table.world.units) if u.italian and g.table.p.at[i] < g.table.world.spans
    ]
    assert month_text(g.table.p.month) == "1943-12" and "Italian surrender" in g.table.p.politics


@pytest.mark.parametrize("scenario", ["w43", "s44", "w44"])
def test_control_and_front_are_those_of_the_board(scenario: str) -> None:
    """The startline runs where the board has it, and nowhere else."""
    t = grognard.new("westfront", scenario, seed=1).table
    for power, side in ((AXIS, "Axis"), (ALLIED, "Allies")):
        region = t.world.board.region[f"{scenario.upper()} {side}"]
        assert t.p.held[power] == region & t.world.land
        assert setup.frontline(t.world, t.p.held, power) == t.world.board.region[f"{scenario.upper()} {side} Frontline"]


@pytest.mark.rule("westfront", "3.22/a")
def test_every_frontline_hex_is_manned() -> None:
    """Cassino, the coast beside it and Pescara face the Allies; left empty, Cassino is owed."""
    g = deploying("w43", "free")
    there = [name for name, (place, _) in standing_of(g, "axis").items() if place == "Cassino"]
    assert there and owes(g, "axis", *(f"put {name} Berlin" for name in there)) == "3.22/a"
    assert owes(g, "axis", f"put {there[0]} Cassino") == ""


@pytest.mark.rule("westfront", "W43/1a")
def test_zones_and_totals_of_winter_43() -> None:
    """The strengths of the chart are shared out, and 84 Corps stays in the North."""
    g = deploying("w43", "semi-historical")
    assert owes(g, "axis", "put 84inf Prague") == ""
    assert owes(g, "axis", "put 84inf Rome") == "W43/1a"
    g = deploying("w43", "semi-historical")
    assert owes(g, "axis", f"strength 84inf {3 - standing_of(g, 'axis')['84inf'][1]}") == "W43/1a"


@pytest.mark.parametrize(("scenario", "unit"), [("w43", "51mtn"), ("w44", "76arm")])
def test_a_winters_sheet_sends_no_one_to_the_front(scenario: str, unit: str) -> None:
    """W43/1a and W44/1a give zones and no places: a block that our pick puts at the front may stand behind it."""
    g = deploying(scenario, "semi-historical")
    there = standing_of(g, "axis")[unit][0]
    assert owes(g, "axis", f"put {unit} Venice") in ("", "3.22/a")
    assert there != "Venice"


@pytest.mark.rule("westfront", "W43/1b", "W43/F1")
def test_free_axis_totals_of_winter_43() -> None:
    """Thirteen infantry of 22 CV: one step more is too many."""
    g = deploying("w43", "free")
    german = {key[1]: pair for key, pair in totals(begun("w43", "free")).items() if key[0] == AXIS}
    assert german == {
        "hq": (5, 10), "armor": (7, 15), "mech": (1, 3), "infantry": (13, 22), "para": (2, 4), "mountain": (4, 9),
        "fort": (5, 9), "static": (15, 16),
    }  # fmt: skip
    assert owes(g, "axis", f"strength 84inf {3 - standing_of(g, 'axis')['84inf'][1]}") == "W43/1b"


@pytest.mark.rule("westfront", "W43/F2")
def test_free_allied_totals_of_winter_43() -> None:
    """Five amphibious units of 14 CV, US 7 at four among them."""
    g = deploying("w43", "free", "allied")
    allied = {key[1]: pair for key, pair in totals(begun("w43", "free")).items() if key[0] == ALLIED}
    assert allied == {
        "hq": (5, 12), "armor": (1, 4), "mech": (5, 14), "infantry": (4, 9), "para": (2, 2), "amphibious": (5, 14),
        "mountain": (1, 3),
    }  # fmt: skip
    assert owes(g, "allied", "lift US2amph") == "W43/1b"


# Summer 44


@pytest.mark.rule("westfront", "S44/1")
def test_summer_44_begins_before_rome() -> None:
    """Cassino and the bridgehead of Anzio are Allied, Rome and all France the Axis'."""
    g = grognard.new("westfront", "s44", seed=1)
    mine = held(g, ALLIED)
    assert land(g, "Sicily", "Sardinia", "Corsica", "Britain") | {"Naples", "Termoli", "Malta"} <= mine
    assert {"Cassino", "Cassino_SW1"} <= mine
    assert not mine & ({"Rome", "Perugia", "Pescara"} | land(g, "France") - land(g, "Corsica"))
    assert month_text(g.table.p.month) == "1944-06"


@pytest.mark.rule("westfront", "OB/d", "OB44/X")
def test_front_units_of_the_card_man_the_line_in_italy() -> None:
    """51 Mountain stands in Rome, Perugia or Pescara, in a semi-historical set-up too."""
    for mode in ("historical", "semi-historical"):
        g = deploying("s44", mode)
        there = standing_of(g, "axis")
        assert {there[name][0] for name in ("51mtn", "Hkmtn", "76arm")} == {"Rome", "Perugia", "Pescara"}
        assert owes(g, "axis", "put 51mtn Florence") == "OB/d"


@pytest.mark.rule("westfront", "OB44/A")
def test_the_allied_card_of_summer_44() -> None:
    """SHAEF belongs to London and comes with three steps; Bristol is too far."""
    g = deploying("s44", "historical", "allied")
    assert standing_of(g, "allied")["SHAEF"][1] == 3
    assert owes(g, "allied", "put SHAEF London") == ""
    assert owes(g, "allied", "put SHAEF Bristol") == "OB/a"


@pytest.mark.rule("westfront", "OB/f")
def test_north_and_south_of_summer_44() -> None:
    """A corps of the North may be anywhere from France to Denmark, not in Austria."""
    g = deploying("s44", "semi-historical")
    assert owes(g, "axis", "put 84inf Lyon") == ""
    assert owes(g, "axis", "put 84inf Vienna") == "OB/f"


@pytest.mark.rule("westfront", "S44/1a")
def test_front_units_man_the_line_of_a_free_set_up() -> None:
    """Another corps in Rome does not take the place of a Front unit."""
    g = deploying("s44", "free")
    there = standing_of(g, "axis")
    name = next(name for name in ("51mtn", "Hkmtn", "76arm") if there[name][0] == "Rome")
    assert owes(g, "axis", "put 84inf Rome", f"put {name} Florence") == "S44/1a"


@pytest.mark.rule("westfront", "S44/F1")
def test_free_axis_totals_of_summer_44() -> None:
    """Two mech of eight CV, fifteen statics of 17."""
    g = deploying("s44", "free")
    german = {key[1]: pair for key, pair in totals(begun("s44", "free")).items() if key[0] == AXIS}
    assert german == {
        "hq": (5, 12), "armor": (7, 17), "mech": (2, 8), "infantry": (15, 30), "para": (2, 6), "mountain": (4, 9),
        "fort": (5, 13), "static": (15, 17),
    }  # fmt: skip
    assert owes(g, "axis", "lift 84inf") == "3.23"


@pytest.mark.rule("westfront", "S44/F2")
def test_free_allied_totals_of_summer_44() -> None:
    """Seven mech of 26 CV; 6 Army Group comes on top of the six HQs."""
    g = deploying("s44", "free", "allied")
    allied = {key[1]: pair for key, pair in totals(begun("s44", "free")).items() if key[0] == ALLIED}
    assert allied == {
        "hq": (7, 16), "armor": (5, 16), "mech": (7, 26), "infantry": (4, 12), "para": (2, 4), "amphibious": (5, 18),
        "mountain": (1, 3),
    }  # fmt: skip
    assert owes(g, "allied", "lift US15arm") == "3.23"


# Winter 44


@pytest.mark.rule("westfront", "W44/1")
def test_winter_44_begins_at_the_borders_of_germany() -> None:
    """France, Belgium, west Holland and Italy below the Gothic Line are Allied."""
    g = grognard.new("westfront", "w44", seed=1)
    mine = held(g, ALLIED)
    assert land(g, "Britain", "France", "Belgium") | {"Rotterdam", "Rome", "Florence", "Ancona"} <= mine
    assert not mine & (land(g, "Germany", "Austria", "Denmark") | {"Amsterdam", "Bologna", "La_Spezia", "Turin"})
    assert month_text(g.table.p.month) == "1944-12"


@pytest.mark.rule("westfront", "W44/1a")
def test_zones_and_totals_of_winter_44() -> None:
    """A corps of the North does not stand in Austria, and the chart's CV hold."""
    g = deploying("w44", "semi-historical")
    name = north(g)
    assert owes(g, "axis", f"put {name} Vienna") == "W44/1a"
    g = deploying("w44", "semi-historical")
    assert owes(g, "axis", f"strength {name} {standing_of(g, 'axis')[name][1] % 3 + 1}") == "W44/1a"


def north(g: Game) -> str:
    """An infantry corps of the North that holds no frontline hex."""
    there = standing_of(g, "axis")
    front = {"Amsterdam", "Arnhem", "Ruhr", "Trier", "Saarbrucken", "Konstanz_NW1", "Konstanz"}
    names = [row["unit"] for row in rows("ob_w44") if row["zone"] == "north" and row["unit"].endswith("inf")]
    return next(name for name in names if name in there and there[name][0] not in front)


@pytest.mark.rule("westfront", "W44/1b", "W44/F1")
def test_free_axis_totals_of_winter_44() -> None:
    """No forts are left; eleven infantry have 20 CV. FHH, due in December, comes on top."""
    g = deploying("w44", "free")
    german = {key[1]: pair for key, pair in totals(begun("w44", "free")).items() if key[0] == AXIS}
    assert german == {
        "hq": (5, 10), "armor": (6, 16), "mech": (2, 5), "infantry": (11, 20), "para": (2, 4), "mountain": (3, 7),
        "static": (12, 15),
    }  # fmt: skip
    assert owes(g, "axis", f"lift {north(g)}") == "W44/1b"


@pytest.mark.rule("westfront", "W44/F2")
def test_free_allied_totals_of_winter_44() -> None:
    """Ten mech of 28 CV, ten infantry of 30 with Maquis and Friuli; FF 3 comes on top."""
    g = deploying("w44", "free", "allied")
    allied = {key[1]: pair for key, pair in totals(begun("w44", "free")).items() if key[0] == ALLIED}
    assert allied == {
        "hq": (7, 16), "armor": (5, 14), "mech": (10, 28), "infantry": (11, 34), "para": (2, 4),
        "amphibious": (5, 15), "mountain": (1, 3),
    }  # fmt: skip
    assert owes(g, "allied", "lift SHAEF") == "W44/1b"


@pytest.mark.rule("westfront", "3.23/b")
def test_surplus_blocks_begin_eliminated() -> None:
    """The forts that winter 44 has no room for are in the eliminated pool, from which they may be rebuilt."""
    g = begun("w44", "free")
    t = g.table
    lost = [u.name for i, u in enumerate(t.world.units) if t.p.at[i] == t.world.lost(AXIS)]
    assert len(lost) == 19 and {"81fort", "82fort", "84fort", "89fort", "25fort"} <= set(lost)


@pytest.mark.parametrize("scenario", ["s43", "w43", "s44", "w44"])
def test_the_fixed_set_up_stands_where_the_armies_stood(scenario: str) -> None:
    """Every block of our table stands in its hex, but for those whose hex is full or that arrive by another port."""
    g = grognard.new("westfront", scenario, seed=1)
    with (DATA / "placement.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["scenario"] == scenario]
    there = {**standing_of(g, "axis"), **standing_of(g, "allied")}
    astray = [row["unit"] for row in rows if g.table.title.find_node(g.table, row["hex"]) != node_of(g, there, row)]
    assert len(rows) > 45 and len(astray) <= 3, astray


def node_of(g: Game, there: dict, row: dict) -> int:
    return g.table.title.find_node(g.table, there[row["unit"]][0])


def test_the_invasion_of_1944_is_massed_in_the_south_of_england() -> None:
    """21 Army Group waits at Portsmouth with the British landing corps, the Americans at Plymouth and Weymouth."""
    g = grognard.new("westfront", "s44", seed=1)
    there = {name: place for name, (place, _) in standing_of(g, "allied").items()}
    assert [there[unit] for unit in ("21AG", "Br1amph", "Br30arm", "US7amph")] == [*["Portsmouth"] * 3, "Plymouth"]
    assert not {"Shetlands", "Orkneys", "Inverness", "Aberdeen"} & set(there.values())
