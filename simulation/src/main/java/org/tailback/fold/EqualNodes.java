package org.tailback.fold;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.program.GuardedProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Nodes of a program with the same operations: ranks in the same position on their nodes perform the same operations,
 * with partners in the same positions under the same labels ({@link Streams}). If a partner has label x at a node, the
 * node always has the same label y at that partner, the <i>opposite</i> of x.
 */
final class EqualNodes {
    /** Largest number of labels of all nodes together. */
    private static final long MOST_LABELS = 1 << 25;

    private final ParallelProgram program;
    private final Streams streams;
    private final int[][] ranks;
    /** Node by rank, from 0. */
    private final int[] nodeOf;
    /** Opposite label, by label of any node. */
    private final int[] opposite;

    private final boolean oneExchangeAtATime;

    private EqualNodes(ParallelProgram program, Streams streams, int[][] ranks, int[] nodeOf) {
        this.program = program;
        this.streams = streams;
        this.ranks = ranks;
        this.nodeOf = nodeOf;
        int[] partners = streams.partners(0);
        opposite = IntStream.of(partners)
                .map(other -> streams.labelAt(other, 0, 0))
                .toArray();
        boolean few = exchanges(IntStream.range(0, opposite.length)) <= 1;
        if (!few && ranks[0].length == 1) {
            Phases phases = new Phases();
            try (Program first = program.open(ranks[0][0])) {
                first.produceAll(phases);
            }
            few = phases.haveOneExchange && phases.labels.isEmpty();
        }
        oneExchangeAtATime = few;
    }

    /**
     * Reads a program. Returns null if nodes are not equal, or if the program has few operations.
     *
     * @param few number of operations of all ranks up to which it is not worthwhile to read them
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
        Streams streams = new Streams(nodes, 1, MOST_LABELS);
        Reading reading = new Reading(streams, nodeOf, placeOf);
        for (int node = 0; node < nodes; node++) {
            streams.begin(node);
            for (int rank : ranks[node]) {
                try (Program one = program.open(rank)) {
                    reading.read(one);
                }
            }
            if (!reading.isPlain
                    || streams.hash(node) != streams.hash(0)
                    || streams.areTooMany()
                    || node == 0 && reading.operations * nodes < few) {
                return null;
            }
        }
        return streams.countDiffering(node -> 0) > 0 ? null : new EqualNodes(program, streams, ranks, nodeOf);
    }

    Streams streams() {
        return streams;
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

    int labels() {
        return opposite.length;
    }

    int partner(int node, int label) {
        return streams.partners(node)[label];
    }

    /** Returns for each rank the rank in the same position on one of the first nodes. */
    int[] representatives(int replayed) {
        int[] representatives = new int[nodeOf.length];
        for (int node = 0; node < ranks.length; node++) {
            for (int place = 0; place < ranks[node].length; place++) {
                representatives[ranks[node][place]] = ranks[node % replayed][place];
            }
        }
        return representatives;
    }

    /** Returns for each label the number of nodes by which messages with the label advance in a {@link #cycle}. */
    int[] distances(int length) {
        int[] distance = new int[opposite.length];
        int next = 0;
        for (int label = 0; label < distance.length; label++) {
            if (isOwn(label)) {
                distance[label] = 0;
            } else if (opposite[label] == label) {
                distance[label] = length / 2;
            } else if (opposite[label] > label) {
                distance[label] = next++ % (length / 2 - 1) + 1;
                distance[opposite[label]] = length - distance[label];
            }
        }
        return distance;
    }

    /** Returns whether at most one label that is its own opposite has messages under way at a time. */
    boolean oneExchangeAtATime() {
        return oneExchangeAtATime;
    }

    private boolean isOwn(int label) {
        return streams.partners(0)[label] == 0;
    }

    private long exchanges(IntStream labels) {
        return labels.filter(label -> !isOwn(label) && opposite[label] == label).count();
    }

    /**
     * Returns the program of the first nodes, with messages that pass around a cycle.
     *
     * @param length number of nodes of the cycle, even, >= 4, at most the number of all nodes
     */
    ParallelProgram cycle(int length) {
        int[] distance = distances(length);
        int[][] stands = new int[length][ranks.length];
        for (int node = 0; node < length; node++) {
            int[] partners = streams.partners(node);
            for (int label = 0; label < partners.length; label++) {
                stands[node][partners[label]] = (node + distance[label]) % length;
            }
        }
        return new Fold(program, streams, ranks, node -> node < length, (node, other) -> stands[node][other]);
    }

    /** Reader of the operations of the ranks of one node, one rank after the other. */
    private static final class Reading extends PlainSink {
        private final Streams streams;
        private final int[] nodeOf;
        private final int[] placeOf;
        private long operations;

        Reading(Streams streams, int[] nodeOf, int[] placeOf) {
            this.streams = streams;
            this.nodeOf = nodeOf;
            this.placeOf = placeOf;
        }

        void read(Program program) {
            streams.note(0);
            Program guarded = new GuardedProgram(program);
            while (isPlain && !streams.areTooMany() && guarded.produce(this)) {
                // read to the end, or to an operation that equal nodes do not have
            }
        }

        @Override
        void message(boolean sends, int request, int partner, int tag, int communicator, long bytes, long mode) {
            operations++;
            if (partner < 0 || tag == ANY_TAG) {
                isPlain = false;
                return;
            }
            streams.message(0, nodeOf[partner], sends, bytes);
            streams.note((long) request << Integer.SIZE | placeOf[partner]);
            streams.note((long) communicator << Integer.SIZE | tag);
            streams.note(mode);
        }

        @Override
        void awaited(int[] requests, int count) {
            operations++;
            streams.note(-1);
            for (int i = 0; i < count; i++) {
                streams.note(requests[i]);
            }
        }

        @Override
        public void compute(double seconds) {
            operations++;
            streams.note(-2);
            streams.note(Double.doubleToRawLongBits(seconds));
        }
    }

    /**
     * Detector of labels whose messages are under way together, for nodes with one rank. It compares the labels between
     * two instants at which all requests are complete and all messages of a label that were sent with the opposite
     * label have arrived.
     */
    private final class Phases extends PlainSink {
        private final int[] sent = new int[opposite.length];
        private final BitSet labels = new BitSet();
        private int incomplete;
        private int open;
        private boolean haveOneExchange = true;

        @Override
        void message(boolean sends, int request, int partner, int tag, int communicator, long bytes, long mode) {
            int label = streams.labelAt(0, nodeOf[partner], 0);
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
