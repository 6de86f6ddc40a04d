"""The room: what happens at a table between rounds and around them. Pure: no clock, no chance, no input or output."""
