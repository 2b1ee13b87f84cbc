# How the launchers start Java; they set before they read this file
#   jar       the program
#   root      the folder with traces/examples and docs/platforms
#   archives  the folder in which archives of classes are kept, or empty for none
# and call find_java, then run "$@". Variables of the user:
#   JAVA_HOME           the Java to use (17 or newer); otherwise the java on the PATH
#   TAILBACK_JAVA_OPTS  further options for the JVM, for example -Xmx8g
# A folder runtime in root has a Java of its own, which is used whatever JAVA_HOME says.

say() { printf '%s\n' "$*" >&2; }
die() { say "tailback: $*"; exit 1; }

find_java() {
    # Java 17 cannot open files whose names do not fit the character set of the locale
    case $(locale charmap 2>/dev/null) in
        '' | ANSI* | US-ASCII) export LC_ALL=C.UTF-8 ;;
    esac
    if [ -x "$root/runtime/bin/java" ]; then
        java=$root/runtime/bin/java
    elif [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || die "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
    else
        java=$(command -v java) || die "no java found: install Java 17 or newer, or set JAVA_HOME"
    fi
    # archives of classes are made from another folder
    case $java in /*) ;; *) java=$PWD/$java ;; esac
    # The JDK's release file spares us from starting a JVM only to ask for its version.
    home=$(readlink -f -- "$java" 2>/dev/null || printf '%s' "$java")
    home=${home%/bin/*}
    version=
    if [ -r "$home/release" ]; then
        while IFS== read -r key value; do
            [ "$key" != JAVA_VERSION ] || { version=${value#\"} && version=${version%\"*}; }
        done <"$home/release"
    fi
    [ -n "$version" ] || version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p')
    major=${version%%[!0-9]*}
    case $major in
        '') die "$java does not tell its version: is it a Java 17 or newer?" ;;
    esac
    [ "$major" -ge 17 ] || die "Java 17 or newer is needed, but $java is version $version"
}

# The JVM maps the classes of a replay, parsed and verified, at later starts (class data sharing); Java 25 and later also what it counted
# while it ran (ahead-of-time cache), so that it compiles the right methods earlier. That halves the start; without an archive it works as
# well. Before, the archive is made from lists of classes and not by a run that ends: only so the old classes of a library get into it, and
# a method that waits for its compiler in that moment would never be compiled by those who use the archive. One that is empty says that
# this Java cannot do it. The JVM checks that jar and Java are those of the archive, else goes without.
archive_classes() {
    # its temporary name begins with a dot: nobody takes a half-written one
    draft=$archives/.archive.$$
    [ ! -t 2 ] || say "Storing the program's classes for later starts, once …"
    trap 'rm -f "$draft" "$draft".*; exit 130' HUP INT TERM
    if [ "$major" -ge 25 ]; then
        # one process writes the cache: a server, of which requests ask for what most commands use
        # shellcheck disable=SC2086 # options are separate words
        (cd "$root" && training_runs | while read -r line; do
            printf '{"id": "%s", "command": ["%s"]}\n' "$line" "$(printf '%s' "$line" | sed 's/ /", "/g')"
        done | "$java" $tuning -XX:AOTCacheOutput="$draft" -Xlog:disable -cp "$jar" org.tailback.cli.Main serve --workers 1) \
            >/dev/null 2>&1
    else
        # compare has a list as an option, so that picocli is in the archive too; SimGrid's traces are lists of files
        ls "$root"/traces/examples/npb-ft-8/rank-*.txt >"$draft.list" 2>/dev/null
        smpi="--model smpi:link-latency=5us,bandwidth=1.25GB/s --cost smpi:bandwidth=1.25GB/s,latency=10us"
        example 1 "$root/traces/examples/ring-8" replay --format text
        # shellcheck disable=SC2086 # options are separate words
        example 2 "$draft.list" replay --format json $smpi
        example 3 "$root/traces/examples/ring-8" compare
        cat "$draft".[123] >"$draft.classes" 2>/dev/null
        "$java" -XX:+UseSerialGC -Xshare:dump -XX:SharedClassListFile="$draft.classes" -XX:SharedArchiveFile="$draft" -Xlog:disable \
            -XX:ErrorFile=/dev/null -cp "$jar" >/dev/null 2>&1 </dev/null
    fi
    rm -f "$draft".*
    [ -s "$draft" ] || { rm -f "$draft"; : >"$draft"; }
    mv -f "$draft" "$archive"
    trap - HUP INT TERM
}

# What the cache is trained on, in root, a command a line. One that is made once for all has two replays more; many more commands
# make each start dearer than they save (docs/decisions/0044).
training_runs() {
    cat <<EOF
replay traces/examples/ring-8 --format text
replay traces/examples/npb-ft-8 --platform docs/platforms/star-10g.yaml
compare traces/examples/npb-ft-8 --platform docs/platforms/star-10g.yaml
EOF
    [ ! -d "$root/runtime" ] || cat <<EOF
replay traces/examples/npb-cg-16 --platform fat-tree-100g --format text
replay traces/examples/heat-8 --platform fat-tree-hdr --format text
EOF
}

# Lists the classes of a command: example NUMBER TRACE COMMAND [OPTION…]
example() {
    number=$1 trace=$2
    shift 2
    # shellcheck disable=SC2086 # options are separate words
    "$java" $tuning -Xshare:off -XX:DumpLoadedClassList="$draft.$number" -cp "$jar" org.tailback.cli.Main "$@" "$trace" \
        --platform "$root/docs/platforms/star-10g.yaml" >/dev/null 2>&1 </dev/null
}

# Options of the JVM. Messages of the JVM go to standard error: standard output has results only.
tune() {
    tuning='-Xlog:disable -Xlog:all=error:stderr'
    # one collector by default; the user may choose another
    case " ${TAILBACK_JAVA_OPTS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} " in
        *' -XX:+Use'*GC*) ;;
        *) tuning="$tuning -XX:+UseSerialGC" ;;
    esac
    # An optimising compiler that copies less into each other takes a quarter less CPU for a second's run, and one that
    # begins later a tenth less for a short one (docs/internals/performance.md). A replay allocates little: a small young
    # generation halves its memory. A server runs long enough for Java's own limits;
    # from a small heap it collects early, and not when a 64th of the machine's memory is full.
    if [ "$1" = serve ]; then
        tuning="$tuning -Xms48m"
    else
        case $tuning in
            *SerialGC) tuning="$tuning -Xmn8m" ;;
        esac
        tuning="$tuning -XX:MaxInlineSize=20 -XX:FreqInlineSize=80 -XX:CompileThresholdScaling=2"
    fi
}

run() {
    tune "${1:-}"
    share=
    if [ -n "$archives" ]; then
        archive=$archives/tailback-$version.jsa
        if [ "$major" -ge 25 ]; then
            share=-XX:AOTCache=$archive
            silence=-Xlog:aot*=off,cds*=off
        else
            share=-XX:SharedArchiveFile=$archive
            silence=-Xlog:cds*=off
        fi
        if { [ ! -f "$archive" ] || [ "$jar" -nt "$archive" ]; } && [ -w "$archives" ]; then archive_classes; fi
        [ -s "$archive" ] || share=
    fi
    # words of TAILBACK_JAVA_OPTS are no patterns of file names
    set -f
    # not -jar, which reads the jar's table of contents once more
    # shellcheck disable=SC2086 # options are separate words
    exec "$java" $tuning ${share:+"$share" "$silence"} ${TAILBACK_JAVA_OPTS:-} -cp "$jar" org.tailback.cli.Main "$@"
}
