"""Dice, positions, offers, refusals, undo, views: the engine's parts one by one."""

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.core.dice import Dice, Scripted, every_roll
from grognard.engine.core.knowledge import Knowledge
from grognard.engine.core.position import Position, bitset, by_node, column, derived, number, packed, record
from grognard.engine.play.game import read_scene, retell
from grognard.engine.play.odds import distribution
from grognard.engine.words import overlay
from grognard.engine.words.scene import diff, write_scene


def test_streams_are_apart_and_their_counters_never_go_back():
    dice = Dice(b"s" * 32)
    fire = [dice.roll("fire") for _ in range(6)]
    other = Dice(b"s" * 32)
    for _ in range(3):
        other.roll("weather")
    assert [other.roll("fire") for _ in range(6)] == fire
    assert dice.counters["fire"] >= 6


def test_a_die_is_fair_enough():
    dice = Dice(b"f" * 32)
    faces = [dice.roll("x") for _ in range(6000)]
    assert all(880 < faces.count(face) < 1120 for face in range(1, 7))
    assert sorted(dice.order("y", 9)) == list(range(9))


def test_scripted_dice_fall_as_written_and_refuse_what_no_die_shows():
    dice = Scripted([3, 6])
    assert [dice.roll("x"), dice.roll("y")] == [3, 6]
    with pytest.raises(ValueError, match="cannot show 7"):
        Scripted([7]).roll("x")


def test_every_roll_adds_up_to_one():
    chances = dict(every_roll(lambda d: d.roll("x")))
    assert chances == {face: Fraction(1, 6) for face in range(1, 7)}
    assert sum(p for _, p in every_roll(lambda d: d.roll("a") if d.roll("b") > 3 else 0)) == 1


def test_odds_come_from_the_title_s_own_combat():
    """Three dice that hit on 5 or more: 1 - (2/3)**3 that at least one hits."""
    from grognard.titles.tiny.combat import fire

    g = read_scene("tiny border bare / 0103: R3 / 0403: R1*3 / 0503: B1*2 / 0604: B2 / 0601: G1 / red movement")

    def hits(t):
        fire(t, t.p.at[0], [0], [8])
        return t.frame.get("hits", 0) if t.frame.step == "losses" else 0

    chances = distribution(g.table, hits)
    assert chances[0] == Fraction(8, 27)
    assert sum(chances.values()) == 1


class Small(Position):
    steps = column(2)
    held = by_node()
    land = bitset()
    turn = number(1)
    pool = record()
    heavy = derived(dict[int, int])


def test_a_position_copies_hashes_and_reads_back():
    p = Small(4, 10, 2)
    p.power[1] = 1
    p.put(0, 3)
    p.put(1, 3)
    p.land, p.pool["a"] = 1 << 70, (1, "x")
    twin = p.copy()
    assert twin.raw() == p.raw() == Small.read(p.dump(), 2).raw()
    twin.put(0, 5)
    twin.pool["a"] = 2
    assert p.at[0] == 3 and p.pool["a"] == (1, "x")
    assert twin.raw() != p.raw()
    assert (p.stack(3) == (0, 1) and p.occupied == [1 << 3 | 1 << 0, 1 << 3]) or p.occupied[1] >> 3 & 1
    p.give(1, 0)
    assert not p.occupied[1] >> 3 & 1


def test_a_position_takes_what_is_declared_and_nothing_else():
    p = Small(2, 4, 2)
    assert (list(p.steps), list(p.held), p.land, p.turn, p.pool) == ([2, 2], [0, 0, 0, 0], 0, 1, {})
    p.heavy[3] = 1
    twin = p.copy()
    twin.heavy[3] = 2
    assert p.heavy == {3: 1} and "heavy" not in p.dump(), "what is derived is copied, and is no state"
    with pytest.raises(AttributeError):
        p.wards = {}


def test_a_version_stands_for_who_stands_where():
    """It changes with a piece of that power and with no other's, and twins have one until they differ."""
    p = Small(3, 9, 2)
    p.power[1] = 1
    p.restack()
    red, blue, both, twin = p.version_of(0b01), p.version_of(0b10), p.version_of(0b11), p.copy()
    p.put(0, 4)
    assert p.version_of(0b01) != red and p.version_of(0b10) == blue
    assert p.version == p.version_of(0b11) != both == twin.version_of(0b11)
    twin.put(0, 4)
    assert twin.version_of(0b01) != p.version_of(0b01), "no two changes have one number"
    before = p.versions[:]
    p.give(1, 0)
    assert all(old != new for old, new in zip(before, p.versions, strict=True)), "it has left one and come to another"


