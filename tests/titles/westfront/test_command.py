"""Chapter 5: headquarters."""

from __future__ import annotations

import pytest

from .play import ALLIED, AXIS, at, cv, give, gone, node, piece, refused, scene, step, verbs

LAND = "s44 bare / axis holds all / 1943-07"


def supreme(text: str) -> int:
    g = scene(text)
    give(g, "activate OKW")
    return int(g.table.p.supreme[AXIS])


@pytest.mark.rule("westfront", "5.2")
def test_an_activated_hq_is_shown() -> None:
    """The enemy reads the name and CV of an HQ as soon as it is activated."""
    g = scene(f"{LAND} / Paris: OBW3 84inf2 / axis command")
    give(g, "activate OBW")
    t = g.table
    assert t.name_for(ALLIED, piece(g, "OBW")) == "OBW"
    assert t.name_for(ALLIED, piece(g, "84inf")).startswith("#")


@pytest.mark.rule("westfront", "5.21")
def test_an_hq_deploys_one_hex_into_a_friendly_hex() -> None:
    """From Paris the HQ may deploy to Amiens, but not to Reims, which an Allied zone disputes."""
    g = scene(f"{LAND} / Paris: OBW3 84inf2 / Philippeville: Br5inf2 / Cambrai: Br10inf2 / axis command")
    assert refused(g, "deploy OBW Reims") == "5.21"
    give(g, "deploy OBW Orleans")
    assert at(g, "OBW") == "Orleans"


@pytest.mark.rule("westfront", "5.21/a")
def test_no_deployment_in_mud() -> None:
    """In Mud HQs are activated where they stand."""
    g = scene(f"{LAND} / mud / Paris: OBW3 / axis command")
    assert refused(g, "deploy OBW Orleans") == "5.21/a"


@pytest.mark.rule("westfront", "5.21/b")
def test_an_hq_that_deploys_out_of_a_battle_as_the_last_is_pursued() -> None:
    """The HQ alone in a battle leaves it: two armored dice at DF take a step at once."""
    g = scene(f"{LAND} / Amiens: OBW3 Br30arm2 / axis defends Amiens / axis command", dice=[5, 1])
    give(g, "deploy OBW Cambrai")
    assert (at(g, "OBW"), cv(g, "OBW")) == ("Cambrai", 2)


@pytest.mark.rule("westfront", "5.3/a", "5.3")
def test_only_units_within_command_range_move() -> None:
    """An HQ at II commands units two hexes away, not three."""
    g = scene(f"{LAND} / Paris: OBW2* / Lille: 84inf2 / Ostende: 85inf2 / axis movement")
    assert refused(g, "move 84inf Brussels") == ""
    assert refused(g, "move 85inf Brussels") == "5.3/a"


@pytest.mark.rule("westfront", "8.4/a")
def test_command_is_not_traced_through_enemy_hexes() -> None:
    """Enemies hold every hex between the HQ and the unit: it is not under command."""
    allies = "Lille: Br5inf2 / Amiens: Br10inf2 / Brussels: Br8mech2"
    g = scene(f"{LAND} / Calais: OBW2* / {allies} / Cambrai: 84inf2 / axis movement")
    assert refused(g, "move 84inf Reims") == "8.4/a"


@pytest.mark.rule("westfront", "5.41", "5.43")
def test_a_mobile_hq_loses_its_step_and_moves() -> None:
    """After the moves the HQ deactivates at II and goes two hexes; it gives no support any more."""
    g = scene(f"{LAND} / Paris: OBW3* 84inf2 / axis movement")
    assert refused(g, "move OBW Reims") == "5.41"
    give(g, "end", "mobilize OBW Paris>Amiens>Lille")
    assert (at(g, "OBW"), cv(g, "OBW")) == ("Lille", 2)
    assert g.table.p.role[piece(g, "OBW")] == 0


@pytest.mark.rule("westfront", "5.43", "4.43/d")
def test_an_hq_deactivates_after_combat() -> None:
    """An HQ that stayed active drops from III to II and stands up again."""
    g = scene(f"{LAND} / Paris: OBW3* / axis movement")
    give(g, "end", "end")
    assert cv(g, "OBW") == 2
    assert g.table.name_for(ALLIED, piece(g, "OBW")).startswith("#")


@pytest.mark.rule("westfront", "5.43/a")
def test_an_hq_activated_at_zero_is_eliminated() -> None:
    """It commands its own hex once and is then removed."""
    g = scene(f"{LAND} / Paris: OBW0 84inf2 / axis command")
    give(g, "activate OBW", "end", "move 84inf Amiens", "end", "end")
    assert gone(g, "OBW")


