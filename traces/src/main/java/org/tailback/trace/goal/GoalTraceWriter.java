package org.tailback.trace.goal;

import java.nio.file.Path;
import java.util.List;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.schedule.RankGraph;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.graph.GraphTags;
import org.tailback.trace.graph.ProgramGraph;

/**
 * Writer of programs as GOAL schedules. Collective operations are expanded by the basic algorithms, unless the program
 * is already a {@link CollectiveExpansion}.
 *
 * <p><b>Equal.</b> Dependencies refer to the completion of blocking operations ({@code requires}) and to the start of
 * non-blocking operations ({@code irequires}), and waits refer to completions. The choice between eager and rendezvous
 * protocol is made when the schedule runs, as in a program. Original and schedule therefore finish at the same time on
 * every platform without overheads, and on every platform if the program has blocking operations only ({@code
 * GoalTraceWriterTest}).
 *
 * <p><b>Different.</b> A receiver's overhead is spent when a message arrives, not during the wait for the message.
 * Non-blocking programs therefore have other run times on platforms with such overheads. Computations are whole
 * nanoseconds; rounding errors are carried over, so that the error of a rank's sum is never more than half a
 * nanosecond. Send modes and waits for any or some requests have no counterpart and are replaced, probes are omitted;
 * each is counted. Cancelled requests are rejected.
 *
 * <p>Memory: the graph of one rank, about 40 bytes per operation with its dependencies.
 */
public abstract class GoalTraceWriter extends TraceWriter {
    private final GoalFormat form;

    private GoalTraceWriter(GoalFormat form, String summary, String suffix) {
        super(form.label(), GoalReader.NAME, summary, suffix);
        this.form = form;
    }

    /** Writer of the text form. */
    public static final class Text extends GoalTraceWriter {
        public Text() {
            super(GoalFormat.TEXT, "GOAL schedule as text", ".goal");
        }
    }

    /** Writer of the binary form. */
    public static final class Binary extends GoalTraceWriter {
        public Binary() {
            super(GoalFormat.BINARY, "GOAL schedule as binary file", ".bin");
        }
    }

    public GoalFormat form() {
        return form;
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        boolean isExpanded = program instanceof CollectiveExpansion;
        ParallelProgram expanded = isExpanded ? program : CollectiveExpansion.of(program);
        Graphs graphs = new Graphs(expanded, target, strict);
        GoalFiles.write(target, form, graphs);
        List<String> remarks = graphs.remarks();
        if (!isExpanded) {
            List<String> known = program.approximations();
            expanded.approximations().stream()
                    .filter(sentence -> !known.contains(sentence))
                    .forEach(remarks::add);
        }
        return new WrittenTrace(graphs.losses.sentences(), remarks);
    }

    private static final class Graphs implements GoalRanks {
        final WritingLosses losses = new WritingLosses();
        private final ParallelProgram program;
        private final Path target;
        private final boolean strict;
        private final GraphTags tags = new GraphTags();
        private final WritingLosses remarks = new WritingLosses();
        private int rank;

        Graphs(ParallelProgram program, Path target, boolean strict) {
            this.program = program;
            this.target = target;
            this.strict = strict;
        }

        @Override
        public int ranks() {
            return program.ranks();
        }

        @Override
        public boolean next(RankGraph graph) {
            if (rank == program.ranks()) {
                countLosses();
                return false;
            }
            graph.clear();
            ProgramGraph sink = new ProgramGraph(rank, program.ranks(), graph, tags, losses, remarks);
            try (Program operations = program.open(rank)) {
                operations.produceAll(sink);
            }
            sink.end();
            rank++;
            return true;
        }

        private void countLosses() {
            losses.count(tags.confusing(), "receive with any tag: also matches messages of other communicators");
            losses.refuse(strict, target.toString());
        }

        List<String> remarks() {
            remarks.count(
                    tags.assigned(),
                    "communicator and tag mapped to one tag, numbered from 2^30 on: schedules have no communicators");
            return remarks.sentences();
        }
    }
}
