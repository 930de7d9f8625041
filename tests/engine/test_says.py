"""Events in words: counts and yes or no as a person would say them, ids by their names, silence where it is meant."""

import pytest

from grognard.engine.core.table import Event
from grognard.engine.core.title import metas
from grognard.engine.words.says import sentence


def said(title: str, kind: str, *nodes: str, **fields: object) -> str:
    return sentence(metas()[title].load(), Event(kind, "", "", (), nodes, tuple(fields.items())))


@pytest.mark.parametrize(("title", "kind", "nodes", "fields", "words"), [
    ("westfront", "struck", ("Caen",), {"hits": 0}, "The airstrike on Caen: no hit"),
    ("westfront", "struck", ("Caen",), {"hits": 1}, "The airstrike on Caen: one hit"),
    ("westfront", "struck", ("Caen",), {"hits": 3}, "The airstrike on Caen: 3 hits"),
    ("westfront", "supply_interdicted", ("Bone_SE1",), {"cut": True}, "Supply by sea to Bone SE1 is cut"),
    ("westfront", "supply_interdicted", ("Bone_SE1",), {"cut": False}, "Supply by sea to Bone SE1 gets through"),
    ("westfront", "scored", (), {"scenario": "husky", "level": "ports", "lead": 1},
     "Husky, the tutorial: decided by its ports, ahead by 1"),
    ("westfront", "level", (), {"power": "allied", "points": 73}, "Production of the Allies: 73 points"),
    ("ww2eto", "taken", (), {"nation": "france", "what": "replacements", "points": 0}, "France takes replacements"),
    ("ww2eto", "taken", (), {"nation": "usa", "what": "reinforcements", "points": 2},
     "USA takes reinforcements, 2 points"),
    ("ww2eto", "shipped", ("1321", "1223"), {"aborts": 0, "eliminated": 0}, "by sea 1321 → 1223"),
    ("ww2eto", "shipped", ("0811", "2224"), {"aborts": 2, "eliminated": 1},
     "by sea 0811 → 2224, 2 points turned back, 1 point sunk"),
    ("ww2eto", "lost", ("2425",), {"points": 1, "gone": True}, "loses 1 point in 2425 and is gone"),
    ("ww2eto", "lost", ("2425",), {"points": 1, "gone": False}, "loses 1 point in 2425"),
    ("ww2eto", "attack", ("1925",), {"column": 1, "die": 6, "loss": 0}, "attacks 1925: column +1, die 6, no loss"),
    ("westfront", "struck", ("Caen",), {}, "The airstrike on Caen:"),
    ("ww2eto", "milestone", (), {"segment": "end"}, ""),
    ("tiny", "milestone", (), {"segment": "turn 3"}, "End of turn 3."),
])  # fmt: skip
def test_an_event_is_said_as_a_person_would(title, kind, nodes, fields, words):
    assert said(title, kind, *nodes, **fields) == words


@pytest.mark.parametrize(("title", "kind", "names", "words"), [
    ("ww2eto", "starved", ("a",), "a starves in Caen"),
    ("ww2eto", "starved", ("a", "b"), "a and b starve in Caen"),
    ("westfront", "attrition", ("a", "b", "c"), "a, b and c are out of supply at Caen: a step lost"),
    ("tiny", "moved", ("a", "b"), "a and b Caen"),
])  # fmt: skip
def test_one_attacks_and_several_attack(title, kind, names, words):
    assert sentence(metas()[title].load(), Event(kind, "", "", names, ("Caen",), ())) == words
