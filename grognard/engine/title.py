"""A title: what the four rooms of the engine ask of it, together."""

from .fog.title import FogTitle
from .play.title import PlayTitle
from .words.title import WordsTitle


class Title(WordsTitle, FogTitle, PlayTitle):
    """A game's rules as the engine calls them; a title fills it in and overrides what it needs."""
