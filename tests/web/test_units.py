"""The page's pure functions, by its own runner."""

from __future__ import annotations

import shutil
import subprocess

from server.services import require

from .conftest import ROOT

WEB = ROOT / "grognard/web"


def test_vitest_is_green():
    if shutil.which("npx") is None or not (WEB / "node_modules/vitest").exists():
        require("browser", "npm's packages are not installed: run make web")
    done = subprocess.run(["npx", "vitest", "run"], cwd=WEB, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:]
