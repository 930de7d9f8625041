"""The command ``grognard``: play, replay, rules, odds, titles, and what ``lab``, ``maps`` and ``server`` bring."""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import grognard

from .engine.core.names import unknown
from .engine.core.rules import Refused, RuleBook
from .engine.core.title import Meta, metas
from .engine.play.game import Game
from .engine.play.game import replay as played_again
from .terminal import odds as odds_
from .terminal import replay as replay_
from .terminal.files import read_text, reason, write_text
from .terminal.paint import paint
from .terminal.seats import pairs, seated
from .terminal.session import Session
from .terminal.tell import option_lines, rule_lines, title_lines

SERVER = "grognard.server.cli"
WORKSHOPS = {
    "lab": ("grognard.lab.cli", "lab", "many games: fuzzing, tournaments, benchmarks"),
    "maps": ("grognard.maps.cli", "maps", "the map workshop"),
    "serve": (SERVER, "", "serve games to browsers"),
    "admin": (SERVER, "", "look after a server's games"),
    "backup": (SERVER, "", "copy a live server's database"),
}
"""Commands that live in packages of their own: the module, the extra that it needs, and what it does."""
WRONG = 2


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}\n")


def whole_number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number of at most 18 digits")
    return int(text)


def parser(argv: Sequence[str]) -> Parser:
    """The commands; a workshop's own are loaded only when it is called."""
    top = Parser(prog="grognard", description="Board wargames of the war in Europe with every rule enforced.")
    top.add_argument("--version", action="version", version=f"grognard {grognard.__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    _play_parser(commands)
    replaying = commands.add_parser("replay", help="step through a saved game")
    replaying.add_argument("file", metavar="FILE")
    replaying.add_argument("--seat", help="show only what this seat was told")
    replaying.add_argument("--to", type=whole_number, metavar="N", help="stop after entry N")
    replaying.add_argument("--board", metavar="FILE", help="the edition of the board that it was played on")
    replaying.set_defaults(run=replay)
    ruling = commands.add_parser("rules", help="our sentence for a numbered rule")
    ruling.add_argument("title", metavar="TITLE")
    ruling.add_argument("wanted", metavar="NUMBER|WORD", nargs="+")
    ruling.add_argument("--where", action="store_true", help="also the functions that keep it and its tests")
    ruling.set_defaults(run=rules)
    chances = commands.add_parser("odds", help="what an order may lead to, and how likely it is")
    chances.add_argument("scene", metavar="SCENE", help="'tiny border bare / 0203: R1 / red movement'")
    chances.add_argument("order", metavar="ORDER", help="'move R1 0303'")
    chances.add_argument("--seat", help="who orders; by default the first who must decide")
    chances.set_defaults(run=odds)
    listing = commands.add_parser("titles", help="what can be played")
    listing.add_argument("title", metavar="TITLE", nargs="?")
    listing.add_argument("--all", action="store_true", help="also titles made for tests")
    listing.add_argument("--ids", action="store_true", help="only the ids of those that can be played")
    listing.set_defaults(run=titles)
    called = next((word for word in argv if not word.startswith("-")), "")
    loaded = WORKSHOPS[called][0] if called in WORKSHOPS else ""
    if loaded:
        workshop(called).add_parser(commands)
    for name, (module, _, what) in WORKSHOPS.items():
        if module != loaded:
            commands.add_parser(name, help=what, add_help=False)
    return top


def _play_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    playing = commands.add_parser("play", help="play in the browser, or at the terminal when a title is named")
    playing.add_argument("title", metavar="TITLE", nargs="?", help="see `grognard titles`")
    playing.add_argument("--scenario", metavar="S")
    playing.add_argument("--seat", action="append", default=[], metavar="SEAT=WHO", help="axis=human,allied=random")
    playing.add_argument("--power", action="append", default=[], metavar="POWER=SEAT", help="who plays a power")
    playing.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="a rule to choose")
    playing.add_argument("--seed", type=whole_number, metavar="N", help="fixed dice, for tests")
    playing.add_argument("--board", metavar="FILE", help="an edition of the board")
    playing.add_argument("--load", metavar="FILE", help="go on with a saved game")
    playing.add_argument("--terminal", action="store_true", help="play at the terminal also when no title is named")
    playing.set_defaults(run=play)


def workshop(name: str) -> Any:
    """The module of a command, or a refusal that names the extra to install."""
    module, extra, _ = WORKSHOPS[name]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        what = f"grognard[{extra}]" if extra else f"{missing.name}"
        raise Refused(
            "E.extra", f"`grognard {name}` needs {missing.name}: install it with pip install '{what}'."
        ) from None


