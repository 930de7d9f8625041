"""The fourteen cases that the tiny title carries before a real title leans on the engine."""

import random

import pytest

import grognard
from grognard.engine.play.game import read_scene
from grognard.engine.words.scene import diff


def scene(text: str, **kw) -> grognard.Game:
    return read_scene(f"tiny border {text}" if text.startswith("bare") else f"tiny border / {text}", **kw)


def told(g: grognard.Game, seat: str | None, kind: str) -> list[dict]:
    return [e.json() for e in g.events(seat) if e.kind == kind]


def names_of(g: grognard.Game, seat: str, place: str) -> list[str]:
    """The blocks at a place in a seat's words."""
    t = g.table_for(g.seat_index(seat))
    node = t.title.find_node(t, place)
    return sorted(t.name_for(g.seat_index(seat), i) for i in t.p.stack(node))


@pytest.mark.rule("tiny", "T1.1", "T1.2", "T1.3")
def test_1_private_production_is_undone_after_the_other_seat_moved():
    """Each seat builds unseen; a levy's die bars undo, a build does not, and the enemy's orders bar nothing."""
    g = scene("production")
    before = g.view("blue").json()
    g.play("red", "levy red")
    g.play("red", "build R3")
    assert g.view("blue").json() == before
    g.play("blue", "build B1")
    g.undo("red")
    steps = {row[0]: row for row in g.view("red")["rows"]}
    assert steps[2][g.view("red")["columns"].index("steps") + 1] == 1
    with pytest.raises(grognard.Refused, match="a die has been rolled"):
        g.undo("red")
    g.play("red", "build R3")
    with pytest.raises(grognard.Refused) as refused:
        g.play("red", "build R3")
    assert refused.value.rule == "T1.2"
    other = scene("production")
    for seat, order in [("blue", "build B1"), ("red", "levy red"), ("red", "build R3"), ("red", "commit")]:
        other.play(seat, order)
    g.play("red", "commit")
    g.play("blue", "commit")
    other.play("blue", "commit")
    assert g.hash() == other.hash()
    assert told(g, "blue", "produced")
    poor = scene("production")
    for block in ("R1", "R3", "R5"):
        poor.play("red", f"build {block}")
    assert poor.why_not("red", "levy red").rule == "T1.3"
    besieged = scene("bare / Red_pool: R6 / 0103: B1 / 0601: G1 / production")
    assert besieged.why_not("red", "arrive R6").rule == "T1.1"


@pytest.mark.rule("tiny", "T1.4", "T1.5")
def test_2_a_sealed_plan_is_postponed_and_revealed():
    """The enemy sees that there is a plan, not where or when; when it falls due it is shown and rolled."""
    g = scene("0203: R1 / 0503: B1*2 / production")
    g.play("red", "plan 0503")
    g.play("red", "postpone")
    assert g.why_not("red", "plan 0503").rule == "T1.4"
    g.play("red", "commit")
    g.play("blue", "commit")
    plan = g.view("blue")["plans"]["raid0"]
    assert len(plan) == 2 and "0503" not in str(plan)
    assert dict(g.view("red")["plans"]["raid0"][2])["due"] == 4
    g.table.p.turn = 4
    g = scene("bare / 0103: R1 / 0604: B1 / 0503: B2*2 / 0601: G1 / blue fleets", dice=[4])
    t = g.table
    t.p.plans["raid0"] = (0, (("kind", "raid"),), (("due", 2), ("node", t.title.find_node(t, "0503"))))
    g.play("blue", "end")
    for seat in ("red", "blue"):
        g.play(seat, "commit")
    assert told(g, "blue", "raid")[0]["places"] == ["0503"]
    assert t.p.steps[9] == 1
    assert "raid0" not in t.p.plans


@pytest.mark.rule("tiny", "T4.2")
def test_3_interception_two_deep_with_a_hidden_destination():
    """The prey's destination stays hidden while the interceptor is itself intercepted, then the voyage goes on."""
    g = scene(
        "bare / 0103: R1 / 0604: B1 / 0601: G1 / 0702: RF1*2 / 0704: RF2*2 / 0705: BF1*2 / red fleets", dice=[6, 1]
    )
    g.play("red", "sail RF1 0702>0703>0803>0804>0805")
    assert "0805" not in g.view("blue").json()
    assert list(g.decisions()) == ["blue"]
    g.play("blue", "intercept BF1")
    assert list(g.decisions()) == ["red"]
    g.play("red", "intercept RF2")
    assert names_of(g, "red", "0805") == ["RF1"]
    assert g.table.p.steps[12] == 1


