"""Who sits at a table: bots with a style and a temper, and seats filled by one seed."""
