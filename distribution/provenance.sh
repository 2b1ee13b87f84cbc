#!/bin/sh
# Prints the provenance of the archives and wheels in a folder, made from this commit: an in-toto statement in the form of SLSA 1.0.
#   distribution/provenance.sh FOLDER
set -eu
folder=$1
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
commit=$(git -C "$root" rev-parse HEAD)
origin=$(sed -n '/<scm/,/<\/scm>/s|.*<url>\(.*\)</url>.*|\1|p' "$root/pom.xml")
subjects=$(cd "$folder" && for each in *.tar.gz *.zip *.whl; do
    [ ! -f "$each" ] || printf '    {"name": "%s", "digest": {"sha256": "%s"}},\n' "$each" "$(sha256sum "$each" | cut -d' ' -f1)"
done)
cat <<END
{
  "_type": "https://in-toto.io/Statement/v1",
  "subject": [
${subjects%,}
  ],
  "predicateType": "https://slsa.dev/provenance/v1",
  "predicate": {
    "buildDefinition": {
      "buildType": "$origin/docs/internals/releasing.md",
      "externalParameters": {"command": "./mvnw -Prelease -Dmaven.test.skip package && distribution/runtime.sh"},
      "internalParameters": {"java": "$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"},
      "resolvedDependencies": [{"uri": "git+$origin", "digest": {"gitCommit": "$commit"}}]
    },
    "runDetails": {"builder": {"id": "$origin/distribution/release.sh"}}
  }
}
END
