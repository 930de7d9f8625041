"""Lessons over HTTP: how far the learner has come, read off the journal."""

from __future__ import annotations

from typing import Annotated, Any
from weakref import WeakKeyDictionary

from fastapi import APIRouter, HTTPException, Query

from ..engine.core.names import unknown
from ..engine.play.course import Course
from ..engine.play.game import Game
from .desk import Server, ServerDep, SessionDep, my_seat, open_room
from .library import meta_of
from .rooms import Room

router = APIRouter(prefix="/api")
courses: WeakKeyDictionary[Room, Course] = WeakKeyDictionary()


def begin(title: str, lesson_id: str) -> tuple[Game, dict[str, str]]:
    """A lesson's own game, with its scenario and seed, and who sits where."""
    lessons = {lesson.id: lesson for lesson in meta_of(title).load().lessons}
    lesson = lessons.get(lesson_id)
    if lesson is None:
        raise unknown("lesson", lesson_id, lessons)
    game = Game.new(title, lesson.scenario, seed=lesson.seed)
    game.journal.setup["lesson"] = lesson.id
    bot = f"bot:lesson-{lesson.id}"
    return game, {seat: "me" if seat == lesson.seat else bot for seat in game.seats}


async def course_of(here: Server, room: Room) -> Course | None:
    """The course that the room's journal tells; one that lies partly on disk is read again from there."""
    journal = room.game.journal
    course = courses.get(room)
    if course is None:
        wanted = journal.setup.get("lesson")
        found = [lesson for lesson in room.game.title.lessons if lesson.id == wanted]
        if not found:
            return None
        course = courses[room] = Course(found[0], journal.setup)
    if not course.at_hand(journal):
        row = await here.store.game(room.key)
        if row is None:
            return None
        course.follow(await here.store.journal(row, whole=True))
    course.follow(journal)
    return course


@router.get("/games/{game}/lesson", response_model=None)
async def lesson(game: str, here: ServerDep, me: SessionDep, seat: Annotated[str, Query(max_length=20)]) -> Any:
    """Which steps are done, which the game has left behind, and the last order that was not asked for."""
    room = await open_room(here, game, seat)
    await my_seat(here, room, seat, me)
    course = await course_of(here, room)
    if course is None or course.lesson.seat != seat:
        raise HTTPException(404, "This game is no lesson.")
    return {"id": course.lesson.id, **course.progress()}
