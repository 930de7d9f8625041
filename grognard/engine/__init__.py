"""Play: seats, decisions, orders, dice, journals, knowledge. Knows no title."""