@pytest.mark.rule("tiny", "T4.1")
def test_4_and_5_a_reaction_before_a_block_leaves():
    """Before a block leaves its hex the enemy is asked, whatever stands there, and moves his own armor."""
    g = scene("bare / 0103: R3 / 0402: R1 / 0503: B2 / 0604: B1 / 0601: G1 / red movement")
    g.play("red", "move R1 0402>0401")
    assert list(g.decisions()) == ["blue"]
    assert names_of(g, "red", "0402") == ["R1"]
    g.play("blue", "react B2 0403")
    assert names_of(g, "blue", "0403") == ["B2"]
    assert names_of(g, "red", "0402") == ["R1"], "the rest of the path is dropped and the mover asked anew"
    g.play("red", "move R1 0402>0401")
    assert names_of(g, "red", "0401") == ["R1"]
    infantry = scene("bare / 0103: R3 / 0402: R1 / 0503: B3 / 0604: B1 / 0601: G1 / red movement")
    infantry.play("red", "move R1 0402>0401")
    assert list(infantry.decisions()) == ["blue"], "asked although only armor may react: the asking tells nothing"
    assert infantry.why_not("blue", "react B3 0403").rule == "T4.1"


def attack(g: grognard.Game, block: str) -> None:
    """Blue walks from 0503 into 0403: asked about once before it leaves, it is ordered again."""
    for _ in range(2):
        g.play("blue", f"move {block} 0503>0403")
    g.play("blue", "end")


@pytest.mark.rule("tiny", "T5.2")
def test_6_a_standing_order_answers_a_tie_like_a_forced_loss():
    """With a standing order set the enemy cannot tell a tie from a single choice."""

    def fight(stack: str) -> list[str]:
        g = scene(
            f"bare / 0103: R3 / 0403: {stack} / 0503: B2*3 / 0604: B1 / 0601: G1 / blue movement",
            dice=[1, 1, 1, 1, 5, 1, 1],
        )
        g.play("red", "standing losses first")
        g.play("red", "standing react pass")
        attack(g, "B2")
        return [e.kind for e in g.events("blue") if e.kind not in ("closed",)]

    assert fight("R1*2 R4*2") == fight("R1*3 R4*1")
    tie = scene(
        "bare / 0103: R3 / 0403: R1*1 R4*1 / 0503: B2*3 / 0604: B1 / 0601: G1 / blue movement", dice=[1, 1, 5, 1, 1]
    )
    tie.play("red", "standing react pass")
    attack(tie, "B2")
    assert list(tie.decisions()) == ["red"]
    assert [c.text for c in tie.decisions()["red"].next("lose")] == ["R1", "R4"]
    forced = scene(
        "bare / 0103: R3 / 0403: R1*1 R4*2 / 0503: B2*3 / 0604: B1 / 0601: G1 / blue movement", dice=[1, 1, 1, 5, 1, 1]
    )
    forced.play("red", "standing react pass")
    attack(forced, "B2")
    assert forced.why_not("red", "lose R1").rule == "T5.2"


@pytest.mark.rule("tiny", "T5.1", "T5.4")
def test_7_a_revealed_block_stands_up_and_is_followed_until_it_leaves_a_stack():
    """A block seen in battle stays known while it walks alone, and is one of three when it leaves two others."""
    g = scene(
        "bare / 0103: R3 / 0403: R1*3 / 0203: R4 R5 / 0503: B1*1 / 0604: B2 / 0601: G1 / blue movement", dice=[1] * 4
    )
    g.play("red", "standing react pass")
    attack(g, "B1")
    token = names_of(g, "blue", "0403")[0]
    known = {row[0]: row for row in g.view("blue")["tokens"]}
    assert ["id", 0, 1] in known[int(token[1:])][3], "stood up, still known"
    g.play("blue", "end")
    for seat in ("red", "blue"):
        g.play(seat, "commit")
    g.play("blue", "standing react pass")
    g.play("red", "move R1 0403>0404")
    assert names_of(g, "blue", "0404") == [], "others see the table as of the last barrier"
    g.play("red", "end")
    assert names_of(g, "blue", "0404") == [token], "walked alone, still followed"
    t = g.table
    t.place(0, t.title.find_node(t, "0203"), followed=True)
    t.place(0, t.title.find_node(t, "0303"))
    rows = {row[0]: row for row in g.view("blue")["tokens"]}
    group = {row[4] for row in rows.values() if row[4]}
    assert len(group) == 1 and sum(1 for row in rows.values() if row[4]) == 3
    assert token not in [f"#{n}" for n in rows]
    pool = dict(g.view("blue")["groups"])[group.pop()]
    assert sorted(len(facts) > 0 for facts in pool) == [False, False, True]


