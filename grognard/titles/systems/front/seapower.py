"""What a title may say differently about power at sea, rails over foreign land and supply of single nations."""

from __future__ import annotations

from grognard.engine.title import Title

from . import blocks, sea, supply
from .state import Table
from .world import AMPHIBIOUS


class Seapower(Title):
    """The questions of the chapters of the sea with the answers of a title whose naval balance never changes."""

    marches_home = False
    """May a restricted unit that stands outside its lands move beyond them?"""
    marker_binds = False
    """Must a second wave land where its hex was marked?"""

    def naval_supremacy(self, t: Table) -> int:
        """The power that rules the waves, or none."""
        ruler: int = t.world.extra.get("naval supremacy", sea.NOBODY)
        return ruler

    def quiet_seas(self, t: Table) -> int:
        """The seas whose owner lets everyone pass for now."""
        return 0

    def lost_seas(self, t: Table, power: int) -> int:
        """The seas that a power's navy has given up."""
        return 0

    def own_waters(self, t: Table, power: int) -> int:
        """The seas in which a power's landings go as far as if it ruled the waves."""
        return 0

    def interdictor(self, t: Table, power: int, foe: int) -> str:
        """The word that the interdiction tables have for who rolls against whom."""
        return sea.side(t, power)

    def invader(self, t: Table, power: int) -> str:
        """The word that the table of ranges has for who lands."""
        return sea.side(t, power)

    def assailant(self, t: Table, piece: int) -> str:
        """The word that the repulse table has for who assaults from the sea."""
        return str(t.world.powers[t.p.power[piece]])

    def amphibious(self, t: Table, piece: int) -> bool:
        """Does a unit land as amphibious ones do?"""
        return bool(t.world.units[piece].kind == AMPHIBIOUS)

    def long_range_facts(self, t: Table, piece: int) -> dict[str, int]:
        """What a long-range landing tells of the unit."""
        return {"amphibious": 1}

    def repulses_up_to(self, t: Table, node: int, number: int) -> int:
        """The dice that repulse an assault on a hex, from what the table says."""
        return number

    def guarded_straits(self, t: Table) -> int:
        """The banks of straits that a neutral closes to all."""
        return 0

    def closed_lines(self, t: Table, power: int) -> int:
        """The neutral lands that let no line of a power's nations through."""
        return 0

    def rules_the_air(self, t: Table, power: int) -> bool:
        """Does a power rule the air as well as the waves?"""
        return False

    def half_fortress(self, t: Table, piece: int, node: int) -> bool:
        """Does a unit defend half a fortress: double defense, and DF for the largest?"""
        return False

    def strongholds(self, t: Table) -> int:
        """The hexes with Fortress Supply."""
        return int(t.world.fortresses)

    def fort_holds(self, t: Table, piece: int) -> bool:
        """Has a fort its powers: in supply?"""
        return bool(t.p.supplied[piece])

    def fort_survives(self, t: Table, piece: int) -> bool:
        """Does attrition leave a fort its last step?"""
        return True

    def undroppable(self, t: Table) -> int:
        """Where no para of the active power may drop now."""
        return 0

    def assaults_by_sea(self, t: Table, piece: int) -> bool:
        """May a unit open a battle from the sea?"""
        return bool(t.world.kinds[t.world.units[piece].kind].may_sea_assault)

    def settled(self, t: Table, pieces: list[int]) -> None:
        """A side has set up: what follows for its blocks."""

    def welcome(self, t: Table, piece: int) -> int:
        """The neutral land that a unit may be in."""
        return 0

    def forbidden(self, t: Table, piece: int) -> int:
        """The land that a unit may not enter yet."""
        return 0

    def whereabouts(self, t: Table, bound: str) -> int:
        """Where a restricted unit may be found."""
        return int(t.title.bounds(t, bound))

    def road_transit(self, t: Table, power: int) -> int:
        """The foreign land that a power's columns drive through without a stop."""
        return 0

    def commanded_land(self, t: Table, piece: int) -> int:
        """The land where Rail Moves of a unit that begin there have their full length."""
        return -1

    def transit(self, t: Table, power: int) -> int:
        """The foreign land that a power's trains run through without a stop."""
        return 0

    def based(self, t: Table, power: int) -> int:
        """The land of a far front that is supplied from a base of its own."""
        return 0

    def winter_prices(self, t: Table, power: int, node: int) -> int:
        """By how many fives a step of an HQ is dearer in a place this winter."""
        return 0

    def tribute(self, t: Table) -> int:
        """What neutrals that cooperate with a side give it a month."""
        return 0

    def landing_places(self, t: Table) -> int:
        """The coasts that the active power could land on at once, if that lets it declare war."""
        return 0

    def breaks_with(self, t: Table, nation: str) -> None:
        """War is declared on a nation: what follows before it joins the other side."""

    def short_lines(self, t: Table, power: int) -> int:
        """The land where a power's supply lines are one hex long."""
        return 0

    def without_supply(self, t: Table, power: int) -> int:
        """A power's blocks that have no line of supply."""
        return blocks.inside(t, power, int(t.world.land) & ~supply.supplied_area(t, power))
