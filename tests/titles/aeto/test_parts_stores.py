"""Supply chits ashore and in the air: carted, destroyed, flown, dropped; men by air (7.0-7.3, 7.12, 4.25)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import ending
from grognard.titles.aeto.position import ACTIVE
from grognard.titles.aeto.title import POWERS

from .scenes import SEATS, at, event, node, prompt, refused, scene

NOTHING = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila"
PLANES = "germany holds Gazala / Derna: ger0atp ger0atp ger3inf-"


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def chits(game: grognard.Game, place: str) -> int:
    return int(game.table.p.chits.get(str(node(game, place)), (0, 0, 0, 0))[1])


def by_air(game: grognard.Game, place: str) -> int:
    return game.table.p.air_chits.get(str(node(game, place)), 0)


@pytest.mark.rule("aeto", "7.0/logistics")
def test_supply_is_carted_to_a_hex_that_friendly_land_joins() -> None:
    """A chit of Derna is spent for one at Mechili; Alexandria, and Gazala behind the enemy, are not joined to it."""
    game = scene(f"{NOTHING} / 2 chits Derna / Mechili: ger8arm / Gazala: uk5inf / axis air_movement")
    assert refused(game, "g: cart Derna Alexandria") == refused(game, "g: cart Derna Gazala") == "7.0/logistics"
    orders(game, "g: cart Derna Mechili")
    assert (chits(game, "Derna"), chits(game, "Mechili")) == (1, 1)


@pytest.mark.rule("aeto", "7.0/create")
@pytest.mark.rule("aeto", "7.0/create-phase")
def test_a_chit_is_made_once_and_in_the_naval_and_air_phase_alone() -> None:
    """What was made at Mechili goes no farther this month; in other Phases nothing is carted, and a Sea chit
    becomes no Air chit, though one that was made before may still be dropped."""
    text = f"{NOTHING} / 1 chits Derna / Mechili: ger8arm / Cairo: uk5inf"
    game = scene(f"{text} / axis air_movement")
    orders(game, "g: cart Derna Mechili")
    assert refused(game, "g: cart Mechili Derna") == "7.0/create"
    late = scene(f"{text} / Derna: ger0atp / axis offensives")
    assert refused(late, "g: drop_supply ger0atp@Derna Mechili") == "7.0/create"
    early = scene(f"{text} / Derna: ger0atp / axis air_movement")
    assert refused(early, "g: drop_supply ger0atp@Derna Mechili") == ""


@pytest.mark.rule("aeto", "7.12/destroy")
def test_an_owner_destroys_his_own_stores_in_the_supply_step() -> None:
    """With the British at Gazala the Axis is asked, and burns one of Derna's two chits; Tobruk's are not its own."""
    game = scene(f"{NOTHING} / 2 chits Derna / 1 chits Tobruk / Gazala: uk5inf / Benghazi: ita3inf / axis movement")
    assert refused(game, "g: destroy Derna") != ""
    while prompt(game)[1] != "burning":
        orders(game, f"{prompt(game)[0][0]}: end")
    assert prompt(game)[0] == "germany" and refused(game, "g: destroy Tobruk") != ""
    had = chits(game, "Derna")
    orders(game, "g: destroy Derna")
    assert chits(game, "Derna") == had - 1


@pytest.mark.rule("aeto", "7.1/convert")
@pytest.mark.rule("aeto", "7.2/return")
def test_a_sea_chit_becomes_an_air_chit_aboard_a_transport() -> None:
    """Derna's Sea chit is spent and flown to Martuba's neighbour Benghazi as an Air chit; the ATP stays there."""
    game = scene(f"{NOTHING} / 1 chits Derna / Derna: ger0atp / Cairo: uk5inf / axis air_movement")
    orders(game, "g: fly_supply ger0atp@Derna Benghazi stay sea_chit")
    assert (chits(game, "Derna"), chits(game, "Benghazi"), by_air(game, "Benghazi")) == (0, 0, 1)
    assert at(game, "Benghazi") == ["ger0atp"]
    back = scene(f"{NOTHING} / 1 chits Derna / Derna: ger0atp / Cairo: uk5inf / axis air_movement")
    orders(back, "g: fly_supply ger0atp@Derna Benghazi return")
    assert at(back, "Derna") == ["ger0atp"]


@pytest.mark.rule("aeto", "7.1/embark-air")
@pytest.mark.rule("aeto", "7.2/range")
@pytest.mark.rule("aeto", "7.2/no-cross")
def test_an_atp_loads_where_it_began_and_lands_at_airbases_in_range() -> None:
    """Not to Bardia's bare port, not beyond its range, and not once it has changed base."""
    text = "Cairo: uk0atp uk0atp uk5inf / 0 chits Tobruk / Mersa_Matruh: ger6inf / Mersa_Matruh_SW2: ger6inf"
    game = scene(f"{text} / E_6026: ger6inf / uk holds Bardia / uk holds Gazala / uk air_movement")
    assert refused(game, "u: fly_supply uk0atp@Cairo Bardia") == "7.2/no-cross"
    assert refused(game, "u: fly_supply uk0atp@Cairo Tobruk") == ""
    grounded = scene(f"{text} / E_6026: ger6inf / uk air_movement")
    grounded.table.p.grounded = 1 << node(grounded, "Tobruk")
    assert refused(grounded, "u: fly_supply uk0atp@Cairo Tobruk") == "7.2/range"
    moved = scene(f"{text} / E_6026: ger6inf / uk air_movement")
    for piece in moved.table.title.find_pieces(moved.table, "uk0atp@Cairo"):
        moved.table.p.rebased[piece] = 1
    assert refused(moved, "u: fly_supply uk0atp@Cairo Tobruk") == "7.1/embark-air"


