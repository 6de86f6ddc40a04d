"""The conformance suite: holds random rounds of every game, the house's own and others', to what is true of all games.

`houseway conform GAME` runs it. In a test directory, `from houseway.conformance.suite import *` with the plug-in `-p
houseway.conformance.plugin` does.

Lives here: random rounds, and one module for each property (conservation of chips, hidden cards, documents, listing).
May import it: cli and tests of games. It imports players, table, games and the layers below.
Deliberately absent: rules of any game. Only this package, `houseway.testing` and the command import pytest.
"""
