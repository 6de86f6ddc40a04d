"""Games from outside: installed, bare, and broken."""
