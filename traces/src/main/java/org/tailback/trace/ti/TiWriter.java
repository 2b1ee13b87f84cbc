package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.program.CollectiveCall;
import org.tailback.program.GuardedProgram;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.io.TextOutput;
import org.tailback.trace.io.WholeFile;
import org.tailback.trace.nativeformat.ProgramFingerprint;

/**
 * Writes SimGrid's TI traces: a folder with a file per rank, which this library's reader reads and, after the files
 * were listed in a file of their own, {@code smpirun -replay}.
 *
 * <p>TI has neither request numbers nor communicators. A wait names partner and tag; a waitall nothing. So each rank
 * with a waitall or waitany is read back: if its operations are not the same, its waitalls for some of the open
 * requests are written as waits for each instead. Collective operations of some of the ranks, or with neighbours, have
 * no line: if there are any, all collective operations are expanded into messages.
 *
 * <p>Computations are in flop at 10 Gflop/s, the speed that readers assume; a time that is no exact number of flop
 * is a sleep.
 */
public final class TiWriter extends TraceWriter {
    public TiWriter() {
        super(TiTraceReader.NAME, TiTraceReader.NAME, "TI trace of SimGrid, a folder with a file per rank", ".ti");
    }

    @Override
    public WrittenTrace write(ParallelProgram program, Path target, boolean strict) {
        Writing writing = new Writing(program);
        WholeFile.writeFolder(target, folder -> {
            writing.into(folder);
            writing.losses.refuse(strict, target.toString());
        });
        return writing.written();
    }

    /** Finds the first collective operation that has no line, by reading the program up to it. */
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

    private static final class Writing {
        private final WritingLosses losses = new WritingLosses();
        private final ParallelProgram program;
        private final WritingLosses remarks = new WritingLosses();

        Writing(ParallelProgram program) {
            Inexpressible first = Inexpressible.of(program);
            if (first.name.isEmpty()) {
                this.program = program;
            } else {
                losses.count("trace with collective operations that have no line (" + first.name
                        + "): all of them are expanded into messages");
                this.program = CollectiveExpansion.of(program);
            }
        }

        void into(Path folder) throws IOException {
            for (int rank = 0; rank < program.ranks(); rank++) {
                Path file = folder.resolve("rank-" + rank + ".txt");
                Attempt attempt = write(file, rank, false);
                if (attempt.needsProof) {
                    // a rank that is read back as it was has lost nothing, whatever its waitanys might have lost
                    attempt = isSame(file, rank)
                            ? new Attempt(new WritingLosses(), attempt.remarks, false)
                            : write(file, rank, true);
                }
                losses.addAll(attempt.losses);
                remarks.addAll(attempt.remarks);
            }
        }

        private record Attempt(WritingLosses losses, WritingLosses remarks, boolean needsProof) {}

        private Attempt write(Path file, int rank, boolean waitallOneByOne) throws IOException {
            WritingLosses ofRank = new WritingLosses();
            WritingLosses remarksOfRank = new WritingLosses();
            try (TextOutput out = new TextOutput(Files.newOutputStream(file));
                    Program operations = program.open(rank)) {
                TiSink sink = new TiSink(out, rank, program.ranks(), waitallOneByOne, ofRank, remarksOfRank);
                operations.produceAll(sink);
                sink.end();
                return new Attempt(ofRank, remarksOfRank, sink.needsProof());
            }
        }

        private boolean isSame(Path file, int rank) {
            TiProgram written = new TiProgram(
                    rank,
                    program.ranks(),
                    r -> LineReader.open(file, 1 << 16),
                    TraceOptions.ASSUMED_COMPUTE_SPEED,
                    (r, counts) -> {});
            return ProgramFingerprint.sameUpToRequestNumbers(written, program.open(rank));
        }

        WrittenTrace written() {
            return new WrittenTrace(
                    losses.sentences(),
                    ImmutableList.<String>builder()
                            .add("Computations are written as flop at 1e10 flop/s.")
                            .addAll(remarks.sentences())
                            .build());
        }
    }
}
