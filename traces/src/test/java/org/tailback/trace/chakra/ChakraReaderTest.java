package org.tailback.trace.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.tailback.trace.chakra.ChakraTraces.ALL_GATHER;
import static org.tailback.trace.chakra.ChakraTraces.ALL_REDUCE;
import static org.tailback.trace.chakra.ChakraTraces.ALL_TO_ALL;
import static org.tailback.trace.chakra.ChakraTraces.REDUCE_SCATTER;
import static org.tailback.trace.chakra.ChakraTraces.collective;
import static org.tailback.trace.chakra.ChakraTraces.collectiveOf;
import static org.tailback.trace.chakra.ChakraTraces.compute;
import static org.tailback.trace.chakra.ChakraTraces.receive;
import static org.tailback.trace.chakra.ChakraTraces.send;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.Traces;

class ChakraReaderTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private Schedule open(String collectives) {
        return new ChakraReader().open(folder, CollectiveSelectors.parse(collectives), TraceOptions.DEFAULTS);
    }

    private double makespan() {
        return makespan("basic");
    }

    private double makespan(String collectives) {
        return run(open(collectives)).makespan();
    }

    private static ReplayResult run(Schedule schedule) {
        return Replay.builder(schedule, platform(schedule.ranks())).build().run();
    }

    private static Platform platform(int ranks) {
        return TestModels.platform(ranks, 0).cost(LibraryCost.of(1e-9, 0)).build();
    }

    /** One byte takes 1 ns alone. */
    private static double seconds(long bytes) {
        return bytes * 1e-9;
    }

    @Test
    void computeNodes_ofOneAccelerator_followEachOther() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(4, 5), compute(5, 7));
        assertThat(makespan()).isCloseTo(12e-6, within(1e-15));
    }

    @Test
    void computeNodes_ofHostAndAccelerator_overlap() throws IOException {
        ChakraTraces.Node onHost = new ChakraTraces.Node(5, "host", 4, 7, List.of(), "is_cpu_op", true);
        ChakraTraces.protobuf(folder, 0, compute(4, 5), onHost);
        assertThat(makespan()).isCloseTo(7e-6, within(1e-15));
    }

    /** As the reference feeder takes it: two nodes that do not depend on each other follow on one stream. */
    @Test
    void computeNode_thatDoesNotSayWhere_isOnTheAccelerator() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(4, 100), new ChakraTraces.Node(5, "unsaid", 4, 100, List.of()));
        assertThat(makespan()).isCloseTo(200e-6, within(1e-15));
    }

    @Test
    void collective_withADurationAndNoSize_takesItsDuration() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(
                    folder, rank, new ChakraTraces.Node(0, "unknown kernel", 7, 500, List.of(), "comm_type", 5L));
        }
        Schedule schedule = open("basic");
        assertThat(run(schedule).makespan()).isCloseTo(500e-6, within(1e-15));
        assertThat(schedule.approximations())
                .anyMatch(text -> text.contains("2 x collective operation without a size"));
    }

    /** The first bytes of the files of ASTRA-sim's custom collectives: attributes instead of a version. */
    @Test
    void metadataWithoutVersion_isRecognised() throws IOException {
        byte[] schema = {0x12, 0x1d, 0x0a, 6, 's', 'c', 'h', 'e', 'm', 'a', (byte) 0xea, 1, 18};
        byte[] text = "1.0.2-chakra.0.0.4".getBytes(StandardCharsets.US_ASCII);
        byte[] metadata = Arrays.copyOf(schema, schema.length + text.length);
        System.arraycopy(text, 0, metadata, schema.length, text.length);
        byte[] node = {8, 1, 0x12, 1, 'c', 0x18, 4, 0x38, 7};
        byte[] file = new byte[1 + metadata.length + 1 + node.length];
        file[0] = (byte) metadata.length;
        System.arraycopy(metadata, 0, file, 1, metadata.length);
        file[1 + metadata.length] = (byte) node.length;
        System.arraycopy(node, 0, file, 2 + metadata.length, node.length);
        Path trace = Files.write(folder.resolve("step.0.et"), file);

        assertThat(new ChakraReader().recognises(TraceSample.of(trace))).isTrue();
        assertThat(makespan()).isCloseTo(7e-6, within(1e-15));
        file[2 + metadata.length] = 0x60;
        assertThat(new ChakraReader().recognises(TraceSample.of(Files.write(trace, file))))
                .isFalse();
    }

    @Test
    void makersFiles_areRecognised() {
        for (String name : List.of("all_gather-4", "custom_ring_allreduce_8npus_1MB", "micro2024-allreduce-8")) {
            Path trace = SharedSamples.require("makers/chakra/" + name);
            assertThat(new ChakraReader().recognises(TraceSample.of(trace)))
                    .as(name)
                    .isTrue();
            assertThat(run(new ChakraReader().open(trace)).traffic().messages())
                    .as(name)
                    .isPositive();
        }
    }

    @Test
    void computeNode_withoutDuration_takesItsOperationsAtTheComputeSpeed() throws IOException {
        ChakraTraces.protobuf(
                folder, 0, new ChakraTraces.Node(0, "gemm", 4, 0, List.of(), "is_cpu_op", false, "num_ops", 40_000L));
        Schedule schedule = new ChakraReader()
                .open(folder, CollectiveSelectors.parse("basic"), TraceOptions.DEFAULTS.withComputeSpeed(20e9));
        assertThat(run(schedule).makespan()).isCloseTo(2e-6, within(1e-15));
        assertThat(schedule.approximations()).anyMatch(text -> text.contains("1 x compute node with a number"));
    }

    /** By hand: a ring of 4 ranks makes 6 steps with a quarter of the buffer each. */
    @Test
    void allReduce_byRing_takesTwoTimesThreeQuartersOfTheBuffer() throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            ChakraTraces.protobuf(folder, rank, collective(0, ALL_REDUCE, 4 * MIB));
        }
        assertThat(makespan("fixed:allreduce=ring")).isCloseTo(seconds(6 * MIB), within(1e-12));
    }

    /** Sizes: what a rank puts in, which is one block of an all-gather and all blocks of the others. */
    @Test
    void collectives_takeAsLongAsTheSameProgram() throws IOException {
        assertSame(ALL_GATHER, Kind.ALLGATHER, MIB, MIB);
        assertSame(REDUCE_SCATTER, Kind.REDUCE_SCATTER_BLOCK, 4 * MIB, MIB);
        assertSame(ALL_TO_ALL, Kind.ALLTOALL, 4 * MIB, MIB);
        assertSame(ALL_REDUCE, Kind.ALLREDUCE, 4 * MIB, 4 * MIB);
    }

    private void assertSame(int type, Kind kind, long put, long block) throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            ChakraTraces.protobuf(folder, rank, collective(0, type, put));
        }
        Replay program = Replay.builder(
                        CollectiveExpansion.of(CollectiveProgram.calls(kind, 4, block), new BasicSelector()),
                        platform(4))
                .build();
        assertThat(makespan()).as(kind.name()).isCloseTo(program.run().makespan(), within(1e-12));
    }

    /**
     * A step of data-parallel training, by hand: the first gradients (2 MiB among 2 ranks: 2 MiB each way) are reduced
     * while the second are computed; those follow.
     */
    @Test
    void gradients_areReducedWhileOthersAreComputed() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(
                    folder,
                    rank,
                    compute(0, 1000),
                    compute(1, 5000, 0L),
                    collective(2, ALL_REDUCE, 2_000_000, 0L),
                    collective(3, ALL_REDUCE, 1_000_000, 1L));
        }
        assertThat(makespan("fixed:allreduce=ring")).isCloseTo(1e-3 + 5e-3 + 1e-3, within(1e-12));
    }

    @Test
    void sendAndReceive_matchByTag() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(0, 10), send(1, 1, 1000, 0L));
        ChakraTraces.protobuf(folder, 1, receive(0, 0, 1000), compute(1, 5, 0L));
        assertThat(makespan()).isCloseTo(10e-6 + 1e-6 + 5e-6, within(1e-12));
    }

    @Test
    void groups_performTheirCollectivesSideBySide() throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            ChakraTraces.protobuf(folder, rank, collectiveOf("" + rank / 2, 0, ALL_GATHER, MIB));
        }
        Files.writeString(folder.resolve("comm_group.json"), "{\"0\": [0, 1], \"1\": [2, 3]}");
        assertThat(makespan()).isCloseTo(seconds(MIB), within(1e-12));
    }

    /** The first rank that starts one of a group decides: at once the second, and the first when it is ready there. */
    @Test
    void collectives_ofOneGroup_areStartedInOneOrderByAllRanks() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(
                    folder,
                    rank,
                    compute(0, rank == 0 ? 100 : 0),
                    collective(1, ALL_GATHER, 1000, 0L),
                    collective(2, ALL_GATHER, 3000));
        }
        assertThat(makespan()).isCloseTo(100e-6 + 1e-6, within(1e-12));
    }

    @Test
    void collectives_ofOneGroup_followEachOther() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(folder, rank, collective(1, ALL_GATHER, 1000), collective(2, ALL_GATHER, 3000));
        }
        assertThat(makespan()).isCloseTo(4e-6, within(1e-12));
    }

    /**
     * Groups a and b of the same two ranks, first reached in different orders: one starts beside the other, counted.
     */
    @Test
    void collectives_thatRanksReachInDifferentOrders_doNotWaitForEver() throws IOException {
        Files.writeString(folder.resolve("comm_group.json"), "{\"a\": [0, 1], \"b\": [1, 0]}");
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(
                    folder,
                    rank,
                    compute(0, 10),
                    collectiveOf("a", rank + 1, ALL_GATHER, 1000, rank == 0 ? new Long[0] : new Long[] {0L}),
                    collectiveOf("b", 4, ALL_GATHER, 1000, rank == 1 ? new Long[0] : new Long[] {0L}));
        }
        Schedule schedule = new ChakraReader()
                .open(folder, CollectiveSelectors.parse("basic"), TraceOptions.DEFAULTS.withGpuStreams(GpuStreams.ONE));
        ReplayResult result = run(schedule);
        assertThat(result.makespan()).isCloseTo(12e-6, within(1e-12));
        assertThat(result.warnings()).anyMatch(text -> text.startsWith("1 operation was started while another"));
    }

    @Test
    void kernels_ofTwoStreams_overlapUnlessAskedFor() throws IOException {
        ChakraTraces.protobuf(folder, 0, kernel(0, 7, 10, 100), kernel(1, 36, 10, 100));
        assertThat(makespan()).isCloseTo(100e-6, within(1e-12));
        assertThat(run(new ChakraReader()
                                .open(
                                        folder,
                                        CollectiveSelectors.parse("basic"),
                                        TraceOptions.DEFAULTS.withGpuStreams(GpuStreams.ONE)))
                        .makespan())
                .isCloseTo(200e-6, within(1e-12));
    }

    private static ChakraTraces.Node kernel(long id, long stream, long start, long micros, Long... dependencies) {
        return new ChakraTraces.Node(
                id, "kernel", 4, micros, List.of(dependencies), "is_cpu_op", false, "stream", stream, "start", start);
    }

    /** A linker that writes no dependency between kernels of two streams. */
    @Test
    void recordedStart_behindAnEnd_thatTheResultPrecedes_isCounted() throws IOException {
        ChakraTraces.protobuf(
                folder,
                0,
                kernel(0, 7, 10, 100),
                kernel(1, 36, 110, 50),
                kernel(2, 36, 200, 50),
                kernel(3, 36, 150, 1));
        assertThat(run(open("basic")).warnings())
                .anyMatch(text -> text.startsWith(
                        "2 operations start before other operations of the same accelerator that had ended before"));
        ChakraTraces.protobuf(folder, 0, kernel(0, 7, 10, 100), kernel(1, 36, 110, 50, 0L));
        assertThat(run(open("basic")).warnings()).noneMatch(text -> text.contains("of the same accelerator"));
    }

    /** A host operator of a collective that a node of the accelerator performs, and one that nothing else performs. */
    @Test
    void collectiveOfTheHost_occupiesTheHost() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.Node operator = new ChakraTraces.Node(
                    0, "c10d::", 7, 20, List.of(), "is_cpu_op", true, "comm_type", 2L, "comm_size", 5000L);
            ChakraTraces.Node host = new ChakraTraces.Node(1, "host", 4, 30, List.of(), "is_cpu_op", true);
            ChakraTraces.protobuf(folder, rank, operator, host, collective(2, ALL_GATHER, 5000, 0L));
        }
        assertThat(makespan()).isCloseTo(50e-6, within(1e-12));
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.Node operator = new ChakraTraces.Node(
                    0, "gloo", 7, 20, List.of(), "is_cpu_op", true, "comm_type", 2L, "comm_size", 5000L);
            ChakraTraces.Node host = new ChakraTraces.Node(1, "host", 4, 30, List.of(), "is_cpu_op", true);
            ChakraTraces.protobuf(folder, rank, operator, host);
        }
        assertThat(makespan()).isCloseTo(35e-6, within(1e-12));
    }

    @Test
    void collectivesThatDoNotMatch_areRefusedWithRanksGroupAndNodes() throws IOException {
        assertMismatch(collective(5, ALL_REDUCE, 8), "is allreduce of 8 B on rank 1, and allgather of 8 B on rank 0");
        assertMismatch(collective(5, ALL_GATHER, 9), "is allgather of 9 B on rank 1, and allgather of 8 B on rank 0");
        ChakraTraces.protobuf(folder, 0, collective(3, ALL_TO_ALL, 8));
        ChakraTraces.protobuf(folder, 1, collective(3, ALL_TO_ALL, 16));
        assertThat(open("basic").approximations())
                .anyMatch(text -> text.startsWith("1 x all-to-all whose size differs"));
    }

    private void assertMismatch(ChakraTraces.Node other, String message) throws IOException {
        ChakraTraces.protobuf(folder, 0, collective(3, ALL_GATHER, 8));
        ChakraTraces.protobuf(folder, 1, other);
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(
                        "trace.1.et: node 5 ('collective'): operation 1 of process group '' (all ranks) " + message,
                        "(node 3 ('collective'))");
    }

    @Test
    void collectiveThatARankLacks_isRefusedWithTheNodeOfAnother() throws IOException {
        ChakraTraces.protobuf(folder, 0, collective(3, ALL_GATHER, 8), collective(4, ALL_REDUCE, 8));
        ChakraTraces.protobuf(folder, 1, collective(3, ALL_GATHER, 8));
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Rank 1 has 1 operations of process group '' (all ranks), and rank 0 has 2;"
                        + " operation 2 is allreduce of 8 B on rank 0 (node 4 ('collective'))");
    }

    @Test
    void messageLargerThanItsReceive_isRefused() throws IOException {
        ChakraTraces.protobuf(folder, 0, send(1, 1, 1000));
        ChakraTraces.protobuf(folder, 1, receive(2, 0, 500));
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "trace.1.et: node 2 ('receive'): a message of 1000 B from rank 0 (node 1 ('send')) is larger"
                                + " than its receive of 500 B on rank 1");
        ChakraTraces.protobuf(folder, 1, receive(2, 0, 1500));
        assertThat(run(open("basic")).traffic().messages()).isEqualTo(1);
    }

    /** PyTorch's metadata, in its two ways of quoting; the groups of one name differ between ranks. */
    @Test
    void groupsOfMetadata_areRead() throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            String ranks = rank < 2 ? "[0, 1]" : "[2, 3]";
            String groups = "[{\"pg_name\": \"0\", \"ranks\": [], \"group_size\": 4}, {\"pg_name\": \"5\", \"ranks\": "
                    + ranks + "}]";
            String values = rank % 2 == 0 ? "['" + groups + "']" : "[\"" + groups.replace("\"", "\\\"") + "\"]";
            ChakraTraces.protobuf(
                    folder,
                    rank,
                    new ChakraTraces.Node(1, "## process_group:init ##", 1, 0, List.of(), "inputs", values),
                    collectiveOf("5", 2, ALL_GATHER, 1000),
                    collectiveOf("0", 3, ALL_GATHER, 1000, 2L));
        }
        assertThat(makespan("fixed:allgather=ring")).isCloseTo(4e-6, within(1e-12));
    }

    /** The feeder's JSON, with the metadata's values as a list of texts; the root by the name that its writer chose. */
    @Test
    void json_hasGroupsAndRoots_asTheProtobufFormDoes() throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            Files.writeString(folder.resolve("g." + rank + ".json"), """
                    {"workload_graph": [
                    {"Id": 0, "Name": "## process_group:init ##", "NodeType": 1,
                     "inputs": {"values": ["[{\\"pg_name\\": \\"5\\", \\"ranks\\": [%d, %d]}]"]}},
                    {"Id": 1, "Name": "b", "NodeType": 7, "is_cpu_op": false, "comm_type": 5, "comm_size": 1000,
                     "pg_name": "5"%s}]}
                    """.formatted(
                            rank / 2 * 2, rank / 2 * 2 + 1, rank < 2 ? ", \"root\": 1" : ""));
        }

        assertThat(open("basic").approximations())
                .anyMatch(text -> text.contains("2 x bcast without a root: the first rank of its group is assumed"));
    }

    @Test
    void rootsOfAGroup_mustBeTheSame() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            Files.writeString(
                    folder.resolve("g." + rank + ".json"),
                    "{\"workload_graph\": [{\"Id\": 1, \"Name\": \"b\", \"NodeType\": 7, \"comm_type\": 5,"
                            + " \"comm_size\": 1000, \"root\": " + rank + "}]}");
        }
        assertThatThrownBy(() -> makespan("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(
                        "bcast of 1000 B with root 1 on rank 1", "bcast of 1000 B with root 0 on rank 0");
    }

    @Test
    void groupOfAllRanks_needsNoDefinition() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(
                    folder, rank, collectiveOf("0", 1, ALL_GATHER, 1000), collective(2, ALL_GATHER, 1000));
        }
        assertThat(makespan()).isCloseTo(2e-6, within(1e-12));
    }

    /** By hand: 2 and 3 depend on each other by control only; 4's control dependency on 3 is in no circle. */
    @Test
    void controlDependencies_inACircle_areLeftOut_allOthersHold() throws IOException {
        String nodes = """
                {"workload_graph": [
                {"Id": 1, "NodeType": 4, "runtime": 10, "is_cpu_op": true},
                {"Id": 2, "NodeType": 4, "runtime": 100, "is_cpu_op": true, "data_deps": [1], "ctrl_deps": [2, 3]},
                {"Id": 3, "NodeType": 4, "runtime": 50, "is_cpu_op": false, "data_deps": [2], "ctrl_deps": [1]},
                {"Id": 4, "NodeType": 4, "runtime": 25, "is_cpu_op": true, "ctrl_deps": [3]}]}""";
        Files.writeString(folder.resolve("t.0.json"), nodes);
        assertThat(makespan()).isCloseTo(185e-6, within(1e-12));
        assertThat(open("basic").approximations())
                .anyMatch(text -> text.startsWith("2 x control dependency in a cycle"));
    }

    @Test
    void limitsOfTheJsonParser_areRefusedWithTheFile() throws IOException {
        for (String text :
                List.of("{\"" + "n".repeat(60_000) + "\": 1}", "{\"a\": " + "1".repeat(1200) + "}", "[".repeat(1200))) {
            Files.writeString(folder.resolve("t.0.json"), "{\"workload_graph\": [{\"Id\": 1, \"x\": " + text + "}]}");
            assertThatThrownBy(this::makespan)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("t.0.json");
            Files.writeString(folder.resolve("t.0.json"), "{\"workload_graph\": [{\"Id\": 1}]}");
            Files.writeString(folder.resolve("comm_group.json"), "{\"0\": " + text + "}");
            assertThatThrownBy(this::makespan)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("comm_group");
            Files.delete(folder.resolve("comm_group.json"));
        }
    }

    @Test
    void json_ofBothForms_isTheSameSchedule() throws IOException {
        List<ChakraTraces.Node> nodes =
                List.of(compute(0, 10), collective(1, ALL_REDUCE, MIB, 0L), compute(7, 30, 1L, 0L));
        Path messages = Files.createDirectory(folder.resolve("messages"));
        Path graph = Files.createDirectory(folder.resolve("graph"));
        for (int rank = 0; rank < 3; rank++) {
            ChakraTraces.protobuf(folder, rank, nodes.toArray(ChakraTraces.Node[]::new));
            ChakraTraces.json(messages, rank, nodes.toArray(ChakraTraces.Node[]::new));
            ChakraTraces.graphJson(graph, rank, nodes.toArray(ChakraTraces.Node[]::new));
        }
        double makespan = makespan();
        assertThat(run(new ChakraReader().open(messages)).makespan()).isEqualTo(makespan);
        assertThat(run(new ChakraReader().open(graph.resolve("trace.1.json"))).makespan())
                .isEqualTo(makespan);
        assertThat(new ChakraReader().recognises(TraceSample.of(messages.resolve("trace.0.json"))))
                .isTrue();
        assertThat(new ChakraReader().recognises(TraceSample.of(graph.resolve("trace.0.json"))))
                .isTrue();
        assertThat(new ChakraReader().recognises(TraceSample.of(folder))).isTrue();
        assertThat(new ChakraReader().recognises(TraceSample.of(folder.resolve("trace.0.et"))))
                .isTrue();
    }

    @Test
    void json_withoutMetadata_keepsItsFirstNode() throws IOException {
        ChakraTraces.json(folder, 0, compute(0, 10), compute(7, 30, 0L));
        Path file = folder.resolve("trace.0.json");
        double makespan = run(new ChakraReader().open(file)).makespan();
        String text = Files.readString(file);
        Files.writeString(file, text.substring(text.indexOf("{\"id\"")));
        assertThat(run(new ChakraReader().open(file)).makespan()).isEqualTo(makespan);
    }

    @Test
    void circle_isRefusedWithItsNode() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(0, 1), compute(1, 1, 2L), compute(2, 1, 1L));
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("trace.0.et: node 1 ('compute'): is in a cycle of dependencies");
    }

    @Test
    void missingNode_isRefused() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(1, 1, 9L));
        assertThatThrownBy(() -> open("basic")).hasMessageContaining("depends on node 9");
    }

    @Test
    void missingRank_isRefused() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(1, 1));
        ChakraTraces.protobuf(folder, 2, compute(1, 1));
        assertThatThrownBy(() -> open("basic")).hasMessageContaining("the file of rank 1 is missing");
    }

    /** A file stands for its own trace, whatever others lie beside it. */
    @Test
    void fileOfATrace_beside_others_isReadWithItsOwn() throws IOException {
        Path beside = Files.createDirectory(folder.resolve("beside"));
        for (int rank = 0; rank < 3; rank++) {
            ChakraTraces.protobuf(beside, rank, compute(0, 100));
            Files.move(beside.resolve("trace." + rank + ".et"), folder.resolve("other." + rank + ".et"));
        }
        for (int rank = 0; rank < 2; rank++) {
            ChakraTraces.protobuf(folder, rank, compute(0, 10));
        }

        Schedule schedule = new ChakraReader()
                .open(folder.resolve("trace.0.et"), CollectiveSelectors.parse("basic"), TraceOptions.DEFAULTS);

        assertThat(schedule.ranks()).isEqualTo(2);
        assertThat(run(schedule).makespan()).isCloseTo(10e-6, within(1e-12));
        assertThatThrownBy(() -> open("basic")).hasMessageContaining("holds several traces");
    }

    @Test
    void collectiveOfAnUnknownType_isRefusedWithTheTypes() throws IOException {
        for (int type : new int[] {-1, 10, 99}) {
            ChakraTraces.protobuf(folder, 0, collective(0, type, 8));
            assertThatThrownBy(() -> open("basic"))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("comm_type is " + type + ". Types are 0 to 9");
        }
    }

    @Test
    void unknownGroup_isRefusedWithTheFileToWrite() throws IOException {
        ChakraTraces.protobuf(folder, 0, collectiveOf("tp", 0, ALL_REDUCE, 8));
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("process group 'tp'")
                .hasMessageContaining("comm_group.json");
    }

    @Test
    void nameInLatin1_isRefusedWithItsByte() throws IOException {
        ChakraTraces.protobuf(folder, 0, new ChakraTraces.Node(1, "für", ChakraTraces.COMPUTE, 1, List.of()));
        Path file = folder.resolve("trace.0.et");
        byte[] whole = Files.readAllBytes(file);
        int umlaut = new String(whole, StandardCharsets.ISO_8859_1).indexOf("Ã");
        whole[umlaut] = (byte) 0xfc;
        Files.write(file, whole);
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("trace.0.et, byte " + umlaut + ": expected text in UTF-8, found the byte 0xfc");
    }

    @Test
    void cutFile_isRefusedWithItsByte() throws IOException {
        ChakraTraces.protobuf(folder, 0, compute(1, 1), compute(2, 1));
        Path file = folder.resolve("trace.0.et");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 3));
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("trace.0.et, byte " + (whole.length - 3));
        Files.write(file, Arrays.copyOf(whole, whole.length + 1));
        byte[] begun = Files.readAllBytes(file);
        begun[whole.length] = (byte) 0x80;
        Files.write(file, begun);
        assertThatThrownBy(() -> open("basic"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the length of the last message is cut off");
    }

    /** The feeder of mlcommons/chakra reads the dependencies on data alone. */
    @Test
    void controlDependencyOnANodeThatIsNotThere_isLeftOutAndCounted() throws IOException {
        String nodes = """
                {"workload_graph": [{"Id": 4, "NodeType": 4, "runtime": 5, "ctrl_deps": [3]},
                {"Id": 5, "NodeType": 4, "runtime": 7, "ctrl_deps": [4], "data_deps": [%s]}]}""";
        Files.writeString(folder.resolve("t.0.json"), nodes.formatted(""));

        assertThat(makespan()).isCloseTo(12e-6, within(1e-15));
        assertThat(open("basic").approximations())
                .anyMatch(text -> text.startsWith(
                        "1 x node with a control dependency on a node that the file does not" + " have"));
        Files.writeString(folder.resolve("t.0.json"), nodes.formatted("3"));
        assertThatThrownBy(this::makespan).isInstanceOf(InputException.class).hasMessageContaining("depends on node 3");
    }

    @Test
    void executionTraceOfPyTorch_isRefusedByName() throws IOException {
        Path file = Files.writeString(
                folder.resolve("host.json"), "{\n  \"schema\": \"1.0.2-chakra.0.0.4\", \"nodes\": []}");

        assertThatThrownBy(() -> Traces.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("host.json: PyTorch execution traces are not supported", "chakra_converter");
    }
}
