"""How ships and supply units look on the table, and the displays of ports. No rules."""

from __future__ import annotations

from typing import Any

from . import cargo, hulls, ships
from .state import Table
from .state import depots as stock
from .state import ships as fleet

NAMES = {
    "BB": "battleships", "BC": "battlecruisers", "PB": "pocket battleships", "CD": "coastal defense ships",
    "CA": "heavy cruisers", "CL": "light cruisers", "CV": "aircraft carriers", "CVL": "light carriers",
    "DD": "destroyers", "TT": "transports", "SUP": "supply unit",
}  # fmt: skip
SYMBOLS = {**dict.fromkeys(hulls.KINDS, "fleet"), "SUP": "10031000001634000000"}
VERBS = {
    "sail": ("Sail", "Ships of one port, where to, what they carry; then stay there or come back."),
    "intercept": ("Intercept", ""),
    "reequip": ("New aircraft", "An air replacement becomes a carrier's aircraft, once a quarter."),
    "patrol": ("Patrol", "A wave of a major naval base watches the sea: two less on its die to intercept."),
    "range": ("Range", "Plus adds one to the die for the range at which the battle begins."),
    "deliver": ("Bring supplies", "Transports bring supply points to a port, a corps fed for each."),
    "withhold": ("Keep fighters", "They stay out of the air combat, to attack the carriers' aircraft."),
    "stand_off": ("Lie off a landing", "Ships stay off a beach that is assaulted, to fire in its defense later."),
    "plan_force": ("Plan a task force", "Ships of two waves or more that will sail together; sealed."),
    "force_zone": ("Name its sea zone", "Where the task force will do its work; two turns ahead."),
    "force_aim": ("Name its hex", "Port, mission and hex of the task force; one turn ahead."),
    "call_off_force": ("Call off the task force", "The plan is given up."),
    "take_off": ("Take off", "Transports fetch units from a beach; at home they become replacement points."),
    "bombard": ("Bombard", "Ships support an attack on an enemy port, and then go home."),
    "bomb": ("Bomb", ""),
    "protect": ("Protect", ""),
    "shoot": ("Open fire", ""),
    "withdraw": ("Break off", ""),
    "issue": ("Issue supplies", "A supply unit lets those in reach attack at full strength."),
    "repair": ("Repair", "Three months in the dockyard."),
    "plan_coast": ("Plan an invasion: a coast", "Six hexes of a coast, from one end to the other; sealed."),
    "plan_hexes": ("Plan an invasion: three hexes", "Any three coastal hexes, 26 hexes apart at most; sealed."),
    "plan_raid": ("Plan a raid", "Two coastal hexes, for a corps at most; sealed."),
    "assign": ("Assign to the assault", "A unit of the first wave and its transport, two turns ahead."),
    "land_at": ("Name its beach", "The hex that a unit of the first wave assaults, one turn ahead."),
    "follow": ("Assign to the build-up", "A transport and its units; with none it brings supplies."),
    "postpone": ("Postpone", "A turn later; area, hexes and units stay as they are."),
    "abandon": ("Give up a plan", "The sheet is blank again."),
    "assault": ("Assault a coast", "Transports land what is planned; warships go with them and fire in the attack."),
    "stand_by": ("Follow to the beach", "Transports of the build-up wait off a coast and land after combat."),
    "engineers": ("Send the engineers", "Special armor cancels the fort of one beach for one attack."),
    "build_up": ("Land", "A unit of the build-up comes ashore."),
    "mulberry": ("Build a Mulberry", "A harbour off a beachhead, in use from next turn on."),
    "beachhead": ("Set up a beachhead", "On a beach that you hold, with a unit of that nation."),
    "lift_beachhead": ("Take up a beachhead", "The counter may be used again next turn."),
    "plan_carpet": ("Plan a carpet", "A hex and heavy bombers for next turn; sealed."),
    "man": ("Man a fort", "The fort's factor is lent to one unit; it shares its fate."),
}
SAYS = {
    "put_to_sea": "{pieces:puts|put} to sea from {places}",
    "sailed": "{pieces} at sea: {zone}, {places}",
    "made_port": "{pieces:is|are} in port at {places}",
    "landed_from_sea": "{pieces:comes|come} ashore at {places}",
    "interception": "{pieces:tries|try} to intercept {arrow}, die {die}, modifier {modifier}: {success:missed|found}",
    "sea_flak": "Ships' flak at {pieces}, dice {dice}: {told}",
    "ship_bombed": "{pieces:is|are} bombed, column {column}, dice {dice}: {result}",
    "sea_battle": "A battle at sea in {places}: {pieces}",
    "gunfire": "Round {round}: {pieces:fires|fire} at {against}, {column}, dice {dice}, modifier {modifier}: {result}",
    "damaged": "{pieces:is|are} damaged",
    "half_sunk": "{pieces:loses|lose} half of its ships",
    "disengaged": "{pieces:tries|try} to break off, die {die}, modifier {modifier}: {success:held|away}",
    "port_escape": "{pieces} in {places}, die {die}, modifier {modifier}: {success:caught in port|got away}",
    "repairing": "{pieces:goes|go} into dock at {places}",
    "repaired": "{pieces:is|are} repaired at {places}",
    "half_used": "Half of {pieces} at {places} is used up",
    "used_up": "{pieces} at {places} is used up",
    "stored": "{points} supply points are landed at {places}",
    "armed": "{pieces:has|have} attack supply",
    "naval_air": "Naval air combat, {pieces}: die {die}, modifier {modifier}: {result}",
    "task_force": "the plan of the task force {pieces} is shown: {mission} at {places}",
    "withheld": "{pieces:waits|wait} for the naval aircraft over {places}",
    "grounded": "{pieces:loses|lose} all aircraft",
    "reequipped": "{pieces:has|have} new aircraft",
    "on_patrol": "{pieces:goes|go} on patrol from {places}",
    "battle_range": "The range of the battle, die {die}: {range}",
    "withdrawn": "{pieces:leaves|leave} for another theatre",
    "upgraded": "{pieces:takes|take} the place of {old} in {places}",
    "assaulted": "{pieces:lands|land} at {places}",
    "standing_by": "{pieces:lies|lie} off {places}",
    "engineers": "Special armor and engineers land at {places}",
    "beachhead": "A {nation} beachhead is set up at {places}",
    "mulberry": "A Mulberry is towed to {places}",
    "carpet": "Heavy bombers have laid a carpet on {places}",
    "disclosed": "The {nation} {what} plan lies open: {area}",
    "fallen": "{places} and its country are in Axis hands",
}


