"""A game in play: seats, undo, journal, desk, and what is made by playing."""
