"""The rulebook's example of an invasion (19.21) as one game, from Bremen to the beach of Dover."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.titles.sfe import combat, hulls, invasion, movement, shore, strengths
from grognard.titles.sfe import world as w

from .cases import at, node, on_map, play, recast, rolls, ship, unit, until

SCENE = (
    "sfe overlord44 bare / Clear / turn = 2 / Bremen: BBNevada CLBelfast U.DD1 U.TTI1 LXXXII / Antwerp: GeDD8 / "
    "Calais: JG2 JG26 / Rouen: ReichF1 IXF1 / Lille: IXFK IXB1 / Brussels: IXB2 2TAFF1 / Essen: 2TAFF2 / "
    "Dover: Br52 ADGBF1 / Portsmouth: BBWarspite CAHawkins BrDD1 ADGBF2 Mosquito / London: BC1 BC2 / "
    "Hull: BBRodney CLArethusa BrDD2 / axis naval"
)


def sides(kind: str, front: str, back: str) -> dict[str, Any]:
    return {"kind": kind, "hull": (hulls.read(kind, front), hulls.read(kind, back))}


DESTROYERS = sides("DD", "F 30 48 24 F", "F 15 24 12 F")
BOMBERS = {"kind": "B", "front": (2, 4, 14)}
GERMAN: dict[str, dict[str, Any]] = {
    "BBNevada": sides("BC", "B 24 20 16 F", "B 12 10 8 F"), "CLBelfast": sides("CL", "E 24 26 16 F", "E 12 13 8 F"),
    "U.DD1": DESTROYERS, "GeDD8": DESTROYERS, "U.TTI1": {}, "IXF1": {"kind": "A", "front": (1, 6, 6)},
    "IXB1": BOMBERS, "IXB2": BOMBERS, "2TAFF1": BOMBERS, "2TAFF2": BOMBERS,
}  # fmt: skip
"""Counters of the scenario that stand in for those of the example, with its figures."""
BRITISH: dict[str, dict[str, Any]] = {
    "Br52": {"front": (2, 2, 4), "size": "XXX"}, "BBWarspite": sides("BC", "C 24 20 16 F", "C 12 10 8 F"),
    "ADGBF1": {"front": (3, 0, 6)}, "ADGBF2": {"front": (3, 0, 6)}, "Mosquito": {"front": (3, 0, 6)},
    "BC1": {"kind": "B", "front": (1, 2, 12)}, "BC2": {"kind": "B", "front": (1, 2, 12)},
}  # fmt: skip
DICE = [
    3, 3, 4, 5, 6, 6, 6, 6, 1, 2, 4, 6, 2, 2, 4, 5, 4, 5, 1, 1, 4, 6, 1, 1, 3, 4, 1, 1, 1, 1, 6, 1, 1, 1, 6, 6,
    2, 3, 5, 5, 1, 1, 1, 1, 1, 6, 6, 1, 1, 6, 6, 1, 1, 6, 6, 1, 1, 3, 1, 6,
]  # fmt: skip
ORDERS = (
    # 1. The corps embarks and the force leaves Bremen
    "axis: assault BBNevada+CLBelfast+U.DD1+U.TTI1 Dover",
    # 2. A bomber of London finds them at nine hexes, and 3. sinks half of the transport
    "allied: intercept NW3413 BC1",
    "axis: pass",
    "allied: bomb U.TTI1 BC1",
    # 4. The fleet of Hull sails
    "allied: intercept NW3518 BBRodney+CLArethusa+BrDD2",
    "axis: pass",
    # 5. Bombers of Brussels find it in 3317, that of Essen does not, and 6. halve the battleships
    "axis: intercept NW3317 2TAFF1+2TAFF2+IXB2",
    "allied: pass",
    "axis: bomb BBRodney 2TAFF1+IXB2",
    "allied: pass",
    "axis: pass",
    "axis: pass",
    # 7. The battle
    "axis: protect U.TTI1",
    "allied: pass",
    "axis: shoot BBRodney BBNevada",
    "allied: shoot BBNevada BBRodney",
    "axis: pass",
    "allied: pass",
    "axis: shoot CLArethusa CLBelfast+BBNevada",
    "allied: shoot CLBelfast BBRodney+CLArethusa",
    "axis: pass",
    "allied: pass",
    "axis: shoot BrDD2 CLBelfast+BBNevada+U.DD1",
    "allied: shoot U.DD1 BrDD2",
    "allied: pass",
    # 8. The fleet of Portsmouth sails
    "allied: intercept NW3619 BBWarspite+CAHawkins+BrDD1",
    # 9. Stukas and a fighter meet it, a fighter of Portsmouth meets them; 10. both miss;
    # 11. the stukas halve the battlecruisers
    "axis: intercept NW3721 JG2+IXF1",
    "allied: intercept NW3721 ADGBF2",
    "axis: pass",
    "allied: pass",
    "allied: hunt ADGBF2",
    "allied: pass",
    "axis: bomb BBWarspite IXF1",
    "allied: pass",
    "axis: pass",
    # 12. The destroyers of Antwerp join, and 13. three rounds are fought
    "axis: intercept NW3619 GeDD8",
    "allied: pass",
    "axis: protect U.TTI1+GeDD8",
    "allied: pass",
    "axis: shoot BBWarspite BBNevada",
    "allied: shoot BBNevada BBWarspite",
    "axis: pass",
    "allied: pass",
    "axis: shoot CAHawkins CLBelfast",
    "allied: shoot CLBelfast BBWarspite+CAHawkins",
    "axis: pass",
    "allied: pass",
    "axis: shoot BrDD1 CLBelfast+U.DD1",
    "allied: shoot CLBelfast BBWarspite",
    "allied: shoot U.DD1 CAHawkins+BrDD1",
    "allied: pass",
    # 14. The air turn
    "axis: end",
    "allied: fly BC2 support Dover",
    "allied: fly ADGBF1 escort Dover",
    "allied: fly Mosquito escort Dover",
    "allied: end",
    "axis: fly IXB1 support Dover",
    "axis: fly IXFK support Dover",
    "axis: fly JG26 escort Dover",
    "axis: fly ReichF1 escort Dover",
    # 14. The air turn
    "axis: end",
    "axis: pass",
    "allied: pass",
    # 15. The German fighters bypass the escorts
    "axis: hunt JG26+ReichF1",
    "allied: pass",
    "axis: bypass JG26+ReichF1",
    "axis: lose ReichF1",
    "axis: pursue BC2 JG26",
)


def bremen(dice: list[int]) -> grognard.Game:
    """The situation of the example: an assault on Dover is planned for this turn."""
    game = grognard.read_scene(SCENE, dice)
    t = game.table
    for name, changes in GERMAN.items():
        recast(game, name, power=w.AXIS, nation="German", **changes)
        t.p.power[unit(game, name)] = w.AXIS
    for name, changes in BRITISH.items():
        recast(game, name, **changes)
    for name in ("BBNevada", "CAHawkins", "GeDD8"):
        t.p.reduced[unit(game, name)] = 0
    t.p.restack()
    corps, transport, dover = unit(game, "LXXXII"), unit(game, "U.TTI1"), node(game, "Dover")
    sheet = invasion.Sheet("invasion German", t.seat_of(w.AXIS), (dover,), 2)
    invasion.keep(t, sheet._replace(wave=((corps, transport),), aims=((corps, dover),)))
    movement.stand_ready(t, w.AXIS, 1)
    game._changed()
    return game


@pytest.mark.rule("sfe", "19.51", "19.53", "20.01/3", "19.44")
def test_the_invasion_of_dover() -> None:
    """All seventeen steps with the dice that the example tells.

    By 19.53 destroyers that intercepted go home, so here it is those of Bremen that come through to Dover.
    """
    game = play(bremen([*DICE, *[3] * 40]), *ORDERS)
    assert [(one["die"], one["success"]) for one in rolls(game, "interception")[:4]] == [
        (3, True), (6, True), (6, True), (6, False),
    ]  # fmt: skip
    assert [one["result"] for one in rolls(game, "sea_flak")] == ["-", "H", "-", "H"]
    assert [one["result"] for one in rolls(game, "ship_bombed")] == ["S", "-", "D", "D", "S", "-"]
    assert [(one["odds"], one["die"], one["result"]) for one in rolls(game, "air_fire")][:3] == [
        ("1:1", 6, "-"), ("1:1", 6, "-"), ("1:1", 3, "X"),
    ]  # fmt: skip
    lost = [name for name in ("BBNevada", "CLBelfast", "ReichF1", "BC2") if not on_map(game, name)]
    assert lost == ["BBNevada", "CLBelfast", "ReichF1", "BC2"]
    assert (ship(game, "U.TTI1"), ship(game, "BBRodney"), ship(game, "BBWarspite")) == ("*reduced",) * 3
    until(game, "combat", "axis")
    t, dover, corps = game.table, node(game, "Dover"), unit(game, "LXXXII")
    ground = strengths.attack_of(t, corps, dover)
    assert ground == 2 * w.FACTOR and shore.attacking(t, dover, ground) == 2 * w.FACTOR
    assert combat.attack(t, (corps,), dover) == 6 * w.FACTOR
    play(game, "axis: attack LXXXII Dover")
    fought = rolls(game, "attack")[-1]
    assert (fought["odds"], fought["die"], fought["result"]) == ("3-1", 3, "EX")
    play(game, "axis: lose LXXXII")
    assert not on_map(game, "LXXXII") and not on_map(game, "Br52")
    until(game, "exploitation", "axis")
    assert at(game, "U.DD1") == "Bremen" and at(game, "GeDD8") == "Antwerp" and not t.p.axis_land >> dover & 1