@pytest.mark.rule("aeto", "7.2/airbase-capacity")
def test_an_airbase_holds_a_chit_for_each_air_unit_of_its_capacity() -> None:
    """Benghazi is full of Air chits; with one less it takes another."""
    found = []
    for held in (2, 1):
        game = scene(f"{NOTHING} / 1 chits Derna / Derna: ger0atp / Cairo: uk5inf / axis air_movement")
        there = str(node(game, "Benghazi"))
        game.table.p.chits[there], game.table.p.air_chits[there] = (POWERS.index("germany"), 0, 0, 0), held
        found.append(refused(game, "g: fly_supply ger0atp@Derna Benghazi"))
    assert found == ["7.2/airbase-capacity", ""]


def cut_off(dice: list[int], more: str = "") -> grognard.Game:
    """A German corps at the desert post without a chit of its own, an ATP at Derna with one."""
    text = f"{NOTHING} / 1 chits Derna / Derna: ger0atp / Bir_Hacheim_W1: ger6inf{more}"
    return scene(f"{text} / axis air_movement", dice)


@pytest.mark.rule("aeto", "7.3/drop")
@pytest.mark.rule("aeto", "7.3/accuracy")
@pytest.mark.rule("aeto", "7.3/atp-lost")
@pytest.mark.rule("aeto", "7.3/draw")
def test_a_drop_that_hits_lies_in_its_hex_and_costs_the_transport() -> None:
    """With a 3 the chit lies at the desert post, the ATP is gone, and Germany drops no second one this month."""
    game = cut_off([3], " / Derna: ger0atp / 3 chits Derna / Cairo: uk5inf")
    orders(game, "g: drop_supply ger0atp@Derna Bir_Hacheim_W1")
    assert by_air(game, "Bir_Hacheim_W1") == 1 and at(game, "Derna") == ["ger0atp"]
    assert refused(game, "g: drop_supply ger0atp@Derna Bir_Hacheim_W1") == "7.3/drop"


