package org.tailback.trace.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.Operation;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.RandomPrograms;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.SendMode;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.nativeformat.ProgramFingerprint;

class Otf2WriterTest {
    private static final Path OTF2_PRINT = Path.of("/usr/bin/otf2-print");

    @TempDir
    Path folder;

    private static Trace open(Path path) {
        return new Otf2TraceReader().open(path, TraceOptions.defaults());
    }

    private static void assertSame(ParallelProgram expected, Trace read, String what) {
        assertThat(read.ranks()).isEqualTo(expected.ranks());
        for (int rank = 0; rank < expected.ranks(); rank++) {
            if (!ProgramFingerprint.sameUpToRequestNumbers(expected.open(rank), read.open(rank))) {
                int ofRank = rank;
                assertThat(operations(read, rank))
                        .as("%s, rank %s", what, ofRank)
                        .isEqualTo(operations(expected, rank));
            }
        }
    }

    private static List<String> operations(ParallelProgram program, int rank) {
        return ExplicitProgram.copyOf(program).operations(rank).stream()
                .map(Operation::toJava)
                .toList();
    }

    @Test
    void everyKindOfOperation_isReadAsItWasWritten() {
        ProgramBuilder builder = ProgramBuilder.ranks(3);
        int[] group = {2, 0};
        for (int rank = 0; rank < 3; rank++) {
            int next = (rank + 1) % 3;
            int before = (rank + 2) % 3;
            builder.rank(rank)
                    .compute(0.125)
                    .irecv(0, before, 7, 100)
                    .isend(1, next, 7, 100)
                    .awaitAll(0, 1)
                    .compute(1e-9)
                    .irecv(0, before, 8, 3)
                    .send(next, 8, 0, 3, SendMode.BUFFERED)
                    .await(0)
                    .isend(0, next, 9, 0, 5, SendMode.SYNCHRONOUS)
                    .recv(before, 9, 5)
                    .await(0)
                    .collective(CollectiveCall.uniform(CollectiveCall.Kind.BARRIER, 0, 0))
                    .collective(CollectiveCall.uniform(CollectiveCall.Kind.BCAST, 2, 1024))
                    .collective(CollectiveCall.uniform(CollectiveCall.Kind.ALLREDUCE, 0, 64))
                    .collective(CollectiveCall.uniform(CollectiveCall.Kind.REDUCE, 1, 64))
                    .collective(CollectiveCall.uniform(CollectiveCall.Kind.ALLTOALL, 0, 64));
            if (rank != 1) {
                builder.collective(CollectiveCall.uniform(CollectiveCall.Kind.GATHER, 1, 48)
                        .on(1, group));
                builder.isend(0, 2 - rank, 4, 1, 8, SendMode.STANDARD)
                        .irecv(1, 2 - rank, 4, 1, 8)
                        .awaitAll(0, 1);
            }
            builder.compute(2.5e-3);
        }
        ExplicitProgram program = builder.build();

        WrittenTrace written = new Otf2Writer().write(program, folder.resolve("a/traces.otf2"), true);

        assertThat(written.losses()).isEmpty();
        assertThat(written.remarks()).hasSize(1);
        try (Trace read = open(folder.resolve("a"))) {
            assertSame(program, read, "program");
            assertThat(read.communicators()).isEqualTo(2);
            assertThat(read.span()).isEqualTo(0.127500001);
        }
    }

