"""Name what the tests did not find, from pytest's XML report: the last line of ``make test``."""

from __future__ import annotations

import sys
from collections import Counter
from xml.etree import ElementTree


def skips(path: str) -> Counter[str]:
    """How many tests were skipped, by the reason that they gave; a test that is expected to fail was run."""
    cases = [case for case in ElementTree.parse(path).iter("skipped") if case.get("type") != "pytest.xfail"]
    return Counter(case.get("message", "").strip() or "no reason given" for case in cases)


def main(path: str) -> int:
    try:
        found = skips(path)
    except (OSError, ElementTree.ParseError) as error:
        print(f"skipped: unknown, for {path} cannot be read: {error}")
        return 1
    said = ", ".join(f"{reason} ({n} test{'s' if n > 1 else ''})" for reason, n in sorted(found.items()))
    print(f"skipped: {said or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
