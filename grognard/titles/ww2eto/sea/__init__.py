"""War at sea (5.7-5.9, 6.5): ports and lanes, transport, landings, air zones over ships."""
