"""What a game is at one moment, and what rules are made of: position, frames, steps, orders, dice, the table."""
