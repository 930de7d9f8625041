"""What the orders of a Front game mean, told where they are chosen: verbs, roles of headquarters, prices."""

from __future__ import annotations

from . import command, economy
from .state import Table
from .world import COMMANDERS, SUPREME

UNSPENT = "Points not spent are lost"
VERBS: dict[str, dict[str, str]] = {
    name: {"name": title, "says": says, "left": left}
    for name, title, says, left in (
        ("activate", "Activate", "A headquarters is turned face-up: touch it, then choose its role.", ""),
        ("deploy", "Deploy", "A headquarters at rest moves to the next friendly hex instead of acting.", ""),
        ("declare", "Declare war", "The neutral and its land join the other side at once.", ""),
        ("move", "Move", "A commanded unit marches: touch it, then a lit hex.", ""),
        ("rail", "Rail", "One Supreme Move carries a unit along friendly railways.", ""),
        ("sail", "Sail", "One Supreme Move carries a unit from a friendly port over one sea.", ""),
        ("invade", "Invade", "An Invasion HQ sends a unit from its port: touch the HQ, the unit, the beach.", ""),
        ("mark", "Mark the second wave", "The hex is named now where the unit of the Blitz will land.", ""),
        ("drop", "Drop", "A Paradrop HQ sends a para that stands with it: touch the HQ, the para, the hex.", ""),
        ("evacuate", "Evacuate", "A unit on a coast is fetched by sea to a friendly port.", ""),
        ("retreat", "Retreat", "A unit leaves a battle for a hex of its own side.", ""),
        ("rearguard", "Rearguard", "A unit stays to cover the retreat, and leaves last.", ""),
        ("withdraw", "Withdraw", "The unit leaves before the battle is fought.", ""),
        ("mobilize", "Mobilize", "An active headquarters moves itself.", ""),
        ("entrain", "Mobilize by rail", "An active headquarters goes by train.", ""),
        ("embark", "Mobilize by sea", "An active headquarters goes by sea.", ""),
        ("strike", "Airstrike", "An active headquarters bombs one battle in its range: a die for each step.", ""),
        ("fight", "Fight here", "This battle will be fought; those that you leave out go on.", ""),
        ("resolve", "Fight it now", "The battles are fought one after the other, in your order.", ""),
        ("place", "Place a beachhead", "Supply will come over this beach.", ""),
        ("step", "Build a step", "A unit in supply gets a step back; the figure is its price.", UNSPENT),
        ("cadre", "Rebuild", "A lost unit comes back at its last step; the figure is its price.", UNSPENT),
        ("arrive", "Bring in", "A reinforcement that is due comes; it costs nothing.", ""),
        ("advance", "Bring in early", "A unit of the next month comes now, for its price or a step weaker.", ""),
        ("disband", "Disband", "A unit is given up; it may be rebuilt in a later month.", ""),
        ("remove", "Take up a beachhead", "It comes off the map and is made ready anew.", ""),
        ("ground", "Ground the paras", "They drop no more, for good, and cost half.", ""),
        ("put", "Place a unit", "Touch a unit of the list, then its hex; what is wrong is told before you commit.", ""),
        ("lift", "Take a unit up", "It goes back to the list.", ""),
        ("strength", "Choose its strength", "The steps with which a unit begins.", ""),
        ("beachhead", "Begin a beachhead", "The state in which a beachhead begins.", ""),
        ("ready", "Set all up for me", "The whole side is set up in one order; change it as you like.", ""),
    )
}  # fmt: skip
ACTS = {
    "invade": ("invades with", "at", "choose the beach"),
    "mark": ("lands a second wave", "at", "choose the beach"),
    "drop": ("drops", "at", "choose the hex"),
    "rail": ("goes by rail", "to", "choose the station"),
    "sail": ("goes by sea", "to", "choose the port"),
    "evacuate": ("fetches", "to", "choose the unit"),
    "strike": ("bombs", "", "choose the battle"),
}
"""What the unit that is named first does, where, and what is chosen next, for verbs that make no sentence."""
for _verb, (_acts, _where, _goal) in ACTS.items():
    VERBS[_verb] |= {"acts": _acts, "where": _where, "goal": _goal}
VERBS["prepare"] = {"name": "Prepare a beachhead", "says": "It goes up a stage for its price.", "left": ""}

LEVELS = {
    "role": "its role",
    "way": "how it is paid",
    "nation": "a nation",
    "beachhead": "a beachhead",
    "state": "its state",
}
"""What is chosen, in the words of a prompt."""

ROLES = {
    "command": "units within {reach} may move, and their battles are supported",
    "blitz": "units within {reach} move and fight now, and once more in the Blitz",
    "invasion": "lands one unit from its port on a beach",
    "blitz-invasion": "lands one unit now and one in the Blitz",
    "paradrop": "drops one para that stands with it",
    "blitz-paradrop": "drops one para now and one in the Blitz",
}
"""What a headquarters does in each role."""
SUPREME_COMMAND = "{moves}: units anywhere, by land, rail or sea"


def of_word(t: Table, words: tuple[str, ...], word: str) -> str:
    """What a word means that may come next in an order, with its range and its price; nothing where it says itself."""
    verb, *chosen = words
    if verb == "activate" and chosen:
        return _role(t, chosen[0], word)
    if verb == "prepare":
        return f"{economy.beachhead_cost(t)} points"
    if verb == "advance" and len(chosen) > 1:
        piece = next((i for i, unit in enumerate(t.world.units) if unit.name == chosen[0]), -1)
        return f"{economy.cadre_cost(t, piece)} points" if word == "pay" and piece >= 0 else "a step weaker, free"
    return ""


def _role(t: Table, hq: str, role: str) -> str:
    """What an HQ does in a role, how far, and what it pays."""
    piece = next((i for i, unit in enumerate(t.world.units) if unit.name == hq and unit.kind in COMMANDERS), -1)
    if piece < 0 or role not in ROLES:
        return ""
    reach, supreme = max(0, command.effective(t, piece)), t.world.units[piece].kind in SUPREME
    within = "its own hex" if not reach else "1 hex" if reach == 1 else f"{reach} hexes"
    count = command.supreme_moves(t, piece) if supreme else 0
    moves = f"{count} Supreme Move{'' if count == 1 else 's'}"
    says = SUPREME_COMMAND if supreme and role == "command" else ROLES[role]
    price = "two steps" if role.startswith("blitz") else "a step" if t.p.cv[piece] else "its last step: it is lost"
    return f"{says.format(reach=within, moves=moves)}; costs {price}"
