"""What all games of EuroFront are made of: its page, its book, its reveal table."""

from __future__ import annotations

from grognard.engine.core.rules import RuleBook
from grognard.engine.words.lesson import read_lessons
from grognard.titles.systems.front import fog

from . import tables
from .table import EuroFrontTable
from .title import META


class EuroFrontGame(EuroFrontTable):
    """A game of EuroFront, second edition; each family of scenarios is a class of its own."""

    meta = META
    book = RuleBook(tables.DATA / "rules.csv")
    numbers = {label: number for label, number in tables.labels().items() if number}
    reveals = fog.read_reveals(tables.rows("reveal"))
    lessons = read_lessons(tables.DATA / "lessons.toml")
