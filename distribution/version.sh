#!/bin/sh
# Sets the version of everything, or prints it: distribution/version.sh [VERSION]
# VERSION is 0.5.0 or 0.5.0-SNAPSHOT (0.5.0.dev0 for Python); documentation for users keeps the last release while it is a SNAPSHOT.
set -eu
cd "$(dirname -- "$0")/.."
old=$(sed -n '/<artifactId>tailback-parent</{n;s/.*<version>\(.*\)<.*/\1/p;q}' pom.xml)
new=${1:-}
[ -n "$new" ] || { printf '%s\n' "$old"; exit; }
case $new in
    *[!0-9.]*-SNAPSHOT | *-SNAPSHOT-* ) printf 'version.sh: expected 1.2.3 or 1.2.3-SNAPSHOT, found %s\n' "$new" >&2; exit 2 ;;
    [0-9]*.[0-9]*.[0-9]*) ;;
    *) printf 'version.sh: expected 1.2.3 or 1.2.3-SNAPSHOT, found %s\n' "$new" >&2; exit 2 ;;
esac
python() { printf '%s' "$1" | sed 's/-SNAPSHOT/.dev0/'; }
plain() { printf '%s' "$1" | sed 's/\./\\./g'; }
for pom in pom.xml */pom.xml examples/*/pom.xml docs/examples/*/pom.xml; do
    sed -i "s|<version>$(plain "$old")</version>|<version>$new</version>|; s|<tailback.version>$(plain "$old")<|<tailback.version>$new<|" "$pom"
done
sed -i "s|^version = \"$(plain "$(python "$old")")\"|version = \"$(python "$new")\"|" python/pyproject.toml
sed -i "s|^__version__ = \"$(plain "$(python "$old")")\"|__version__ = \"$(python "$new")\"|" python/tailback/__init__.py
case $new in
    *-SNAPSHOT) ;;
    *)
        last=$(sed -n 's/^version: //p' CITATION.cff)
        sed -i "s|^version: .*|version: $new|" CITATION.cff
        sed -i "s|$(plain "$last")|$new|g" docs/embedding/*.md distribution/Containerfile
        ;;
esac
