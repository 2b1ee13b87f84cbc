package org.tailback.collective;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.random.SplitMix64;

/**
 * Nodes of a program that all do the same. Each numbers the nodes that its ranks name in the order in which they first
 * name them, itself with 0: its <i>labels</i>. Nodes are equal if ranks of the same place do the same operations with
 * ranks of the same places under the same labels, and if who is x to the other is always y to it: the <i>opposite</i> of
 * x.
 */
final class EqualNodes {
    /** Labels of all nodes together. */
    private static final long MOST_LABELS = 1 << 25;

    private final int[][] ranks;
    /** By label of the first node. */
    private final int[] opposite;
    /** By rank: its node, from 0, and its place there. */
    private final int[] nodeOf;

    private final int[] placeOf;
    private final int[][] named;

    /** By node: its label at the first node. */
    private final int[] labelOf;

    private final boolean oneExchangeAtATime;

    private EqualNodes(int[][] ranks, int[] nodeOf, int[] placeOf, int[][] named, int[] opposite, Program first) {
        this.ranks = ranks;
        this.nodeOf = nodeOf;
        this.placeOf = placeOf;
        this.named = named;
        this.opposite = opposite;
        labelOf = new int[ranks.length];
        for (int label = 0; label < opposite.length; label++) {
            labelOf[named[0][label]] = label;
        }
        boolean few = exchanges(IntStream.range(1, opposite.length)) <= 1;
        if (!few && ranks[0].length == 1) {
            Phases phases = new Phases();
            first.produceAll(phases);
            few = phases.haveOneExchange && phases.labels.isEmpty();
        }
        oneExchangeAtATime = few;
        first.close();
    }

    /**
     * Reads a program; null if nodes are not equal, or if it has few operations.
     *
     * @param few so many operations of all ranks are not worth the reading
     */
    static @Nullable EqualNodes of(ParallelProgram program, Placement placement, long few) {
        Map<Integer, Integer> numbers = new LinkedHashMap<>();
        int[] nodeOf = new int[program.ranks()];
        for (int rank = 0; rank < nodeOf.length; rank++) {
            nodeOf[rank] = numbers.computeIfAbsent(placement.nodeOf(rank), node -> numbers.size());
        }
        int nodes = numbers.size();
        int places = nodeOf.length / nodes;
        int[][] ranks = new int[nodes][places];
        int[] filled = new int[nodes];
        int[] placeOf = new int[nodeOf.length];
        for (int rank = 0; rank < nodeOf.length; rank++) {
            int place = filled[nodeOf[rank]]++;
            if (place == places) {
                return null;
            }
            ranks[nodeOf[rank]][place] = rank;
            placeOf[rank] = place;
        }
        int[][] named = new int[nodes][];
        long[] parts = new long[places];
        Reading reading = new Reading(nodeOf, placeOf, nodes);
        for (int node = 0; node < nodes; node++) {
            reading.begin(node, node == 0 ? nodes : named[0].length);
            for (int place = 0; place < places; place++) {
                try (Program one = program.open(ranks[node][place])) {
                    long part = reading.read(one);
                    if (!reading.isPlain || node > 0 && part != parts[place]) {
                        return null;
                    }
                    parts[place] = part;
                }
            }
            named[node] = Arrays.copyOf(reading.named, reading.labels);
            if (reading.operations * nodes < few
                    || (long) named[0].length * nodes > MOST_LABELS
                    || named[node].length != named[0].length) {
                return null;
            }
        }
        int[] opposite = opposite(named);
        return opposite == null
                ? null
                : new EqualNodes(ranks, nodeOf, placeOf, named, opposite, program.open(ranks[0][0]));
    }

    private static int @Nullable [] opposite(int[][] named) {
        int[] opposite = new int[named[0].length];
        for (int label = 0; label < opposite.length; label++) {
            int[] other = named[named[0][label]];
            int found = 0;
            while (found < other.length && other[found] != 0) {
                found++;
            }
            opposite[label] = found;
        }
        for (int node = 0; node < named.length; node++) {
            for (int label = 0; label < opposite.length; label++) {
                if (opposite[label] == opposite.length || named[named[node][label]][opposite[label]] != node) {
                    return null;
                }
            }
        }
        return opposite;
    }

    int count() {
        return ranks.length;
    }

    int places() {
        return ranks[0].length;
    }

    int rank(int node) {
        return ranks[node][0];
    }

    /** Returns whether at most one label that is its own opposite has messages under way at a time. */
    boolean oneExchangeAtATime() {
        return oneExchangeAtATime;
    }

    private long exchanges(IntStream labels) {
        return labels.filter(label -> label > 0 && opposite[label] == label).count();
    }

