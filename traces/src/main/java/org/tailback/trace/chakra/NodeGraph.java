package org.tailback.trace.chakra;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.generator.SteppedProgram;
import org.tailback.output.Assumption;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.RankSections;
import org.tailback.schedule.Schedule;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.graph.GraphTags;
import org.tailback.trace.graph.ProgramGraph;

/**
 * Conversion of the nodes of all ranks to the operations of a schedule. A node starts when all of its dependencies have
 * ended. It occupies the resources given by {@link NodePlaces} as a section, numbered by its id. Collective operations
 * become the messages of an algorithm. The n-th operations of a process group on all of its ranks belong together. They
 * are counted in an order of nodes that respects dependencies and otherwise follows the ids.
 */
final class NodeGraph {
    private static final int BARRIER = 9;
    private static final double NANOSECONDS = 1e9;
    /** Largest deviation of a duration from a whole number of nanoseconds that is not reported, in nanoseconds. */
    private static final double WHOLE = 1e-3;
    /** Lower bound of recorded durations, in seconds, so that nodes with equal start times count as concurrent. */
    private static final double SHORTEST = 1e-9;

    /** Kinds of collective operations by their numbers in the schema. */
    private static final ImmutableList<Kind> KINDS = Splitter.on(' ')
            .splitToStream("ALLREDUCE REDUCE ALLGATHER GATHER SCATTER BCAST ALLTOALL REDUCE_SCATTER_BLOCK"
                    + " REDUCE_SCATTER_BLOCK BARRIER")
            .map(Kind::valueOf)
            .collect(ImmutableList.toImmutableList());

    private final int ranks;
    private final ProcessGroups groups;
    private final CollectiveSelector selector;
    private final TraceOptions options;
    private final WritingLosses counts;
    private final RankGraph graph = new RankGraph();
    private final GraphTags tags = new GraphTags();
    private final Map<String, Long> uses = new TreeMap<>();
    private final GroupCalls calls;
    private final PairedMessages messages = new PairedMessages();
    private final Call call;
    private final CollectiveExpansion expansion;
    private NodePlaces places;
    private RankSections sections = new RankSections(0);
    private ProgramGraph operations;
    private int rank;
    /** True if nodes of the accelerator communicate: the host's communication nodes then only launch them. */
    private boolean deviceCommunicates;

    private boolean hasStarts;

    /** Program of one collective operation at a time. */
    private static final class Call implements ParallelProgram {
        private final int ranks;
        private @Nullable CollectiveCall next;

        Call(int ranks) {
            this.ranks = ranks;
        }

        @Override
        public int ranks() {
            return ranks;
        }

        @Override
        public Program open(int rank) {
            return new SteppedProgram(1, (step, sink) -> sink.collective(Objects.requireNonNull(next)));
        }
    }

    /**
     * Creates an empty graph.
     *
     * @param counts counts of omissions, shared with {@code groups}
     */
    NodeGraph(
            int ranks, ProcessGroups groups, CollectiveSelector selector, TraceOptions options, WritingLosses counts) {
        this.ranks = ranks;
        this.groups = groups;
        this.selector = selector;
        this.options = options;
        this.counts = counts;
        this.calls = new GroupCalls(counts);
        this.call = new Call(ranks);
        this.expansion = CollectiveExpansion.of(call, selector);
        this.places = new NodePlaces(options.gpuStreams(), counts);
        this.operations = new ProgramGraph(0, ranks, graph, tags, counts, counts);
    }

    /**
     * Adds the next rank to a schedule. O(n log n) in the number of nodes and messages of collectives.
     *
     * @param unordered nodes of the rank in any order
     * @throws InputException if the nodes are invalid or contradict the nodes of earlier ranks
     */
    void next(List<ChakraNode> unordered, PackedSchedule.Builder schedule) {
        List<ChakraNode> nodes = new ArrayList<>(unordered);
        nodes.sort((a, b) -> Long.compareUnsigned(a.id, b.id));
        groups.begin(nodes);
        graph.clear();
        operations = new ProgramGraph(rank, ranks, graph, tags, counts, counts);
        places = new NodePlaces(options.gpuStreams(), counts);
        sections = new RankSections(nodes.size());
        deviceCommunicates = nodes.stream().anyMatch(node -> node.isCommunication() && !node.onHost);
        hasStarts = nodes.stream().anyMatch(node -> node.start > 0 && !node.onHost);
        NodeOrder order = NodeOrder.of(nodes, counts);
        int[][] ends = new int[nodes.size()][];
        for (int position : order.order()) {
            int[] waits = endsOf(order.before()[position], ends);
            ends[position] = append(position, nodes.get(position), waits);
        }
        sections.close(graph.operations());
        schedule.append(graph).sections(sections);
        rank++;
    }

