"""What players install: the wheel holds rules, tables and boards, and plays on its own."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from terminal import ROOT, SCREEN

BUILD = [sys.executable, "-m", "build", "--no-isolation", "--wheel"]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*BUILD, "--outdir", str(folder), str(ROOT)], check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(site: Path, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **SCREEN, "PYTHONPATH": str(site)}
    return subprocess.run(
        [sys.executable, *args], input=typed, capture_output=True, text=True, timeout=120, env=env, cwd=site.parent
    )


@pytest.mark.slow
def test_the_wheel_holds_tables_boards_and_licences(unpacked: Path) -> None:
    inside = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    source = ROOT / "grognard" / "titles"
    tables = [p for p in source.rglob("*") if p.suffix in (".csv", ".toml") or p.name == "board.json"]
    assert tables and {str(path.relative_to(ROOT)) for path in tables} <= inside
    assert any(name.endswith("licenses/LICENSE") for name in inside)
    assert not any(name.startswith(("tests/", "tools/")) for name in inside)


@pytest.mark.slow
def test_the_wheel_plays_a_game(unpacked: Path) -> None:
    where = run(unpacked, "-c", "import grognard; print(grognard.__file__)")
    assert where.stdout.startswith(str(unpacked))
    assert "tiny  Tiny" in run(unpacked, "-m", "grognard.cli", "titles", "tiny").stdout
    done = run(unpacked, "-m", "grognard.cli", "play", "tiny", "--seed", "5", typed="build R1\ncommit\nend\nquit\n")
    assert done.returncode == 0 and "R1 gains a step [T1.2]" in done.stdout
    bots = run(unpacked, "-m", "grognard.cli", "play", "tiny", "--seed", "5", "--seat", "red=random,blue=random")
    assert bots.returncode == 0 and "[T8.1]" in bots.stdout.splitlines()[-1]


@pytest.mark.slow
def test_the_wheel_holds_the_page(unpacked: Path) -> None:
    """Where npm is there or the page was built, the wheel serves it: `grognard play` needs nothing more."""
    page = unpacked / "grognard" / "web" / "dist" / "index.html"
    assert page.exists() and list((page.parent / "assets").glob("*.js"))
    assert not (unpacked / "grognard" / "web" / "src").exists()


def test_a_wheel_without_page_and_npm_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sys.path.insert(0, str(ROOT))
    try:
        hook = importlib.import_module("hatch_build")
    finally:
        sys.path.remove(str(ROOT))
    web = tmp_path / "grognard" / "web"
    (web / "src").mkdir(parents=True)
    (web / "package.json").write_text("{}")
    said: list[str] = []
    app = SimpleNamespace(abort=lambda text: said.append(text) or sys.exit(1))
    monkeypatch.setattr(hook.shutil, "which", lambda name: None)
    made = hook.PageHook(str(tmp_path), {}, None, None, "", "wheel", app)
    with pytest.raises(SystemExit):
        made.initialize("standard", {})
    assert len(said) == 1 and "npm" in said[0] and "\n" not in said[0]
    made.initialize("editable", {})
    (web / "dist").mkdir()
    (web / "dist" / "index.html").write_text("<html>")
    made.initialize("standard", {})
    assert len(said) == 1, "a page that is there needs no npm"
