"""Where the boards that ship with the project are: each title's own, and those of the systems that titles share."""

from pathlib import Path

TITLES = Path(__file__).parent


def shipped_board(name: str) -> Path:
    """The folder of the board of a title or a system."""
    system = TITLES / "systems" / name / "board"
    return system if system.is_dir() else TITLES / name / "board"