@pytest.mark.rule("tiny", "T6.1")
def test_8_only_a_speed_is_told():
    """A probe tells the speed and nothing else, and a guess keeps to it."""
    g = scene("bare / 0103: R3 / 0403: R1 / 0503: B2 / 0604: B1 / 0601: G1 / red movement")
    token = names_of(g, "red", "0503")[0]
    g.play("red", f"probe R1 {token}")
    row = next(r for r in g.view("red")["tokens"] if r[0] == int(token[1:]))
    assert row[3] == [["speed", 3, 1]]
    kinds = set()
    for n in range(30):
        guess = g.determinize("red", random.Random(n))
        where = guess.table.title.find_node(guess.table, "0503")
        kinds.add(guess.table.p.kind[guess.table.p.stack(where)[0]])
    assert kinds == {1}
    assert not told(g, None, "probed") or "speed" not in str(told(g, None, "probed"))


@pytest.mark.rule("tiny", "T2.3")
def test_9_control_is_frozen_and_survives_a_save_in_mid_phase():
    """The gate obeys who held the Fort when the phase began, also after saving and loading in between."""
    g = scene("bare / 0103: R3 / 0303: R1 / 0302: R4 / 0604: B1 / 0601: G1 / red holds 0203 / red movement")
    assert g.why_not("red", "move R1 0403").rule == "T2.3"
    h = scene("bare / 0103: R3 / 0303: R1 / 0302: R4 / 0604: B1 / 0601: G1 / red holds 0303 / red movement")
    h.play("red", "move R4 0302>0202")
    assert h.why_not("red", "move R1 0303>0403") is None
    h.play("red", "move R1 0303>0403")
    assert names_of(h, "red", "0403") == ["R1"]
    game = scene("bare / 0103: R3 / 0303: R4 / 0203: R1 / 0604: B1 / 0601: G1 / red movement")
    game.play("red", "move R1 0203>0303")
    again = grognard.load(game.save())
    assert again.hash() == game.hash()
    assert again.view("blue").json() == game.view("blue").json()
    assert again.why_not("red", "move R4 0403").rule == "T2.3", "taking the Fort in the phase opens nothing yet"


@pytest.mark.rule("tiny", "T3.1", "T3.2")
def test_10_a_debt_is_listed_and_an_order_that_makes_it_unpayable_is_refused():
    """Four blocks must be three before `end`; the last garrison does not leave."""
    g = scene("bare / 0103: R3 / 0203: R1 R2 R4 / 0204: R5 / 0604: B1 / 0601: G1 / red movement")
    g.play("red", "move R5 0204>0203")
    debts = g.decisions()["red"].debts
    assert [d.rule for d in debts] == ["T3.1"]
    assert g.why_not("red", "end").rule == "T3.1"
    g.play("red", "move R1 0203>0303")
    assert g.why_not("red", "end") is None
    lone = scene("bare / 0103: R3 / 0503: R1 / 0604: B1 / 0601: G1 / red movement")
    assert lone.why_not("red", "move R3 0203").rule == "T3.2"


@pytest.mark.rule("tiny", "T7.1")
def test_11_counters_merge_split_and_change_nation():
    """Two equal counters share a name; merged points are conserved."""
    g = scene("bare / 0103: R3 / 0604: B1 / 0601: 1mil*green 1mil*green 1mil*green / blue movement")
    before = g.table.copy()
    g.play("blue", "merge 1mil@0601 1mil@0601")
    assert names_of(g, "blue", "0601") == ["1mil@0601", "2mil@0601"]
    assert any("steps 1 > 2" in line for line in diff(before, g.table))
    lone = scene("bare / 0103: R3 / 0604: B1 / 0601: 1mil*green / blue movement")
    assert lone.why_not("blue", "merge 1mil@0601").rule == "T7.1"
    h = scene("bare / 0103: R3 / 0604: B1 / 0601: 3mil*green / blue movement")
    h.play("blue", "split 3mil@0601 1")
    assert names_of(h, "blue", "0601") == ["1mil@0601", "2mil@0601"]
    d = scene("bare / 0103: R3 / 0604: B1 / 0601: G1 / 0602: 2mil*green / blue movement")
    d.play("blue", "defect 2mil@0602 blue")
    assert [d.table.p.power[i] for i in d.table.p.stack(d.table.title.find_node(d.table, "0602"))] == [1]


