"""Regimes: three ways from one round to the next.

Lives here: tables with a bank, tables with a button and blinds, tables with a dealer's marker, and time charges.
May import it: `engine` and the floors above. It imports core and the floors below.
Deliberately absent: names of games. A regime follows from what the rule book prints. A regime object holds no state.
"""
