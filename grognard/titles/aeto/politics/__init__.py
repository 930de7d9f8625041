"""Politics: partners (8.0), declarations of war and conquest (Part 9)."""
