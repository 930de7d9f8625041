"""The sketch: a title made by following docs/adding-a-title.md, to see that an afternoon is enough."""
