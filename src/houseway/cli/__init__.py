"""The command line: what a person types, and what is printed for a person or a program."""

from houseway.cli.commands import COMMANDS, main

__all__ = ["COMMANDS", "main"]