    /**
     * Returns the program of the first nodes, so many of them, whose messages go around in a cycle; the other ranks do
     * nothing.
     *
     * @param length even, >= 4, at most the number of nodes
     */
    ParallelProgram cycle(ParallelProgram whole, int length) {
        int[] distance = new int[opposite.length];
        int next = 0;
        for (int label = 1; label < distance.length; label++) {
            if (opposite[label] == label) {
                distance[label] = length / 2;
            } else if (opposite[label] > label) {
                distance[label] = next++ % (length / 2 - 1) + 1;
                distance[opposite[label]] = length - distance[label];
            }
        }
        Map<Long, Integer> numbers = new HashMap<>();
        Map<Integer, Integer> tags = new HashMap<>();
        return new ParallelProgram() {
            @Override
            public int ranks() {
                return whole.ranks();
            }

            @Override
            public Program open(int rank) {
                int node = nodeOf[rank];
                return node >= length ? sink -> false : moved(whole.open(ranks[0][placeOf[rank]]), node);
            }

            @Override
            public List<String> approximations() {
                return whole.approximations();
            }

            @Override
            public Optional<String> collectiveOf(int communicator, int tag) {
                return whole.collectiveOf(communicator, tags.getOrDefault(tag, tag));
            }

            private Program moved(Program first, int node) {
                return new Program() {
                    @Override
                    public boolean produce(OperationSink sink) {
                        return first.produce(new Moved(sink, node));
                    }

                    @Override
                    public void close() {
                        first.close();
                    }
                };
            }

            /** The operations of the first node at another one of the cycle, with tags that tell labels apart. */
            final class Moved extends ForwardingSink {
                private final int node;

                Moved(OperationSink target, int node) {
                    super(target);
                    this.node = node;
                }

                private int partner(int rank) {
                    return ranks[(node + distance[labelOf[nodeOf[rank]]]) % length][placeOf[rank]];
                }

                private int tag(int label, int tag) {
                    int number = numbers.computeIfAbsent((long) label << Integer.SIZE | tag, key -> numbers.size());
                    tags.put(number, tag);
                    return number;
                }

                private int toTag(int destination, int tag) {
                    return tag(labelOf[nodeOf[destination]], tag);
                }

                private int fromTag(int source, int tag) {
                    return tag(opposite[labelOf[nodeOf[source]]], tag);
                }

                @Override
                public void isend(int request, int to, int tag, int communicator, long bytes, SendMode mode) {
                    target.isend(request, partner(to), toTag(to, tag), communicator, bytes, mode);
                }

                @Override
                public void irecv(int request, int from, int tag, int communicator, long bytes) {
                    target.irecv(request, partner(from), fromTag(from, tag), communicator, bytes);
                }

                @Override
                public void send(int to, int tag, int communicator, long bytes, SendMode mode) {
                    target.send(partner(to), toTag(to, tag), communicator, bytes, mode);
                }

                @Override
                public void recv(int from, int tag, int communicator, long bytes) {
                    target.recv(partner(from), fromTag(from, tag), communicator, bytes);
                }
            }
        };
    }

    /** The operations of the ranks of one node after the other. */
    private static final class Reading extends PlainSink {
        private final int[] nodeOf;
        private final int[] placeOf;
        /** By node: its label, of those that the present node has named. */
        private final int[] labelOf;

        private final int[] namedBy;
        private int[] named = {};
        private int labels;
        private int node;
        private long operations;
        private long part;

        Reading(int[] nodeOf, int[] placeOf, int nodes) {
            this.nodeOf = nodeOf;
            this.placeOf = placeOf;
            labelOf = new int[nodes];
            namedBy = new int[nodes];
            Arrays.fill(namedBy, -1);
        }

        void begin(int next, int mostLabels) {
            node = next;
            named = new int[mostLabels];
            labels = 0;
            operations = 0;
            label(next);
        }

        /** Returns a number that tells the operations of ranks apart. */
        long read(Program program) {
            part = 0;
            while (isPlain && program.produce(this)) {
                // until its end, or an operation that is none of equal nodes
            }
            return part;
        }

        private int label(int other) {
            if (namedBy[other] != node) {
                namedBy[other] = node;
                labelOf[other] = labels;
                if (labels == named.length) {
                    isPlain = false;
                    return 0;
                }
                named[labels++] = other;
            }
            return labelOf[other];
        }

        private void note(long value) {
            part = SplitMix64.mixed(part * 31 + value);
        }

        @Override
        void message(boolean sends, int request, int partner, int tag, int communicator, long bytes, long mode) {
            operations++;
            if (partner < 0 || tag == ANY_TAG) {
                isPlain = false;
                return;
            }
            note(sends ? 1 : 2);
            note(request);
            note((long) label(nodeOf[partner]) << Integer.SIZE | placeOf[partner]);
            note((long) communicator << Integer.SIZE | tag);
            note(bytes);
            note(mode);
        }

        @Override
        void awaited(int[] requests, int count) {
            operations++;
            note(3);
            for (int i = 0; i < count; i++) {
                note(requests[i]);
            }
        }

        @Override
        public void compute(double seconds) {
            operations++;
            note(4);
            note(Double.doubleToRawLongBits(seconds));
        }
    }

    /**
     * Which labels have messages under way together, if a node has one rank: those between two moments at which all
     * requests are completed and all messages of a label have come that the opposites' parts sent.
     */
    private final class Phases extends PlainSink {
        private final int[] sent = new int[opposite.length];
        private final BitSet labels = new BitSet();
        private int incomplete;
        private int open;
        private boolean haveOneExchange = true;

        @Override
        void message(boolean sends, int request, int partner, int tag, int communicator, long bytes, long mode) {
            int label = labelOf[nodeOf[partner]];
            int of = sends ? label : opposite[label];
            labels.set(label);
            incomplete -= sent[of] == 0 ? 0 : 1;
            sent[of] += sends ? 1 : -1;
            incomplete += sent[of] == 0 ? 0 : 1;
            open += request < 0 ? 0 : 1;
            end();
        }

        @Override
        void awaited(int[] requests, int count) {
            open -= count;
            end();
        }

        @Override
        public void compute(double seconds) {
            end();
        }

        private void end() {
            if (open == 0 && incomplete == 0) {
                haveOneExchange &= exchanges(labels.stream()) <= 1;
                labels.clear();
            }
        }
    }
}
