#!/bin/sh
# Makes a release of the version in pom.xml, without -SNAPSHOT: docs/internals/releasing.md
#   distribution/release.sh NEXT [JDK25]     NEXT: the version of the work after it, such as 0.5.0
# Two commits (the release, with its tag, and NEXT-SNAPSHOT); archives, wheels and provenance in target/release. Pushes nothing.
set -eu
umask 022 # jars hold the modes of files
cd "$(dirname -- "$0")/.."
fail() { printf '%s\n' "release.sh: $*" >&2; exit 1; }
next=${1:-}
[ -n "$next" ] || fail "which version comes after this release?"
[ -z "$(git status --porcelain)" ] || fail "the checkout has changes that are not committed"
version=$(distribution/version.sh | sed 's/-SNAPSHOT//')
[ -z "$(git tag -l "v$version")" ] || fail "there is a tag v$version already"
today=$(date -u +%Y-%m-%d)

distribution/version.sh "$version"
sed -i "s|<project.build.outputTimestamp>.*<|<project.build.outputTimestamp>${today}T00:00:00Z<|" pom.xml
sed -i "s|^## $version (unreleased)|## $version - $today|" CHANGELOG.md
./mvnw -q -Papi-baseline -Dmaven.test.skip -pl simulator-core,models,collectives,traces,simulation package
./mvnw -q -pl cli -am -Dtest=ReleasedTypesTest -Dsurefire.failIfNoSpecifiedTests=false -Dtailback.writes-released-types=true test
.ci/run
git commit -qam "Release $version"

# what is released is built from the commit alone, twice
rm -rf target/release
for build in 1 2; do
    git clone -q . "target/release/build-$build"
    (cd "target/release/build-$build" && ./mvnw -q -B -Prelease -Dmaven.test.skip package)
done
(cd target/release/build-1 && find . -path '*/target/tailback*' \( -name '*.jar' -o -name '*.zip' -o -name '*.tar.gz' -o -name '*.pom' \) \
    -type f -exec sha256sum {} +) >target/release/hashes
(cd target/release/build-2 && sha256sum --quiet -c ../hashes) || fail "two builds of one commit differ"
target/release/build-1/distribution/runtime.sh ${2:+"$2"}
(cd target/release/build-1/distribution/target && cp tailback-* ../../../)
distribution/provenance.sh target/release >target/release/provenance.json

git tag -a "v$version" -m "Tailback $version"
distribution/version.sh "$next-SNAPSHOT"
{ sed '/^## /,$d' CHANGELOG.md; printf '## %s (unreleased)\n\n' "$next"; sed -n '/^## /,$p' CHANGELOG.md; } >target/changelog
cat target/changelog >CHANGELOG.md
git commit -qam "After the release: $next-SNAPSHOT"
printf '%s\n' "Released $version in target/release; push the branch and the tag v$version"