def test_facts_belong_to_the_group_until_a_reveal_separates_it():
    """Two known of three are mixed: naming one leaves the other's facts with the rest; naming two settles the third."""
    know, dice = Knowledge(1, 3), Dice(b"k" * 32)
    know.born(0, [0, 1, 2], dice)
    know.learn(0, 0, {"id": 0, "steps": 3}, 1)
    know.learn(0, 1, {"id": 1}, 1)
    know.mixed(0, [0, 1, 2], dice)
    assert len(know.group_of[0]) == 3 and not know.facts[0]
    know.learn(0, 1, {"id": 1}, 2)
    assert know.known(0, 1)["id"] == (1, 2)
    assert len(know.group_of[0]) == 2
    know.learn(0, 2, {"id": 2}, 2)
    assert know.known(0, 0) == {"id": (0, 1), "steps": (3, 1)}, "the last one is known by what is left"
    assert not know.group_of[0] and not know.groups[0]


def test_a_nameless_fact_is_forgotten_rather_than_given_to_the_wrong_block():
    know, dice = Knowledge(1, 2), Dice(b"k" * 32)
    know.born(0, [0, 1], dice)
    know.learn(0, 0, {"speed": 2}, 1)
    know.mixed(0, [0, 1], dice)
    know.learn(0, 0, {"id": 0}, 2)
    assert know.known(0, 1) == {}


def test_a_block_that_is_named_is_in_no_group_that_it_has_left_unseen():
    """One of two vanishes, comes back and is named: it is not the one that stayed, of whom nothing is known."""
    know, dice = Knowledge(1, 2), Dice(b"k" * 32)
    know.born(0, [0, 1], dice)
    know.learn(0, 0, {"id": 0}, 1)
    know.mixed(0, [0, 1], dice)
    know.gone(0, 0)
    assert know.groups[0], "either may have stayed"
    know.born(0, [0], dice)
    know.learn(0, 0, {"id": 0}, 2)
    assert not know.groups[0] and not know.group_of[0]
    assert know.known(0, 1) == {}


def test_what_may_have_changed_in_a_group_is_forgotten_of_all_its_members():
    know, dice = Knowledge(1, 3), Dice(b"k" * 32)
    know.born(0, [0, 1, 2], dice)
    know.learn(0, 0, {"id": 0, "steps": 3}, 1)
    know.learn(0, 2, {"id": 2, "steps": 2}, 1)
    know.mixed(0, [0, 1], dice)
    know.forget(0, 1, "steps")
    assert list(know.groups[0].values()) == [((), (("id", 0, 1),))]
    know.forget(0, 2, "steps")
    assert know.known(0, 2)["steps"] == (2, 1), "it is in no group"


BAD_ORDERS = [
    ("red", "", "E.parse"),
    ("red", "advance R1 0203", "E.verb"),
    ("red", "build", "E.parse"),
    ("red", "build R99", "E.piece"),
    ("red", "build B1", "E.piece"),
    ("red", "build #999999999999", "E.piece"),
    ("red", "build R3 R4", "E.parse"),
    ("red", "plan nowhere", "E.place"),
    ("red", "levy blue", "E.choice"),
    ("red", "build " + "x" * 5000, "E.parse"),
    ("red", "build \u202eR3", "E.piece"),
    ("red", "accept 1", "E.choice"),
    ("red", "accept 99999999999999999999", "E.parse"),
    ("red", "propose rollback -1", "E.proposal"),
    ("red", "propose adjust R1 at", "E.proposal"),
    ("red", "propose adjust R1 steps --2", "E.proposal"),
    ("red", "propose adjust R1 steps ²", "E.proposal"),
    ("red", "propose adjust turn " + "9" * 30, "E.proposal"),
]


@pytest.mark.parametrize(("seat", "order", "rule"), BAD_ORDERS)
def test_a_bad_order_is_refused_and_changes_nothing(seat, order, rule):
    g = grognard.new("tiny", seed=1)
    before = g.hash()
    with pytest.raises(grognard.Refused) as refused:
        g.play(seat, order)
    assert refused.value.rule == rule
    assert g.why_not(seat, order) == refused.value.reason
    assert g.hash() == before


