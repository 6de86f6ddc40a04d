"""The browser's table: its files, its layouts and its words. It knows the wire, and no game by name."""
