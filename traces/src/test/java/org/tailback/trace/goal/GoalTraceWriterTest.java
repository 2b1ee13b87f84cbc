package org.tailback.trace.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.error.InputException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.RandomPrograms;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.SendMode;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import org.tailback.trace.WrittenTrace;

/** A program and the schedule that is written of it finish at the same time. */
class GoalTraceWriterTest {
    private static final int NODES = 8;

    @TempDir
    Path folder;

    private static List<Platform> platforms(double overhead) {
        LibraryCost cost = LibraryCost.of(1e-9, 2e-6).withOverheads(overhead, overhead);
        return List.of(
                platform(cost.withEagerUpTo(Long.MAX_VALUE, Protocol.EAGER_BUFFERED)),
                platform(cost.withEagerUpTo(1000, Protocol.EAGER)),
                platform(cost.withEagerUpTo(-1, Protocol.EAGER)));
    }

    private static Platform platform(MessageCost cost) {
        return TestModels.platform(NODES, 0).cost(cost).build();
    }

    private WrittenTrace write(ParallelProgram program, String name, boolean strict) {
        Path target = folder.resolve(name);
        TraceWriter writer = Traces.writerFor(target);
        assertThat(writer.format())
                .isEqualTo(Traces.formatOf(write(writer, program, target, strict), null)
                        .name());
        return writer.write(program, target, strict);
    }

    private static Path write(TraceWriter writer, ParallelProgram program, Path target, boolean strict) {
        writer.write(program, target, strict);
        return target;
    }

    private Schedule schedule(ParallelProgram program, String name) {
        assertThat(write(program, name, true).losses()).isEmpty();
        return GoalFiles.open(folder.resolve(name));
    }

    private static void assertSameFinish(ParallelProgram program, Schedule schedule, Platform platform, String what) {
        assertSameFinish(program, schedule, platform, 1e-12, what);
    }

