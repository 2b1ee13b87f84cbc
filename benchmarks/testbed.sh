#!/bin/bash
# A network of limited ports on one Linux machine: network namespaces are the nodes, bridges the switches.
# Builds a star or a tree, sends messages over real TCP, and writes measured graphs (docs/measured/README.md).
#
#   sudo benchmarks/testbed.sh [OPTION…] --graphs FILE --output FILE      graphs of FILE, edges without times
#   sudo benchmarks/testbed.sh [OPTION…] --alltoall A,B --sizes 16384,65536 --output FILE
#   sudo benchmarks/testbed.sh [OPTION…] --shell                         a shell while the network stands
#
#   --shape star|tree      one switch, or two switches with half of the nodes each                       (star)
#   --nodes N              number of nodes                                                               (8)
#   --rate RATE            of every port, each direction                                                 (50mbit)
#   --uplink RATE          tree: of the link between the two switches, each direction                    (100mbit)
#   --port-buffer BYTES    queue of every port of a switch                                               (100000)
#   --host-queue BYTES     queue of every node's own card                                                (300000)
#   --queue KIND           long: TCP does not see how full the node's queue is, as in a virtual machine;
#                          short: TCP sees it and keeps it short, as over Linux's own queues;
#                          acks-first: a long one, which acknowledgements overtake                       (long)
#   --congestion NAME      cubic, reno, bbr                                                              (cubic)
#   --transport tcp|mpi    plain TCP, one connection a message; or Open MPI                              (tcp)
#   --bytes N              size of the messages of graphs                                                (4194304)
#   --repetitions N        after one repetition to warm up                                               (6)
#
# Needs root, iproute2 and Python 3; for MPI openmpi-bin and libopenmpi-dev. Leaves nothing behind.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shape=star nodes=8 rate=50mbit uplink=100mbit port_buffer=100000 host_queue=300000 queue=long congestion=cubic
transport=tcp shell= measure=()
while [ $# -gt 0 ]; do
    case $1 in
        --shape) shape=$2; shift;;
        --nodes) nodes=$2; shift;;
        --rate) rate=$2; shift;;
        --uplink) uplink=$2; shift;;
        --port-buffer) port_buffer=$2; shift;;
        --host-queue) host_queue=$2; shift;;
        --queue) queue=$2; shift;;
        --congestion) congestion=$2; shift;;
        --transport) transport=$2; shift;;
        --shell) shell=yes;;
        --graphs|--alltoall|--sizes|--output|--bytes|--repetitions) measure+=("$1" "$2"); shift;;
        *) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 2;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || { echo "$0: needs root, for network namespaces" >&2; exit 1; }
case $shape in star|tree) ;; *) echo "$0: --shape: expected star or tree, found '$shape'" >&2; exit 2;; esac
case $queue in
    long|short|acks-first) ;;
    *) echo "$0: --queue: expected long, short or acks-first, found '$queue'" >&2; exit 2;;
esac

id=tb$$
switch=$id-switch
work=$(mktemp -d)
allowed=$(sysctl -n net.ipv4.tcp_allowed_congestion_control)
remove() {
    for namespace in $(ip netns list | awk '{print $1}' | grep "^$id-"); do ip netns del "$namespace"; done
    sysctl -qw net.ipv4.tcp_allowed_congestion_control="$allowed"
    rm -rf "$work"
}
trap remove EXIT
trap 'exit 130' INT TERM

namespace() {
    ip netns add "$1"
    ip -n "$1" link set lo up
    ip netns exec "$1" sysctl -qw net.ipv4.tcp_congestion_control="$congestion" net.ipv4.tcp_no_metrics_save=1
}

