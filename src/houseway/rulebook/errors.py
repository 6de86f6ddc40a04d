"""Errors in files of the rule book."""

from houseway.input_error import InputError


class RulebookError(InputError):
    """A fault in a file of the rule book: file, key and reason, in one sentence."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}, {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason

    def __reduce__(self) -> tuple[type["RulebookError"], tuple[str, str, str]]:
        return type(self), (self.file, self.key, self.reason)
