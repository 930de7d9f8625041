"""What the greedy bot of WestFront does and does not do, by scenes."""

from __future__ import annotations

import random
from typing import Any

import grognard
from grognard.bots.base import ask
from grognard.titles.systems.front import supply
from grognard.titles.systems.front.world import HQ

from .play import greedy, phase

LAND = "s44 bare / axis holds all / 1943-07"


def scene(text: str, dice: list[int] | None = None) -> Any:
    return grognard.read_scene(f"westfront {text}", dice=dice)


def at(game: Any, name: str) -> str:
    t = game.table
    return str(t.node_name(t.p.at[t.world.named[name.casefold()]]))


def test_attacks_no_one_who_is_much_stronger() -> None:
    """A corps of one step beside eight steps of the enemy attacks neither it nor goes to stand beside it."""
    game = scene(f"{LAND} / Paris: OBW3* / Reims: 84inf1 / Amiens: Br5inf4* Br30arm4* / axis movement")
    assert game.why_not("axis", "move 84inf Amiens") is None
    phase(game, "axis")
    assert at(game, "84inf") not in ("Amiens", "Lille", "Cambrai", "Rouen")


def test_attacks_together_where_it_is_stronger() -> None:
    """Armor and infantry go in together against a weak block that they know."""
    game = scene(f"{LAND} / Paris: OBW3* / Reims: 84inf3 58arm4 / Amiens: Br5inf1* / axis movement")
    phase(game, "axis")
    assert (at(game, "84inf"), at(game, "58arm")) == ("Amiens", "Amiens")


def test_takes_what_is_free() -> None:
    """A city of the enemy's without a garrison is taken."""
    game = scene(f"{LAND} / allied holds Lille / Paris: OBW3* / Reims: 84inf3 / axis movement")
    phase(game, "axis")
    assert at(game, "84inf") == "Lille"


def test_leaves_a_lost_battle() -> None:
    """One step against eight: the last unit is named rearguard."""
    game = scene(f"{LAND} / Paris: OBW3* / Amiens: 84inf1 Br5inf4* Br30arm4* / axis defends Amiens / axis movement")
    assert phase(game, "axis")[0].startswith("rearguard 84inf ")


def test_a_post_keeps_its_last_unit() -> None:
    """A battle that could be won does not draw the only unit out of a port."""
    game = scene(f"{LAND} / Paris: OBW3* / Calais: 84inf3 / Amiens: Br5inf1* / axis movement")
    assert game.why_not("axis", "move 84inf Amiens") is None
    assert phase(game, "axis") == ["end"]


def test_commands_only_with_a_step_to_spare() -> None:
    """An HQ is activated where there is something to win, never at zero, for it would be lost (5.43/a)."""
    text = f"{LAND} / Paris: OBW{{}} / Rouen: 84inf3 58arm4 / Caen: Br5inf1* / axis command"
    assert phase(scene(text.format(3)), "axis")[0] == "activate OBW"
    assert phase(scene(text.format(0)), "axis") == ["end"]
    quiet = f"{LAND} / Paris: OBW3 / Rouen: 84inf3 / axis command"
    assert phase(scene(quiet), "axis") == ["end"]


def test_spends_its_production() -> None:
    """Production goes on until nothing useful can be paid for; HQs come first."""
    game = grognard.new("westfront", "husky", seed=1)
    bot, rng = greedy(game), random.Random(1)
    while "allied" not in game.decisions() or game.decisions()["allied"].frame.step != "producing":
        seat = next(iter(game.decisions()))
        game.play(seat, ask(bot, game, seat, rng))
    t = game.decisions()["allied"].t
    free = [choice.text for choice in game.decisions()["allied"].next("step")]
    weak = {f"step {name}" for name in free if t.world.units[t.world.named[name.casefold()]].kind == HQ}
    orders = phase(game, "allied")
    bought = [order for order in orders if order.split()[0] in ("step", "cadre", "prepare")]
    assert orders[-1] == "commit" and len(bought) >= 4
    assert weak and weak <= set(bought)


