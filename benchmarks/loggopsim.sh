#!/bin/bash
# Whole processes, Tailback and LogGOPSim alternately on the same binary GOAL schedule: benchmarks/loggopsim.sh ROW [RUNS]
#   ROW    dissemination-P | halo-P (3D, P = 65536 or 4096) | ring-P (allreduce, a tag per step) | alltoall-P (linear) | broadcast-P (binomial)
#          | compile-P (from text to binary, the broadcast)
#   RUNS   how often each runs (5)
# Needs LogGOPSim (LOGGOPSIM, or on the PATH; txt2bin beside it), python3, and the module benchmarks built, which generates the schedules:
#   ./mvnw -q -Pbenchmarks -pl benchmarks -am -Dmaven.test.skip package
# Without LogGOPSim only our figures are printed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
row=${1:?which row?} runs=${2:-5}
work=$root/benchmarks/target/loggopsim
ranks=${row##*-}
mkdir -p "$work"
generate() { java -cp "$root/benchmarks/target/benchmarks.jar" org.tailback.benchmark.goal.GoalComparison generate "$@"; }
file=$work/$row.bin
if [ ! -f "$file" ]; then
    case $row in
        dissemination-*) generate binary "$file" dissemination "$ranks" 8 ;;
        halo-65536) generate binary "$file" halo 5 8192 20000 64 32 32 ;;
        halo-4096) generate binary "$file" halo 5 8192 20000 16 16 16 ;;
        ring-*) generate binary "$file" ring "$ranks" 8192 ;;
        alltoall-*) generate binary "$file" alltoall "$ranks" 1024 ;;
        broadcast-*) generate binary "$file" broadcast "$ranks" 1024 ;;
        compile-*) generate text "$work/$row.goal" broadcast "$ranks" 1024 && touch "$file" ;;
        *) echo "unknown row $row" >&2; exit 1 ;;
    esac
fi
simulator=$(command -v "${LOGGOPSIM:-LogGOPSim}" || true)
"$root/tailback" formats >/dev/null # builds, if need be
cd "$work"
case $row in
    compile-*)
        ours="rm -f ours.bin; '$root/tailback' convert '$row.goal' ours.bin"
        theirs="'$(dirname "$simulator")/txt2bin' -i '$row.goal' -o theirs.bin"
        ;;
    *)
        ours="'$root/tailback' replay '$row.bin' --cost loggops"
        theirs="'$simulator' -b -f '$row.bin'"
        ;;
esac
echo "$row"
if [ -n "$simulator" ]; then
    "$root/benchmarks/alternately.py" "$runs" tailback="$ours" loggopsim="$theirs"
    case $row in
        compile-*) cmp ours.bin theirs.bin && echo "the same file" ;;
        *) head -1 tailback.out && tail -1 loggopsim.out ;;
    esac
else
    echo "no LogGOPSim: set LOGGOPSIM, or put it on the PATH" >&2
    "$root/benchmarks/alternately.py" "$runs" tailback="$ours"
    head -1 tailback.out
fi
