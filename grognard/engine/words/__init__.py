"""What people read and write: sentences, scenes, lessons, overlays, from a table alone."""
