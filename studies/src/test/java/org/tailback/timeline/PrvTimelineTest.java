package org.tailback.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.PlacementRules;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveTags;
import org.tailback.collective.ExpansionListener;
import org.tailback.error.InputException;
import org.tailback.generator.RingProgram;
import org.tailback.network.TestModels;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.observe.ObserverPair;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.RankResult;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.generator.Halo;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.mpi.MpiCall;

/** Paraver traces of replays: the rules of the format, the times of the replay, and what our reader makes of them. */
class PrvTimelineTest {
    @TempDir
    private Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    static LongStream fewSeeds() {
        return LongStream.rangeClosed(1, 10);
    }

    private static long nanoseconds(double seconds) {
        return Math.round(seconds * 1e9);
    }

    /** The messages and collectives of a replay, by its own notifications and brute-force matching. */
    private static final class Oracle implements Observer, ExpansionListener {
        private final List<Message> messages = new ArrayList<>();
        private final List<String> collectives = new ArrayList<>();
        private final Map<Integer, Message> present = new HashMap<>();
        private final Map<String, double[]> operations = new HashMap<>();
        private final List<Receive> receives = new ArrayList<>();

        private record Receive(int receiver, int source, int tag, double time) {}

        private static final class Message {
            private int sender;
            private int receiver;
            private int tag;
            private long bytes;
            private double posted;
            private double started;
            private double arrival;
            private String takenIn = "";
        }

        @Override
        public void operationEntered(
                int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
            if (envelope.communicator() == 0 && (kind == OperationKind.RECV || kind == OperationKind.IRECV)) {
                receives.add(new Receive(rank, envelope.peer(), envelope.tag(), time));
            }
        }

        @Override
        public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
            operations.put(rank + " " + index, new double[] {enter, leave});
        }

