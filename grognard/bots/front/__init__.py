"""What the greedy bots of all Front games share."""