@pytest.mark.rule("tiny", "T2.4")
def test_12_three_powers_two_friendly_that_do_not_stack():
    """One seat plays two powers; they do not stack; a third seat may take one over."""
    g = scene("bare / 0103: R3 / 0603: G1 / 0604: B1 B2 / 0601: G2 / blue movement")
    assert g.seats == ("red", "blue")
    assert {c.text for c in g.decisions()["blue"].next("move")} >= {"B2", "G1"}
    assert g.why_not("blue", "move B2 0603").rule == "T2.4"
    three = scene("bare / 0103: R3 / 0603: G1 / 0604: B1 / 0601: G2 / green movement", seats={"green": "green"})
    assert three.seats == ("red", "blue", "green")
    assert {c.text for c in three.decisions()["green"].next("move")} == {"G1", "G2"}
    three.table.p.give(14, 1)
    assert three.table.owns(1, 14)


@pytest.mark.rule("tiny", "T8.2", "T8.3")
def test_13_rollback_refused_resignation_and_extension():
    """An agreed rollback past a die brings other dice; a resignation may be refused; an ended game goes on."""
    g = grognard.new("tiny", seed=3)
    g.play("red", "levy red")
    first = g.journal.entries[0].draws
    g.play("blue", "propose rollback 0")
    g.play("red", "accept 1")
    g.play("red", "levy red")
    again = g.journal.entries[-1].draws
    streams = g.lanes[0].table.dice.counters
    assert streams["levy/0"] == 2 and len(first) == len(again) == 1
    g.play("red", "propose resign")
    assert g.outcome is None
    g.play("blue", "decline 2")
    assert g.outcome is None and told(g, "red", "played_on")
    g.play("red", "propose resign")
    g.play("blue", "accept 3")
    assert g.outcome.rule == "T8.3" and g.outcome.winners == ("blue",)
    h = scene("turn=3 / blue fleets")
    h.play("blue", "end")
    assert h.outcome.rule == "T8.1" and h.milestones[0][0] == "turn 3"
    assert h.why_not("red", "end").rule == "E.closed"
    h.play("red", "propose extend")
    h.play("blue", "accept 1")
    assert h.outcome is None and set(h.decisions()) == {"red", "blue"}


@pytest.mark.rule("tiny", "T8.2")
def test_13_what_was_secret_stays_so_until_no_one_may_go_on():
    """The end shows the dice's secret when someone has declined to go on or has finished; no rollback comes after."""
    for seat, order in (("red", "decline 2"), ("blue", "propose finish")):
        g = scene("turn=3 / blue fleets")
        g.play("red", "propose rollback 0")
        g.play("blue", "end")
        assert g.outcome is not None and not g.outcome.final
        g.play("blue", "propose extend")
        assert "secret" not in g.view("red").data
        g.play(seat, order)
        assert g.outcome.final and g.view("red")["secret"] == g.table.dice.secret.hex()
        assert g.why_not("red", "propose extend").rule == "E.proposal"
        g.play("blue", "accept 1")
        assert g.outcome is not None and told(g, "red", "lapsed")


@pytest.mark.rule("tiny", "T2.1")
def test_14_a_route_of_length_two_and_boxes_side_by_side():
    """The island lies two points from the mainland; boxes next to each other in the numbering are not adjacent."""
    g = scene("bare / 0103: R3 / 0101: R1 / 0604: B1 / 0601: G1 / red movement")
    targets = {c.text: c.cost for c in g.decisions()["red"].next("move", "R1")}
    assert targets["Island"] == 2
    assert "North_Box" not in targets and "South_Box" not in targets
    g.play("red", "move R1 Island")
    assert names_of(g, "red", "Island") == ["R1"]
    far = scene("bare / 0103: R3 / 0102: R1 / 0604: B1 / 0601: G1 / red movement")
    assert far.why_not("red", "move R1 Island").rule == "T2.1"


@pytest.mark.rule("tiny", "T5.3")
def test_attackers_that_have_not_cleared_the_hex_go_back():
    g = scene("bare / 0103: R3 / 0403: R1*3 / 0503: B1*1 / 0604: B2 / 0601: G1 / blue movement", dice=[1] * 4)
    g.play("red", "standing react pass")
    attack(g, "B1")
    assert names_of(g, "blue", "0503") == ["B1"]


@pytest.mark.rule("tiny", "T2.2", "T2.5")
def test_a_block_stops_next_to_the_enemy_and_moves_once():
    g = scene("bare / 0103: R3 / 0301: R2 / 0402: B1 / 0604: B2 / 0601: G1 / red movement")
    assert g.why_not("red", "move R2 0401") is None
    assert g.why_not("red", "move R2 0501").rule == "T2.2"
    g.play("red", "move R2 0301>0201")
    assert g.why_not("red", "move R2").rule == "T2.5"
