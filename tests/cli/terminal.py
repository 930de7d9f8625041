"""A command run as a player runs it, with piped input."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from grognard.cli import main

ROOT = Path(__file__).resolve().parents[2]
SCREEN = {"COLUMNS": "80", "LINES": "40"}


class Done(NamedTuple):
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


def grognard(*args: str, lines: list[str] | None = None, stdin: bytes | None = None) -> Done:
    """Run the command in this process; ``lines`` are typed one after another."""
    typed = stdin if stdin is not None else "".join(line + "\n" for line in lines or []).encode()
    out, err = io.StringIO(), io.StringIO()
    keyboard = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    with patch.dict(os.environ, SCREEN), patch("sys.stdin", keyboard), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(args)
        except SystemExit as left:
            code = int(left.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


def in_a_process(*args: str, lines: list[str] | None = None) -> Done:
    """Run the command in a process of its own."""
    typed = "".join(line + "\n" for line in lines or [])
    run = subprocess.run(
        [sys.executable, "-m", "grognard.cli", *args],
        input=typed, capture_output=True, text=True, timeout=120, env={**os.environ, **SCREEN}, cwd=ROOT,
    )  # fmt: skip
    return Done(run.returncode, run.stdout, run.stderr)
