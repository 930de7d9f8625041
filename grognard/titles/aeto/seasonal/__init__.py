"""The Seasonal Turn (Part 8)."""