    /**
     * Completes the graph after the last rank.
     *
     * @return changes made while reading, as sentences
     * @throws InputException if ranks of a group have different numbers of operations
     */
    List<String> finish() {
        calls.finish();
        List<String> sentences = new ArrayList<>(counts.sentences());
        if (!uses.isEmpty() && !selector.isAskedFor()) {
            String text = uses.entrySet().stream()
                    .map(use -> use.getValue() + " " + use.getKey())
                    .collect(Collectors.joining(", "));
            sentences.add(Assumption.of("Collective operations are replayed by the algorithms that '" + selector.name()
                    + "' chooses: " + text + "."));
        }
        return sentences;
    }

    /** Returns the operations that a node with these dependencies waits for. */
    private static int[] endsOf(int[] dependencies, int[][] ends) {
        if (dependencies.length == 1) {
            return ends[dependencies[0]];
        }
        return Arrays.stream(dependencies)
                .flatMap(dependency -> Arrays.stream(ends[dependency]))
                .distinct()
                .toArray();
    }

    private int[] append(int position, ChakraNode node, int[] waits) {
        if (node.onHost && node.isCommunication() && deviceCommunicates) {
            counts.count("host operator that launches a communication of the accelerator: takes its"
                    + " duration on the host");
            return calculation(position, node, node.seconds, -1, waits);
        }
        return switch (node.type) {
            case ChakraNode.METADATA -> waits.length > 1 ? new int[] {empty(waits)} : waits;
            case ChakraNode.COMPUTE -> compute(position, node, waits);
            case ChakraNode.SEND, ChakraNode.RECEIVE -> message(position, node, waits);
            case ChakraNode.COLLECTIVE -> collective(position, node, waits);
            default -> storage(position, node, waits);
        };
    }

    /** Adds a calculation of length 0. */
    private int empty(int[] waits) {
        return calculation(0, NodePlaces.JOIN_CPU, waits);
    }

    private int calculation(long nanoseconds, int cpu, int[] waits) {
        int operation = graph.add(Schedule.Kind.CALCULATION, nanoseconds, 0, 0, cpu, 0);
        for (int waited : waits) {
            if (waited < 0) {
                graph.afterStart(operation, ~waited);
            } else {
                graph.afterCompletion(operation, waited);
            }
        }
        return operation;
    }

    private int[] calculation(int position, ChakraNode node, double seconds, int group, int[] waits) {
        double exact = seconds * NANOSECONDS;
        long nanoseconds = Math.round(exact);
        if (nanoseconds == Long.MAX_VALUE) {
            throw InputException.at(node.place(), "takes " + seconds + " s", "At most 2^63 nanoseconds are possible");
        }
        counts.count(
                Math.abs(exact - nanoseconds) > WHOLE ? 1 : 0,
                "computation that is not a whole number of nanoseconds: rounded");
        int operation = calculation(nanoseconds, places.cpuOfCalculation(node, group), waits);
        occupy(position, node, operation, operation, group, RankSections.NONE, 0);
        return new int[] {operation};
    }

    /** Makes operations a section of the node's resources, unless the node occupies none. */
    private void occupy(int position, ChakraNode node, int begin, int end, int group, int sequence, int nth) {
        List<Integer> resources = places.resources(node, group);
        if (resources.isEmpty() && sequence == RankSections.NONE) {
            return;
        }
        boolean recorded = hasStarts && !node.onHost && node.type != ChakraNode.RECEIVE;
        sections.set(
                position,
                new RankSections.Section(
                        begin,
                        end,
                        sections.kind(resources),
                        sequence,
                        nth,
                        recorded ? node.start : Double.NaN,
                        recorded ? node.start + Math.max(node.seconds, SHORTEST) : Double.NaN));
    }

    private int[] compute(int position, ChakraNode node, int[] waits) {
        double seconds = node.seconds;
        if (seconds == 0 && node.operations > 0) {
            seconds = node.operations / options.computeSpeed();
            counts.count("compute node with a number of operations instead of a duration: computed at "
                    + options.computeSpeed() / 1e9 + " Gflop/s (--compute-speed)");
        }
        return calculation(position, node, seconds, -1, waits);
    }

