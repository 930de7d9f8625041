"""The game at a terminal: a text map, menus of offers, and what each seat may read."""
