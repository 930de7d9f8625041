"""Victory (13.0), resignation (13.1), the three-player game (16.8) and the choice of options (16.0)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core.rules import Refused
from grognard.engine.play.game import Game
from grognard.titles.ww2eto import victory
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land.supply import supplied
from grognard.titles.ww2eto.politics import vichy

from .cases import at, go_to, rule_against, scene, units
from .scenes import play

LAST = "turn 2/1945 / allied naval"
THREE = {"options": {"three_players": "on"}, "seats": {"soviet": "soviet", "russian_partisans": "soviet"}}


def judged(text: str, centers: int = 0) -> Game:
    """The game judged at its end, with so many Resource Centers in Axis hands."""
    game = scene(f"1941 bare / {text} / war / {LAST}")
    t = game.table
    held = t.world.board.names_of(t.world.russian_centers)[:centers]
    t.p.axis_centers = t.world.board.area(*held) if held else 0
    victory.judge(t)
    return game


def level(game: Game) -> tuple[str, str] | None:
    return (game.outcome.winners[0], game.outcome.level) if game.outcome else None


@pytest.mark.rule("ww2eto", "13.0/a")
def test_axis_decisive() -> None:
    """No Western unit on the mainland, 24 centers, no Russian abroad: decisive; a British unit in France spoils it."""
    assert level(judged("1612: ger4inf / 0811: brt4mech", 24)) == ("axis", "decisive")
    assert level(judged("1612: ger4inf / 0713: brt4mech", 24)) == ("axis", "substantive")
    assert level(judged("1612: ger4inf / 0811: brt4mech", 23)) == ("axis", "substantive")


@pytest.mark.rule("ww2eto", "13.0/b")
def test_axis_substantive() -> None:
    """Germany free of supplied Allied units and twelve centers."""
    assert level(judged("1612: ger4inf / 0713: brt4mech", 12)) == ("axis", "substantive")
    assert level(judged("1612: ger4inf / 0713: brt4mech", 11)) == ("axis", "marginal")


@pytest.mark.rule("ww2eto", "13.0/c", "13.0")
def test_axis_marginal() -> None:
    """Four supplied Allied points in Germany are few enough."""
    assert level(judged("1612: ger4inf / 1111: brt4mech")) == ("axis", "marginal")


@pytest.mark.rule("ww2eto", "13.0/d")
def test_allied_marginal() -> None:
    """Five points in Germany win for the Allies."""
    assert level(judged("1612: ger4inf / 1111: brt4mech usa1mech")) == ("allied", "marginal")


@pytest.mark.rule("ww2eto", "13.0/e")
def test_allied_substantive() -> None:
    """Ten points in Germany at the end are substantive."""
    assert level(judged("1612: ger4inf / 1111: brt4mech usa4mech / 1112: usa2mech")) == ("allied", "substantive")


@pytest.mark.rule("ww2eto", "13.0/f")
def test_allied_decisive() -> None:
    """Ten points in Germany at the end of a Game-Turn up to 3/1944 win decisively at once."""
    text = "1941 bare / 1111: brt4mech usa4mech / 1112: usa2mech / 1612: ger4inf / war"
    game = scene(f"{text} / turn 3/1944 / allied naval")
    victory.early_decision(game.table)
    assert level(game) == ("allied", "decisive")
    late = scene(f"{text} / turn 4/1944 / allied naval")
    victory.early_decision(late.table)
    assert late.outcome is None


@pytest.mark.rule("ww2eto", "4.3")
def test_the_last_turn() -> None:
    """Play ends after the last Game-Turn and is judged."""
    game = scene(f"1941 bare / 1612: ger4inf / 0811: brt4mech / war / {LAST}")
    while game.outcome is None:
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, "end" if "end" in {c.text for c in decision.next()} else decision.actions(limit=1)[0])
    assert (level(game), game.table.p.turn) == (("axis", "marginal"), 23)


@pytest.mark.rule("ww2eto", "13.1")
@pytest.mark.parametrize("turn", ["3/1941", "1/1943", "2/1945"])
def test_allied_resignation(turn: str) -> None:
    """W28e: the Allies resign: an Axis decisive victory that no one can refuse."""
    game = scene(f"1941 bare / 1612: ger4inf / turn {turn} / allied naval")
    game.play("allied", "propose resign")
    assert level(game) == ("axis", "decisive")


@pytest.mark.rule("ww2eto", "13.1/a")
@pytest.mark.parametrize(
    ("turn", "place", "grade"),
    [("4/1942", "0811", "marginal"), ("1/1943", "0811", "substantive"), ("1/1943", "1111", "decisive"),
     ("1/1944", "0811", "decisive")],
)  # fmt: skip
def test_axis_resignation(turn: str, place: str, grade: str) -> None:
    """W28a-d: the level of an Axis resignation goes by its date and by Allied units in Germany."""
    game = scene(f"1941 bare / 1612: ger4inf / {place}: brt1inf / turn {turn} / axis naval")
    game.play("axis", "propose resign")
    game.play("allied", "accept 1")
    assert level(game) == ("allied", grade)


@pytest.mark.rule("ww2eto", "13.1/b")
def test_refused_resignation() -> None:
    """W28: the Allied player may refuse an Axis resignation and play on."""
    game = scene("1941 bare / 1612: ger4inf / 0811: brt1inf / turn 4/1942 / axis naval")
    game.play("axis", "propose resign")
    game.play("allied", "decline 1")
    assert game.outcome is None
    assert "axis" in game.decisions()


# Three players


def idle(game: Game, power: int) -> None:
    """Let a power's Player-Turn pass."""
    while game.table.p.player == power:
        seat, decision = next(iter(game.decisions().items()))
        game.play(seat, "end" if "end" in {c.text for c in decision.next()} else decision.actions(limit=1)[0])