# limit NAMESPACE DEVICE RATE QUEUE [acks-first]: what leaves the device; packets below 128 B are acknowledgements
limit() {
    if [ "${5-}" = acks-first ]; then
        tc -n "$1" qdisc add dev "$2" root handle 1: htb default 20 r2q 1000
        tc -n "$1" class add dev "$2" parent 1: classid 1:1 htb rate "$3" burst 10kb cburst 10kb
        for class in 10 20; do
            tc -n "$1" class add dev "$2" parent 1:1 classid 1:$class htb rate 1mbit ceil "$3" prio $class quantum 1514
            tc -n "$1" qdisc add dev "$2" parent 1:$class bfifo limit "$4"
        done
        tc -n "$1" filter add dev "$2" parent 1: protocol ip u32 match u16 0 0xff80 at 2 flowid 1:10
    else
        tc -n "$1" qdisc add dev "$2" root tbf rate "$3" burst 10kb limit "$4"
    fi
}

# veth NAMESPACE NAME OTHER_NAMESPACE NAME: a cable
veth() {
    ip -n "$1" link add "$2" type veth peer name "$4" netns "$3"
    ip -n "$1" link set "$2" up gso_max_segs 1
    ip -n "$3" link set "$4" up gso_max_segs 1
}

bridge() {
    ip -n "$switch" link add name "$1" type bridge
    ip -n "$switch" link set "$1" up
}

sysctl -qw net.ipv4.tcp_allowed_congestion_control="$(sysctl -n net.ipv4.tcp_available_congestion_control)"
namespace "$switch"
bridge low
ip -n "$switch" address add 10.77.1.1/16 dev low
if [ "$shape" = tree ]; then
    bridge high
    veth "$switch" trunk0 "$switch" trunk1
    for end in trunk0 trunk1; do limit "$switch" "$end" "$uplink" "$port_buffer"; done
    ip -n "$switch" link set trunk0 master low
    ip -n "$switch" link set trunk1 master high
fi
for ((i = 0; i < nodes; i++)); do
    node=$id-$i
    namespace "$node"
    if [ "$queue" = short ]; then
        veth "$node" eth0 "$switch" "port$i"
        limit "$node" eth0 "$rate" "$host_queue"
    else
        veth "$node" eth0 "$switch" "card$i"
        veth "$switch" "wire$i" "$switch" "port$i"
        bridge "host$i"
        ip -n "$switch" link set "card$i" master "host$i"
        ip -n "$switch" link set "wire$i" master "host$i"
        limit "$switch" "wire$i" "$rate" "$host_queue" "$queue"
    fi
    ip -n "$node" address add "10.77.0.$((i + 1))/16" dev eth0
    limit "$switch" "port$i" "$rate" "$port_buffer"
    if [ "$shape" = tree ] && [ $((2 * i)) -ge "$nodes" ]; then side=high; else side=low; fi
    ip -n "$switch" link set "port$i" master "$side"
done

if [ -n "$shell" ]; then
    echo "nodes $id-0 to $id-$((nodes - 1)), switch $switch; leave the shell to remove them" >&2
    ${SHELL:-sh}
    exit
fi
if [ "$transport" = mpi ]; then
    mpicc -O2 -o "$work/messages" "$here/testbed/messages.c"
    # mpirun starts its daemon in the namespace that a host's name says, under a host name of its own
    cat > "$work/agent" <<AGENT
#!/bin/sh
node=\$1
shift
exec ip netns exec "$id-\$((\${node##*.} - 1))" unshare -u sh -c "hostname node\$((\${node##*.} - 1)); \$*"
AGENT
    chmod +x "$work/agent"
    for ((i = 0; i < nodes; i++)); do echo "10.77.0.$((i + 1)) slots=1"; done > "$work/hosts"
fi
between=
[ "$shape" = star ] || between=", $uplink between the two switches"
about="Linux $(uname -r) TCP ($congestion) between network namespaces, $shape of $nodes nodes, every port limited to $rate\
 in each direction$between, $port_buffer B of buffer per port,\
 $host_queue B per node (queue $queue), MTU 1500"
python3 "$here/testbed/measure.py" --id "$id" --nodes "$nodes" --transport "$transport" --work "$work" --about "$about" \
    "${measure[@]}"
