"""The page for programs: every call with its fields, written from the OpenAPI schema, without a script."""

from __future__ import annotations

from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0; }
h2 { font-size: 1rem; margin: .5rem 0; overflow-wrap: anywhere; }
h2 b { display: inline-block; min-width: 3.5rem; }
p { margin: .25rem 0; }
a { color: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0; font-size: .9rem; }
"""


def page(schema: dict[str, Any]) -> str:
    """The whole page."""
    calls = [
        _call(schema, method, path, call)
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    name = f"{escape(schema['info']['title'])} for programs"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><main><h1>{name}</h1>"
        f"<p>{len(calls)} calls, in JSON. The same as OpenAPI {escape(schema['openapi'])}: "
        '<a href="/api/openapi.json">openapi.json</a>. Fields that a call does not know are refused. States and orders '
        "also go over the WebSocket <code>/ws/games/{game}?seat=&amp;since=&amp;changes=</code>. "
        '<a href="/">To the start page</a></p>' + "".join(calls) + "</main></body></html>"
    )


def _call(schema: dict[str, Any], method: str, path: str, call: dict[str, Any]) -> str:
    rows = [
        (one["name"], one["in"], one.get("required", False), one["schema"])
        for one in call.get("parameters", ())
        if one["in"] in ("path", "query")
    ]
    said = ""
    if body := call.get("requestBody"):
        model = _model(schema, body["content"]["application/json"]["schema"])
        said = model.get("description", "")
        needed = model.get("required", ())
        rows += [(name, "body", name in needed, field) for name, field in model["properties"].items()]
    listed = "".join(_row(schema, *row) for row in rows)
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("Field", "In", "Needed", "What"))
    # A table that must be scrolled sideways is scrolled by keys too.
    wide = f'<div class="wide" tabindex="0" role="region" aria-label="Fields of {method.upper()} {escape(path)}">'
    table = f"{wide}<table><thead><tr>{heads}</tr></thead><tbody>{listed}</tbody></table></div>" if rows else ""
    texts = "".join(f"<p>{_coded(text)}</p>" for text in (call.get("description", ""), said) if text)
    return f"<section><h2><b>{method.upper()}</b> <code>{escape(path)}</code></h2>{texts}{table}</section>"


def _row(schema: dict[str, Any], name: str, where: str, needed: bool, field: dict[str, Any]) -> str:
    what = _kind(schema, field)
    if not needed and field.get("default") not in (None, ""):
        what += f", else {field['default']}"
    cells = (f"<code>{escape(name)}</code>", where, "yes" if needed else "no", escape(what))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _model(schema: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """What a reference leads to."""
    model: dict[str, Any] = (
        schema["components"]["schemas"][found["$ref"].rsplit("/", 1)[1]] if "$ref" in found else found
    )
    return model


def _kind(schema: dict[str, Any], field: dict[str, Any]) -> str:
    """A field's kind and bounds in a few words."""
    if "anyOf" in field:
        return " or ".join(_kind(schema, one) for one in field["anyOf"])
    kind = str(field.get("type", "anything")).replace("null", "none")
    if kind == "array":
        kind = f"list of {_kind(schema, field['items'])}"
    elif kind == "object":
        kind = f"object of {_kind(schema, field.get('additionalProperties', {}))}"
    bounds = (
        ("minLength", "at least {} characters"), ("maxLength", "at most {} characters"),
        ("maxItems", "at most {} of them"), ("maxProperties", "at most {} of them"),
        ("minimum", "from {:g}"), ("maximum", "to {:g}"),
    )  # fmt: skip
    return ", ".join((kind, *(words.format(field[name]) for name, words in bounds if name in field)))


def _coded(text: str) -> str:
    """A docstring's sentence, with what it quotes as code."""
    parts = escape(text).split("``")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))
