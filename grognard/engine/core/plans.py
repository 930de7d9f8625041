"""Sealed plans: what a seat has settled on and shows later. All see that there is a plan and its public part.

A plan is made under a name, amended by its seat while it waits, and unsealed when it falls due. Plans are state
(``Position.plans``): views show the secret part to their seat alone, and a guess draws that of the others
(:func:`to_draw`, in the title's ``draw_rest``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .table import Table


class Plan(NamedTuple):
    """Whose it is, what all know of it, and what its seat alone knows."""

    seat: int
    public: Mapping[str, Any]
    secret: Mapping[str, Any]


def make(t: Table, name: str, plan: Plan) -> None:
    """Lay down a plan, or another in its place."""
    t.p.plans[name] = (plan.seat, tuple(sorted(plan.public.items())), tuple(sorted(plan.secret.items())))


def find(t: Table, name: str) -> Plan | None:
    """The plan of that name, if there is one."""
    laid = t.p.plans.get(name)
    return Plan(laid[0], dict(laid[1]), dict(laid[2])) if laid is not None else None


def amend(t: Table, name: str, **secret: Any) -> None:
    """Change what a plan keeps secret: its target, the turn that it falls due."""
    plan = find(t, name)
    if plan is None:
        raise KeyError(name)
    make(t, name, plan._replace(secret={**plan.secret, **secret}))


def unseal(t: Table, name: str) -> Plan:
    """Take up a plan for all to see; nobody can take back what he has done before it."""
    plan = find(t, name)
    if plan is None:
        raise KeyError(name)
    del t.p.plans[name]
    t.bar("something hidden has been shown")
    return plan


def to_draw(t: Table) -> Iterator[tuple[str, Plan]]:
    """The plans whose secret a guess does not know, and must make up."""
    for name in list(t.p.plans):
        plan = find(t, name)
        if plan is not None and not plan.secret:
            yield name, plan