        @Override
        public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
            present.remove(communication);
            if (!CollectiveTags.isCollective(envelope.communicator())) {
                Message message = new Message();
                message.sender = sender;
                message.receiver = envelope.peer();
                message.tag = envelope.tag();
                message.bytes = envelope.bytes();
                message.posted = time;
                message.started = time;
                present.put(communication, message);
                messages.add(message);
            }
        }

        @Override
        public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
            if (present.containsKey(communication)) {
                present.get(communication).started = time;
            }
        }

        @Override
        public void messageArrives(int communication, double end, double arrival) {
            if (present.containsKey(communication)) {
                present.get(communication).arrival = arrival;
            }
        }

        @Override
        public void messageTaken(int communication, int receiver, int thread, long index, double time) {
            if (present.containsKey(communication)) {
                present.get(communication).takenIn = receiver + " " + index;
            }
        }

        @Override
        public void collectiveBegins(int rank, long operation, long ofProgram, CollectiveCall call) {
            // what one rank sends to each other in alltoallv is not recorded: the reader keeps sums but for rounding
            boolean pairs =
                    call.kind() == CollectiveCall.Kind.ALLTOALLV || call.kind() == CollectiveCall.Kind.ALLTOALLW;
            collectives.add(rank + " " + call.kind() + " root " + (call.kind().hasRoot() ? call.root() : 0)
                    + (call.sendCounts() == null && call.receiveCounts() == null
                            ? " bytes " + call.bytes()
                            : " sums " + sum(call.sendCounts()) + " " + (pairs ? 0 : sum(call.receiveCounts()))));
        }

        private static long sum(long @Nullable [] counts) {
            return counts == null ? 0 : LongStream.of(counts).sum();
        }

        /** Without times, in no order. */
        List<String> contents() {
            return messages.stream()
                    .map(message -> message.sender + " to " + message.receiver + " tag " + message.tag + " bytes "
                            + message.bytes)
                    .sorted()
                    .toList();
        }

        /** As {@link PrvRules#messages}. Messages of a channel take its receives in their order. */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            for (Message message : messages) {
                Receive receive = receives.stream()
                        .filter(candidate -> candidate.receiver == message.receiver
                                && candidate.source == message.sender
                                && candidate.tag == message.tag)
                        .findFirst()
                        .orElseThrow();
                receives.remove(receive);
                double[] operation = operations.get(message.takenIn);
                double received = message.arrival > operation[0] ? message.arrival : operation[1];
                lines.add((message.sender + 1) + ":1 " + (message.receiver + 1) + ":1 " + message.bytes + " "
                        + message.tag + " at " + nanoseconds(message.posted) + " " + nanoseconds(message.started) + " "
                        + nanoseconds(receive.time) + " " + nanoseconds(received));
            }
            return lines;
        }
    }

    private ReplayResult record(
            ParallelProgram program, Platform platform, String name, TimelineCut cut, Oracle oracle) {
        return Timeline.record(
                folder.resolve(name),
                program.ranks(),
                cut,
                recorder -> Replay.builder(
                                CollectiveExpansion.of(program, new BasicSelector(), oracle.and(recorder)), platform)
                        .observer(new ObserverPair(oracle, recorder))
                        .build()
                        .run());
    }

    private ReplayResult readBack(String name, Platform platform, Oracle oracle) {
        try (Trace trace = Traces.open(folder.resolve(name), null, TraceOptions.defaults())) {
            assertThat(trace.format()).isEqualTo("paraver");
            return Replay.builder(CollectiveExpansion.of(trace, new BasicSelector(), oracle), platform)
                    .observer(oracle)
                    .build()
                    .run();
        }
    }

    private PrvRules rules(String name) throws IOException {
        return PrvRules.check(Files.readString(folder.resolve(name)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomPrograms_timesAreThoseOfTheReplay_andOurReaderFindsTheSame(long seed) throws IOException {
        Oracle oracle = new Oracle();
        ReplayResult result =
                record(TimelineRuns.program(seed), TimelineRuns.platform(seed), "t.prv", TimelineCut.NOTHING, oracle);
        PrvRules rules = rules("t.prv");

        assertThat(rules.duration).as("seed %d", seed).isEqualTo(nanoseconds(result.makespan()));
        for (RankResult rank : result.ranks()) {
            assertThat(rules.inStates.getOrDefault(rank.rank() + 1 + ":1", 0L))
                    .as("seed %d: the states of rank %d add up to its finish", seed, rank.rank())
                    .isEqualTo(nanoseconds(rank.finish()));
            assertThat(1e-9 * rules.byState.getOrDefault(rank.rank() + 1 + ":1 state 1", 0L))
                    .as("seed %d: running on rank %d", seed, rank.rank())
                    .isCloseTo(rank.compute(), within(1e-9 * 200));
        }
        assertThat(rules.messages).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(oracle.lines());

        if (seed % 3 == 0 && seed % 4 < 2) {
            return; // calls without duration, also collectives: their order at one instant is not in such a trace
        }
        Oracle again = new Oracle();
        readBack("t.prv", TimelineRuns.platform(seed), again);
        assertThat(again.contents()).as("seed %d", seed).isEqualTo(oracle.contents());
        assertThat(again.collectives).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(oracle.collectives);
    }

    /** A ring with overheads: all that determines its time is in the trace. */
    @Test
    void ring_readBack_takesTheSameTime() {
        ParallelProgram ring = new RingProgram(6, 20, 300, 1.5);
        Platform platform = TestModels.platform(6, 3)
                .cost(LibraryCost.of(1, 3).withOverheads(0.25, 0.5))
                .build();
        ReplayResult result = record(ring, platform, "ring.prv", TimelineCut.NOTHING, new Oracle());
        ReplayResult replayed = readBack("ring.prv", platform, new Oracle());

        assertThat(replayed.messages()).isEqualTo(result.messages());
        for (RankResult rank : result.ranks()) {
            assertThat(replayed.ranks().get(rank.rank()).finish())
                    .as("rank %d", rank.rank())
                    .isCloseTo(rank.finish(), within(1e-6));
        }
    }

    /** Without overheads every non-blocking call takes no time, and several begin at one instant. */
    @Test
    void callsWithoutDuration_readBack_haveTheirMessages() {
        ScriptedProgram program = new ScriptedProgram(3);
        for (int rank = 0; rank < 3; rank++) {
            int left = (rank + 2) % 3;
            int right = (rank + 1) % 3;
            for (int round = 0; round < 2; round++) {
                program.add(rank, s -> s.irecv(1, left, 0, 100))
                        .add(rank, s -> s.irecv(2, right, 1, 50))
                        .add(rank, s -> s.isend(3, right, 0, 100))
                        .add(rank, s -> s.isend(4, left, 1, 50));
                for (int request = 1; request <= 4; request++) {
                    int waited = request;
                    program.add(rank, s -> s.await(waited));
                }
            }
        }
        Platform platform = TestModels.platform(3, 3).cost(LibraryCost.of(1, 3)).build();
        ReplayResult result = record(program, platform, "instant.prv", TimelineCut.NOTHING, new Oracle());
        ReplayResult replayed = readBack("instant.prv", platform, new Oracle());

        assertThat(replayed.makespan()).isCloseTo(result.makespan(), within(1e-6));
        assertThat(replayed.warnings()).noneMatch(warning -> warning.contains("record"));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("fewSeeds")
    void cut_everyRuleHoldsAndNothingIsOutside(long seed) throws IOException {
        double makespan = record(
                        TimelineRuns.program(seed),
                        TimelineRuns.platform(seed),
                        "all.prv",
                        TimelineCut.NOTHING,
                        new Oracle())
                .makespan();
        TimelineCut cut = new TimelineCut(makespan * 0.3, makespan * 0.7, RankSet.parse("0-1"));
        Oracle oracle = new Oracle();
        record(TimelineRuns.program(seed), TimelineRuns.platform(seed), "t.prv", cut, oracle);
        PrvRules rules = rules("t.prv");

        assertThat(rules.duration).as("seed %d", seed).isEqualTo(nanoseconds(cut.to()));
        assertThat(rules.first).as("seed %d", seed).isGreaterThanOrEqualTo(nanoseconds(cut.from()));
        assertThat(rules.inStates.keySet()).allMatch(thread -> thread.startsWith("1:") || thread.startsWith("2:"));
        List<String> whole = rules("all.prv").messages;
        assertThat(rules.messages)
                .as("seed %d", seed)
                .allMatch(line ->
                        whole.stream().anyMatch(other -> other.startsWith(line.substring(0, line.indexOf(" at")))));
        long posted = oracle.messages.stream()
                .filter(message -> message.sender < 2 && message.receiver < 2)
                .filter(message -> message.posted >= cut.from() && message.posted < cut.to())
                .count();
        long leftOut = rules.comments.stream()
                .filter(comment -> comment.contains("not received"))
                .mapToLong(comment -> Long.parseLong(comment.split(" ")[1]))
                .sum();
        assertThat(rules.messages.size() + leftOut).as("seed %d", seed).isEqualTo(posted);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("fewSeeds")
    void schedules_everyRule(long seed) throws IOException {
        Schedule schedule = Halo.of(3, 10 * seed, 2_000_000_000L, TimelineRuns.ranks(seed));
        ReplayResult result = Timeline.record(
                folder.resolve("t.prv"),
                schedule.ranks(),
                TimelineCut.NOTHING,
                recorder -> Replay.builder(schedule, TimelineRuns.platform(seed))
                        .observer(recorder)
                        .build()
                        .run());

        assertThat(rules("t.prv").messages).as("seed %d", seed).hasSize((int) result.messages());
    }

    /**
     * One byte takes one second alone, the latency is 2 s: rank 0 computes for 1 s and sends 4 bytes, in the network
     * from 1 to 5 and at rank 1, which computes for 2 s and then waits, at 7.
     */
    @Test
    void twoRanks_byHand() throws IOException {
        ParallelProgram program = new ScriptedProgram(2)
                .add(0, s -> s.compute(1))
                .add(0, s -> s.isend(0, 1, 7, 4))
                .add(0, s -> s.await(0))
                .add(1, s -> s.irecv(0, 0, 7, 4))
                .add(1, s -> s.compute(2))
                .add(1, s -> s.await(0));
        record(program, TestModels.platform(2, 2).build(), "t.prv", TimelineCut.NOTHING, new Oracle());

        assertThat(folder.resolve("t.prv")).hasContent("""
                #Paraver (01/01/2000 at 00:00):7000000000_ns:2(1,1):1:2(1:1,1:2),1
                c:1:1:2:1:2
                1:1:1:1:1:0:1000000000:1
                1:2:1:2:1:0:2000000000:1
                2:2:1:2:1:0:50000001:4
                2:2:1:2:1:0:50000001:0
                1:1:1:1:1:1000000000:5000000000:8
                2:1:1:1:1:1000000000:50000001:3
                2:1:1:1:1:1000000000:50000001:0
                2:1:1:1:1:1000000000:50000001:5
                3:1:1:1:1:1000000000:1000000000:2:1:2:1:0:7000000000:4:7
                1:2:1:2:1:2000000000:7000000000:8
                2:2:1:2:1:2000000000:50000001:5
                2:1:1:1:1:5000000000:50000001:0
                2:2:1:2:1:7000000000:50000001:0
                """);
    }

    @Test
    void collectiveOfSomeRanks_isACallWithItsCommunicatorSizesAndRoot() throws IOException {
        int[] group = {2, 0};
        CollectiveCall reduce =
                CollectiveCall.uniform(CollectiveCall.Kind.REDUCE, 1, 40).on(3, group);
        ParallelProgram program = new ScriptedProgram(3)
                .add(0, s -> s.collective(reduce))
                .add(1, s -> s.compute(1))
                .add(2, s -> s.collective(reduce));
        record(program, TestModels.platform(3, 2).build(), "t.prv", TimelineCut.NOTHING, new Oracle());

        assertThat(Files.readAllLines(folder.resolve("t.prv")))
                .contains(
                        "c:1:2:2:3:1",
                        "2:1:1:1:1:0:50000002:9:50100001:0:50100002:40:50100003:1:50100004:2",
                        "2:3:1:3:1:0:50000002:9:50100001:40:50100002:0:50100004:2");
        assertThat(rules("t.prv").comments).containsExactly("# 1 messages of collective operations are left out");
    }

    @Test
    void nodes_areThoseOfThePlacement_andHaveTheirNames() throws IOException {
        Cluster cluster = Cluster.of(2, 2);
        ParallelProgram program = new RingProgram(3, 1, 8, 1e-6);
        Timeline.record(folder.resolve("t.prv"), 3, TimelineCut.NOTHING, recorder -> {
            recorder.placed(cluster, PlacementRules.roundRobinNode().place(cluster, 3));
            return Replay.builder(program, TestModels.platform(3, 1).build())
                    .observer(recorder)
                    .build()
                    .run();
        });

        rules("t.prv");
        assertThat(Files.readString(folder.resolve("t.prv"))).contains("_ns:2(2,1):1:3(1:1,1:2,1:1),1\n");
        assertThat(Files.readString(folder.resolve("t.row")))
                .isEqualTo("LEVEL CPU SIZE 3\n1.node0\n2.node0\n1.node1\n\nLEVEL NODE SIZE 2\nnode0\nnode1\n\n"
                        + "LEVEL THREAD SIZE 3\nTHREAD 1.1.1\nTHREAD 1.2.1\nTHREAD 1.3.1\n");
    }

    @Test
    void sameReplay_givesTheSameBytes_alsoCompressed() throws IOException {
        record(TimelineRuns.program(9), TimelineRuns.platform(9), "a.prv", TimelineCut.NOTHING, new Oracle());
        record(TimelineRuns.program(9), TimelineRuns.platform(9), "b.prv.gz", TimelineCut.NOTHING, new Oracle());

        for (String ending : List.of(".pcf", ".row")) {
            assertThat(folder.resolve("b" + ending)).hasSameBinaryContentAs(folder.resolve("a" + ending));
        }
        try (InputStream b = new GZIPInputStream(Files.newInputStream(folder.resolve("b.prv.gz")))) {
            assertThat(b.readAllBytes()).isEqualTo(Files.readAllBytes(folder.resolve("a.prv")));
        }
    }

    @Test
    void whatCannotBeWritten_isSaid_andNothingIsLeft() throws IOException {
        ParallelProgram tooLong = new ScriptedProgram(2).add(0, s -> s.compute(2e9));
        Platform platform = TestModels.platform(2, 2).build();
        assertThatThrownBy(() -> record(tooLong, platform, "t.prv", TimelineCut.NOTHING, new Oracle()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2.0E9 s");
        assertThat(folder).isEmptyDirectory();

        Files.createDirectory(folder.resolve("t.row"));
        assertThatThrownBy(() -> record(
                        TimelineRuns.program(1), TimelineRuns.platform(1), "t.prv", TimelineCut.NOTHING, new Oracle()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("t.row");
        assertThat(folder.resolve("t.prv")).doesNotExist();
    }

    /** Every kind of operation and collective has a name that our reader knows. */
    @Test
    void names_areFunctionsOfMpi() throws IOException {
        record(TimelineRuns.program(9), TimelineRuns.platform(9), "t.prv", TimelineCut.NOTHING, new Oracle());
        List<String> functions = Files.readAllLines(folder.resolve("t.pcf")).stream()
                .filter(line -> line.contains("MPI_"))
                .map(line -> line.replaceAll("\\d+\\s+", ""))
                .toList();

        assertThat(functions).hasSize(11 + CollectiveCall.Kind.values().length).doesNotHaveDuplicates();
        assertThat(functions).allMatch(name -> MpiCall.of(name).orElseThrow().kind() != MpiCall.Kind.UNKNOWN);
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            assertThat(functions).anyMatch(name -> name.equalsIgnoreCase("MPI_" + kind.name()));
        }
    }
}
