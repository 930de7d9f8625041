"""Files as the commands read and write them: whole, or not at all, with one line when something is wrong."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from ..engine.core.rules import Refused


def read_text(path: str) -> str:
    """A text file, or a refusal that names it."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("E.file", f"{path} is not a text file in UTF-8.") from None
    except (OSError, ValueError) as error:
        raise Refused("E.file", f"{path!r} cannot be read: {reason(error)}.") from None


def write_text(path: str, text: str) -> None:
    """Write beside the file, then put it in its place, so that it is never half-written."""
    name = ""
    try:
        target = Path(path).resolve()  # what a link leads to is written, and the link stays
        if target.exists() and not target.is_file():
            raise ValueError("is a directory" if target.is_dir() else "it is no ordinary file")
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name[:40]}.", delete=False
        ) as file:
            name = file.name
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except (OSError, ValueError) as error:
        if name:
            with contextlib.suppress(OSError):
                os.unlink(name)
        raise Refused("E.file", f"{path!r} cannot be written: {reason(error)}.") from None


def reason(error: Exception) -> str:
    """What the system says, without the path."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said[:1].lower() + said[1:]