def strength(t: Table, piece: int) -> str:
    """The figures of a ship as they are now: surface and shore fire, a carrier's aircraft, what a transport holds."""
    unit = t.world.units[piece]
    if unit.depot:
        return "12" if t.p.reduced[piece] else "24"
    side = ships.shown(t, piece)
    if side.planes:
        return f"{side.protection} ({side.planes})"
    if side.lift:
        return f"{'A' if side.assault else 'I'} {ships.lift(t, piece) / 4:g}"
    return f"{side.protection} {ships.factor(t, piece, 'surface')}-{ships.factor(t, piece, 'bombardment')}"


def state(t: Table, piece: int) -> list[str]:
    """Damage and repair in words."""
    p = t.p
    said = []
    if p.damage[piece]:
        said.append("both sides damaged" if p.damage[piece] == ships.FRONT | ships.BACK else "damaged")
    if p.mending[piece]:
        said.append("under repair")
    if p.disrupted >> piece & 1:
        said.append("disrupted")
    return said


def ports(t: Table) -> list[dict[str, Any]]:
    """Who lies in which port, with the port's capacity and its supply units (5.03, 19.34)."""
    if not t.world.ship_slots:
        return []
    found = []
    for power, name in enumerate(("Axis", t.world.settings["ally"])):
        rows = []
        used = {t.p.at[i] for i in (*fleet(t, power), *stock(t, power))}
        used |= {int(name) for name in (*t.p.stores, *t.p.beachheads) if t.p.land_of(power) >> int(name) & 1}
        for node in sorted(used):
            crews = [i for i in t.p.stack(node) if t.world.units[i].naval and t.p.power[i] == power]
            store = [i for i in t.p.stack(node) if t.world.units[i].depot and t.p.power[i] == power]
            said = ", ".join(t.title.piece_name(t, i) + ships.marked(t, i).replace("*", " ") for i in crews)
            points = sum(12 if t.p.reduced[i] else 24 for i in store)
            room = cargo.usable(t, node)
            stored = points or t.p.stores.get(str(node), 0)
            rows.append(
                [
                    t.node_name(node).replace("_", " "),
                    said,
                    f"{stored:g}" if stored else "",
                    f"{room:g}" if room else "",
                ]
            )
        columns = ["port", "ships", "supply points", "capacity"]
        found.append({"kind": "chart", "title": f"{name} ports and stores", "columns": columns, "rows": rows})
    return found
