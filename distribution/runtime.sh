#!/bin/sh
# Adds to the archive of a release one for linux-x64 with a Java of its own, and the wheels for Python:
#   ./mvnw -Prelease -Dmaven.test.skip package && distribution/runtime.sh [JDK]
# JDK: a JDK 25 or newer; otherwise JAVA_HOME or one in /usr/lib/jvm. Another argument is the folder of the archives.
# With the Java goes a cache of loaded classes and of what was counted while they ran, trained on the examples of the
# documentation. The rest is the same for the same commit, byte for byte; this cache is not: the JVM lays it out anew each time.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
target=${2:-$here/target}
fail() { printf '%s\n' "runtime.sh: $*" >&2; exit 1; }

# Prints the major version of a JDK that can link runtimes; nothing of others.
version_of() {
    [ -x "$1/bin/jlink" ] && sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

jdk=${1:-}
for each in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -n "$jdk" ] || { [ "$(version_of "$each")" -ge 25 ] 2>/dev/null && jdk=$each; } || true
done
[ -n "$jdk" ] && [ "$(version_of "$jdk")" -ge 25 ] 2>/dev/null || fail "no JDK 25 or newer found: give its folder"

set -- "$target"/tailback-*.tar.gz
for each; do case $each in *-linux-x64.tar.gz) ;; *) archive=$each ;; esac; done
[ -f "${archive:-}" ] || fail "there is no archive in $target: run ./mvnw -Prelease -Dmaven.test.skip package first"
name=$(basename "$archive" .tar.gz)
work=$target/runtime
rm -rf "$work"
mkdir -p "$work"
tar -xzf "$archive" -C "$work"
root=$work/$name

# what the program needs: SimGrid's XML, Logback's logging, the memory of serve's requests (management),
# and the class that Guava and FastDoubleParser look for (unsupported)
"$jdk/bin/jlink" --add-modules java.base,java.logging,java.management,java.naming,java.xml,jdk.management,jdk.unsupported \
    --strip-debug --no-header-files --no-man-pages --output "$root/runtime"

jar=$root/lib/tailback.jar
packed=$(stat -c %Y "$jar")
printf '%s\n' "$packed" >"$root/lib/packed-at"
# every file has the time of the jar, which the cache remembers
find "$root" -exec touch -h -d "@$packed" {} +
(
    . "$root/lib/launch.sh"
    archives=$root/lib
    cd "$root"
    find_java
    tune serve
    archive=$root/lib/tailback-$version.jsa
    archive_classes
    [ -s "$archive" ] || fail "$java made no cache of classes"
)

pack() {
    tar --sort=name --mtime="@$packed" --owner=0 --group=0 --numeric-owner --mode=go-w -cf - -C "$work" "$name" | gzip -n9 >"$1"
    (cd "$target" && sha256sum "$(basename "$1")" >"$(basename "$1").sha256")
}
pack "$target/$name-linux-x64.tar.gz"

if command -v python3 >/dev/null; then
    mkdir -p "$work/plain"
    tar -xzf "$archive" -C "$work/plain"
    PYTHONDONTWRITEBYTECODE=1 python3 "$here/../python/wheels.py" "$target" "$work/plain/$name" "$root"
    (cd "$target" && for each in *.whl; do sha256sum "$each" >"$each.sha256"; done)
else
    printf '%s\n' "runtime.sh: no wheels: there is no python3" >&2
fi
rm -rf "$work"