def test_keeps_in_supply() -> None:
    """Over a whole scenario no march takes a unit that is in supply out of it."""
    game = grognard.new("westfront", "s43", seed=2)
    bot, rng, moves, left = greedy(game), random.Random(2), 0, []
    while game.outcome is None:
        seat, decision = next(iter(game.decisions().items()))
        text = ask(bot, game, seat, rng)
        order, p = decision.parse(text), game.table.p
        fed = order.verb == "move" and supplied(game, order.args[0])
        game.play(seat, order)
        moves += order.verb == "move"
        if fed and p.power[order.args[0]] == game.table.p.power[order.args[0]] and not supplied(game, order.args[0]):
            left.append(text)
    assert moves >= 15 and left == []


def supplied(game: Any, piece: int) -> bool:
    t = game.table
    return bool(supply.supplied_area(t, t.p.power[piece]) >> t.p.at[piece] & 1)


def test_a_rearguard_is_taken_by_the_text_of_its_path() -> None:
    """The way out that was named is the rearguard's own: it does not count against its hexside twice (6.33)."""
    text = f"{LAND} / Paris: OBW3* / Amiens: 58arm3 FF2mtn2 / axis defends Amiens / axis movement"
    game = scene(text)
    ways = [c.text for c in game.decisions()["axis"].next("rearguard", "58arm")]
    for way in ways:
        game = scene(text)
        game.play("axis", f"rearguard 58arm {way}")
        game.play("axis", "end")
        order = game.decisions()["axis"].actions(limit=1)[0]
        assert ">" in order.text
        game.play("axis", order.text)
        assert at(game, "58arm") != "Amiens"


def test_a_supreme_headquarters_is_not_spent_on_battles_that_it_cannot_support() -> None:
    """Husky without an army group HQ: both blocks in Messina could only attack unsupported; OKW keeps its step."""
    game = scene(
        "husky bare / axis holds Messina Reggio / allied holds Palermo Catania Catania_NW1 Licata / 1943-08 "
        "/ Reggio: OKW1 1stat2 / Messina: 1para2 It7inf1 / Catania_NW1: Br30arm4* Br13mech4* / Catania: US2amph4* "
        "/ Palermo: US6amph2* / axis command"
    )
    assert "activate" in [c.text for c in game.decisions()["axis"].next()]
    assert phase(game, "axis") == ["end"]


def test_assaults_a_beach_with_landing_troops_first() -> None:
    """Fire throws others back from a held shore twice as often, so of two equal units the amphibious one goes."""
    game = scene(
        "husky bare / axis holds Palermo Catania Messina Reggio Catania_NW1 Licata / Tunis: 15AG3 Br13mech4 US2amph4 "
        "/ Palermo: Sicstat1* / Catania: It7inf1* / Messina: 1para2* / Reggio: OKW3* 1stat2* / allied command"
    )
    orders = [*phase(game, "allied"), *phase(game, "allied")]
    landed = [order for order in orders if order.startswith("invade ")]
    assert len(landed) == 1 and landed[0].startswith("invade 15AG US2amph "), orders


def test_no_second_headquarters_is_spent_on_the_landing_of_the_first() -> None:
    """Two HQs in one port and one beach worth a landing: one is turned up to invade."""
    game = scene(
        "husky bare / axis holds Palermo Catania Messina Reggio Catania_NW1 Licata / Tunis: 15AG3 21AG3 US2amph4 "
        "/ Palermo: Sicstat1* / Catania: It7inf1* / Messina: 1para2* / Reggio: OKW3* 1stat2* / allied command"
    )
    orders = [order for order in phase(game, "allied") if order.startswith("activate ")]
    assert len([order for order in orders if "invasion" in order]) == 1, orders


def test_a_headquarters_on_a_shore_is_not_left_alone() -> None:
    """The last block beside OKW stays at Reggio, where a landing would find the HQ alone."""
    game = scene(
        "husky bare / axis holds Messina Reggio / allied holds Palermo Catania Catania_NW1 Licata "
        "/ Reggio: OKW3* 1para2 / Catania: US2amph1* / Bizerte: 21AG3 Br10inf4 / axis movement"
    )
    phase(game, "axis")
    assert at(game, "1para") == "Reggio"
