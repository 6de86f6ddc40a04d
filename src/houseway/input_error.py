"""The error for unusable input."""


class InputError(ValueError):
    """A wrong text, number or file from a person. Its message is one sentence for that person.

    A CLI command prints it as a refusal. Any other ValueError is a fault of the program.
    """