@pytest.mark.rule("westfront", "5.61")
def test_a_supreme_hq_gives_two_moves_a_cv() -> None:
    """OKW at III gives six Supreme Moves."""
    assert supreme(f"{LAND} / Paris: OKW3 / axis command") == 6


@pytest.mark.rule("westfront", "5.8", "12.21")
def test_mud_disrupts_a_supreme_hq() -> None:
    """OKW at III acts as II in Mud: four Supreme Moves."""
    assert supreme(f"{LAND} / mud / Paris: OKW3 / axis command") == 4


@pytest.mark.rule("westfront", "5.8/a")
def test_okw_in_berlin_is_not_disrupted() -> None:
    """In Berlin it keeps all six."""
    assert supreme(f"{LAND} / mud / Berlin: OKW3 / axis command") == 6


@pytest.mark.rule("westfront", "5.8/b")
def test_a_disrupted_hq_at_zero_cannot_be_activated() -> None:
    """In Mud a zero HQ has no command ability."""
    g = scene(f"{LAND} / mud / Paris: OBW0 / axis command")
    assert refused(g, "activate OBW") == "5.8/b"


@pytest.mark.rule("westfront", "5.8")
def test_a_disrupted_hq_commands_one_hex_less() -> None:
    """An HQ at II reaches Amiens in Mud, not Calais."""
    g = scene(f"{LAND} / mud / Paris: OBW2 / Amiens: 84inf2 / Calais: 85inf2 / axis command")
    give(g, "activate OBW", "end")
    assert refused(g, "move 84inf Lille") == ""
    assert refused(g, "move 85inf Lille") == "5.3/a"


@pytest.mark.rule("westfront", "5.7/a")
def test_supreme_hqs_cannot_blitz() -> None:
    """OKW may not be activated with a Blitz marker."""
    g = scene(f"{LAND} / Calais: OKW3 / axis command")
    assert refused(g, "activate OKW blitz") == "5.7/a"


@pytest.mark.rule("westfront", "5.7")
def test_an_hq_at_zero_has_no_two_steps_for_a_blitz() -> None:
    """A Blitz takes two steps; an HQ at zero has none to lose."""
    g = scene(f"{LAND} / Calais: OBW0 / axis command")
    assert refused(g, "activate OBW blitz") == "5.7"


@pytest.mark.rule("westfront", "5.7", "5.7/b", "4.44")
def test_a_blitz_moves_units_twice_and_costs_two_steps() -> None:
    """The HQ stays through the first phases, drops to II, commands again, and ends at I."""
    g = scene(f"{LAND} / Paris: OBW3** 58arm3 / axis movement")
    give(g, "move 58arm Paris>Amiens>Lille")
    give(g, "end")
    assert step(g) == "movement"
    assert cv(g, "OBW") == 2
    give(g, "move 58arm Lille>Brussels", "end", "end")
    assert (at(g, "58arm"), cv(g, "OBW")) == ("Brussels", 1)


@pytest.mark.rule("westfront", "5.7/b")
def test_the_blitz_range_is_that_of_the_reduced_hq() -> None:
    """An HQ at I commands its own hex only in the Blitz movement."""
    g = scene(f"{LAND} / Paris: OBW1** 58arm3 / Amiens: 84inf2 / axis movement")
    give(g, "end")
    assert refused(g, "move 84inf Lille") == "5.3/a"
    assert refused(g, "move 58arm Reims") == ""


@pytest.mark.rule("westfront", "5.64")
def test_supreme_hqs_give_no_support() -> None:
    """A battle beside OKW alone is fought unsupported."""
    g = scene(f"{LAND} / Paris: OKW3* / Amiens: 84inf3 Br5inf3 / allied defends Amiens / axis combat")
    assert not g.table.p.supported >> node(g, "Amiens") & 1


@pytest.mark.rule("westfront", "5.66")
def test_a_theater_hq_gives_one_move_a_cv() -> None:
    """JDN at II gives two Supreme Moves, to its own nation."""
    g = scene("s44 bare / axis holds all / Bordeaux: JDN2 / axis command")
    give(g, "activate JDN")
    assert g.table.p.national[AXIS] == 2


@pytest.mark.rule("westfront", "5.1/b")
def test_hqs_never_engage() -> None:
    """An HQ under another's command may not enter a hex with enemies."""
    g = scene(f"{LAND} / Paris: OBW3* AGB2 / Amiens: Br5inf1 / axis movement")
    assert refused(g, "move AGB Amiens") == "5.1/b"


