"""How the war of 1939 looks on the table: its sentences. It holds no rules."""

from ..france.table import EVENTS

SAYS = {
    **EVENTS,
    "called": "{pieces:is|are} called from the Strategic Reserve to {places}",
    "marched": "{pieces:goes|go} by rail to the Curzon Line at {places}",
    "overstayed": "Axis units have not left East Poland: that is war with the {nation}",
}
