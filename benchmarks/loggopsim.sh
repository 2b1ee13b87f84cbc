#!/bin/bash
# Whole processes, Tailback and LogGOPSim alternately on the same binary GOAL schedule: benchmarks/loggopsim.sh ROW [RUNS]
#   ROW    dissemination-P | halo-P (3D, P = 65536 or 4096) | ring-P (allreduce, a tag per step) | alltoall-P (linear) | broadcast-P (binomial)
#          | compile-P (from text to binary, the broadcast)
#   RUNS   how often each runs (5)
# Needs LogGOPSim (LOGGOPSIM, or on the PATH; txt2bin beside it) and python3. Without LogGOPSim only our figures are printed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
row=${1:?which row?} runs=${2:-5}
work=$root/benchmarks/target/loggopsim
ranks=${row##*-}
mkdir -p "$work"
"$root/tailback" formats >/dev/null # builds, if need be
case $row in
    dissemination-*) pattern="dissemination $ranks 8" ;;
    halo-65536) pattern="halo 5 8192 20000 64 32 32" ;;
    halo-4096) pattern="halo 5 8192 20000 16 16 16" ;;
    ring-*) pattern="ring $ranks 8192" ;;
    alltoall-*) pattern="alltoall $ranks 1024" ;;
    broadcast-* | compile-*) pattern="broadcast $ranks 1024" ;;
    *) echo "unknown row $row" >&2; exit 1 ;;
esac
text=$work/$row.goal
# shellcheck disable=SC2086 # the pattern is several words
[ -f "$text" ] || "$root/benchmarks/goal-patterns.py" $pattern >"$text"
case $row in
    compile-*) ;;
    *) [ -f "$work/$row.bin" ] || "$root/tailback" convert "$text" "$work/$row.bin" ;;
esac
simulator=$(command -v "${LOGGOPSIM:-LogGOPSim}" || true)
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
