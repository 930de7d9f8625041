"""The title and the scenarios that a command was asked about."""

from __future__ import annotations

from ..engine.title import Meta, metas, unknown


def chosen(title: str, scenario: str | None = None) -> tuple[Meta, list[str]]:
    """A title and one of its scenarios, or all of them when none was named."""
    known = metas()
    if title not in known:
        raise unknown("title", title, known)
    meta = known[title]
    return meta, [meta.scenario(scenario).id] if scenario else [s.id for s in meta.scenarios]
