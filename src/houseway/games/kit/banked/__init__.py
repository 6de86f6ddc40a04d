"""Games with a bank: the action button, backline bets, irregularities, pay tables and hands that are set in two.

Lives here: parts that any banked game may use.
May import it: banked games, `kit.pai_gow`, players and lab. It imports script, hands and cards.
Deliberately absent: whose chips the bank has. The table settles a claim against whoever banks.
"""
