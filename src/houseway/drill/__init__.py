"""The fire drill: a room that is killed while it is played, and whether it kept everything that it had said."""
