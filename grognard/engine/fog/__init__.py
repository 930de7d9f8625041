"""What a viewer may know: views, first sight, and guesses made from a view alone."""
