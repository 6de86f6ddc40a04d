"""The error for a text or a number that somebody gave and nobody can use."""


class InputError(ValueError):
    """A wrong text, number or file that a person gave: its message is one sentence for that person.

    A command tells it as a refusal. Any other ValueError is a fault of the program.
    """
