package org.tailback.trace.goal;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/**
 * Writes a GOAL text rank after rank: the operations of a rank with labels l1, l2, … and behind them the dependencies,
 * grouped by the operation that is waited for. Reading it gives the same graphs, also in the order of dependencies.
 */
public final class GoalTextWriter implements Closeable {
    private static final int CAPACITY = 1 << 18;
    /** Longer than the longest line. */
    private static final int ROOM = 256;

    private final OutputStream output;
    private final byte[] buffer = new byte[CAPACITY];
    private int filled;
    private int nextRank;

    /**
     * Writes the head.
     *
     * @param output needs no buffer; closed by {@link #close}
     * @param ranks how many ranks will be appended, >= 1
     */
    public GoalTextWriter(OutputStream output, int ranks) throws IOException {
        this.output = output;
        word("num_ranks ");
        number(ranks);
        word("\n");
    }

    /** Appends the next rank. */
    public void append(RankGraph graph) throws IOException {
        room();
        word("\nrank ");
        number(nextRank++);
        word(" {\n");
        for (int i = 0; i < graph.operations(); i++) {
            room();
            writeOperation(graph, i);
        }
        for (int i = 0; i < graph.operations(); i++) {
            int completions = graph.completionSuccessors(i);
            for (int k = 0; k < completions; k++) {
                writeDependency(graph.completionSuccessor(i, k), " requires l", i);
            }
            int starts = graph.startSuccessors(i);
            for (int k = 0; k < starts; k++) {
                writeDependency(graph.startSuccessor(i, k), " irequires l", i);
            }
        }
        room();
        word("}\n");
    }

    /** Writes out what is left and closes the output. */
    @Override
    public void close() throws IOException {
        try (output) {
            output.write(buffer, 0, filled);
            filled = 0;
        }
    }

    private void writeOperation(RankGraph graph, int operation) {
        word("l");
        number(operation + 1L);
        Schedule.Kind kind = graph.kind(operation);
        word(
                switch (kind) {
                    case SEND -> ": send ";
                    case RECEIVE -> ": recv ";
                    case CALCULATION -> ": calc ";
                });
        number(graph.size(operation));
        if (kind != Schedule.Kind.CALCULATION) {
            word(kind == Schedule.Kind.SEND ? "b to " : "b from ");
            numberOrAny(graph.peer(operation));
            word(" tag ");
            numberOrAny(graph.tag(operation));
        }
        port(" cpu ", graph.cpu(operation));
        port(" nic ", graph.nic(operation));
        word("\n");
    }

    private void writeDependency(int operation, String relation, int waitedFor) throws IOException {
        room();
        word("l");
        number(operation + 1L);
        word(relation);
        number(waitedFor + 1L);
        word("\n");
    }

    private void port(String word, int index) {
        if (index != 0) {
            word(word);
            number(index);
        }
    }

    private void numberOrAny(int value) {
        if (value == Schedule.ANY) {
            word("-1");
        } else {
            number(Integer.toUnsignedLong(value));
        }
    }

    /** Appends an unsigned number. */
    private void number(long value) {
        if (value < 0) {
            word(Long.toUnsignedString(value));
            return;
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int at = filled + digits - 1; at >= filled; at--) {
            buffer[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        filled += digits;
    }

    @SuppressWarnings("deprecation") // the one way to copy ASCII without allocation
    private void word(String ascii) {
        ascii.getBytes(0, ascii.length(), buffer, filled);
        filled += ascii.length();
    }

    private void room() throws IOException {
        if (filled + ROOM > CAPACITY) {
            output.write(buffer, 0, filled);
            filled = 0;
        }
    }
}
