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
    dissemination-*) schedule=goal-dissemination:ranks=$ranks,bytes=8 ;;
    halo-65536) schedule=goal-halo:grid=64x32x32,bytes=8192,iterations=5,compute=20us ;;
    halo-4096) schedule=goal-halo:grid=16x16x16,bytes=8192,iterations=5,compute=20us ;;
    ring-*) schedule=goal-ring-allreduce:ranks=$ranks,bytes=8192 ;;
    alltoall-*) schedule=goal-alltoall:ranks=$ranks,bytes=1024 ;;
    broadcast-* | compile-*) schedule=goal-broadcast:ranks=$ranks,bytes=1024 ;;
    *) echo "unknown row $row" >&2; exit 1 ;;
esac
case $row in
    compile-*) file=$work/$row.goal ;;
    *) file=$work/$row.bin ;;
esac
[ -f "$file" ] || "$root/tailback" convert "$schedule" "$file"
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
