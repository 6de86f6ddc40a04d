"""Tests of the evening sheet."""
