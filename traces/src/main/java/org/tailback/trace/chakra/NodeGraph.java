package org.tailback.trace.chakra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.graph.GraphTags;
import org.tailback.trace.graph.ProgramGraph;

/**
 * Makes the nodes of every rank the operations of a schedule. Compute nodes occupy one CPU (the accelerator's stream)
 * or another (the host's), messages a third; a node starts when all that it depends on have ended. Collective
 * operations become the messages of an algorithm; those of a process group match in the order in which its ranks reach
 * them, of several that could start at once that with the least place in the file first.
 */
final class NodeGraph {
    /** CPUs: the accelerator, the host, communication, memory and storage, joins of several nodes. */
    private static final int ACCELERATOR = 0;

    private static final int HOST = 1;
    private static final int COMMUNICATION = 2;
    private static final int STORAGE = 3;
    private static final int JOIN = 4;

    private static final int BARRIER = 9;

    private static final Kind[] KINDS = {
        Kind.ALLREDUCE,
        Kind.REDUCE,
        Kind.ALLGATHER,
        Kind.GATHER,
        Kind.SCATTER,
        Kind.BCAST,
        Kind.ALLTOALL,
        Kind.REDUCE_SCATTER_BLOCK,
        Kind.REDUCE_SCATTER_BLOCK,
        Kind.BARRIER
    };

