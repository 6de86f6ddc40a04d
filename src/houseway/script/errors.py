"""What a person is told when a move is refused."""


class Refusal(Exception):
    """A person's wrong move: one clear sentence with the value tried and the limit, and the clause that decides.

    `where` is the place in a document that holds the wrong value, such as `seats[2].wagers.bonus`.
    """

    def __init__(self, code: str, sentence: str, clause: str = "", where: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.where = where

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str, str, str]]:
        """So that a refusal in another process arrives as one."""
        return Refusal, (self.code, self.sentence, self.clause, self.where)

    def at(self, where: str) -> "Refusal":
        """The same refusal, placed in a document (an inner place is kept behind the outer one)."""
        inner = f".{self.where}" if self.where and not self.where.startswith("[") else self.where
        return Refusal(self.code, self.sentence, self.clause, where + inner)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{place}{self.sentence}{clause}"
