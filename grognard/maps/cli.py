"""`grognard maps draft | compile | render`: the map workshop at the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

WRONG = 2


def add_parser(sub: Any) -> None:
    """Add `maps` with its three verbs to a command line's subparsers."""
    maps = sub.add_parser("maps", help="draft, compile and draw boards")
    verbs = maps.add_subparsers(dest="verb", required=True)
    draft = verbs.add_parser("draft", help="geography and authored inputs to tables")
    draft.add_argument("board", help="a title's board, or a folder with a grid.toml")
    draft.add_argument("--geo", metavar="DIR", help="the folder of the geographic layers, if the board needs them")
    draft.set_defaults(run=_guarded(draft_board))
    compiled = verbs.add_parser("compile", help="tables and overrides to the board file")
    compiled.add_argument("board", help="a title's board, or a folder with a grid.toml")
    compiled.add_argument(
        "-o", "--out", metavar="FILE", help="where to write it; the board's own board.json if not said"
    )
    compiled.set_defaults(run=_guarded(compile_one))
    drawn = verbs.add_parser("render", help="the picture of a board")
    drawn.add_argument("board", help="a title's board, or a folder with a grid.toml")
    drawn.add_argument("-o", "--out", metavar="FILE", help=".svg or .png; the client's backdrop if not said")
    drawn.add_argument("--skin", choices=("light", "dark"), default="light")
    drawn.add_argument("--no-legend", action="store_true", help="leave the key out")
    drawn.add_argument("--window", metavar="NAME", help="draw only this window of the board")
    drawn.set_defaults(run=_guarded(render_board))


def draft_board(args: argparse.Namespace) -> str:
    """`maps draft BOARD --geo DIR`."""
    from .compile import board_folder
    from .draft import draft

    geo = Path(args.geo) if args.geo else None
    if geo is not None and not geo.is_dir():
        raise FileNotFoundError(f"no folder {args.geo}")
    counts = draft(board_folder(args.board), geo)
    return ", ".join(f"{count} {table}" for table, count in counts.items())


def compile_one(args: argparse.Namespace) -> str:
    """`maps compile BOARD`."""
    from .compile import board_folder, compile_board

    data = compile_board(board_folder(args.board), args.out)
    return f"{args.board}: {len(data['hexes']['rows'])} hexes, hash {data['hash']}"


def render_board(args: argparse.Namespace) -> str:
    """`maps render BOARD [-o FILE]`."""
    from .compile import board_folder
    from .render import backdrop, render

    folder = board_folder(args.board)
    if not args.out:
        return str(backdrop(folder, args.window))
    render(folder, Path(args.out), args.skin, not args.no_legend, args.window)
    return str(args.out)


def _guarded(verb: Callable[[argparse.Namespace], str]) -> Callable[[argparse.Namespace], int]:
    """Run a verb; what is wrong with its input is one line a complaint and exit code 2."""

    def run(args: argparse.Namespace) -> int:
        try:
            print(verb(args))
        except ModuleNotFoundError as error:
            print(f"grognard maps: {error.name} is missing; install grognard[maps]", file=sys.stderr)
            return WRONG
        except Exception as error:
            if not _expected(error):
                raise
            print(f"grognard maps: {error}", file=sys.stderr)
            return WRONG
        return 0

    return run


def _expected(error: Exception) -> bool:
    """Whether an error speaks of the input and not of a fault of ours."""
    from .tables import TableErrors

    words = {"BadInput", "MissingLayer", "NoPainter"}
    return isinstance(error, OSError | TableErrors | ValueError) or type(error).__name__ in words