def test_wrong_titles_scenarios_options_and_seats_say_what_would_be_right():
    for call, right in [
        (lambda: grognard.new("westfrnt"), "westfront"),
        (lambda: grognard.new("tiny", "boarder"), "border"),
        (lambda: grognard.new("tiny", options={"turn": "3"}), "turns"),
        (lambda: grognard.new("tiny", options={"turns": "4"}), "3"),
        (lambda: grognard.new("tiny", seats={"green": "gren"}), "green"),
        (lambda: grognard.new("tiny").play("rde", "commit"), "red"),
    ]:
        with pytest.raises(grognard.Refused) as refused:
            call()
        assert right in refused.value.sentence or right in refused.value.nearest


def test_a_mistyped_name_gets_the_nearest_names():
    g = read_scene("tiny border / red movement")
    reason = g.why_not("red", "move R11 0203")
    assert reason.rule == "E.piece" and "R1" in reason.sentence


def test_stale_orders_and_idle_seats_are_refused():
    g = read_scene("tiny border / red movement")
    with pytest.raises(grognard.Refused) as refused:
        g.play("red", "move R1 0303", version=g.version("red") + 1)
    assert refused.value.rule == "E.stale"
    assert g.why_not("blue", "end").rule == "E.turn"
    assert [c.text for c in g.offers("blue").next()] == ["propose", "standing"]


def test_play_all_is_all_or_nothing():
    g = read_scene("tiny border / red movement")
    before = g.hash()
    with pytest.raises(grognard.Refused):
        g.play_all("red", ["move R1 0203>0303", "move R1 0303>0203"])
    assert g.hash() == before
    g.play_all("red", ["move R1 0203>0303", "move R4 0202>0201"])
    assert g.hash() != before


def test_an_order_that_breaks_down_leaves_nothing_behind(monkeypatch):
    """A fault in a rule's code in mid-order is raised, and the table is as it was before the order."""
    from grognard.titles.tiny.movement import Probe

    g = read_scene("tiny border bare / 0103: R3 R4 / 0303: R1 / 0402: B1 / 0604: B2 / 0601: G1 / red movement")
    g.play("red", "move R3 0203")
    before, seen, offered = g.hash(), g.view("red").json(), g.decisions()["red"].actions()

    def broken(self, t, seat, args):
        t.p.steps[args[0]] = 0
        t.place(args[0], t.world.lost)
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Probe, "apply", broken)
        order = next(order for order in offered if order.verb == "probe")
        with pytest.raises(ZeroDivisionError):
            g.play("red", order)
    assert (g.hash(), g.view("red").json(), g.decisions()["red"].actions()) == (before, seen, offered)
    g.play("red", order)
    assert g.hash() != before


def test_undo_redo_and_why_undo_is_barred():
    g = read_scene("tiny border / red movement")
    start = g.hash()
    g.play("red", "move R1 0203>0303")
    moved = g.hash()
    g.undo("red")
    assert g.hash() == start
    g.redo("red")
    assert g.hash() == moved
    g.play("red", "end")
    with pytest.raises(grognard.Refused, match="a phase has ended"):
        g.undo("red")


def test_the_tree_lists_what_may_be_typed():
    """Every order that actions() lists parses back to itself, and d.next walks the same tree."""
    g = read_scene("tiny border / red movement")
    d = g.decisions()["red"]
    orders = d.actions()
    assert len({o.text for o in orders}) == len(orders)
    for order in orders:
        assert d.parse(order.text) == order
    assert {c.text for c in d.next("move")} == {"R1", "R2", "R3", "R4", "R5"}
    assert d.actions(limit=3).cut and len(d.actions(limit=3)) == 3


def test_ways_that_the_rules_tell_apart_are_offers_of_their_own():
    """A fleet sails to 0804 past its enemy by 0704 or by 0803; unasked it goes the first, and no course is made up."""
    g = read_scene("tiny border bare / 0103: R1 / 0604: B1 / 0601: G1 / 0702: RF1*2 / 0705: BF1*2 / red fleets")
    d = g.decisions()["red"]
    ways = ["0702>0703>0704>0804", "0702>0703>0803>0804"]
    assert [(c.text, c.final) for c in d.next("sail", "RF1", "0804")] == [(way, True) for way in ways]
    assert [c.final for c in d.next("sail", "RF1") if c.text == "0804"] == [True]
    assert d.next("sail", "RF1", "0801") == []
    assert d.order("sail", "RF1", "0804") == d.parse("sail RF1 0804") == d.parse(f"sail RF1 {ways[0]}")
    other = d.order("sail", "RF1", "0804", ways[1])
    assert other == d.parse(f"sail RF1 0804 {ways[1]}") and other.text == f"sail RF1 {ways[1]}"
    assert d.ways(other) == [d.parse(f"sail RF1 {way}") for way in ways]
    assert {f"sail RF1 {way}" for way in ways} <= {order.text for order in d.actions()}
    assert d.judge(other) == other
    for course in ("0702>0804", "0804 0702>0804", "0804 0702>0703>0803", "0702>0801>0804"):
        assert g.why_not("red", f"sail RF1 {course}") is not None


