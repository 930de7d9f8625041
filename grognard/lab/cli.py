"""``grognard lab``: fuzzing, bad input, fog, benchmarks, the night run."""

from __future__ import annotations

import argparse
from typing import Any

from . import balance, bench, fog_cli, fuzz, illegal, label_table, match, night, ratings, where

COMMANDS = {
    "fuzz": (fuzz, "many games of a title under the conformance checks"),
    "labels": (label_table, "how often each rule was seen offering and refusing"),
    "illegal": (illegal, "bad input: none of it may be taken"),
    "fog": (fog_cli, "twin games and redraws: does anything hidden leak?"),
    "balance": (balance, "who wins when policies play each other, with 95 per cent intervals"),
    "match": (match, "bots play a scenario against each other, with 95 per cent intervals"),
    "ratings": (ratings, "the strength of a title's bots, from matches of each with each"),
    "bench": (bench, "choice bits a second beside python-chess, and the times of what a game does"),
    "where": (where, "write docs/rules: which function keeps each rule and which test proves it"),
    "night": (night, "the full counts, resumable; they add up in docs/night.csv"),
}


def add_parser(sub: Any) -> argparse.ArgumentParser:
    """Add ``lab`` and its commands to the command line; each sets ``run``."""
    parser: argparse.ArgumentParser = sub.add_parser("lab", help="fuzz, measure, look for leaks")
    commands = parser.add_subparsers(dest="lab", required=True)
    for name, (module, text) in COMMANDS.items():
        module.arguments(commands.add_parser(name, help=text, description=module.__doc__))
    return parser
