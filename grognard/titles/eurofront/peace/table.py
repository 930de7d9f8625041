"""How the war of 1939 looks on the table: its sentences. It holds no rules."""

SAYS = {
    "annexed": "{nation} is annexed by: {side}",
}