    @Test
    void otf2Print_readsWhatIsWritten() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(OTF2_PRINT), "there is no otf2-print here");
        Path archive = folder.resolve("p/traces.otf2");
        new Otf2Writer().write(RandomPrograms.withCollectives(3, 4, 500, 1 << 16), archive, false);

        Process process = new ProcessBuilder(OTF2_PRINT.toString(), "-A", archive.toString())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out)
                .contains("MPI_ISEND", "MPI_COLLECTIVE_END", "\"MPI_COMM_WORLD\"")
                .doesNotContainIgnoringCase("error");
        long events = out.lines()
                .filter(line -> line.matches("[A-Z_]+ +\\d+ +\\d+ .*"))
                .count();
        long counted = 0;
        Otf2Archive read = Otf2Archive.open(folder.resolve("p"));
        for (long location : read.locations()) {
            EventCursor cursor = read.events(location, 1024).orElseThrow();
            while (cursor.next()) {
                counted++;
            }
        }
        assertThat(events).isEqualTo(counted);
    }

    @Test
    void manyEvents_goIntoSeveralChunks() throws IOException {
        ProgramBuilder builder = ProgramBuilder.ranks(2);
        for (int i = 0; i < 60_000; i++) {
            builder.rank(0).compute(1e-6).send(1, i % 100, 77);
            builder.rank(1).recv(0, i % 100, 77);
        }
        ExplicitProgram program = builder.build();
        new Otf2Writer().write(program, folder.resolve("many"), true);
        assertThat(Files.size(folder.resolve("many/traces/0.evt"))).isGreaterThan(1 << 20);
        try (Trace read = open(folder.resolve("many"))) {
            assertSame(program, read, "many");
        }
    }

    @Test
    void whatIsUnknown_isRefused_andWhatIsLostCounted() {
        assertThatThrownBy(() -> new Otf2Writer()
                        .write(
                                ProgramBuilder.ranks(1)
                                        .recv(OperationSink.ANY_SOURCE, 0, 1)
                                        .build(),
                                folder.resolve("any/traces.otf2"),
                                false))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("receives from any source");
        assertThat(folder).isEmptyDirectory();
        WrittenTrace written = new Otf2Writer()
                .write(
                        ProgramBuilder.ranks(2)
                                .compute(1.0 / 3)
                                .compute(1)
                                .probe(1, 0, 0)
                                .recv(1, 0, 4)
                                .rank(1)
                                .send(0, 0, 4)
                                .build(),
                        folder.resolve("lossy"),
                        false);
        assertThat(written.losses()).hasSize(3);
    }

    /** Archives of real runs, written and read again: the same operations, and the same times up to rounding. */
    @TestFactory
    Stream<DynamicTest> recordedArchives_areReadAgainAsTheyWere() {
        List<Path> archives = SharedSamples.below("otf2", "otf2-real").stream()
                .filter(Files::isDirectory)
                .toList();
        if (archives.isEmpty()) {
            return Stream.of(DynamicTest.dynamicTest("recorded archives", () -> SharedSamples.require("otf2-real")));
        }
        return archives.stream()
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> {
                    try (Trace original = open(path)) {
                        Path copy = folder.resolve(path.getFileName().toString());
                        WrittenTrace written = new Otf2Writer().write(original, copy, false);
                        try (Trace read = open(copy)) {
                            assertThat(read.ranks()).isEqualTo(original.ranks());
                            boolean exact = written.losses().isEmpty();
                            for (int rank = 0; rank < read.ranks(); rank++) {
                                boolean totals = written.losses().stream().anyMatch(loss -> loss.contains("totals"));
                                List<String> expected = messages(original, rank, !totals);
                                assertThat(messages(read, rank, !totals))
                                        .as("rank %s of %s", rank, written.losses())
                                        .isEqualTo(expected);
                                if (exact) {
                                    assertThat(times(read, rank)).hasSameSizeAs(times(original, rank));
                                    assertThat(computations(read, rank)).isEqualTo(computations(original, rank));
                                }
                            }
                        }
                    }
                }));
    }

    private static List<Operation> computations(Trace trace, int rank) {
        return ExplicitProgram.copyOf(trace).operations(rank).stream()
                .filter(Operation.Compute.class::isInstance)
                .toList();
    }

    /** What a rank does, computations aside; requests by the order of their begin. */
    private static List<String> messages(Trace trace, int rank, boolean collectives) {
        Map<Integer, Integer> communicators = new HashMap<>(Map.of(OperationSink.WORLD, OperationSink.WORLD));
        return ExplicitProgram.copyOf(trace).operations(rank).stream()
                .map(operation -> renumbered(
                        operation, number -> communicators.computeIfAbsent(number, n -> communicators.size())))
                .filter(operation -> collectives || !(operation instanceof Operation.Collective))
                .filter(operation ->
                        !(operation instanceof Operation.Compute) && !(operation instanceof Operation.Free))
                .map(Operation::toJava)
                .map(java -> java.replaceAll("await\\w*\\(.*|\\b(isend|irecv|icollective)\\(\\d+", "$1"))
                .toList();
    }

    /** Communicators by the order in which they are met: an archive numbers those that occur anew. */
    private static Operation renumbered(Operation operation, IntUnaryOperator number) {
        if (operation instanceof Operation.Send o) {
            return new Operation.Send(
                    o.destination(), o.tag(), number.applyAsInt(o.communicator()), o.bytes(), o.mode());
        }
        if (operation instanceof Operation.Recv o) {
            return new Operation.Recv(o.source(), o.tag(), number.applyAsInt(o.communicator()), o.bytes());
        }
        if (operation instanceof Operation.Isend o) {
            int communicator = number.applyAsInt(o.communicator());
            return new Operation.Isend(o.request(), o.destination(), o.tag(), communicator, o.bytes(), o.mode());
        }
        if (operation instanceof Operation.Irecv o) {
            return new Operation.Irecv(
                    o.request(), o.source(), o.tag(), number.applyAsInt(o.communicator()), o.bytes());
        }
        if (operation instanceof Operation.Collective o) {
            CollectiveCall call = o.call();
            return new Operation.Collective(call.on(number.applyAsInt(call.communicator()), call.group()));
        }
        return operation;
    }

    private static List<Double> times(Trace trace, int rank) {
        List<Double> times = new ArrayList<>();
        try (RecordedTimes.Cursor cursor = ((RecordedTimes) trace).recordedTimes(rank)) {
            while (cursor.next()) {
                times.add(cursor.leave() - cursor.enter());
            }
        }
        return times;
    }

    @Test
    void imbalance_ofTheVectorKinds_survives() {
        long[] sizes = {1_000_000, 0, 7, 40};
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int rank = 0; rank < 4; rank++) {
            long own = sizes[rank];
            boolean root = rank == 2;
            builder.rank(rank)
                    .collective(new CollectiveCall(
                            CollectiveCall.Kind.SCATTERV, 2, root ? 1_000_047 : own, root ? sizes : null, null, 0))
                    .collective(new CollectiveCall(
                            CollectiveCall.Kind.GATHERV, 2, root ? 1_000_047 : own, null, root ? sizes : null, 0))
                    .collective(new CollectiveCall(CollectiveCall.Kind.ALLGATHERV, 0, 1_000_047, null, sizes, 0))
                    .collective(new CollectiveCall(CollectiveCall.Kind.REDUCE_SCATTER, 0, 1_000_047, sizes, null, 0));
        }
        ExplicitProgram program = builder.build();

        new Otf2Writer().write(program, folder.resolve("a/traces.otf2"), false);

        try (Trace read = open(folder.resolve("a"))) {
            assertSame(program, read, "program");
            assertThat(read.approximations()).isEmpty();
        }
    }
}
