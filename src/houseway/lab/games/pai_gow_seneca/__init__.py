"""Pai Gow Poker of the Seneca Niagara, as the lab knows it."""
