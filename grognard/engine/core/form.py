"""The exact form of a table: everything that is state, as plain values and as a hash, and the version of that form.

A title whose state is declared otherwise than before raises ``form`` and says how what was written in an older one is
read (``from_older``). What is new then begins as it is declared, so that games saved before are loaded and played on.
A hash names its form in front, the first excepted: ``2:0f3a...``. One of an older form says nothing about a table of
today, and is kept as it was written.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .events import Outcome
from .frames import Frame
from .knowledge import Knowledge
from .position import frozen, packed
from .rules import Refused

if TYPE_CHECKING:
    from .table import Table


def dump(t: Table) -> dict[str, Any]:
    """The exact form: everything that is state, as plain values."""
    return {
        "position": t.p.dump(),
        "agenda": [frame.dump() for frame in t.agenda],
        "know": t.know.dump() if t.title.fog else None,
        "counters": dict(sorted(t.dice.counters.items())),
        "outcome": t.outcome.dump() if t.outcome else None,
        "milestones": t.milestones,
        **({"nonces": list(t.dice.nonces)} if t.dice.nonces else {}),
        **({"rules": t.rules.level} if t.rules.raised else {}),
        **({"form": t.title.form} if t.title.form > 1 else {}),
    }


def restore(t: Table, dumped: dict[str, Any]) -> None:
    """Make a table what :func:`dump` wrote, now or in an older form."""
    title, form = t.title, int(dumped.get("form", 1))
    if form > title.form:
        raise Refused(
            "E.journal", f"The position is of form {form}; this version knows {title.meta.name} to {title.form}."
        )
    if form < title.form:
        dumped = title.from_older(form, dumped)
    powers, nodes = len(title.meta.powers), title.nodes(t) if form < title.form else 0
    t.p = title.position.read(dumped["position"], powers, nodes, older=form < title.form)
    t.agenda = tuple(Frame.read(f) for f in dumped["agenda"])
    t.know = Knowledge.read(dumped["know"]) if dumped["know"] is not None else Knowledge(0, 0)
    t.dice.nonces = tuple(map(str, dumped.get("nonces", ())))
    t.dice.resume({str(k): int(v) for k, v in dumped["counters"].items()})
    if "rules" in dumped:
        t.rules = t.rules.at_level(int(dumped["rules"]))
    out = dumped["outcome"]
    t.outcome = Outcome(tuple(out[0]), *out[1:]) if out else None
    t.milestones = frozen(dumped["milestones"])


def digest(t: Table) -> str:
    """A hash of the whole state."""
    parts = [frame.raw() for frame in t.agenda]
    parts += (t.p.raw(), t.dice.raw(), packed((repr(t.outcome), t.milestones)))
    if t.title.fog:
        parts.append(t.know.raw())
    if t.rules.raised:
        parts.append(packed(t.rules.level))
    return marked(t.title.form, sha256(b"".join(parts)).hexdigest()[:32])


def marked(form: int, hash_: str) -> str:
    """A hash with the form that it was taken of.

    >>> marked(1, "0f3a"), marked(2, "0f3a")
    ('0f3a', '2:0f3a')
    """
    return hash_ if form == 1 else f"{form}:{hash_}"


def is_older(then: str, now: str) -> bool:
    """Was a hash taken of an older form than another, so that it says nothing about it?

    >>> is_older("0f3a", "2:77b1"), is_older("2:0f3a", "2:77b1"), is_older("3:0f3a", "2:77b1")
    (True, False, False)
    """
    return _form_of(then) < _form_of(now)


def _form_of(hash_: str) -> int:
    form, colon, _ = hash_.partition(":")
    return int(form) if colon and form.isdecimal() else 1
