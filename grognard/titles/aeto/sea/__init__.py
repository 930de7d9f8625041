"""Ships (Part 3, ours): waters and ports, voyages, interception, battles, air strikes, transport."""