def play(args: argparse.Namespace) -> None:
    """Open the table in the browser; what names a title or says how to begin is played at the terminal."""
    chosen = (args.title, args.scenario, args.seat, args.power, args.option, args.seed, args.board, args.load)
    if not args.terminal and all(value in (None, []) for value in chosen):
        workshop("serve").open_table()
        return
    game = resumed(args) if args.load is not None else begun(args)
    players = seated(game, args.seat)
    meta = game.title.meta
    print(paint(f"{meta.name}, {meta.scenario(game.table.scenario).name}", "head"))
    print("Seats: " + ", ".join(f"{seat} ({bot.name if bot else 'you'})" for seat, bot in players.items()))
    for line in option_lines(meta, game.table.options):
        print(line)
    print("`help` lists the commands; `score` says how the game is won and how it stands.")
    try:
        Session(game, players, random.Random(args.seed)).run()
    except (Refused, BrokenPipeError):
        raise
    except Exception:
        print(f"This is a fault of ours. The game up to the last order is saved as {rescued(game)}.", file=sys.stderr)
        raise


def rescued(game: Game) -> str:
    """Save a game whose table a fault has left half-changed: its entries are whole."""
    name = f"rescued-{game.title.meta.id}-{len(game.journal)}.journal"
    write_text(name, game.journal.text(played_again(game.journal).hash()))
    return name


def begun(args: argparse.Namespace) -> Game:
    """A new game as the options say."""
    meta = meta_of(chosen_title() if args.title is None else args.title)
    if not playable(meta):
        raise Refused("E.title", f"The rules of {meta.name} are not in this version; `grognard titles` says what is.")
    options = pairs(args.option, "--option", "KEY=VALUE")
    powers = pairs(args.power, "--power", "POWER=SEAT")
    return Game.new(meta.id, args.scenario, seed=args.seed, seats=powers, options=options, board=args.board)


def resumed(args: argparse.Namespace) -> Game:
    """A saved game; what belongs to its beginning cannot be chosen again."""
    given = [name for name in ("scenario", "option", "power", "seed") if getattr(args, name) not in (None, [])]
    if given:
        raise Refused("E.load", f"--load goes on with a game as it was begun; leave out --{' and --'.join(given)}.")
    game = grognard.load(read_text(args.load), board=args.board)
    if args.title and args.title != game.title.meta.id:
        raise Refused("E.load", f"{args.load!r} is a game of {game.title.meta.id}, not of {args.title[:40]!r}.")
    return game


def chosen_title() -> str:
    """The title to play when none is named: the player's choice at a terminal, else the first."""
    every = [meta for meta in all_metas() if playable(meta)]
    listed = [meta for meta in every if meta.listed] or every
    if len(listed) == 1 or not sys.stdin.isatty():
        return listed[0].id
    for i, meta in enumerate(listed, 1):
        print(f"{i:3} {meta.id:12} {meta.name} ({meta.stage})")
    try:
        answer = input("Which title? ").strip() or "1"
    except EOFError:
        answer = "1"
    if answer.isascii() and answer.isdigit() and 1 <= int(answer[:4]) <= len(listed):
        return listed[int(answer[:4]) - 1].id
    return answer


def replay(args: argparse.Namespace) -> None:
    """Step through a saved game."""
    replay_.replay(read_text(args.file), args.seat, args.to, args.board)


def meta_of(title: str) -> Meta:
    known = metas()
    if title not in known:
        raise unknown("title", title, known)
    return known[title]


def all_metas() -> list[Meta]:
    return sorted(metas().values(), key=lambda meta: meta.id)


def playable(meta: Meta) -> bool:
    """Are the title's rules in this version?"""
    return find_spec(meta.module) is not None


def rules(args: argparse.Namespace) -> None:
    """Print our sentence for a rule, also of a title that cannot be played yet."""
    meta = meta_of(args.title)
    folder = Path(importlib.import_module(meta.module.rpartition(".")[0]).__path__[0])
    book, wanted = RuleBook(folder / "data" / "rules.csv"), " ".join(args.wanted)
    for line in rule_lines(book, meta.id, wanted):
        print(line)
    if args.where and wanted in book.rows:
        for line in importlib.import_module("grognard.lab.where").where_lines(meta.id, wanted):
            print(line)


def odds(args: argparse.Namespace) -> None:
    """Print what an order may lead to."""
    for line in odds_.odds(args.scene, args.order, args.seat):
        print(line)


def titles(args: argparse.Namespace) -> None:
    """List what can be played."""
    found = [meta_of(args.title)] if args.title is not None else [m for m in all_metas() if m.listed or args.all]
    if args.ids:
        print("\n".join(meta.id for meta in found if playable(meta)))
        return
    for meta in found:
        for line in title_lines(meta, playable(meta)):
            print(line)
    if not found:
        print("No title is listed yet; `grognard titles --all` shows the one made for tests.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; what is wrong with the input is said in one line, with exit code 2."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        args = parser(argv).parse_args(argv)
        return args.run(args) or 0
    except Refused as refused:
        print(f"grognard: {' '.join(refused.sentence.split())} [{refused.rule}]", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print()
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.filename is None:
            raise
        print(f"grognard: {str(error.filename)!r} cannot be used: {reason(error)}. [E.file]", file=sys.stderr)
        return WRONG


if __name__ == "__main__":
    sys.exit(main())
