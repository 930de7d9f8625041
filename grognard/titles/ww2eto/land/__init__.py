"""Ground war (5.0-9.0, 11.0): movement, stacking, zones, combat, supply, seasons."""