@pytest.mark.rule("westfront", "15.41")
def test_an_invasion_hq_stands_in_a_port() -> None:
    """Paris is no port."""
    g = scene(f"{LAND} / Paris: OBW3 / axis command")
    assert refused(g, "activate OBW invasion") == "15.41"


@pytest.mark.rule("westfront", "14.2")
def test_a_paradrop_hq_stands_with_a_para() -> None:
    """Without a para in its hex an HQ cannot take that role."""
    g = scene("s44 bare / allied holds all / London: 21AG3 / allied command")
    assert refused(g, "activate 21AG paradrop") == "14.2"


@pytest.mark.rule("westfront", "5.2/a")
def test_an_inactive_hq_moves_like_any_unit() -> None:
    """It is moved by another HQ and stays hidden."""
    g = scene(f"{LAND} / Paris: OBW3* AGB2 / axis movement")
    give(g, "move AGB Paris>Amiens")
    assert at(g, "AGB") == "Amiens"
    assert g.table.name_for(ALLIED, piece(g, "AGB")).startswith("#")
    assert g.table.name_for(ALLIED, piece(g, "OBW")) == "OBW"


CORPS = "Amiens: 84inf2 85inf2 86inf2 74inf2"
STATICS = "Amiens: 65stat1 66stat1 88stat1 89stat1"


@pytest.mark.rule("westfront", "6.2", "5.7")
def test_a_deploying_hq_may_overstack_while_someone_can_leave() -> None:
    """Four units stand in Amiens: a Blitz HQ may come, and one of them must then move off before the phase ends."""
    g = scene(f"{LAND} / Paris: OBW3 / {CORPS} / axis command")
    give(g, "deploy OBW Amiens blitz", "end")
    assert refused(g, "end") == "6.2"
    give(g, "move 84inf Lille", "end")
    assert g.table.p.overfull == 0


@pytest.mark.rule("westfront", "6.2", "5.41")
@pytest.mark.parametrize("mates", [CORPS, STATICS])
def test_an_hq_that_overstacks_may_mobilize_on(mates: str) -> None:
    """The limit holds when movement is over, mobilization included: the HQ itself goes on only then, and must."""
    g = scene(f"{LAND} / Paris: OBW3 / {mates} / axis command")
    give(g, "deploy OBW Amiens", "end")
    assert "leave Amiens" in g.decisions()["axis"].prompt
    assert refused(g, "move OBW Lille") == "5.41"
    give(g, "end")
    assert (step(g), refused(g, "end")) == ("mobilization", "6.2")
    give(g, "mobilize OBW Amiens>Lille")
    assert at(g, "OBW") == "Lille"


@pytest.mark.rule("westfront", "5.21/c")
def test_no_hq_deploys_where_no_one_can_make_room() -> None:
    """Four statics fill the hex, and no ordinary HQ moves them: not with a Blitz, nor without a step to go on."""
    g = scene(f"{LAND} / Paris: OBW3 / {STATICS} / axis command")
    assert refused(g, "deploy OBW Amiens blitz") == "5.21/c"
    g = scene(f"{LAND} / Paris: OBW0 / {STATICS} / axis command")
    assert refused(g, "deploy OBW Amiens") == "5.21/c"


def test_passing_costs_nothing() -> None:
    """A side that activates no HQ loses no step."""
    g = scene(f"{LAND} / Paris: OBW3 84inf2 / axis command")
    give(g, "end")
    assert "end" in verbs(g)
    assert cv(g, "OBW") == 3
    assert refused(g, "move 84inf Amiens") == "5.3/a"


@pytest.mark.rule("westfront", "5.65")
def test_supreme_hqs_command_invasions() -> None:
    """OKW in a port may take the role; it then has no Supreme Moves."""
    g = scene(f"{LAND} / Calais: OKW3 / axis command")
    give(g, "activate OKW invasion")
    assert g.table.p.supreme[AXIS] == 0


@pytest.mark.rule("westfront", "4.43/d")
def test_supreme_moves_end_with_their_hq() -> None:
    """OKW deactivates after the first combat: in the Blitz movement its moves are gone."""
    g = scene(f"{LAND} / Berlin: OKW3* / Paris: OBW3** / Lyon: 84inf2 / supreme 4 / axis movement")
    assert refused(g, "move 84inf Valence") == ""
    give(g, "end", "end")
    assert (step(g), g.table.p.blitz) == ("movement", 1)
    assert refused(g, "move 84inf Valence") == "5.3/a"