def three(text: str, **more: object) -> Game:
    return scene(f"1939 bare / {text}", **THREE, **more)  # type: ignore[arg-type]


@pytest.mark.rule("ww2eto", "16.81")
def test_order_of_three() -> None:
    """The Player-Turns are Axis, Allied, Russian."""
    game = three("1312: ger3inf / 0811: brt3inf / 2209: sov2inf / allied naval")
    assert set(game.decisions()) == {"allied"}
    idle(game, w.ALLIED)
    assert set(game.decisions()) == {"soviet"}


@pytest.mark.rule("ww2eto", "16.84")
def test_russia_declares_at_will() -> None:
    """The Russian player declares war when he wishes, and has limited war production until he is invaded."""
    text = "1312: ger3inf / 0811: brt3inf / 2209: sov2inf"
    assert three(f"{text} / allied allied_start").table.frame.step == "movement"
    game = three(f"{text} / soviet russian_start")
    game.play("soviet", "declare")
    assert (game.table.p.russia_at_war, game.table.p.russia, game.table.p.russia_invaded_on) == (1, 1, 0)


@pytest.mark.rule("ww2eto", "16.82/e")
def test_russia_attacks_neutrals() -> None:
    """With three players Russia may enter a neutral; Sweden then fights for the Axis."""
    text = "1703: sov2inf / 1603: swe1inf / 2209: sov2inf / soviet movement"
    game = three(text)
    game.play("soviet", "move sov2inf@1703 1704")
    t = game.table
    assert t.p.power[t.title.find_pieces(t, "swe1inf@1603")[0]] == w.AXIS
    two = scene("1939 bare / 1703: sov2inf / 1603: swe1inf / 2209: sov2inf / war / allied movement")
    assert rule_against(two, "allied", "move sov2inf@1703 1704") == "16.14"


@pytest.mark.rule("ww2eto", "16.83")
def test_most_german_hexes() -> None:
    """The side with most hexes of Germany after the last move wins."""
    game = three("1312: ger3inf / 2209: sov2inf / 0811: brt3inf / turn 2/1945 / soviet naval")
    t = game.table
    for name in t.world.board.names_of(t.world.germany)[:14]:
        t.p.axis_ground &= ~t.world.board.area(name)
        t.p.soviet_ground |= t.world.board.area(name)
    victory.judge(t)
    assert level(game) == ("soviet", "victory")


def test_one_of_three_resigns() -> None:
    """R179: the Axis resigns and is out of the count: the Allies hold more of Germany than the Russians and win."""
    text = "1312: ger3inf / 1111: brt3inf / 2209: sov2inf / allied naval"
    game = three(text)
    game.play("axis", "propose resign")
    game.play("allied", "accept 1")
    game.play("soviet", "accept 1")
    assert level(game) == ("allied", "victory")
    on = three(text)
    on.play("axis", "propose resign")
    on.play("soviet", "decline 1")
    assert on.outcome is None
    assert on.table.p.notes["resigned/0"] == 1


def test_all_three_resign() -> None:
    """R237: who has resigned is not asked again, nor resigns twice; when the last one does nobody wins."""
    game = three("1312: ger3inf / 1111: brt3inf / 2209: sov2inf / allied naval")
    play(game, "axis: propose resign", "soviet: decline 1", "allied: propose resign", "soviet: decline 2")
    assert game.outcome is None
    assert rule_against(game, "axis", "propose resign")
    game.play("soviet", "propose resign")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.level) == ((), "draw")


