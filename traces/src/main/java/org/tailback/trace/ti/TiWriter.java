package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.program.CollectiveCall;
import org.tailback.program.GuardedProgram;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.TextOutput;
import org.tailback.trace.io.WholeFile;

/**
 * Writer of SimGrid's TI traces: a folder with one file per rank, which is read by this library's reader and, after the
 * files were listed in a separate file, by {@code smpirun -replay}.
 *
 * <p>TI has neither request numbers nor communicators. A wait contains partner and tag, a waitall no arguments. A
 * waitall for only some of the open requests is therefore written as one wait per request. Collective operations of a
 * subset of the ranks, or with neighbours, have no line: if there are any, all collective operations are expanded into
 * messages.
 *
 * <p>Computations are in flop at 10 Gflop/s, the speed assumed by readers; a time that is not an exact number of flop
 * is written as a sleep.
 */
public final class TiWriter extends TraceWriter {
    public TiWriter() {
        super(TiTraceReader.NAME, TiTraceReader.NAME, "TI trace of SimGrid, a folder with a file per rank", ".ti");
    }

    @Override
    public WrittenTrace write(ParallelProgram given, Path target, boolean strict) {
        WritingLosses losses = new WritingLosses();
        WritingLosses remarks = new WritingLosses();
        Inexpressible first = Inexpressible.of(given);
        ParallelProgram program = first.name.isEmpty() ? given : CollectiveExpansion.of(given);
        losses.count(
                first.name.isEmpty() ? 0 : 1,
                "trace with collective operations that have no line (" + first.name
                        + "): all of them are expanded into messages");
        WholeFile.writeFolder(target, folder -> {
            for (int rank = 0; rank < program.ranks(); rank++) {
                try (TextOutput out = new TextOutput(Files.newOutputStream(folder.resolve("rank-" + rank + ".txt")));
                        Program operations = program.open(rank)) {
                    TiSink sink = new TiSink(out, rank, program.ranks(), losses, remarks);
                    operations.produceAll(sink);
                    sink.end();
                }
            }
            losses.refuse(strict, target.toString());
        });
        return new WrittenTrace(
                losses.sentences(),
                ImmutableList.<String>builder()
                        .add("Computations are written as flop at 1e10 flop/s.")
                        .addAll(remarks.sentences())
                        .build());
    }

    /** Search for the first collective operation without a line, by reading the program up to it. */
    private static final class Inexpressible extends IgnoringSink {
        private String name = "";

        static Inexpressible of(ParallelProgram program) {
            Inexpressible first = new Inexpressible();
            for (int rank = 0; rank < program.ranks() && first.name.isEmpty(); rank++) {
                try (Program operations = new GuardedProgram(program.open(rank))) {
                    boolean more = true;
                    while (more && first.name.isEmpty()) {
                        more = operations.produce(first);
                    }
                }
            }
            return first;
        }

        @Override
        public void collective(CollectiveCall call) {
            if (call.group() != null) {
                name = call.kind().label() + " of some of the ranks";
            } else if (call.kind().isNeighbourhood()) {
                name = call.kind().label();
            }
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            collective(call);
        }
    }
}
