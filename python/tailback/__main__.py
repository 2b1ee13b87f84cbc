"""``python -m tailback``: the command."""

from ._command import main

main()
