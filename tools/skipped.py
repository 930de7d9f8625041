"""Name what the tests did not find, from pytest's XML report.

A test that needs something which is not there skips with the reason ``not found: browser``. What the variable
GROGNARD_REQUIRE lists (``browser,postgres``) must be there: its absence is then a failure.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from xml.etree import ElementTree

NOT_FOUND = "not found: "


def skips(path: str) -> Counter[str]:
    """How many tests were skipped, by what they lacked or why."""
    try:
        report = ElementTree.parse(path)
    except (OSError, ElementTree.ParseError) as error:
        sys.exit(f"skipped: unknown, for {path} cannot be read: {error}")
    reasons = [case.get("message", "") for case in report.iter("skipped")]
    return Counter(reason.removeprefix(NOT_FOUND).strip() or "no reason given" for reason in reasons)


def main(path: str) -> int:
    found = skips(path)
    said = ", ".join(f"{what} ({n} test{'s' if n > 1 else ''})" for what, n in sorted(found.items()))
    required = {name.strip() for name in os.environ.get("GROGNARD_REQUIRE", "").split(",") if name.strip()}
    missing = sorted(required & found.keys())
    if missing:
        print(f"required but not found: {', '.join(missing)}")
    print(f"skipped: {said or 'nothing'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
