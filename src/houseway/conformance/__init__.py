"""The judge of every game, the house's own and those from outside: random rounds held to what is true of all games.

`houseway conform GAME` runs it. In a test directory, `from houseway.conformance.suite import *` with the plug-in
`-p houseway.conformance.plugin` does. Nothing but this package imports pytest.
"""
