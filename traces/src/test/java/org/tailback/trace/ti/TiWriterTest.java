package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.generator.CollectiveExamples;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.ProgramExecutor;
import org.tailback.generator.RandomPrograms;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.SendMode;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.nativeformat.ProgramFingerprint;

class TiWriterTest {
    /** Recorded traces that take longer than all others together. */
    private static final List<String> LARGE =
            List.of("npb-is-B-64", "npb-lu-W-32", "npb-sp-W-36", "hpl-N8000-64", "lulesh-27", "lulesh-27-fixedwaits");

    @TempDir
    Path folder;

    private static Trace open(Path path) {
        return Traces.open(path);
    }

    @Test
    void randomPrograms_areReadAsTheyWereWritten() {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 30 : 10); seed++) {
            ExplicitProgram program = RandomPrograms.withCollectives(seed, 5, 200, 1 << 20);
            Path target = folder.resolve(seed + ".ti");
            WrittenTrace written = new TiWriter().write(program, target, false);
            assertThat(written.losses())
                    .as("seed %s", seed)
                    .allMatch(loss -> loss.contains("not the oldest")
                            || loss.contains("alltoallw")
                            || loss.contains("reducescatterblock"));
            try (Trace trace = open(target)) {
                if (written.losses().isEmpty() && written.remarks().size() == 1) {
                    for (int rank = 0; rank < 5; rank++) {
                        assertThat(ProgramFingerprint.sameUpToRequestNumbers(program.open(rank), trace.open(rank)))
                                .as("seed %s, rank %s", seed, rank)
                                .isTrue();
                    }
                }
                assertThat(ExplicitProgram.copyOf(trace).ranks()).isEqualTo(5);
            }
        }
    }

    @Test
    void everyCollective_isReadAsItWasWritten() {
        long[][] counts = {{1, 2, 3}, {40, 50, 60}, {700, 800, 900}};
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            if (kind.isNeighbourhood()
                    || kind == CollectiveCall.Kind.ALLTOALLW
                    || kind == CollectiveCall.Kind.REDUCE_SCATTER_BLOCK) {
                continue;
            }
            ProgramBuilder builder = ProgramBuilder.ranks(3);
            for (int rank = 0; rank < 3; rank++) {
                boolean rooted = kind.name().matches("BCAST|REDUCE|GATHERV?|SCATTERV?");
                CollectiveCall call = CollectiveExamples.call(
                        kind, rank, rooted ? 1 : 0, kind == CollectiveCall.Kind.BARRIER ? 0 : 77, counts, 0);
                builder.rank(rank)
                        .collective(call)
                        .icollective(0, call)
                        .compute(1.23456e-5)
                        .await(0);
            }
            Path target = folder.resolve(kind + ".ti");
            assertThat(new TiWriter().write(builder.build(), target, true).losses())
                    .isEmpty();
            try (Trace trace = open(target)) {
                assertThat(ExplicitProgram.copyOf(trace))
                        .as(kind.name())
                        .isEqualTo(ExplicitProgram.copyOf(builder.build()));
            }
        }
    }

    @Test
    void lines_areThoseThatSmpiRecords() throws IOException {
        Path target = folder.resolve("lines.ti");
        new TiWriter()
                .write(
                        ProgramBuilder.ranks(2)
                                .compute(1.23456e-5)
                                .irecv(0, 1, 0, 10)
                                .isend(1, 1, 0, 20)
                                .awaitAll(0, 1)
                                .irecv(0, OperationSink.ANY_SOURCE, OperationSink.ANY_TAG, 5)
                                .await(0)
                                .rank(1)
                                .irecv(0, 0, 0, 20)
                                .isend(1, 0, 0, 10)
                                .awaitAll(0, 1)
                                .send(0, 3, 5)
                                .build(),
                        target,
                        true);
        assertThat(target.resolve("rank-0.txt"))
                .hasContent("0 init\n0 compute 123456\n0 sendRecv 20 1 10 1 6 6\n0 irecv -555 -444 5 6\n"
                        + "0 wait -555 0 -444\n0 finalize\n");
    }

    @Test
    void whatTiCannotHold_isCountedOrRefused() {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .isend(0, 1, 0, 10)
                .isend(1, 1, 0, 20)
                .await(1)
                .await(0)
                .probe(1, 2, 0)
                .send(1, 5, 3, 8, SendMode.READY)
                .send(1, 6, 0, 8, SendMode.EXCHANGE)
                .rank(1)
                .recv(0, 0, 10)
                .recv(0, 0, 20)
                .recv(0, 5, 3, 8)
                .recv(0, 6, 8)
                .build();
        Path target = folder.resolve("lossy.ti");

        assertThatThrownBy(() -> new TiWriter().write(program, target, true))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("1 x wait for a request that is not the oldest")
                .hasMessageContaining("omit --strict");
        assertThat(folder).isEmptyDirectory();
        WrittenTrace written = new TiWriter().write(program, target, false);
        assertThat(written.losses()).hasSize(4).anyMatch(loss -> loss.startsWith("1 x send of an exchange"));
        assertThat(written.remarks())
                .anyMatch(remark -> remark.startsWith("2 x message of another communicator")
                        || remark.startsWith("1 x message of another communicator"));
    }

    @Test
    void collectivesOfSomeRanks_areExpanded() {
        CollectiveCall call =
                CollectiveCall.uniform(CollectiveCall.Kind.ALLREDUCE, 0, 64).on(1, new int[] {0, 2});
        ParallelProgram program = ProgramBuilder.ranks(3)
                .rank(0)
                .collective(call)
                .rank(2)
                .collective(call)
                .build();
        Path target = folder.resolve("sub.ti");

        WrittenTrace written = new TiWriter().write(program, target, false);

        assertThat(written.losses()).anyMatch(loss -> loss.contains("allreduce of some of the ranks"));
        try (Trace trace = open(target)) {
            assertThat(ProgramExecutor.messagesOfEager(trace)).isPositive();
        }
    }

    /**
     * TI to native to TI: the same operations with the same request numbers; the same messages where waitalls are
     * written as waits, or waitanys lose their requests.
     */
    @TestFactory
    Stream<DynamicTest> recordedTraces_throughNativeForms_areTheSame() {
        List<Path> traces = SharedSamples.below("ti").stream()
                .filter(path -> Files.isDirectory(path) && !path.endsWith("simgrid-examples"))
                .filter(path -> Boolean.getBoolean("tailback.thorough")
                        || !LARGE.contains(path.getFileName().toString()))
                .toList();
        if (traces.isEmpty()) {
            return Stream.of(DynamicTest.dynamicTest("recorded traces", () -> SharedSamples.require("ti")));
        }
        return traces.stream()
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> {
                    Path binary = folder.resolve(path.getFileName() + ".tailback.gz");
                    Path back = folder.resolve(path.getFileName() + ".ti");
                    try (Trace original = open(path)) {
                        Traces.writerFor(binary).write(original, binary, true);
                        WrittenTrace written;
                        try (Trace ofBinary = open(binary)) {
                            written = new TiWriter().write(ofBinary, back, false);
                        }
                        assertThat(written.losses()).allMatch(loss -> loss.contains("waitany"));
                        boolean isSame = written.losses().isEmpty()
                                && written.remarks().stream().noneMatch(remark -> remark.contains("waitall"));
                        try (Trace again = open(back)) {
                            TraceSummary messages = TraceSummary.of(again);
                            assertThat(messages.messages())
                                    .isEqualTo(TraceSummary.of(original).messages());
                            for (int rank = 0; isSame && rank < original.ranks(); rank++) {
                                assertThat(ProgramFingerprint.of(again.open(rank)))
                                        .as("rank %s", rank)
                                        .isEqualTo(ProgramFingerprint.of(original.open(rank)));
                            }
                        }
                    }
                }));
    }
}