    private static void assertSameFinish(
            ParallelProgram program, Schedule schedule, Platform platform, double relative, String what) {
        ReplayResult ofProgram = Replay.builder(CollectiveExpansion.of(program), platform)
                .build()
                .run();
        ReplayResult ofSchedule = Replay.builder(schedule, platform).build().run();
        for (int rank = 0; rank < program.ranks(); rank++) {
            double finish = ofProgram.ranks().get(rank).finish();
            assertThat(ofSchedule.ranks().get(rank).finish())
                    .as("rank %s of %s under %s", rank, what, platform.cost())
                    .isEqualTo(finish, within(relative * Math.max(1e-6, finish)));
        }
        assertThat(ofSchedule.traffic().messages())
                .as(what)
                .isEqualTo(ofProgram.traffic().messages());
        assertThat(ofSchedule.traffic().bytes())
                .as(what)
                .isEqualTo(ofProgram.traffic().bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.goal", "a.bin"})
    void randomProgramsWithCollectives_everyProtocol_finishAtTheSameTime(String name) {
        for (long seed = 1; seed <= 40; seed++) {
            ParallelProgram program = RandomPrograms.withCollectives(seed, 2 + (int) (seed % 7), 60, 5000);
            Schedule schedule = schedule(program, seed + name);
            for (Platform platform : platforms(0)) {
                assertSameFinish(program, schedule, platform, "seed " + seed);
            }
        }
    }

    @Test
    void blockingProgram_withOverheads_finishesAtTheSameTime() {
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int step = 0; step < 20; step++) {
            for (int rank = 0; rank < 4; rank++) {
                int next = (rank + 1) % 4;
                int before = (rank + 3) % 4;
                builder.rank(rank).compute((step * 7 + rank * 3) % 11 * 1e-6);
                if (rank % 2 == 0) {
                    builder.send(next, step, 100L * step).recv(before, step, 100L * step);
                } else {
                    builder.recv(before, step, 100L * step).send(next, step, 100L * step);
                }
            }
        }
        ParallelProgram program = builder.build();
        Schedule schedule = schedule(program, "blocking.bin");
        for (Platform platform : platforms(0.5e-6)) {
            assertSameFinish(program, schedule, platform, "blocking");
        }
    }

    @Test
    void nonBlockingCollectives_onCpusOfTheirOwn_finishAtTheSameTime() {
        ProgramBuilder builder = ProgramBuilder.ranks(6);
        for (int rank = 0; rank < 6; rank++) {
            builder.rank(rank)
                    .compute(rank * 3e-6)
                    .icollective(0, CollectiveCall.uniform(Kind.ALLREDUCE, 0, 4000))
                    .icollective(1, CollectiveCall.uniform(Kind.BCAST, 2, 900))
                    .compute(5e-6)
                    .send((rank + 1) % 6, 4, 10)
                    .recv((rank + 5) % 6, 4, 10)
                    .awaitAll(1, 0)
                    .icollective(1, CollectiveCall.uniform(Kind.BARRIER, 0, 0))
                    .await(1);
        }
        ParallelProgram program = builder.build();
        Schedule schedule = schedule(program, "helpers.goal");

        assertThat(schedule.cpus()).isEqualTo(3);
        assertSameFinish(program, schedule, platforms(0).get(0), "helpers");
    }

    @Test
    void exampleTrace_asTextAndBinary_finishesAtTheSameTimeAsTheTrace() throws IOException {
        try (Trace trace = Traces.open(Path.of("examples/ring-8"))) {
            Schedule text = schedule(trace, "ring.goal");
            Schedule binary = schedule(trace, "ring.bin");
            for (Platform platform : platforms(0)) {
                assertSameFinish(trace, text, platform, "text");
                assertSameFinish(trace, binary, platform, "binary");
            }
            GoalFiles.convert(folder.resolve("ring.bin"), folder.resolve("again.goal"), GoalFormat.TEXT);
            assertThat(folder.resolve("again.goal")).hasSameTextualContentAs(folder.resolve("ring.goal"));
        }
    }

    /**
     * Computations of these traces are tenths of nanoseconds, rounded with at most half a nanosecond off per rank at
     * any time.
     */
    @ParameterizedTest
    @ValueSource(strings = {"npb-is-S-8", "npb-mg-S-8", "npb-ft-S-8", "npb-lu-S-8"})
    void recordedTraces_finishAtTheSameTime(String name) {
        Path path = SharedSamples.require("ti/" + name);
        try (Trace trace = Traces.open(path)) {
            write(trace, name + ".bin", false);
            for (Platform platform : platforms(0)) {
                assertSameFinish(trace, GoalFiles.open(folder.resolve(name + ".bin")), platform, 1e-4, name);
            }
        }
    }

    @Test
    void graph_ofTheCommentsExample() throws IOException {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .isend(0, 1, 5, 100)
                .compute(7e-9)
                .await(0)
                .send(1, 6, 200)
                .rank(1)
                .recv(0, 5, 100)
                .recv(OperationSink.ANY_SOURCE, OperationSink.ANY_TAG, 200)
                .build();
        write(program, "a.goal", true);

        assertThat(Files.readString(folder.resolve("a.goal"))).isEqualTo("""
                num_ranks 2

                rank 0 {
                l1: send 100b to 1 tag 5
                l2: calc 7
                l3: send 200b to 1 tag 6
                l3 requires l1
                l2 irequires l1
                l3 requires l2
                }

                rank 1 {
                l1: recv 100b from 0 tag 5
                l2: recv 200b from -1 tag -1
                l2 requires l1
                }
                """);
    }

    @Test
    void communicatorsAndCollectives_haveTagsOfTheirOwn() {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .send(1, 3, 1, 10, SendMode.STANDARD)
                .send(1, 3, 2, 20, SendMode.STANDARD)
                .send(1, 3, 0, 30, SendMode.STANDARD)
                .collective(CollectiveCall.uniform(Kind.BCAST, 0, 40))
                .rank(1)
                .recv(0, 3, 2, 20)
                .recv(0, 3, 1, 10)
                .recv(0, 3, 0, 30)
                .collective(CollectiveCall.uniform(Kind.BCAST, 0, 40))
                .build();

        Schedule schedule = schedule(program, "a.goal");
        RankGraph graph = new RankGraph();
        schedule.copyTo(0, graph);

        assertThat(List.of(graph.tag(0), graph.tag(1), graph.tag(2))).containsExactly(1 << 30, (1 << 30) + 1, 3);
        assertThat(graph.tag(3)).isNegative();
        assertThat(write(program, "b.goal", true).remarks())
                .anyMatch(remark -> remark.startsWith("2 x communicator and tag mapped to one tag"))
                .anyMatch(remark -> remark.contains("bcast by binomial"));
    }

    @Test
    void whatAScheduleCannotHold_isCountedAndRefusedIfStrict() {
        ParallelProgram program = ProgramBuilder.ranks(2)
                .rank(0)
                .send(1, 1, 0, 10, SendMode.SYNCHRONOUS)
                .send(1, 1, 0, 10, SendMode.BUFFERED)
                .isend(0, 1, 1, 0, 10, SendMode.READY)
                .send(1, 1, 0, 10, SendMode.EXCHANGE)
                .compute(0.4e-9)
                .compute(0.4e-9)
                .rank(1)
                .probe(0, 1, 0)
                .irecv(0, 0, 1, 10)
                .irecv(1, 0, 1, 10)
                .irecv(2, 0, OperationSink.ANY_TAG, 3, 10)
                .awaitAny(0, 1, 2)
                .awaitSome(0, 1, 2)
                .recv(0, 1, 10)
                .build();

        assertThat(write(program, "a.goal", false).losses())
                .anyMatch(loss -> loss.startsWith("1 x synchronous send"))
                .anyMatch(loss -> loss.startsWith("1 x buffered send"))
                .anyMatch(loss -> loss.startsWith("1 x ready send"))
                .anyMatch(loss -> loss.startsWith("1 x send of an exchange"))
                .anyMatch(loss -> loss.startsWith("1 x probe"))
                .anyMatch(loss -> loss.startsWith("1 x wait for any"))
                .anyMatch(loss -> loss.startsWith("1 x wait for some"))
                .anyMatch(loss -> loss.startsWith("2 x computation that is not a whole number"))
                .anyMatch(loss -> loss.startsWith("2 x request never waited for"))
                .anyMatch(loss -> loss.startsWith("1 x receive with any tag"))
                .hasSize(10);
        assertThatThrownBy(() -> write(program, "b.goal", true))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("not written, because the form cannot represent the complete trace");
        assertThat(folder.resolve("b.goal")).doesNotExist();
    }

    @Test
    void halvesOfNanoseconds_addUp() {
        ProgramBuilder builder = ProgramBuilder.ranks(1);
        for (int i = 0; i < 1000; i++) {
            builder.rank(0).compute(0.3e-9);
        }
        write(builder.build(), "a.goal", false);
        Schedule schedule = GoalFiles.open(folder.resolve("a.goal"));

        long sum = 0;
        for (int operation = 0; operation < schedule.operations(0); operation++) {
            sum += schedule.size(0, operation);
        }
        assertThat(sum).isEqualTo(300);
    }

    @Test
    void cancelledOrUnknownRequests_areRefused() {
        ParallelProgram cancels =
                ProgramBuilder.ranks(1).rank(0).irecv(0, 0, 1, 10).cancel(0).build();
        ParallelProgram unknown = ProgramBuilder.ranks(1).rank(0).await(4).build();

        assertThatThrownBy(() -> write(cancels, "a.goal", false))
                .isInstanceOf(InputException.class)
                .hasMessage("Rank 0 cancels a request: a schedule cannot take an operation back. Write the native form"
                        + " (tailback)");
        assertThatThrownBy(() -> write(unknown, "a.goal", false))
                .isInstanceOf(InputException.class)
                .hasMessage("Rank 0 waits for request 4, which was never started");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void emptyRank_isWritten() {
        Schedule schedule =
                schedule(ProgramBuilder.ranks(2).rank(0).compute(1e-6).build(), "a.bin");

        assertThat(schedule.operations(0)).isOne();
        assertThat(schedule.operations(1)).isZero();
    }
}
