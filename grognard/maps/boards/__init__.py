"""The steps that one board needs beyond what all boards share, a module a board."""
