"""Strategic Warfare (Part 2, ours): U-boats and convoys, settled in secret; bombing of economies and rail."""
