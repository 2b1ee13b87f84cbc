package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.ProgramExecutor;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

/**
 * The example trace {@code traces/examples/ring-8}, whose files this test describes: run it with {@code
 * -Dexample.update=true} to write them anew.
 */
class ExampleTraceTest {
    private static final Path FOLDER = folder();
    private static final int RANKS = 8;
    private static final int ITERATIONS = 10;
    private static final double FLOPS_PER_SECOND = 1e9;

    private static Path folder() {
        Path module = Path.of("").toAbsolutePath();
        return (Files.isDirectory(module.resolve("examples")) ? module : module.resolve("traces"))
                .resolve("examples/ring-8");
    }

    /**
     * Ten iterations of a ring: each rank exchanges a halo of 256 KiB with both neighbours while it computes the inner
     * part, then computes the border. Odd ranks have 10 % more work. A reduction of one double every five iterations.
     */
    private static ParallelProgram ring() {
        ProgramBuilder builder = ProgramBuilder.ranks(RANKS);
        for (int rank = 0; rank < RANKS; rank++) {
            int left = (rank + RANKS - 1) % RANKS;
            int right = (rank + 1) % RANKS;
            double work = rank % 2 == 0 ? 1 : 1.1;
            builder.rank(rank).collective(CollectiveCall.uniform(Kind.BCAST, 0, 64));
            for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
                builder.irecv(0, left, 1, 262_144)
                        .irecv(1, right, 2, 262_144)
                        .isend(2, right, 1, 262_144)
                        .isend(3, left, 2, 262_144)
                        .compute(work * 20e6 / FLOPS_PER_SECOND)
                        .awaitAll(0, 1, 2, 3)
                        .compute(work * 2e6 / FLOPS_PER_SECOND);
                if (iteration % 5 == 0) {
                    builder.collective(CollectiveCall.uniform(Kind.ALLREDUCE, 0, 8));
                }
            }
            builder.collective(CollectiveCall.uniform(Kind.BARRIER, 0, 0));
        }
        return builder.build();
    }

    @Test
    void ring8_files_areTheProgramThatTheTestDescribes() throws IOException {
        ParallelProgram ring = ring();
        for (int rank = 0; rank < RANKS; rank++) {
            String expected = TiText.of(ring, rank, FLOPS_PER_SECOND);
            Path file = FOLDER.resolve("rank-" + rank + ".txt");
            if (Boolean.getBoolean("example.update")) {
                Files.writeString(file, expected);
            }
            assertThat(Files.readString(file)).isEqualTo(expected);
        }
    }

    /** 10 iterations x 8 ranks x 2 messages of 256 KiB. */
    @Test
    void ring8_summary_isWhatItsReadmeSays() {
        try (Trace trace = Traces.open(FOLDER, null, TraceOptions.DEFAULTS.withComputeSpeed(FLOPS_PER_SECOND))) {
            TraceSummary summary = TraceSummary.of(trace);

            assertThat(summary.ranks()).isEqualTo(8);
            assertThat(summary.messages()).isEqualTo(160);
            assertThat(summary.bytes()).isEqualTo(160 * 262_144L);
            assertThat(summary.operations())
                    .hasToString(
                            "{allreduce=16, barrier=8, bcast=8, compute=160, finalize=8, init=8, irecv=160, isend=160, "
                                    + "waitall=80}");
            assertThat(summary.approximations()).isEmpty();
            assertThat(ProgramExecutor.messagesOfRendezvous(CollectiveExpansion.of(trace)))
                    .isGreaterThan(160);
        }
    }
}