    private int[] storage(int position, ChakraNode node, int[] waits) {
        String type = ChakraNode.TYPES.get(node.type);
        counts.count(
                node.seconds > 0
                        ? type + ": takes its duration"
                                + (places.resources(node, -1).isEmpty()
                                        ? ", concurrently with all other nodes of its rank"
                                        : "")
                        : type + " without a duration: takes no time");
        return calculation(position, node, node.seconds, -1, waits);
    }

    private int[] message(int position, ChakraNode node, int[] waits) {
        boolean isSend = node.type == ChakraNode.SEND;
        int partner = isSend ? partner(node, node.destination, "comm_dst") : partner(node, node.source, "comm_src");
        messages.add(rank, node, partner);
        int group = isSend && !node.group.isEmpty() ? groups.of(node).number() : -1;
        int first = graph.operations();
        int[] end = operations.append(
                waits,
                places.cpuOfMessages(node, group),
                isSend
                        ? sink -> sink.send(partner, node.tag, OperationSink.WORLD, node.bytes, SendMode.STANDARD)
                        : sink -> sink.recv(partner, node.tag, OperationSink.WORLD, node.bytes));
        occupy(position, node, first, end[0], group, RankSections.NONE, 0);
        return end;
    }

    private int partner(ChakraNode node, int partner, String attribute) {
        if (partner < 0 || partner >= ranks) {
            throw InputException.at(
                    node.place(),
                    partner < 0
                            ? "has no attribute " + attribute
                            : attribute + " is " + partner + ", but there are " + ranks + " ranks",
                    "");
        }
        return partner;
    }

    /**
     * Adds a collective operation. An operation without a size, which profilers record for unknown kernels, takes its
     * duration.
     */
    private int[] collective(int position, ChakraNode node, int[] waits) {
        if (!node.hasSize && node.seconds > 0 && node.collective != BARRIER) {
            counts.count(
                    "collective operation without a size (comm_size): takes its recorded duration, and sends nothing");
            return calculation(position, node, node.seconds, groups.of(node).number(), waits);
        }
        if (node.collective < 0 || node.collective >= KINDS.size()) {
            throw InputException.at(
                    node.place(), "comm_type is " + node.collective, "Types are 0 to " + (KINDS.size() - 1));
        }
        if (node.partial) {
            counts.count("collective over some dimensions of the network (involved_dim): performed by all ranks of"
                    + " its group");
        }
        Kind kind = KINDS.get(node.collective);
        ProcessGroups.Group group = groups.of(node);
        int size = group.size();
        int root = root(node, size);
        counts.count(
                node.hasRoot || !GroupCalls.isRooted(kind) ? 0 : 1,
                kind.label() + " without a root: the first rank of its group is assumed");
        int nth = calls.next(rank, node, group, kind, root, node.bytes);
        CollectiveCall given = CollectiveCall.uniform(kind, root, bytes(kind, node.bytes, size))
                .on(calls.number(group, nth), group.members());
        uses.merge(kind.label() + " by " + selector.select(given, size).name(), 1L, Long::sum);
        int begin = empty(waits);
        int cpu = places.cpuOfMessages(node, group.number());
        int[] ends = operations.append(new int[] {begin}, cpu, sink -> expand(given, sink, node));
        int end = ends.length == 1 && ends[0] == begin ? begin : empty(ends);
        occupy(position, node, begin, end, group.number(), group.number(), nth);
        return new int[] {end};
    }

    private void expand(CollectiveCall given, OperationSink sink, ChakraNode node) {
        call.next = given;
        try (Program program = expansion.open(rank)) {
            program.produceAll(sink);
        } catch (InputException e) {
            throw e.at(node.place());
        }
    }

    private static int root(ChakraNode node, int size) {
        if (node.root >= size) {
            throw InputException.at(
                    node.place(), "its root is " + node.root + ", but its group has " + size + " ranks", "");
        }
        return node.root;
    }

    /**
     * Returns the size as defined by {@link CollectiveCall}, from the contribution of one rank as recorded in the
     * trace.
     */
    private long bytes(Kind kind, long put, int size) {
        if (kind == Kind.BARRIER) {
            return 0;
        }
        if (kind != Kind.SCATTER && kind != Kind.ALLTOALL && kind != Kind.REDUCE_SCATTER_BLOCK) {
            return put;
        }
        counts.count(
                put % size == 0 ? 0 : 1, "collective whose size is not a multiple of its ranks: blocks rounded up");
        return (put + size - 1) / size;
    }
}
