package org.tailback.trace.goal;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.trace.io.TextOutput;

/**
 * Writer of a GOAL text, rank after rank: first the operations of a rank with labels l1, l2 and so on, then the
 * dependencies, grouped by the operation on which others depend. Reading the text yields the same graphs, including
 * the order of dependencies.
 */
public final class GoalTextWriter implements Closeable {
    private final TextOutput out;
    private int nextRank;

    /**
     * Creates a writer and writes the header.
     *
     * @param output destination of the text, closed by {@link #close}; need not be buffered
     * @param ranks number of ranks that will be appended, >= 1
     */
    public GoalTextWriter(OutputStream output, int ranks) {
        out = new TextOutput(output);
        out.text("num_ranks").number(ranks).character('\n');
    }

    public void append(RankGraph graph) {
        out.text("\nrank").number(nextRank++).text(" {\n");
        for (int i = 0; i < graph.operations(); i++) {
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
        out.text("}\n");
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private void writeOperation(RankGraph graph, int operation) {
        out.character('l').digits(operation + 1L);
        Schedule.Kind kind = graph.kind(operation);
        out.text(
                switch (kind) {
                    case SEND -> ": send";
                    case RECEIVE -> ": recv";
                    case CALCULATION -> ": calc";
                });
        unsigned(graph.size(operation));
        if (kind != Schedule.Kind.CALCULATION) {
            out.text(kind == Schedule.Kind.SEND ? "b to" : "b from");
            numberOrAny(graph.peer(operation));
            out.text(" tag");
            numberOrAny(graph.tag(operation));
        }
        port(" cpu", graph.cpu(operation));
        port(" nic", graph.nic(operation));
        out.character('\n');
    }

    private void writeDependency(int operation, String relation, int waitedFor) {
        out.character('l').digits(operation + 1L).text(relation).digits(waitedFor + 1L);
        out.character('\n');
    }

    private void port(String word, int index) {
        if (index != 0) {
            out.text(word).number(index);
        }
    }

    private void numberOrAny(int value) {
        out.number(value == Schedule.ANY ? -1 : Integer.toUnsignedLong(value));
    }

    private void unsigned(long value) {
        if (value < 0) {
            out.character(' ').text(Long.toUnsignedString(value));
        } else {
            out.number(value);
        }
    }
}
