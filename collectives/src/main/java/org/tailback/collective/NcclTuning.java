package org.tailback.collective;

import java.util.Comparator;
import java.util.stream.Stream;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Cost model with which NCCL chooses algorithm and protocol, with the constants of NCCL's source: time = latency +
 * bytes / bandwidth.
 *
 * <p><b>Protocols.</b> LL sends 4 bytes of flag with every 4 bytes of data, so that the receiver needs no separate
 * signal. It has the shortest latency and at most half of the bandwidth. LL128 sends 8 bytes of flag with 120 bytes of
 * data over NVLink. Simple sends data without flags and signals with memory fences. It has the full bandwidth and the
 * longest latency.
 *
 * <p><b>Latency</b> of an allreduce of P ranks on N machines, with the latencies of a step inside and between machines,
 *
 * <pre>
 * ring   base + (2 (P - 1) - 2 (N - 1)) inside + 2 (N - 1) between
 * tree   base + 2 ((P / N - 1) inside + floor(log2 N) between)
 * </pre>
 *
 * <p><b>Bandwidth.</b> B is the bandwidth of all interfaces of a machine, or of a GPU's links on one machine. A ring
 * attains B n / (2 (n - 1)) and a tree B / 2; each protocol attains a fraction of this bandwidth, and LL at most the
 * limit of the processor. NCCL corrects the bandwidth of trees for medium sizes, and the latency of large rings with
 * Simple. Both corrections affect only the choice, because simulated messages are pipelined without a correction.
 *
 * <p><b>Worked example</b> ({@code NcclMachinesTest}). 16 machines of 4 GPUs, ring, LL: 6.6 + 96 * 1 + 30 * 2.7 = 183.6
 * us. (A step inside a machine takes 0.6 us, but at least the processor's time for a network message, 1 us.)
 *
 * <p>Reference: NCCL 2.28, {@code src/graph/tuning.cc}: baseLatencies, hwLatencies, llMaxBws, treeCorrectionFactor,
 * ncclTopoTuneModel, ncclTopoGetAlgoTime.
 *
 * @param groups machines and their speeds
 * @param options values that the layout does not define
 */
record NcclTuning(NcclGroups groups, Options options) {
    NcclTuning(MachineLayout layout, Options options) {
        this(new NcclGroups(layout), options);
    }

    /**
     * Properties of the machine specified by the user.
     *
     * @param gpu generation of the GPUs
     * @param amd true for processors from AMD, false for processors from Intel
     */
    record Options(Gpu gpu, boolean amd) {
        static final Options DEFAULT = new Options(Gpu.HOPPER, false);
    }

    /** Generations of GPUs, in the order of the tables. */
    enum Gpu {
        VOLTA,
        AMPERE,
        HOPPER,
        BLACKWELL
    }

    /** Protocols of NCCL, in the order of the tables. */
    enum Protocol {
        LL,
        LL128,
        SIMPLE
    }

    /**
     * Algorithms with their base latencies and the latencies of a step over NVLink and the network, by protocol, in us.
     */
    enum Method {
        TREE(new double[] {6.8, 14, 8.4}, new double[] {0.6, 1.25, 4}, new double[] {5, 8.5, 14}),
        RING(new double[] {6.6, 14, 8.4}, new double[] {0.6, 1.9, 3.4}, new double[] {2.7, 4, 14}),
        PAT(new double[] {8, 8, 8}, new double[] {0, 0, 0}, new double[] {0, 0, 14});

        private final double[] base;
        private final double[] inside;
        private final double[] between;

        Method(double[] base, double[] inside, double[] between) {
            this.base = base;
            this.inside = inside;
            this.between = between;
        }
    }

    /**
     * The estimated time of an algorithm with a protocol.
     *
     * @param seconds estimated time, > 0
     * @param startSeconds latency of all steps minus the latency of the messages, >= 0
     * @param wireFactor bandwidth without a protocol divided by the bandwidth of the protocol, >= 1
     */
    record Estimate(double seconds, double startSeconds, double wireFactor) {}

    private static final double MICRO = 1e-6;
    private static final double GIGA = 1e9;
    /** Network post overhead of the processor in us, for Intel and for AMD. */
    private static final double[] POST = {1, 2};

    /** Bus bandwidth of LL on one, two and more machines in GB/s: for one machine by GPU, otherwise by processor. */
    private static final double[][] LL_ONE = {{39}, {87.7}, {141}, {282}};

    private static final double[][] LL_MORE = {{39, 20.4}, {22.5, 19}};

    private static final double[][] TREE_CORRECTION = {
        {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1},
        {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1},
        {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9}
    };

    private MachineLayout.Speeds speeds() {
        return groups.layout().speeds().get();
    }

    /** Returns the estimate of the fastest protocol. */
    Estimate best(Method method, CollectiveCall call, NcclGroup group) {
        return (method == Method.PAT
                        ? Stream.of(Protocol.SIMPLE)
                        : Stream.of(Protocol.SIMPLE, Protocol.LL, Protocol.LL128))
                .map(protocol -> estimate(method, protocol, call, group))
                .min(Comparator.comparingDouble(Estimate::seconds))
                .orElseThrow();
    }

    private Estimate estimate(Method method, Protocol protocol, CollectiveCall call, NcclGroup group) {
        double bus = busBandwidth(group);
        double ofProtocol = protocolBandwidth(method, protocol, group, bus);
        double latency = latency(method, protocol, call.kind(), group) * MICRO;
        int ranks = group.ranks();
        boolean isAllreduce = call.kind() == Kind.ALLREDUCE;
        double bytes = group.bytes(call);
        int steps = isAllreduce ? 2 * (ranks - 1) : NcclGroup.isOfBlocks(call.kind()) ? ranks - 1 : ranks;
        double share = switch (method) {
            case RING, PAT -> (double) ranks / Math.max(1, steps);
            case TREE -> 0.5;
        };
        double correction = 1;
        double corrected = latency;
        int size = 63 - Long.numberOfLeadingZeros(Math.max(1, (long) bytes >> 6));
        if (method == Method.TREE && bytes >= 64 && size < TREE_CORRECTION[0].length) {
            correction = TREE_CORRECTION[protocol.ordinal()][size];
        }
        if (method == Method.RING
                && protocol == Protocol.SIMPLE
                && isAllreduce
                && group.machines().length > 1
                && bytes / (group.channels() * (double) ranks) >= 64) {
            corrected *= options.gpu() == Gpu.VOLTA ? 1.9 : 1.4;
        }
        double transfer = bytes / (ofProtocol * share);
        double messages = messages(method, call.kind(), group);
        // chunks of a ring queue at its interfaces, so the latency of its messages overlaps with their transfer
        double exposed = method == Method.RING ? Math.max(0, messages - transfer) : messages;
        return new Estimate(
                corrected + transfer / correction, Math.max(0, latency - exposed), Math.max(1, bus / ofProtocol));
    }

    /** Returns the bandwidth into and out of a machine, or of a GPU on one machine, in bytes per second. */
    private double busBandwidth(NcclGroup group) {
        double local = speeds().localBandwidth() * (speeds().meshed() ? group.channels() : 1);
        return group.machines().length == 1
                ? local
                : Math.min(
                        group.channels() * speeds().interfaceBandwidth(),
                        group.ranks() > group.machines().length ? speeds().localBandwidth() : Double.POSITIVE_INFINITY);
    }

    private double protocolBandwidth(Method method, Protocol protocol, NcclGroup group, double bus) {
        if (Double.isInfinite(bus)) {
            return bus;
        }
        int machines = group.machines().length;
        double most = GIGA
                * (machines == 1
                        ? LL_ONE[options.gpu().ordinal()][0]
                        : LL_MORE[options.amd() ? 1 : 0][machines == 2 ? 0 : 1]);
        return switch (method) {
            case RING ->
                switch (protocol) {
                    case LL -> Math.min(most, bus * 0.5);
                    case LL128 -> bus * 0.92;
                    case SIMPLE -> bus;
                };
            case TREE ->
                switch (protocol) {
                    case LL -> Math.min(most, bus * 0.92 / 3.8);
                    case LL128 -> bus * 0.92 * (machines == 1 ? 7 / 9.0 : 120 / 128.0);
                    case SIMPLE -> bus * 0.92;
                };
            case PAT -> bus * 0.75;
        };
    }

    /** Returns the latency of an operation in us. */
    double latency(Method method, Protocol protocol, Kind kind, NcclGroup group) {
        int ranks = group.ranks();
        int machines = group.machines().length;
        int locals = group.ranksPerMachine();
        if (ranks == 1) {
            return 0;
        }
        double base = method.base[protocol.ordinal()];
        double inside = method.inside[protocol.ordinal()];
        // with one rank per machine, the network's latency is not overlapped
        double between = (method == Method.RING && locals == 1 ? Method.TREE : method).between[protocol.ordinal()];
        int logarithm = 31 - Integer.numberOfLeadingZeros(machines);
        return switch (method) {
            case RING -> {
                if (kind == Kind.BCAST || kind == Kind.REDUCE) {
                    yield base + (machines == 1 ? inside : between);
                }
                double post = machines == 1 ? 0 : POST[options.amd() ? 1 : 0] * (protocol == Protocol.SIMPLE ? 3 : 1);
                int rounds = kind == Kind.ALLREDUCE ? 2 : 1;
                yield base + rounds * ((ranks - machines) * Math.max(inside, post) + (machines - 1) * between);
            }
            case TREE -> base + 2 * ((locals - 1) * inside + logarithm * between);
            case PAT -> base + logarithm * (between / 3.5) + ranks * 2.8;
        };
    }

    /** Returns the latency of the simulated messages, in seconds. */
    private double messages(Method method, Kind kind, NcclGroup group) {
        int machines = group.machines().length;
        int locals = group.ranksPerMachine();
        int logarithm = Sizes.ceilingLog2(machines);
        double local = speeds().localLatency();
        double network = speeds().networkLatency();
        int rounds = kind == Kind.ALLREDUCE ? 2 : 1;
        return switch (method) {
            case RING ->
                kind == Kind.BCAST || kind == Kind.REDUCE
                        ? machines == 1 ? local : network
                        : rounds * ((group.ranks() - machines) * local + (machines - 1) * network);
            case TREE -> 2 * ((locals - 1) * local + logarithm * network);
            case PAT -> logarithm * network;
        };
    }
}
