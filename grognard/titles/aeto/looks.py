"""How Advanced ETO looks on the table: counters, turn track, panels, overlays, odds, sentences. It holds no rules."""

from __future__ import annotations

import re
from typing import Any

from grognard.engine.core.offers import Decision
from grognard.engine.title import Title
from grognard.engine.words.inspect import Fact
from grognard.engine.words.lesson import read_lessons

from . import inspect, marks, odds, overlays, panels, pieces
from . import tables as tb
from .position import ACTIVE, STANDBY, Table
from .sea import looks as sea_looks
from .sides import SIDES, name_of
from .title import HERE, POWERS

PHASES = (
    ("Season", ("season",)),
    ("Arrivals", ("month_start", "axis_supply")), ("Strategic", ("assignments", "bombing")),
    ("Sea", ("naval",)), ("Air", ("air_movement",)),
    ("Offensives", ("who_first", "offensives", "offensive")),
    ("Movement", ("movement_phase",)), ("Supply", ("supply",)), ("Replenish", ("replacement", "replenishment")),
)  # fmt: skip
FACES: dict[str, tuple[str, str]] = {
    "germany": ("#b3bab0", "#182026"), "italy": ("#93bda4", "#182026"), "france": ("#bcd0e8", "#182026"),
    "uk": ("#dcbf92", "#182026"), "us": ("#cdd2a2", "#182026"), "ussr": ("#dd7a55", "#1b0d06"),
    "hungary": ("#a5c38b", "#182026"), "rumania": ("#dcc765", "#182026"), "bulgaria": ("#c9b48c", "#182026"),
    "finland": ("#e9eef2", "#182026"),
}  # fmt: skip
UNIT = re.compile(rf"([a-z]+?)(\d+)({'|'.join(tb.SHORT)})(-?)(?:r\d+)?(?:@.*)?")
OTHERS = ("#e4ddc8", "#182026")
SYMBOLS = {
    "infantry": "10031000001211000000", "mechanized": "10031000001211020000", "armor": "10031000001205000000",
    "paratrooper": "10031000001211000001", "mountain": "10031000001211000000", "cavalry": "10031000001213000000",
    "commando": "10031000001217000000", "fighter": "fighter", "bomber": "bomber", "fighter-bomber": "attacker",
    "heavy bomber": "heavy bomber", "Naval-Air": "attacker", "ATP": "transport", "HQ": "hq", "General": "leader",
    **dict.fromkeys((tb.KINDS[kind] for kind in tb.SHIPS), "fleet"),
    **dict.fromkeys((tb.KINDS[kind] for kind in tb.SUBMARINES), "uboat"), "STP": "freighter",
}  # fmt: skip
"""NATO symbols as codes of MIL-STD-2525D; leaders and partisans have a sign of the page's own."""
OF_NATION = {
    "germany": "German",
    "italy": "Italian",
    "france": "French",
    "uk": "British",
    "us": "U.S.",
    "ussr": "Soviet",
}
VERBS = {
    "hq": ("HQ Offensive", "An HQ wakes the units within its radius; several HQs make a Combined Offensive."),
    "general": ("General's Offensive", "A General wakes his hex and the six around it."),
    "minor": ("Minor Nation Offensive", "All units of a minor nation at home, or one stack abroad, for one attack."),
    "stack": ("Stack Offensive", "The units of one hex are woken for one attack."),
    "first": ("Who begins", "The side that makes the first Offensive and moves first."),
    "begin": ("Begin", "This player makes the first Offensive of the side."),
    "ultra": ("Ultra", "A chit of Ultra is used: the Initiative of a month, or -1 to an attack of the Axis."),
    "activate": ("Wake a unit", "A unit is put on Standby: it may move and attack in this Offensive."),
    "activate_all": ("Wake all", "Every unit within reach, the payer's own first."),
    "stride": ("Move the HQ", "An HQ moves three hexes before land movement and three after it."),
    "thrust": ("Break through", "A stack of armor moves up, attacks and goes on before everyone else."),
    "ride": ("Ride up", "The stack moves up to two hexes before it strikes."),
    "strike": ("Strike", "The Breakthrough attack."),
    "push": ("Push on", "Breakthrough Movement after a success."),
    "declare": ("Declare", "Every hex that will be attacked is named before the first attack."),
    "attack": ("Attack", "A declared attack is made."),
    "react": ("React", "Armor attacks a stack before it leaves."),
    "support": ("Send a bomber", "It adds its strength to the fight if it is not driven off."),
    "escort": ("Send a fighter", "It escorts, intercepts, and counts for air superiority."),
    "aim": ("Aim", ""), "roll": ("Roll the die", ""), "cancel": ("Cancel", "The announced attack is not made."),
    "reroll": ("Pay for a re-roll", "An Offensive is spent for the right to have the die rolled once more."),
    "again": ("Roll again", "The second roll stands."), "keep": ("Keep the roll", ""),
    "replenish": ("Replenish", "Infantry that was lost at home this month comes back free."),
    "buy_back": ("Buy back", "Infantry that was lost at home this month is bought back at its price."),
    "recover": ("Recover pilots", "For 4 EPs an air unit that lost a step over its home is full again."),
    "repair": ("Repair", "1 EP and a die: 4 or more repairs it."),
    "rebase": ("Change base", "An air unit flies to another base, up to twice its range."),
    "lose": ("Lose a step", ""), "retreat": ("Retreat", ""), "advance": ("Advance", ""), "stay": ("Stay", ""),
    "follow": ("Move up", "A unit that took no part moves into a hex that the advance has left."),
    "exploit": ("Exploit", "Armor with a General moves on by his rating."),
    "bump": ("Bump the HQ", "A lone enemy HQ next to a unit that has moved is forced one hex away."),
    "flee": ("Move the HQ", ""), "unload": ("Unload", "A Sea Supply chit is put ashore."),
    "cart": ("Cart supply", "A supply chit is spent, and one like it made where friendly land leads."),
    "destroy": ("Destroy supply", "A supply chit of your own is destroyed."),
    "fly_supply": ("Fly supply", "An ATP takes an Air Supply chit to an airbase; then it returns or stays."),
    "drop_supply": ("Drop supply", "An ATP drops an Air Supply chit into a hex, and is lost: a die of 1-3 hits it."),
    "drift": ("Comes down here", "The hex beside the target where the enemy's drop comes down."),
    "airlift": ("Airlift", "ATPs take infantry, a step each, or a General to another airbase."),
    "rail": ("Rail", "A chit goes by train, on the capacity of the nation it leaves or enters."),
    "trains": ("American trains", "For 15 EPs of lend-lease one more chit rails in the Soviet Union for three months."),
    "to_box": ("To the Iraq Transit Box", "A unit leaves the map into the box for one movement point."),
    "from_box": ("From the Iraq Transit Box", "A unit comes out of the box for one movement point."),
    "combine": ("Combine", "Two depleted units of one kind become one."),
    "victual": ("Victual", "This unit lives on the stores of the fortress, which feed one."),
    "give_up": ("Give up a step", "A hex that is over-stacked loses steps."),
    "feed": ("Feed", "This unit draws on the chits; those that are left out are marked."),
    "rebuild": ("Rebuild", "A depleted chit gets its second step back."),
    "return": ("Return", "A lost infantry step comes back at the base."),
    "war": ("Declare war", "War is declared; a neutral that is attacked joins the other side at once."),
    "blitzkrieg": ("Blitzkrieg", "For this month and the next German attacks on these enemies are stronger."),
    "try": ("Try", "An attempt to win a nation over is declared; the dice fall when all are."),
    "coerce": ("Ask for transit", "A die of 5 or more lets German units into the country."),
    "lend": ("Lend", "EPs go over to another power at once."),
    "open": ("Open", "The Arctic Route is open for lend-lease."), "close": ("Close", "The Arctic Route is closed."),
    "reserve": ("Put in reserve", ""), "bid": ("Buy Offensives", ""),
    "buy": ("Buy", "A unit from the pool comes up at once."),
    "order": ("Order", "A unit from the pool that arrives in a later season."),
    "place": ("Place", "A unit that has arrived is put on the map."),
    "install": ("Build", "An installation is begun; it is ready in the next Seasonal Turn."),
    "upgrade": ("Upgrade", "A better installation is begun in the same hex."),
    "relocate": ("Relocate", "An airbase is moved; it is under construction until the next Seasonal Turn."),
    "mend": ("Repair", "A destroyed installation works again at once."),
    "demolish": ("Demolish", "You destroy an installation of your own."),
    "to_suez": ("To Suez", "Infantry of the pool goes to the Suez Adds Box."),
    "from_suez": ("From Suez", "Infantry of the Suez Adds Box goes back to the pool."),
    "post": ("Post", "A General or HQ is put where he is wanted."),
    "ram": ("Ram", "A Soviet fighter rams: it hits more easily, and may be lost itself."),
    "abandon": ("Abandon", "An installation under construction is given up."),
    "lay_mines": ("Lay mines", "A bomber mines the Iron Ore Route."),
    "hoist": ("Hoist a flag", "An Admiral goes aboard a named ship in port."),
    "replenish_suez": ("Replenish by Suez", "UK infantry lost about the Mediterranean comes back free."),
    "suez_box": ("To the Suez box", "UK infantry lost about the Mediterranean goes to the Suez Adds Box."),
    "bombard": ("Bombard", "A Sea Offensive: ships shell an airbase, a port or a Mulberry on the coast."),
    "fly_out": ("Fly out", "An air unit that is out of supply changes base, once, up to twice its range."),
    "mend_mulberry": ("Mend a Mulberry", "A destroyed Mulberry works again at once, for 1 EP."),
    "let_them_begin": ("Let them begin", "You have the Initiative: the other side makes the first operation."),
    "sail": ("Sail", "A task force puts to sea: its ships, then where it goes."),
    "refit": ("Naval yard", "Two dice say how long a damaged ship is in the yard; then repair, hasten or scrap."),
    "lay_up": ("Repair", "The ship is laid up in the yard for as long as the dice say."),
    "hasten": ("Hasten", "For 4 EPs more the yard's roll is 2 lower."),
    "scrap": ("Scrap", "The ship leaves the game for EPs: BB 7, CV 4, CVL 2, CA 3."),
    "sea_offensive": ("Sea Offensive", "A task force puts to sea: it fights enemy ships or bombards a coast."),
    "joint": ("Joint Offensive", "For 2 EPs more two Offensives of different types are made in one turn."),
    "joined_assault": ("Assault by sea and land", "An assault and an attack over land on one hex."),
    "assault": ("Amphibious Assault", "Transports and warships land men on an enemy coast: two Offensives and 2 EPs."),
    "ship_supply": ("Ship supply", "Transports land a Sea Supply chit for each point in a port that no line reaches."),
    "bomb_ships": ("Bomb ships", "Bombers seek enemy ships in a hex within their range."),
    "mulberry": ("Build a Mulberry", "Three transports are sunk off a clear coast: next month supply lands there."),
    "remove_mulberry": ("Remove the Mulberry", "The artificial port goes back to the pool; nothing of it is saved."),
    "beach_supply": ("Supply over the beach", "A chit lands on an open clear coast; a transport point is lost there."),
    "muster": ("Muster Home Guard", "A chit of one or two steps takes post in the United Kingdom."),
    "evacuate": ("Evacuate a beach", "Transports take men off an open coast to a port; each step is lost on 1-2."),
    "intercept": ("Intercept", "A force will try to meet the enemy on his way: 5 or more on a die."),
    "fire": ("Fire at", "The target of the next ship."), "hold": ("Hold fire", "The next ship does not fire."),
    "claim": ("Claim", "The Soviet Union takes land without war against the West, or invades Finland."),
    "rise": ("Partisans rise", "Partisans come up in an enemy hex of their home."),
    "raise": ("Raise partisans", "A chit of partisans is bought for EPs and placed."),
    "vichy": ("Set up Vichy", "The south of France and the colonies are left to a neutral state."),
    "occupy": ("Occupy all of France", "All France is held by conquest; her colonies fight on."),
    "assign": ("Assign", "U-boats attack, Escorts guard the convoys of an area; unseen until all have settled."),
    "air_bomb": ("Air Offensive: economy", "An Offensive sends up to six bombers against an enemy economy."),
    "air_works": ("Air Offensive: installation", "An Offensive sends bombers against an airbase, port or railway."),
    "air_ships": ("Air Offensive: ships", "An Offensive sends bombers against enemy ships in a hex."),
    "bomb_works": ("Bomb installation", "Bombers fly against an airbase, port or railway: one roll for the mission."),
    "bomb": ("Bomb", "Bombers fly against the economy of an enemy city or resource hex."),
    "withdraw": ("Withdraw", "All survivors retreat by choice."), "stand": ("Stand", ""),
    "include": ("Include", "The units out of supply defend, and the attack gets +1."),
    "leave_out": ("Leave out", "This unit of the over-stacked hex does not defend."),
    "drop_strike": ("Strike with a drop", "The Breakthrough attack, with paratroopers who drop on its target."),
    "exclude": ("Exclude", "They do not count, and the attack gets no +1."),
}  # fmt: skip
"""The words of a verb's button, and what it does where the prompt does not say it."""
RESULTS = {
    "AE": "AE, the attackers are eliminated", "3/-": "3/-, the attackers lose 3 steps",
    "2/-": "2/-, the attackers lose 2 steps", "1/-": "1/-, the attackers lose a step",
    "[-/1]": "[-/1], the defenders lose a step", "[1/-]": "[-/1] backfires, the attackers lose a step",
    "-/2*": "-/2*, the defenders lose 2 steps", "-/3*": "-/3*, the defenders lose 3 steps",
    "DE": "DE, the defenders are eliminated",
    "-": "no effect", "A": "the target turns back", "D": "the target loses a step and turns back",
}  # fmt: skip
"""What the results of the charts of land and air combat mean (5.18/crt, 4.12)."""
SAYS = {
    "month": "{month}",
    "weather": "Weather: die {die}, severe zone {severe}, moderate zone {moderate}",
    "air_weather": "Winter in the {zone} zone: die {die}{grounded:, aircraft fly half as far|, aircraft are grounded}",
    "first": "The {side} begin",
    "ultra_drawn": "Ultra: a chit is drawn, {chit}",
    "ultra": "Ultra: the chit {chit} is used",
    "offensive": "{power} begins an Offensive at {places}: {how} {pieces}",
    "sea_offensive": "{power} begins a Sea Offensive: {pieces} for {places}",
    "joint": "{power} begins a Joint Offensive: {types}",
    "offensive_over": "The Offensive is over",
    "activated": "{pieces:is|are} on Standby",
    "strode": "{pieces} {arrow}",
    "moved": "{pieces} {arrow}",
    "front": "A Front closes: {hexes} {hexes:|hex falls|hexes fall} to {power}",
    "captured": "{places} is taken by {power}",
    "captured_supply": "{chits:no|one|#} supply {chits:|chit|chits} at {places} captured",
    "declared": "{places} will be attacked",
    "attack": "{pieces:attacks|attack} {places}: {attack} against {defence}, {odds}, "
    "die {die}, net {net}{modifiers: (#)}: {result}",
    "fraction": "The fraction of the odds: {chance} in 8, die {die}{won:|, one column better}",
    "took_off": "{pieces:flies|fly} to {places}",
    "air_shot": "Air combat over {places}: {pieces}, die {die}, net {net}{modifiers: (#)}: {result}",
    "aborted": "{pieces:turns|turn} back from {places}",
    "flew_off": "{pieces:leaves|leave} an overrun base {arrow}",
    "rebased": "{pieces:changes|change} base {arrow}",
    "dropped": "{pieces:drops|drop} on {places}: die {die}",
    "air_supply": "An Air Supply chit comes down at {places}",
    "cancelled": "The attack on {places} is cancelled",
    "reroll_paid": "{power} pays an Offensive for a re-roll",
    "depleted": "{pieces:is|are} depleted in {places}",
    "eliminated": "{pieces:is|are} eliminated in {places}",
    "retreat_check": "Retreat check at {places}: die {die} against {net}{forced:, they stand|, they retreat}",
    "retreated": "{pieces:falls|fall} back {arrow}",
    "advanced": "{pieces:advances|advance} {arrow}",
    "general_check": "{pieces}: die {die}{lost:, back to the pool|, lost for good}",
    "bumped": "{pieces:is|are} bumped from {places}",
    "fled": "{pieces} {arrow}",
    "displaced": "{pieces:is|are} driven from {places}",
    "passed": "{seat} passes",
    "shipped": "Axis shipping: die {die}, {chits:no supply chits|one supply chit|# supply chits}",
    "unloaded": "A supply chit is unloaded at {places}",
    "victualled": "{pieces:lives|live} on the stores of {places}",
    "expended": "{chits:no|one|#} supply {chits:chits are|chit is|chits are} used up at {places}",
    "fed": "{pieces:draws|draw} supply",
    "isolated": "{places} is isolated: die {die}, so many supply chits are in store",
    "relieved_source": "{places} is a supply source again",
    "carted": "A supply chit is carted {arrow}",
    "burnt": "A supply chit is destroyed at {places}",
    "supply_flight": "{pieces:flies|fly} to {places}",
    "supply_drop": "{pieces:drops|drop} supply on {places}: die {die}, net {net}{missed:|, it goes astray}",
    "supply_down": "The chit comes down at {places}{kept:, and is lost|}",
    "airlift": "{pieces:lands|land} at {places}",
    "cut_off": "{pieces:is|are} out of supply in {places}",
    "depletion": "{pieces} out of supply: die {die}, net {net}, {steps:nothing|one step|# steps} lost",
    "arrived": "{pieces:arrives|arrive} at {places}",
    "relieved": "{pieces:is|are} relieved",
    "repair_tried": "Repairs at {places}: die {die}{done:, in vain|, it works again}",
    "rebuilt": "{pieces:is|are} rebuilt",
    "returned": "{pieces:returns|return} at {places}",
    "railed": "{pieces} by rail {arrow}",
    "trains": "American trains: one more chit rails in the Soviet Union this season",
    "rail_die": "Axis rail into Russia: {die} {die:|chit|chits} this month",
    "combined": "{pieces:is|are} combined",
    "war": "{power} declares war on {nation}",
    "joined": "{nation} joins {power}",
    "blitzkrieg": "Blitzkrieg against {against}",
    "tries": "{nation} will be tried",
    "partner": "{nation}: die {die}, net {net}{won:, it stays out|, it joins}",
    "transit": "Transit through {nation}: die {die}, net {net}{won:, refused|, granted}",
    "apathy_ended": "Italy has conquered Greece alone: her soldiers are apathetic no more",
    "conquered": "{nation} is conquered by {power}",
    "liberated": "{nation} is free again",
    "claimed": "The Soviet Union claims: {land}",
    "winter_peace": "The Winter War is over{won:, and Finland cedes nothing|: Finland cedes the land beyond the line}",
    "partisan": "Partisans of {nation} rise at {places}",
    "partisan_die": "Partisans of {nation}: die {die}{won:, none|, they rise}",
    "hunted": "Partisans hunted at {places}: die {die}{won:, they slip away|, they are caught}",
    "vichy": "An armistice: Vichy is set up",
    "occupied": "All of France is occupied",
    "withdrew": "{pieces} {arrow}, out of Vichy's land",
    "colony": "{nation}: die {die}{won:, it stays with Vichy|, it joins the Free French}",
    "free_french": "{pieces} at {places}: die {die}{won:, loyal to Vichy|, joins the Free French}",
    "collapse": "{nation} shakes: die {die}, net {net}",
    "season": "{season}: the Seasonal Turn",
    "year_adds": "The chits of {year} are in the pools",
    "income": "Income of {power}: {ep} EPs, {track} on the track",
    "arctic": "The Arctic Route is {open:closed|open}",
    "lent": "{power} lends {ep} EPs to {to_power}",
    "reserve": "{power} keeps {ep} EPs in reserve, {track} on the track",
    "builds_first": "The {side} build first",
    "bought": "{pieces} is bought at {places}",
    "ordered": "{unit} is ordered for {season}",
    "begun": "A {what} is begun at {places}",
    "completed": "A {what} is ready at {places}",
    "works_lost": "The works at {places} are lost",
    "relocated": "A {what} is moved {arrow}",
    "mended": "The {what} at {places} is repaired",
    "demolished": "The {what} at {places} is demolished",
    "to_suez": "{unit} goes to the Suez Adds Box",
    "from_suez": "{unit} comes back from the Suez Adds Box",
    "bid": "{power} buys {offensives:no|one|#} {offensives:Offensives, and has a free one|Offensive|Offensives}",
    "roll_off": "Equal numbers of Offensives: Axis {axis}, Allies {allies}",
    "initiative": "The {side} have the Initiative for the season",
    "posted": "{pieces:is|are} posted to {places}",
    "hoisted": "{name} hoists his flag on {pieces} at {places}",
    "admiral_saved": "Admiral {name}, die {die}{lost:, he is saved|, he is lost}",
    "milestone": "",
    "convoy_duty": "Convoy Duty: {pieces} {arrow}",
    "convoys": "U-boats in {area}: {dice} with {shift}, {escorts:no|one|#} {escorts:Escorts|Escort|Escorts}: "
    "the UK loses {ep:nothing|1 EP|# EPs}",
    "raids": "{pieces} in {area}: die {die}{ep:|, the UK loses 1 EP}",
    "will_ram": "{pieces} meet: one rams the other",
    "abandoned": "The {what} under construction at {places} is given up",
    "ore_mines": "{pieces:lays|lay} mines at {places}: die {die}{ep:|, Germany loses 1 EP}",
    "hunt": "Escorts hunt in {area}: {needed} or more, {sunk:no|one|#} {sunk:steps|step|steps} lost",
    "iron_ore": "{pieces:hunts|hunt} ore ships at {places}: die {die}{ep:|, Germany loses 1 EP}",
    "bombed_works": "{pieces:bombs|bomb} the {what} at {places}: die {die}, {total} of {needed}"
    "{hit:, in vain|, it is destroyed}",
    "air_offensive": "{power} begins an Air Offensive",
    "bombed": "{pieces:bombs|bomb} {places}: die {die}, net {net}, {ep:nothing|1 EP|# EPs} lost",
    "landed_supply": "{chits:no|one|#} Sea Supply {chits:|chit|chits} landed at {places}",
    "assault": "{power} sends {pieces} against the coast of {places}",
    "assault_over": "{landed:The landing at|The landing succeeds at} {places}{landed: fails|}",
    "salvage": "{pieces} at {places}: salvage, die {die}{saved:, lost|, it can be raised}",
    "yard": "{pieces} in the yard at {places}: {dice}, net {net}, "
    "{seasons:at once|one season|# seasons}{modifiers: (#)}",
    "in_yard": "{pieces:is|are} under repair at {places} until {season}",
    "ship_repaired": "{pieces:is|are} repaired at {places}",
    "scrapped": "{pieces:is|are} scrapped for {ep} EPs",
    "gathered": "{pieces:joins|join} the flagship at {places}",
    "gives_way": "{seat} lets the other side begin",
    "sails": "{pieces:sails|sail} {arrow}",
    "will_intercept": "{pieces:makes|make} for {places} to intercept",
    "interception": "Interception at {places}: {pieces}, die {die}, net {net}"
    "{met:, they miss|, they meet}{modifiers: (#)}",
    "sea_battle": "Battle at {places}: {pieces}",
    "ship_fires": "{pieces}: {dice}, needs {needed}{hit:, a miss|, a hit}",
    "ship_damaged": "{pieces:is|are} damaged at {places}",
    "mulberry": "A Mulberry is begun at {places}",
    "mulberry_lost": "The Mulberry at {places} is lost",
    "storm": "A storm over the Mulberry at {places}: die {die}{lost:, it holds|, it is destroyed}",
    "home_guard": "Home Guard: die {die}, {steps} steps",
    "disbanded": "{pieces} at {places:goes|go} home",
    "evacuated": "{pieces} at {places}: dice {dice}",
    "french_ship": "{pieces} at {places}: die {die}",
    "italian_ship": "{pieces} at {places}: die {die}{saved:, lost to the Allies|, sails to Malta}",
    "repatriated": "{pieces:goes|go} over to the UK at {places}",
    "ship_sunk": "{pieces:is|are} sunk at {places}",
    "breaks_off": "{pieces:tries|try} to break off: die {die}{away:, in vain|, and get away}",
    "falls_back": "{pieces:falls|fall} back {arrow}",
    "put_to_sea": "{pieces:leaves|leave} a port that has fallen {arrow}",
    "mines": "Mines and guns at {places}: die {die}{struck:|, a ship is hit}",
    "ran_the_strait": "{pieces:runs|run} the strait: die {die}",
    "flak": "Flak at {places}: {pieces}, die {die}{home:|, it turns back}",
    "bombs_ship": "{pieces} at {places}: {dice}, {total} of {needed}{hit:, a miss|, a hit}",
    "fuelled": "{pieces:is|are} fuelled at sea for 1 EP",
    "ships_marked": "{pieces:is|are} out of fuel at {places}",
}


