"""``grognard lab fog``: twin games and redraws at length."""

from __future__ import annotations

import argparse
from itertools import islice

from .chosen import chosen, whole
from .conform import Broken
from .fog import twins
from .redraw import identities, moments, redraws


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--twins", type=whole, default=200, help="twins to keep")
    parser.add_argument("--redraws", type=whole, default=60, help="redraws of each kind of frame")
    parser.add_argument("--positions", type=whole, default=3, help="positions redrawn a thousand times")
    parser.add_argument("--seed", type=int, default=0)
    parser.set_defaults(run=fog)


def fog(args: argparse.Namespace) -> int:
    """Look for leaks both ways; exit code 1 when there is one."""
    meta, (scenario, *_) = chosen(args.title, args.scenario)
    if not meta.load().fog:
        print(f"{meta.id} has no hidden pieces")
        return 0
    try:
        found = twins(meta.id, scenario, args.twins, args.seed)
        away = ", ".join(f"{why} {n}" for why, n in found.thrown_away.most_common())
        print(f"twins: {found.kept} kept, {found.compared} comparisons; thrown away: {away or 'none'}", flush=True)
        drawn = redraws(meta.id, scenario, args.redraws, args.seed)
        print("redraws: " + ", ".join(f"{kind} {n}" for kind, n in sorted(drawn.counted.items())), flush=True)
        looked_at = 0
        for n, (game, rng) in enumerate(islice(moments(meta.id, scenario, args.seed, 0.05), 5 * args.positions)):
            looked_at += identities(game, game.seats[n % len(game.seats)], 1000, rng) > 0
            if looked_at == args.positions:
                break
        print(f"identities: {looked_at} positions, 1,000 redraws each: every consistent identity turned up")
    except Broken as broken:
        print(f"FAILED {broken}")
        return 1
    return 0
