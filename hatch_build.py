"""Builds the page into the wheel when it is not there, or older than its sources."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Runs npm in ``grognard/web``; a wheel that is built where the page is there already needs no npm."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web = Path(self.root) / "grognard" / "web"
        page = web / "dist" / "index.html"
        if version == "editable" or not (web / "package.json").exists():
            return
        sources = [web / "index.html", web / "vite.config.ts", web / "package-lock.json", *(web / "src").glob("*")]
        newest = max((file.stat().st_mtime for file in sources if file.exists()), default=0.0)
        if page.exists() and page.stat().st_mtime >= newest:
            return
        npm = shutil.which("npm")
        if npm is None:
            if page.exists():
                return
            self.app.abort("The page is built with npm (Node 20 or newer), which was not found.")
        lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
        ready = installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime
        install = [] if ready else [["ci", "--no-audit", "--no-fund", "--loglevel=error"]]
        for command in (*install, ["run", "--silent", "build"]):
            done = subprocess.run([str(npm), *command], cwd=web, capture_output=True, text=True)
            if done.returncode:
                self.app.abort(f"npm {command[0]} failed: {(done.stderr or done.stdout).strip()[-600:]}")
