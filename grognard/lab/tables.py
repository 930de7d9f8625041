"""Tables of counts as the lab keeps them: CSV, read whole or refused, written whole or not at all."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..engine.core.rules import Refused


def read_rows(path: Path, fields: Sequence[str]) -> list[dict[str, str]]:
    """The rows of a table that has at least these fields; none when there is no file yet."""
    if not path.exists():
        return []
    with fitting(path, ", ".join(fields)), path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if not set(fields) <= set(reader.fieldnames or ()):
            raise ValueError("its first line names other columns")
        return list(reader)


@contextmanager
def fitting(path: Path, columns: str) -> Iterator[None]:
    """What cannot be read in here is another file than was meant: a refusal says so."""
    try:
        yield
    except (ValueError, csv.Error) as error:
        raise Refused("E.file", f"{str(path)!r} is no table of {columns}: {str(error)[:100]}.") from None


def write_rows(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    """Write beside the file, then put it in its place: a run that is cut short leaves the old table whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    with half.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    os.replace(half, path)


def writable(path: Path | None) -> None:
    """Refuse before the first game what could not be written after the last."""
    if path is not None and path.is_dir():
        raise Refused("E.file", f"{str(path)!r} is a folder; name the file to write the table to.")
    if path is not None and not path.parent.is_dir():
        raise Refused("E.file", f"There is no folder {path.parent} to write the table to.")


def folder(path: Path) -> None:
    """Refuse a folder for failing games that is something else."""
    if path.exists() and not path.is_dir():
        raise Refused("E.file", f"{str(path)!r} is no folder to keep failing games in.")
