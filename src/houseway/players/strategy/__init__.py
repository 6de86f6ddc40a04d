"""One module a game: what a sensible player does with the view in front of him."""
