"""Every lesson is played to its end through the engine, as its steps say, and by a learner who goes astray."""

from __future__ import annotations

import random

import pytest

from grognard.board.hexset import members
from grognard.bots.base import ask
from grognard.bots.registry import bot_named
from grognard.engine.core.title import metas
from grognard.engine.play.course import Course
from grognard.engine.play.game import Game
from grognard.engine.words.lesson import Lesson

LESSONS = [(meta.id, lesson) for meta in metas().values() for lesson in meta.load().lessons]
RNG = random.Random(1)


def begun(title: str, lesson: Lesson) -> Game:
    return Game.new(title, lesson.scenario, seed=lesson.seed)


def progress(course: Course, game: Game) -> dict:
    course.follow(game.journal)
    return course.progress()


def opponents(title: str, lesson: Lesson, game: Game) -> None:
    """Let the other seats answer until the learner must decide."""
    bot = bot_named(f"lesson-{lesson.id}", title)
    while game.outcome is None:
        others = [seat for seat in game.decisions() if seat != lesson.seat]
        if not others:
            return
        game.play(others[0], ask(bot, game, others[0], RNG))


def names_of(game: Game) -> set[str]:
    """Every name that a step may light: pieces and places."""
    t = game.table_for(game.seats.index(game.seats[0]))
    pieces = {t.title.piece_name(t, i) for i in range(len(t.p.at))}
    drawn = t.world.board.area(*t.title.areas_drawn) if t.title.areas_drawn else 0
    return pieces | {t.node_name(n) for n in members(t.world.board.hexes | drawn)}


@pytest.mark.parametrize("title", ["aeto", "eurofront", "sfe", "westfront", "ww2eto"])
def test_a_title_has_a_first_lesson_and_one_on_supply(title):
    """Supply is what newcomers lose by; it was taught for WestFront alone."""
    assert {lesson.id for of, lesson in LESSONS if of == title} > {"supply"}


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=[f"{t}-{lesson.id}" for t, lesson in LESSONS])
def test_a_lesson_is_played_to_its_end(title, lesson):
    """Each order of the lesson is legal when its turn comes, completes its step, and the last one ends the lesson."""
    game = begun(title, lesson)
    course = Course(lesson, game.journal.setup)
    overlays = game.title.overlays
    for number, step in enumerate(lesson.steps):
        opponents(title, lesson, game)
        assert not progress(course, game)["over"]
        assert not set(step.light) - names_of(game), step.title
        assert not step.rule or step.rule in game.title.book.rows, step.rule
        assert not step.overlay or step.overlay in overlays
        if not step.order:
            continue
        assert step.done_by(step.order), step.title
        game.play(lesson.seat, step.order)
        told = progress(course, game)
        assert number in told["done"] and not told["astray"], step.title
    opponents(title, lesson, game)
    told = progress(course, game)
    assert told["over"]
    assert told["done"] == [i for i, step in enumerate(lesson.steps) if step.order]
    thrown_away = [
        event for event in game.events(lesson.seat) if (event.kind, event.seat) == ("forfeited", lesson.seat)
    ]
    assert not thrown_away, "no order of a lesson wastes anything"


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=[f"{t}-{lesson.id}" for t, lesson in LESSONS])
def test_a_learner_who_only_ends_his_phases_is_never_stuck(title, lesson):
    """Whoever does nothing that is asked still reaches the lesson's end, and the course says what was passed."""
    game = begun(title, lesson)
    course = Course(lesson, game.journal.setup)
    bot = bot_named(f"lesson-{lesson.id}", title)
    for _ in range(400):
        opponents(title, lesson, game)
        if progress(course, game)["over"]:
            break
        game.play(lesson.seat, ask(bot, game, lesson.seat, RNG))
    assert progress(course, game)["over"]


def test_an_order_that_was_not_asked_for_is_told_and_can_be_taken_back():
    lesson = metas()["westfront"].load().lessons[0]
    game = begun("westfront", lesson)
    course = Course(lesson, game.journal.setup)
    for order in ("activate 15AG blitz-invasion", "activate 21AG invasion", "activate AF command", "end"):
        game.play("allied", order)
    game.play("allied", "sail Br10inf Malta")
    assert progress(course, game)["astray"].startswith("sail Br10inf")
    game.undo("allied")
    told = progress(course, game)
    assert not told["astray"] and len(told["done"]) == 4


def test_a_headquarters_activated_otherwise_is_told():
    """Another way to activate it would close the landings that come later: it is not the lesson's order."""
    lesson = metas()["westfront"].load().lessons[0]
    game = begun("westfront", lesson)
    course = Course(lesson, game.journal.setup)
    game.play("allied", "activate 15AG command")
    told = progress(course, game)
    assert not told["done"] and told["astray"].startswith("activate 15AG")
