"""Bots of Advanced ETO."""

from ..greedy import Greedy
from .mind import Command

BOTS = {"greedy": Greedy(Command)}