    private final int ranks;
    private final ProcessGroups groups;
    private final CollectiveSelector selector;
    private final double flopsPerSecond;
    private final RankGraph graph = new RankGraph();
    private final GraphTags tags = new GraphTags();
    private final WritingLosses counts = new WritingLosses();
    private final Map<String, Long> uses = new TreeMap<>();
    /** By group and number of the collective in it: a number of its own, in place of a communicator. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private final Map<String, Integer> reached = new HashMap<>();
    private final Call call;
    private final CollectiveExpansion expansion;
    private int rank;

    /** A program of one collective operation at a time. */
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
            return sink -> {
                CollectiveCall given = next;
                next = null;
                if (given != null) {
                    sink.collective(given);
                }
                return given != null;
            };
        }
    }

    NodeGraph(int ranks, ProcessGroups groups, CollectiveSelector selector, double flopsPerSecond) {
        this.ranks = ranks;
        this.groups = groups;
        this.selector = selector;
        this.flopsPerSecond = flopsPerSecond;
        this.call = new Call(ranks);
        this.expansion = CollectiveExpansion.of(call, selector);
    }

    /**
     * Returns the graph of the next rank; valid until the next call. O(n log n) in nodes, and in the messages of
     * collectives.
     *
     * @throws InputException if nodes depend on each other in a circle, or on none of the file
     */
    RankGraph next(List<ChakraNode> nodes) {
        graph.clear();
        reached.clear();
        ProgramGraph operations = new ProgramGraph(rank, ranks, graph, tags, counts, counts);
        Map<Long, Integer> positions = positions(nodes);
        int[][] successors = new int[nodes.size()][];
        int[] waiting = new int[nodes.size()];
        int[][] dependencies = dependencies(nodes, positions, successors, waiting);
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int node = 0; node < waiting.length; node++) {
            if (waiting[node] == 0) {
                ready.add(node);
            }
        }
        int[][] ends = new int[nodes.size()][];
        int done = 0;
        for (; !ready.isEmpty(); done++) {
            int node = ready.remove();
            ends[node] = append(operations, nodes.get(node), endsOf(dependencies[node], ends));
            for (int successor : successors[node]) {
                if (--waiting[successor] == 0) {
                    ready.add(successor);
                }
            }
        }
        if (done < nodes.size()) {
            int stuck = 0;
            while (waiting[stuck] == 0) {
                stuck++;
            }
            throw InputException.at(
                    nodes.get(stuck).place(),
                    "depends on nodes that depend on it, or on others that do so in a circle",
                    "An execution trace is a graph without circles");
        }
        rank++;
        return graph;
    }

    List<String> approximations() {
        List<String> sentences = new ArrayList<>(counts.sentences());
        if (!uses.isEmpty() && !selector.isAskedFor()) {
            StringBuilder text = new StringBuilder();
            uses.forEach((use, count) -> text.append(text.length() == 0 ? "" : ", ")
                    .append(count)
                    .append(' ')
                    .append(use));
            sentences.add("Collective operations are replayed as the messages of an algorithm each ('" + selector.name()
                    + "' chooses): " + text + ".");
        }
        return sentences;
    }

    private static Map<Long, Integer> positions(List<ChakraNode> nodes) {
        Map<Long, Integer> positions = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (positions.put(nodes.get(i).id, i) != null) {
                throw InputException.at(nodes.get(i).place(), "has the number of an earlier node", "");
            }
        }
        return positions;
    }

    private int[][] dependencies(
            List<ChakraNode> nodes, Map<Long, Integer> positions, int[][] successors, int[] waiting) {
        int[][] dependencies = new int[nodes.size()][];
        int[] dependants = new int[nodes.size()];
        for (int i = 0; i < nodes.size(); i++) {
            ChakraNode node = nodes.get(i);
            long[] written = node.controlDependencies.build().toArray();
            long[] control =
                    Arrays.stream(written).filter(positions::containsKey).toArray();
            if (control.length < written.length) {
                counts.count("node with a control dependency on a node that the file does not have: left out, as the"
                        + " feeder of the reference implementation ignores them");
            }
            dependencies[i] = LongStream.concat(node.dependencies.build(), Arrays.stream(control))
                    .distinct()
                    .mapToInt(id -> position(node, positions, id))
                    .toArray();
            waiting[i] = dependencies[i].length;
            for (int dependency : dependencies[i]) {
                dependants[dependency]++;
            }
        }
        Arrays.setAll(successors, i -> new int[dependants[i]]);
        for (int i = nodes.size() - 1; i >= 0; i--) {
            for (int dependency : dependencies[i]) {
                successors[dependency][--dependants[dependency]] = i;
            }
        }
        return dependencies;
    }

    private static int position(ChakraNode node, Map<Long, Integer> positions, long id) {
        Integer position = positions.get(id);
        if (position == null) {
            throw InputException.at(
                    node.place(),
                    "depends on node " + Long.toUnsignedString(id) + ", which the file does not have",
                    "Is the file complete and undamaged?");
        }
        return position;
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

    private int[] append(ProgramGraph operations, ChakraNode node, int[] waits) {
        int[] end = switch (node.type) {
            case ChakraNode.METADATA -> waits;
            case ChakraNode.COMPUTE -> compute(operations, node, waits);
            case ChakraNode.SEND -> send(operations, node, waits);
            case ChakraNode.RECEIVE -> receive(operations, node, waits);
            case ChakraNode.COLLECTIVE -> collective(operations, node, waits);
            default -> storage(operations, node, waits);
        };
        return waits.length > 1 && Arrays.equals(end, waits) ? new int[] {join(waits)} : end;
    }

    /** Adds an empty calculation in place of several operations, so that fans in and fans out do not multiply. */
    private int join(int[] waits) {
        int join = graph.add(Schedule.Kind.CALCULATION, 0, 0, 0, JOIN, 0);
        for (int waited : waits) {
            if (waited < 0) {
                graph.afterStart(join, ~waited);
            } else {
                graph.afterCompletion(join, waited);
            }
        }
        return join;
    }

    private int[] compute(ProgramGraph operations, ChakraNode node, int[] waits) {
        double seconds = node.seconds;
        if (seconds == 0 && node.operations > 0) {
            seconds = node.operations / flopsPerSecond;
            counts.count("compute node with a number of operations instead of a duration: computed at "
                    + flopsPerSecond / 1e9 + " Gflop/s (--compute-speed)");
        }
        return calculate(operations, seconds, node.onHost ? HOST : ACCELERATOR, waits);
    }

    private int[] storage(ProgramGraph operations, ChakraNode node, int[] waits) {
        String type = ChakraNode.TYPES.get(node.type);
        counts.count(
                node.seconds > 0
                        ? type + ": takes its duration, beside everything else of its rank"
                        : type + " without a duration: takes no time");
        return calculate(operations, node.seconds, STORAGE, waits);
    }

    private static int[] calculate(ProgramGraph operations, double seconds, int cpu, int[] waits) {
        return seconds == 0 ? waits : operations.append(waits, cpu, sink -> sink.compute(seconds));
    }

    private int[] send(ProgramGraph operations, ChakraNode node, int[] waits) {
        int destination = partner(node, node.destination, "comm_dst");
        return operations.append(
                waits,
                COMMUNICATION,
                sink -> sink.send(destination, node.tag, OperationSink.WORLD, node.bytes, SendMode.STANDARD));
    }

    private int[] receive(ProgramGraph operations, ChakraNode node, int[] waits) {
        int source = partner(node, node.source, "comm_src");
        return operations.append(
                waits, COMMUNICATION, sink -> sink.recv(source, node.tag, OperationSink.WORLD, node.bytes));
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

    /** A collective without a size, as profilers record kernels that they do not know, takes its duration. */
    private int[] collective(ProgramGraph operations, ChakraNode node, int[] waits) {
        if (!node.hasSize && node.seconds > 0 && node.collective != BARRIER) {
            counts.count(
                    "collective operation without a size (comm_size): takes its recorded duration, and sends nothing");
            return calculate(operations, node.seconds, COMMUNICATION, waits);
        }
        if (node.collective < 0 || node.collective >= KINDS.length) {
            throw InputException.at(
                    node.place(), "comm_type is " + node.collective, "Types are 0 to " + (KINDS.length - 1));
        }
        if (node.partial) {
            counts.count("collective over some dimensions of the network (involved_dim): performed by all ranks of"
                    + " its group");
        }
        Kind kind = KINDS[node.collective];
        int[] group = groups.of(node);
        int size = group == null ? ranks : group.length;
        int nth = reached.merge(node.group, 1, Integer::sum);
        int number = numbers.computeIfAbsent(node.group + '\n' + nth, key -> numbers.size());
        CollectiveCall given = CollectiveCall.uniform(kind, root(node, size), bytes(kind, node.bytes, size))
                .on(number, group);
        uses.merge(kind.label() + " by " + selector.select(given, size).name(), 1L, Long::sum);
        return operations.append(waits, COMMUNICATION, sink -> expand(given, sink, node));
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

    /** The size as {@link CollectiveCall} has it: a trace has what a rank puts in. */
    private long bytes(Kind kind, long put, int size) {
        switch (kind) {
            case SCATTER, ALLTOALL, REDUCE_SCATTER_BLOCK -> {
                if (put % size != 0) {
                    counts.count("collective whose bytes are no multiple of its ranks: blocks rounded up");
                }
                return (put + size - 1) / size;
            }
            case BARRIER -> {
                return 0;
            }
            default -> {
                return put;
            }
        }
    }
}