@pytest.mark.rule("aeto", "7.3/accuracy")
@pytest.mark.rule("aeto", "7.3/lost")
def test_a_drop_that_misses_comes_down_where_the_nearest_enemy_says() -> None:
    """With a 4 the British choose a hex beside the post: in their own the chit is lost, in a German one it is not."""
    hexes = "uk holds Gazala"
    game = cut_off([4], f" / {hexes} / Tobruk: uk5inf")
    orders(game, "g: drop_supply ger0atp@Derna Bir_Hacheim_W1")
    assert prompt(game) == ("uk", "drift")
    beside = next(n for n in game.decisions()["uk"].next("drift"))
    theirs = [c.text for c in game.decisions()["uk"].next("drift")]
    assert beside.text in theirs and "Bir_Hacheim_W1" not in theirs
    held = [x for x in theirs if game.table.p.held[POWERS.index("uk")] >> node(game, x) & 1]
    target = held[0] if held else theirs[0]
    orders(game, f"u: drift {target}")
    assert event(game, "supply_down")["kept"] == 0 and by_air(game, target) == 0


@pytest.mark.rule("aeto", "7.3/accuracy-mod")
def test_coast_and_rough_ground_make_a_drop_harder() -> None:
    """Derna lies on the coast: a 3 becomes a 4 and the drop goes astray."""
    game = scene(f"{NOTHING} / 1 chits Benghazi / Benghazi: ger0atp / Derna: ger6inf / Tobruk: uk5inf"
                 " / axis air_movement", [3])  # fmt: skip
    orders(game, "g: drop_supply ger0atp@Benghazi Derna")
    assert event(game, "supply_drop")["net"] == 4 and prompt(game) == ("uk", "drift")


@pytest.mark.rule("aeto", "7.3/expire")
def test_a_dropped_chit_is_gone_at_the_end_of_the_month() -> None:
    """Nobody drew on it, and still it is removed in the Supply Step."""
    game = cut_off([1], " / 3 chits Derna / Cairo: uk5inf")
    orders(game, "g: drop_supply ger0atp@Derna Bir_Hacheim_W1")
    assert by_air(game, "Bir_Hacheim_W1") == 1
    ending.spend_chits(game.table)
    assert by_air(game, "Bir_Hacheim_W1") == 0


@pytest.mark.rule("aeto", "7.3/combat")
def test_fighters_meet_a_transport_before_it_drops() -> None:
    """A British fighter at Gambut shoots the ATP down: nothing comes down at Gazala."""
    game = scene(f"{NOTHING} / 1 chits Derna / Derna: ger0atp / Mechili: ger6inf / Sidi_Barrani: uk3ftr"
                 " / Cairo: uk5inf / axis air_movement", [6])  # fmt: skip
    orders(game, "g: drop_supply ger0atp@Derna Gazala")
    assert prompt(game) == ("uk", "air_support")
    orders(game, "u: escort uk3ftr@Sidi_Barrani")
    assert at(game, "Derna") == [] and by_air(game, "Gazala") == 0


@pytest.mark.rule("aeto", "4.25")
@pytest.mark.rule("aeto", "5.10/embark")
def test_transports_carry_a_step_of_infantry_each_and_generals_free() -> None:
    """Two ATPs lift a corps of two steps and Rommel from Derna to Benghazi, and fly back; tanks stay."""
    game = scene(f"{NOTHING} / Derna: ger0atp ger0atp ger6inf ger8arm Rommel / Cairo: uk5inf / axis air_movement")
    assert refused(game, "g: airlift ger8arm@Derna Benghazi") != ""
    orders(game, "g: airlift ger6inf@Derna+Rommel Benghazi")
    assert at(game, "Benghazi") == ["Rommel", "ger6inf"]
    assert all(game.table.p.status[i] == ACTIVE for i in game.table.title.find_pieces(game.table, "ger0atp@Derna"))
    few = scene(f"{NOTHING} / Derna: ger0atp ger6inf Rommel / Cairo: uk5inf / axis air_movement")
    assert refused(few, "g: airlift ger6inf@Derna Benghazi") == "4.25"
    assert refused(few, "g: airlift Rommel Benghazi") == ""
