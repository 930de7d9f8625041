"""Air units (Part 4, ours): bases, missions, air combat, paradrops."""