@pytest.mark.rule("ww2eto", "16.85")
def test_lent_transport() -> None:
    """Russian units sail with naval points that the Allied player lends, and with no others."""
    text = "2007: sov1inf / 0811: brt3inf / soviet holds 2007 1708 / war"
    alone = three(f"{text} / soviet naval")
    assert rule_against(alone, "soviet", "ship sov1inf@2007 1708") == "5.72"
    game = three(f"{text} / allied naval")
    game.play("allied", "lend 1")
    idle(game, w.ALLIED)
    go_to(game, "naval").play("soviet", "ship sov1inf@2007 1708")
    assert (at(game, "1708"), game.table.p.notes["lent"]) == (["sov1inf"], 0)
    assert game.table.p.attached.bit_count() == 1


@pytest.mark.rule("ww2eto", "16.85")
def test_russians_on_western_supply() -> None:
    """A Russian unit that Allied ships carried draws on the British coast for as long as it likes."""
    game = three("0721: sov1inf / 0811: brt3inf / 2209: sov2inf / war / soviet movement")
    t = game.table
    piece = t.title.find_pieces(t, "sov1inf@0721")[0]
    assert not supplied(t, piece)
    t.p.attached |= 1 << piece
    assert supplied(t, piece)


@pytest.mark.rule("ww2eto", "16.86")
def test_withheld_lend_lease() -> None:
    """The Allied player may reduce or withhold Lend-Lease."""
    text = "1911: ger1inf / 2209: sov2inf / 0811: brt3inf / war / turn 4/1943"
    game = three(f"{text} / soviet partisans")
    go_to(game, "lend_lease").play("allied", "allow 1")
    assert game.table.p.russian_resources == 36 + 1


@pytest.mark.rule("ww2eto", "16.87")
def test_french_attacked_by_russians() -> None:
    """A Vichy unit that Russians attack defends itself; the others stay as they are."""
    game = scene("1941 bare / 2522: vic1inf / 0721: vic1inf / 2521: sov2inf / 2209: sov2inf / war / allied movement")
    attackers = tuple(game.table.title.find_pieces(game.table, "sov2inf@2521"))
    vichy.attacked(game.table, attackers, (game.table.title.find_node(game.table, "2522"),))
    assert (units(game, "vic"), game.table.p.vichy_swung) == (["vic1inf@0721", "vic1inf@2522"], 0)


# Options


@pytest.mark.rule("ww2eto", "16.0", "2.0/a")
def test_options_stand_alone() -> None:
    """Every optional rule may be used or left, the minors with or without the partisans."""
    for minors in ("on", "off"):
        for partisans in ("on", "off"):
            game = grognard.new("ww2eto", "1941", seed=1, options={"minors": minors, "partisans": partisans})
            assert game.table.options["minors"] == minors


@pytest.mark.rule("ww2eto", "16.17")
def test_minor_rules_go_together() -> None:
    """16.2, 16.3 and 16.4 come and go with the one option: off, the Finns and Belgians are free of their leashes."""
    text = "1941 bare / 1907: fin2inf / 2209: sov2inf / war / axis movement"
    assert rule_against(scene(text, options={"minors": "off"}), "axis", "move fin2inf@1907 2006") == ""
    assert rule_against(scene(text), "axis", "move fin2inf@1907 2006") == "16.41"


@pytest.mark.parametrize(
    ("scenario", "options", "rule"),
    [("1941", {"three_players": "on"}, "16.84"), ("1939", {"handicap_axis": "1", "handicap_allied": "1"}, "X/trrc"),
     ("africa41", {"minors": "on"}, "16.17")],
)  # fmt: skip
def test_bad_sets_are_refused(scenario: str, options: dict[str, str], rule: str) -> None:
    """A set of options that does not go together is refused with the rule."""
    with pytest.raises(Refused) as refused:
        grognard.new("ww2eto", scenario, seed=1, options=options)
    assert refused.value.rule == rule


def test_africa_is_judged() -> None:
    """Our own scenario is won over Suez, Egypt and Tripoli."""
    game = scene("africa41 bare / 2325: ger1mech / 1825: ita2inf / turn 4/1942 / allied naval")
    victory.judge(game.table)
    assert level(game) == ("axis", "decisive")
    assert at(game, "2325") == ["ger1mech"]
