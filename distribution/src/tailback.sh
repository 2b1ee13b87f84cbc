#!/bin/sh
# The command from the top folder of the archive: commands of the documentation run here as they are printed.
exec "$(dirname -- "$0")/bin/tailback" "$@"
