package org.tailback.fold;

import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.tailback.collective.CollectiveTags;
import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;
import org.tailback.program.ForwardingProgram;
import org.tailback.program.ForwardingSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Program of the vertices that are replayed; the ranks of all other vertices do nothing. A message is sent to the
 * partner's representative, with a tag that distinguishes the streams between two vertices.
 */
public final class Fold extends ForwardingProgram {
    /** Factor of keys that reserves space for the kind of a message, {@link Streams}. */
    private static final int KINDS = 128;

    private final Streams streams;
    private final int[] vertexOf;
    private final int[] placeOf;
    private final int[][] ranks;
    private final IntPredicate isReplayed;
    private final IntBinaryOperator standIn;
    /** Label + 1 of the stream between two vertices, by the vertices and the kind of message. */
    private final LongTable labels = new LongTable(1, 1 << 10);
    /** New tag + 1, by label and tag. */
    private final LongTable numbers = new LongTable(1, 1 << 10);
    /** First tag that was mapped to a new tag, by new tag. */
    private int[] tags = {};
    /** Number of new tags. */
    private int count;

    /**
     * Creates the program of replayed vertices.
     *
     * @param whole program of messages
     * @param streams streams of the vertices
     * @param ranks ranks by vertex
     * @param isReplayed whether a vertex is replayed
     * @param standIn function to the replayed vertex that represents the partner of a replayed vertex
     */
    Fold(ParallelProgram whole, Streams streams, int[][] ranks, IntPredicate isReplayed, IntBinaryOperator standIn) {
        super(whole);
        this.streams = streams;
        this.ranks = ranks;
        this.isReplayed = isReplayed;
        this.standIn = standIn;
        vertexOf = new int[whole.ranks()];
        placeOf = new int[whole.ranks()];
        for (int vertex = 0; vertex < ranks.length; vertex++) {
            for (int place = 0; place < ranks[vertex].length; place++) {
                vertexOf[ranks[vertex][place]] = vertex;
                placeOf[ranks[vertex][place]] = place;
            }
        }
    }

    /** Returns the fold of a program whose vertices are its ranks. */
    public static Fold ofRanks(ParallelProgram whole, Streams streams, Window window) {
        return new Fold(
                whole,
                streams,
                IntStream.range(0, whole.ranks())
                        .mapToObj(rank -> new int[] {rank})
                        .toArray(int[][]::new),
                window::isReplayed,
                window::standIn);
    }

    @Override
    public Program open(int rank) {
        return isReplayed.test(vertexOf[rank]) ? super.open(rank) : sink -> false;
    }

    @Override
    protected UnaryOperator<OperationSink> between(int rank) {
        return sink -> new Moved(sink, vertexOf[rank]);
    }

    @Override
    public Optional<String> collectiveOf(int communicator, int tag) {
        return super.collectiveOf(communicator, tag >= 0 && tag < count ? tags[tag] : tag);
    }

    /** Sink of the operations of a replayed vertex. */
    private final class Moved extends ForwardingSink {
        private final int vertex;

        Moved(OperationSink target, int vertex) {
            super(target);
            this.vertex = vertex;
        }

        private int partner(int rank) {
            return ranks[standIn.applyAsInt(vertex, vertexOf[rank])][placeOf[rank]];
        }

        /** Returns the tag of a message in the stream to a partner, by the label of the partner at the sender. */
        private int tag(int from, int to, int tag, int communicator) {
            int kind = streams.kind(communicator);
            long ends = LongTable.pair(from, to) * KINDS + kind;
            int slot = labels.slot(ends);
            if (labels.value(slot) == 0) {
                int found = streams.labelAt(from, to, kind);
                if (found < 0) {
                    throw new IllegalStateException("no stream from " + from + " to " + to + " was read");
                }
                labels.add(slot, ends, 1L + found);
            }
            int label = (int) labels.value(labels.slot(ends)) - 1;
            int placed = communicator < 0 ? CollectiveTags.onPlace(tag, at -> streams.place(from, kind, at)) : tag;
            long labelled = LongTable.pair(label, placed);
            slot = numbers.slot(labelled);
            if (numbers.value(slot) != 0) {
                return (int) numbers.value(slot) - 1;
            }
            tags = Columns.fit(tags, count);
            tags[count] = tag;
            numbers.add(slot, labelled, ++count);
            return count - 1;
        }

        private int toTag(int destination, int tag, int communicator) {
            return tag(vertex, vertexOf[destination], tag, communicator);
        }

        private int fromTag(int source, int tag, int communicator) {
            return tag(vertexOf[source], vertex, tag, communicator);
        }

        @Override
        public void isend(int request, int to, int tag, int communicator, long bytes, SendMode mode) {
            target.isend(request, partner(to), toTag(to, tag, communicator), communicator, bytes, mode);
        }

        @Override
        public void irecv(int request, int from, int tag, int communicator, long bytes) {
            target.irecv(request, partner(from), fromTag(from, tag, communicator), communicator, bytes);
        }

        @Override
        public void send(int to, int tag, int communicator, long bytes, SendMode mode) {
            target.send(partner(to), toTag(to, tag, communicator), communicator, bytes, mode);
        }

        @Override
        public void recv(int from, int tag, int communicator, long bytes) {
            target.recv(partner(from), fromTag(from, tag, communicator), communicator, bytes);
        }

        @Override
        public void start(int request, Program progressThread) {
            target.start(request, through(progressThread, sink -> new Moved(sink, vertex)));
        }
    }
}
