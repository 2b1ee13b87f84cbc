#!/bin/sh
# The command from the top folder of the archive: commands of the documentation run here as they are printed.
self=$0
[ ! -L "$self" ] || self=$(readlink -f -- "$self")
exec "$(dirname -- "$self")/bin/tailback" "$@"
