#!/bin/bash
# Whole processes, Tailback and SimGrid alternately on the same trace: benchmarks/simgrid.sh ROW [RUNS] [MODEL]
#   ROW    floodr-P | alltoall-P | ring-P (generated) or the name of a recorded trace with its ranks last, such as npb-cg-A-64
#   RUNS   how often each runs (5); medians and ratios of medians are printed, of wall time and of CPU time
#   MODEL  smpi (default: the same model as SimGrid's, so the same makespan) or max-min
# Needs SimGrid's smpirun (SMPIRUN, or on the PATH), python3 and the scripts of PEERS (../shared/peers/simgrid); traces are unpacked by
# TRACES (../shared/traces/ti/unpack.sh). On a busy machine believe the CPU time; wall time includes waiting for a processor.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
row=${1:?which row?} runs=${2:-5} model=${3:-smpi}
peers=${PEERS:-$root/../shared/peers/simgrid} unpack=${TRACES:-$root/../shared/traces/ti}/unpack.sh
work=$root/benchmarks/target/simgrid
ranks=${row##*-}
command -v "${SMPIRUN:-smpirun}" >/dev/null || { echo "no smpirun: install SimGrid, or set SMPIRUN" >&2; exit 1; }
mkdir -p "$work"
case $row in
    floodr-*) python3 "$peers/gen_ti.py" floodr "$ranks" 1000000 "$work" >/dev/null && list=$work/floodr$ranks.list ;;
    alltoall-*) python3 "$peers/gen_ti.py" alltoall "$ranks" 1000000 "$work" >/dev/null && list=$work/alltoall$ranks.list ;;
    ring-*) python3 "$peers/gen_ti.py" ring "$ranks" 100000 "$work" >/dev/null && list=$work/ring$ranks.list ;;
    *) bash "$unpack" "$work" "$row" && list=$work/$row.list ;;
esac
python3 "$peers/gen_platform.py" star "$ranks" "$work"
case $model in
    smpi) network="model: smpi, bandwidth: 1.25 GB/s, link-latency: 5 us" cost="model: smpi" ;;
    max-min) network="model: max-min, bandwidth: 1.25 GB/s" cost="model: hockney" ;;
    *) echo "unknown model $model" >&2; exit 1 ;;
esac
cat >"$work/star$ranks.yaml" <<Y
cluster: {nodes: $ranks, cores-per-node: 1}
network: {$network}
cost: {$cost, bandwidth: 1.25 GB/s, latency: 10 us}
compute: {speed: 10 Gflop/s}
Y

ours() { "$root/tailback" replay "$list" --platform "$work/star$ranks.yaml" --no-compare-uncontended --format json; }
theirs() {
    "${SMPIRUN:-smpirun}" -no-privatize -np "$ranks" -platform "$work/star$ranks.xml" -hostfile "$work/hosts$ranks.txt" \
        --log=xbt_cfg.thresh:warning --cfg=smpi/host-speed:10Gf -replay "$list"
}
TIMEFORMAT='%R %U %S'
measured() { { time "$1" >"$work/$1.out" 2>&1; } 2>&1 | awk -v who="$1" '{print who, $1, $2 + $3}'; }
ours >/dev/null # builds, if need be
for ((i = 0; i < runs; i++)); do measured ours; measured theirs; done | sort -k1,1 -k2,2n | awk -v row="$row" -v model="$model" '
    { n[$1]++; wall[$1, n[$1]] = $2; cpu[$1, n[$1]] = $3 }
    function median(a, who,    i, j, v, k) {
        for (i = 1; i <= n[who]; i++) v[i] = a[who, i]
        for (i = 1; i <= n[who]; i++) for (j = i + 1; j <= n[who]; j++) if (v[j] < v[i]) { k = v[i]; v[i] = v[j]; v[j] = k }
        return v[int((n[who] + 1) / 2)]
    }
    END {
        printf "%s, %s: tailback %.2f s wall, %.2f s CPU; SimGrid %.2f s, %.2f s; ratio %.1f wall, %.1f CPU; median of %d\n", row, model,
            median(wall, "ours"), median(cpu, "ours"), median(wall, "theirs"), median(cpu, "theirs"),
            median(wall, "theirs") / median(wall, "ours"), median(cpu, "theirs") / median(cpu, "ours"), n["ours"]
    }'
grep -m1 -o '"makespan": [0-9.]*' "$work/ours.out" || true
grep -o 'Simulation time [0-9.]*' "$work/theirs.out" || true
