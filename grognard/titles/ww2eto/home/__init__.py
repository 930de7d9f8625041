"""The home front (10.0, 16.5): reinforcements, replacements, resources, partisans, garrisons."""
