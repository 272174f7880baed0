"""`python -m verdict` is the command line."""

from verdict.commands import main

main()
