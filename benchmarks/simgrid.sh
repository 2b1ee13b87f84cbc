#!/bin/bash
# Whole processes, Tailback and SimGrid alternately on the same trace: benchmarks/simgrid.sh ROW [RUNS] [MODEL]
#   ROW    floodr-P | alltoall-P | ring-P (generated), ring-256x4000 (256 ranks, 4000 iterations, 2 million messages), or the name of a
#          recorded trace with its ranks last, such as npb-cg-A-64
#   RUNS   how often each runs (5)
#   MODEL  smpi (default: SimGrid's own model, so the same makespan) or max-min
# Both expand collective operations by the same algorithms, so that both carry the same messages.
# Needs SimGrid's smpirun (SMPIRUN, or on the PATH), python3 and the scripts of PEERS (../shared/peers/simgrid); traces are unpacked by
# TRACES (../shared/traces/ti/unpack.sh). On a busy machine believe the CPU time; wall time includes waiting for a processor.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
row=${1:?which row?} runs=${2:-5} model=${3:-smpi}
peers=${PEERS:-$root/../shared/peers/simgrid} unpack=${TRACES:-$root/../shared/traces/ti}/unpack.sh
smpirun=${SMPIRUN:-smpirun}
work=$root/benchmarks/target/simgrid
ranks=${row##*-} iterations=${row##*x}
ranks=${ranks%x*}
command -v "$smpirun" >/dev/null || { echo "no smpirun: install SimGrid, or set SMPIRUN" >&2; exit 1; }
mkdir -p "$work"
case $row in
    floodr-*) python3 "$peers/gen_ti.py" floodr "$ranks" 1000000 "$work" >/dev/null && list=$work/floodr$ranks.list ;;
    alltoall-*) python3 "$peers/gen_ti.py" alltoall "$ranks" 1000000 "$work" >/dev/null && list=$work/alltoall$ranks.list ;;
    ring-*x*)
        mkdir -p "$work/$row"
        python3 "$peers/gen_ti.py" ring "$ranks" 100000 "$work/$row" "$iterations" >/dev/null && list=$work/$row/ring$ranks.list
        ;;
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
ours="'$root/tailback' replay '$list' --platform '$work/star$ranks.yaml' --no-compare-uncontended --format json \
    --collectives fixed:alltoall=linear,alltoallv=linear,barrier=dissemination,reduce=linear,allreduce=recursive-doubling,bcast=binomial"
theirs="$smpirun -no-privatize -np $ranks -platform '$work/star$ranks.xml' -hostfile '$work/hosts$ranks.txt' \
    --log=xbt_cfg.thresh:warning --cfg=smpi/host-speed:10Gf --cfg=smpi/alltoall:basic_linear --cfg=smpi/alltoallv:ompi_basic_linear \
    --cfg=smpi/barrier:ompi_bruck --cfg=smpi/reduce:ompi_basic_linear --cfg=smpi/allreduce:rdb --cfg=smpi/bcast:binomial_tree -replay '$list'"
"$root/tailback" formats >/dev/null # builds, if need be
cd "$work"
echo "$row, $model"
"$root/benchmarks/alternately.py" "$runs" tailback="$ours" simgrid="$theirs"
grep -m1 -o '"makespan": [0-9.]*' tailback.out
grep -o 'Simulation time [0-9.]*' simgrid.out
