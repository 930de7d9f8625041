"""Politics (12.0, 14.0, 16.1-16.6): whose land it is, who is at war, and the countries with rules of their own."""
