"""Output of commands: text for people, JSON for programs.

Lives here: tables that fit the terminal, progress bars, round reports, rule pages, CSV.
May import it: every command. It imports the layers below the command line.
Deliberately absent: computing. A command passes its answer in.
"""