def test_a_scene_is_written_as_it_reads():
    g = read_scene("tiny border bare / 0103: R3*2 / 0604: B1*1 2mil*blue / 0601: G1 / turn=2 / red movement")
    again = read_scene(write_scene(g.table) + " / red movement")
    assert diff(g.table, again.table) == []


def test_an_adjustment_is_agreed_and_shows_no_one_more_than_they_know():
    g = read_scene("tiny border / red movement")
    before = g.view("blue")
    g.play("red", "propose adjust R1 steps 3; turn 2")
    assert g.table.p.steps[0] == 2
    shown = g.view("blue")
    assert "R1" not in shown.save() and "steps ?; turn 2" in shown["proposals"][0][3]
    assert "steps 3" in g.view("red")["proposals"][0][3]
    g.play("blue", "accept 1")
    assert g.table.p.steps[0] == 3 and g.table.p.turn == 2
    assert g.view("blue")["tokens"] == before["tokens"]
    assert "R1" not in g.view("blue").save()
    with pytest.raises(grognard.Refused):
        g.play("red", "propose adjust B1 steps 1")


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_guess_looks_to_its_seat_as_the_game_does(seat):
    """Whatever is drawn, the seat's own view of the guess is the view it was made from."""
    g = grognard.new("tiny", seed=6, options={"turns": "5"})
    rng = random.Random(6)
    for n in range(120):
        if g.outcome is not None:
            break
        if n % 4 == 0:
            view = g.view(seat)
            guess = grognard.sample(view, rng)
            seen = guess.view(seat)
            for key in ("tokens", "groups", "numbers", "sets", "agenda", "plans"):
                assert seen[key] == view[key], key
            own = sorted(guess.decisions())[0]
            guess.play(own, guess.decisions()[own].sample(rng))
        actor = rng.choice(sorted(g.decisions()))
        g.play(actor, g.decisions()[actor].sample(rng))


def test_packed_values_do_not_tell_how_they_came_about():
    """Equal values give equal bytes: shared or not, interned or not, and those of every machine."""
    word, pair = "border", (1, -2)
    built, other = "".join(["bor", "der"]), tuple(map(int, ("1", "-2")))
    assert packed((word, word, pair, pair, 1 << 70)) == packed((built, word, other, pair, 1 << 70))
    assert packed(("ab", 1, (2, None))) == b"(\3\0\0\0u\2\0\0\0abi\1\0\0\0(\2\0\0\0i\2\0\0\0N"


