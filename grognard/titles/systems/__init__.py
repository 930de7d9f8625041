"""Rules that several titles share: a system is played through its titles."""
