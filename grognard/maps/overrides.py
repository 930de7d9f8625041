"""Overrides: an owner's corrections, applied after the drafted tables.

A row names a table, the key of a row in it, a column and a value. The value `-` deletes the row; a key that is not
there adds one. Rows with the same key are applied one after another, so a new row is filled column by column.
"""

from collections.abc import Callable, Iterable

from grognard.maps.tables import TABLES, Complaints, Row, nearest

Key = tuple[str, ...]
FORMS = {
    "hexes": "1612",
    "seas": "Ionian",
    "places": "Hamburg:port",
    "regions": "Normandy:1612",
    "hexsides": "1612/1712 or 1612/1712:river",
    "links": "rail:1612/1712",
}


def split_key(table: str, key: str) -> Key | None:
    """The key of a row as the cells of the columns it is made of, or None if it has another form.

    >>> split_key("links", "rail:Metz/Strasbourg"), split_key("hexsides", "1612/1712")
    (('rail', 'Metz', 'Strasbourg'), ('1612', '1712'))
    """
    if table in ("hexes", "seas"):
        return (key,) if key else None
    if table in ("places", "regions"):
        name, colon, rest = key.rpartition(":")
        return (name, rest) if colon and name else None
    head, colon, tail = key.partition(":")
    graph, pair, kind = (head, tail, "") if table == "links" else ("", head, tail)
    a, slash, b = pair.partition("/")
    if not slash or not a or not b or (table == "links" and not graph):
        return None
    return (graph, a, b) if table == "links" else ((a, b, kind) if kind else (a, b))


def matches(table: str, row: Row, key: Key, same: Callable[[str, str], bool]) -> bool:
    """Whether a row has a key; `same` tells whether two names mean one node."""
    if table in ("hexes", "seas"):
        return row[TABLES[table].key[0]] == key[0]
    if table == "places":
        return (row["name"], row["kind"]) == key
    if table == "regions":
        return row["region"] == key[0] and same(row["hex"], key[1])
    if table == "links":
        graph, a, b = key
        return row["graph"] == graph and _joins(row, a, b, same)
    return _joins(row, key[0], key[1], same) and (len(key) < 3 or row["kind"] == key[2])


def _joins(row: Row, a: str, b: str, same: Callable[[str, str], bool]) -> bool:
    straight = same(row["a"], a) and same(row["b"], b)
    return straight or (same(row["a"], b) and same(row["b"], a))


def new_row(table: str, key: Key, where: str) -> Row:
    """An empty row with a key."""
    columns = {"places": ("name", "kind"), "regions": ("region", "hex")}.get(table, TABLES[table].key)
    return Row(where, dict(zip(columns, key)))


def apply_overrides(
    overrides: Iterable[Row],
    tables: dict[str, list[Row]],
    only: Iterable[str],
    extra: dict[str, list[str]],
    same: Callable[[str, str], bool],
    complaints: Complaints,
) -> None:
    """Applies the overrides of some tables, in the order in which they stand."""
    for override in overrides:
        table = override["table"]
        if table not in only:
            continue
        key = split_key(table, override["key"])
        column, value = override["column"], override["value"]
        known = (*TABLES[table].columns, *extra.get(table, ()))
        if key is None:
            complaints.add(override.where, f"key {override['key']!r} should look like {FORMS[table]}")
        elif value != "-" and column not in known:
            complaints.add(override.where, f"{table} have no column {column!r}{nearest(column, known)}")
        else:
            _apply(override, tables.setdefault(table, []), table, key, same, complaints)


def _apply(
    override: Row,
    rows: list[Row],
    table: str,
    key: Key,
    same: Callable[[str, str], bool],
    complaints: Complaints,
) -> None:
    found = [row for row in rows if matches(table, row, key, same)]
    if len(found) > 1:
        complaints.add(override.where, f"{override['key']!r} means {len(found)} rows; say {FORMS[table]}")
    elif override["value"] == "-":
        if not found:
            complaints.add(override.where, f"{table} have no row {override['key']!r} to delete")
        for row in found:
            rows.remove(row)
    else:
        if not found:
            found = [new_row(table, key, override.where)]
            rows += found
        found[0].cells[override["column"]] = override["value"]
        found[0].cells["source"] = override["source"]
        found[0].where = override.where