def leaves(value):
    """What a JSON value is made of in the end."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from leaves(part)
    else:
        yield value


def test_a_view_is_made_of_numbers_and_words_alone():
    """At every step, for every seat and the spectator; None is an entry that it may not know; the keys are sorted."""
    rng, g = random.Random(3), grognard.new("tiny", seed=2)
    while True:
        for seat in (*g.seats, None):
            text = g.view(seat).json()
            data = json.loads(text)
            assert {type(leaf) for leaf in leaves(data)} <= {int, str, type(None)}
            assert text == json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            assert ("outcome" in data) == (g.outcome is not None)
        if g.outcome is not None:
            break
        actor = rng.choice(sorted(g.decisions()))
        g.play(actor, g.decisions()[actor].sample(rng))
    assert data["plans"] or len(g.journal) > 40


def test_titles_can_be_listed_again_and_again():
    """The list is a call on the package of titles, so that importing a title does not take its name away."""
    first = [t.id for t in grognard.titles()]
    assert first == [t.id for t in grognard.titles()] and "westfront" in first
    assert all(t.stage and t.sources and t.scenarios for t in grognard.titles(unlisted=True))
    assert "tiny" not in first


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_order_moves_its_seats_version(seed):
    """An order that is sent twice is known by its version, also when the table has nothing to tell of it."""
    rng, game, silent = random.Random(seed), grognard.new("tiny", seed=seed), 0
    while game.outcome is None and len(game.journal) < 80:
        seat, decision = rng.choice(list(game.decisions().items()))
        before = game.version(seat)
        told = game.play(seat, decision.sample(rng))
        silent += told[0].kind == "given"
        assert game.version(seat) > before
    assert silent
    assert [len(told) for told in retell(game.journal)] == [game.version(seat) for seat in (*game.seats, None)]


def test_a_rollback_to_an_entry_that_is_still_to_come_goes_nowhere():
    g = grognard.new("tiny", seed=1)
    g.play("red", "build R3")
    before = g.table.digest()
    g.play("red", "propose rollback 99999999")
    g.play("blue", "accept 1")
    assert g.table.digest() == before and g.events("blue")[-1].kind == "rollback"
    assert grognard.load(g.save(), verify=True).hash() == g.hash()


def test_an_agreement_in_mid_phase_tells_everyone_once_what_was_done_before_it():
    """The mover knows it already; whoever agrees, and whoever looks on, hear of it before the agreement."""
    g = grognard.read_scene("tiny border bare / 0203: R1*2 / 0103: R3 / 0604: B2 / 0601: G1 / red movement")
    g.play("red", "move R1 0303")
    g.play("red", "propose resign")
    g.play("blue", "accept 1")
    assert [event.kind for event in g.events("red")] == ["moved", "proposed", "accepted", "closed"]
    for other in ("blue", None):
        assert [event.kind for event in g.events(other)] == ["proposed", "moved", "accepted", "closed"]


def test_a_decision_says_what_comes_next_in_words_and_in_values():
    """The level after a prefix, its candidates as bits, and the nodes that they are about."""
    g = grognard.read_scene("tiny border bare / 0203: R1*2 / 0103: R3 / 0604: B2 / 0601: G1 / red movement")
    d, t = g.decisions()["red"], g.table
    move = next(verb for verb in d.open_verbs() if verb.name == "move")
    at = {t.node_name(node) for node in d.nodes()}
    there = {t.node_name(node) for node in d.nodes("move", "R1")}
    assert at == {"0103", "0203"} and there == {choice.text for choice in d.next("move", "R1")}
    first, second = d.level("move"), d.level("move", "R1")
    assert (first.kind, second.kind, d.level("end")) == ("piece", "path", None)
    pieces = members(d.after(move))
    assert [t.title.piece_name(t, piece) for piece in pieces] == ["R1", "R3"]
    assert set(members(d.after(move, (pieces[0],)))) == d.nodes("move", "R1")


def test_a_branch_is_walked_to_its_end_where_one_wants_to_go():
    g = grognard.read_scene("tiny border bare / 0203: R1*2 / 0103: R3 / 0604: B2 / 0601: G1 / red movement")
    d, rng = g.decisions()["red"], random.Random(1)
    move = next(verb for verb in d.open_verbs() if verb.name == "move")
    goal = 1 << g.title.find_node(g.table, "0303")
    for _ in range(5):
        *way, end = d.descend(move, rng, lambda w: goal if w.level.kind == "path" else 1)
        order = d.ended(end)
        assert order is not None and order.text.startswith("move R1") and order.text.endswith("0303")
        assert d.ended(way[0]) is None, "an order that lacks its target is none"


def test_bots_terminal_and_server_use_what_a_decision_shows():
    """Nobody above the engine reaches into a Decision."""
    root = Path(grognard.__file__).parent
    for room in ("bots", "terminal", "server"):
        for path in sorted((root / room).rglob("*.py")):
            assert not re.search(r"\b(d|decision|question)\._[a-z]", path.read_text()), path


def test_cut_points_are_told_in_lines_while_they_are_few():
    """A place that cuts off many is told in a number alone."""
    t = grognard.new("tiny", seed=1).table
    one, many = t.title.find_node(t, "0303"), t.title.find_node(t, "0404")
    others = [t.title.find_node(t, f"{column:02}01") for column in range(1, overlay.MOST_LINES + 2)]
    found = {one: 1 << others[0], many: sum(1 << node for node in others)}
    drawn = overlay.cut_points(t, found, "T2.2", "cuts", "nothing cuts")
    assert drawn["lines"] == [{"style": "cut", "places": ["0303", t.node_name(others[0])]}]
    assert [note["text"] for note in drawn["notes"]] == ["cuts off 1", f"cuts off {overlay.MOST_LINES + 1}"]
    assert drawn["legend"] == [["choke", "cuts"]]
    assert overlay.cut_points(t, {}, "T2.2", "cuts", "nothing cuts")["legend"] == [["choke", "nothing cuts"]]