ENDS = {
    "Air Movement Step": "All bases settled", "air support": "Enough in the air", "Command Status Step": "All woken",
    "Breakthrough Step": "No more Breakthroughs", "Armor Breakthrough": "This Breakthrough is over",
    "Land Movement Step": "All have moved", "Combat Step: targets": "All declared", "Combat Step": "No more attacks",
    "Exploitation Step": "All have exploited", "Secondary Advance": "Nobody else moves up",
    "Replenishment Step": "Enough replenished",
}  # fmt: skip
"""What the end of a Step is called, where the Phase goes on after it."""


class AetoLooks(Title):
    """What the browser asks of the title."""

    looks = {
        "piece": "counter",
        "sides": SIDES,
        "faces": {nation: dict(zip(("fill", "ink"), FACES.get(nation, OTHERS), strict=True)) for nation in POWERS},
        "symbols": SYMBOLS,
        "marks": {power: name_of(power) for power in POWERS},
        "verbs": {v: {"name": name, "says": says, "left": ""} for v, (name, says) in VERBS.items()},
        "ends": ENDS,
        "levels": {"payment": "how to pay", "payer": "who pays", "side": "a side", "unit": "a unit"},
    }
    coasts_drawn = True
    says = SAYS
    words = {
        "uk": "the UK", "us": "the USA", "ussr": "the USSR", "italy": "Italy", "axis": "Axis", "allies": "Allies",
        "hq": "HQ", **RESULTS,
    }  # fmt: skip
    lessons = read_lessons(HERE / "data" / "lessons.toml")
    overlays = public_overlays = tuple(overlays.OVERLAYS)

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        p = t.p
        if not p.steps[piece]:
            return None  # type: ignore[return-value]  # a free slot is no counter
        card = t.world.cards[p.card[piece]]
        nation = POWERS[card.power]
        tags = [name for name, on in (("standby", p.status[piece] == STANDBY), ("moved", p.status[piece] == ACTIVE),
                                      ("cut", p.marked[piece] > 0), ("fought", p.fought[piece] > 0)) if on]  # fmt: skip
        kind = tb.KINDS[card.kind]
        whose = OF_NATION.get(nation, name_of(nation))
        face = {"symbol": kind, "label": "", "face": nation, "tags": tags, "note": f"{whose} {card.name} ({kind})"}
        if card.kind == tb.HQ:
            return {**face, "label": card.name, "strength": f"{card.command}-{card.radius}"}
        if card.kind == tb.GENERAL:
            return {**face, "label": card.name, "strength": f"{card.combat}-{card.exploitation}"}
        if card.kind in tb.AIR:
            figures = f"{pieces.strength_of(t, piece)}-{card.range}/{card.strike}"
            return {**face, "label": card.name, "strength": figures, "steps": p.steps[piece], "most": card.steps}
        if card.kind in tb.SHIPS:
            return {**face, **sea_looks.ship_face(t, piece, card)}
        ring = "°" if pieces.circled(t, piece) else ""
        strength = f"{pieces.strength_of(t, piece)}-{card.movement}{ring}"
        return {**face, "strength": strength, "steps": p.steps[piece], "most": card.steps}

    def spoken(self, name: str) -> str:
        """``ger8arm@Mechili`` is German armor (8), ``ger4arm-@Mechili`` depleted; leaders by name."""
        found = UNIT.fullmatch(name)
        if found is None:
            return name.replace("_", " ")
        nation = next((power for power in POWERS if tb.CODES.get(power, power[:3]) == found[1]), found[1])
        worn = ", depleted" if found[4] else ""
        whose, kind = OF_NATION.get(nation, name_of(nation)), tb.KINDS[tb.SHORT.index(found[3])]
        if kind in sea_looks.CLASSES:
            return f"{whose} {sea_looks.CLASSES[kind]}{worn}"
        return f"{whose} {kind} ({found[2]}{worn})"

    def turn(self, t: Table) -> dict[str, Any]:
        p = t.p
        first = tb.month_of(t.world.settings["start"])
        track = [{"group": str(m // 12), "name": tb.MONTHS[m % 12][:3]} for m in range(first, p.last + 1)]
        steps = {frame.step for frame in t.agenda}
        phase = next((i for i, (_, found) in enumerate(PHASES) if steps.intersection(found)), -1)
        who = POWERS[p.offensive["power"]] if p.offensive else ""
        return {
            "name": tb.month_name(p.month), "track": track, "at": p.month - first, "phases": [n for n, _ in PHASES],
            "phase": phase, "who": who, "note": panels.STEPS.get(p.offensive.get("stage", ""), ""),
        }  # fmt: skip

    def marks(self, t: Table) -> list[dict[str, str]]:
        return marks.marks(t)

    def of_place(self, t: Table, seat: int, node: int) -> list[Fact]:
        return inspect.of_place(t, node)

    def of_piece(self, t: Table, seat: int, piece: int) -> list[Fact]:
        return inspect.of_piece(t, piece)

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        return panels.of_seat(t, seat)

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = overlays.OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """The sheet of an attack that is written out: strengths, modifiers one by one, chances."""
        verb = order.partition(" ")[0]
        if verb not in ("attack", "strike", "react", "roll", "reroll"):
            return None
        parsed = Decision(t, t.frame, t.step, seat).parse(order)
        return odds.of_order(t, parsed.verb, parsed.args)
