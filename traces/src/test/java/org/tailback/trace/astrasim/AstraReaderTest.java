package org.tailback.trace.astrasim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.Replay;
import org.tailback.testing.TraceReaderContract;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;

class AstraReaderTest extends TraceReaderContract {
    private static final String HEAD = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 vpp: 2"
            + " ga: 1 all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0 pp_comm 1024.0\n";

    private final AstraReader reader = new AstraReader();

    @TempDir
    private Path folder;

    @Override
    protected String format() {
        return reader.name();
    }

    @Override
    protected boolean recognises(Path path) {
        return reader.recognises(TraceSample.of(path));
    }

    @Override
    protected ParallelProgram open(Path path) {
        return reader.open(path, TraceOptions.DEFAULTS);
    }

    @Override
    protected Path writeTrace(Path target) throws IOException {
        return Files.writeString(
                target.resolve("workload.txt"),
                HEAD + "3\nembedding -1 5 ALLREDUCE 800 1 NONE 0 1 NONE 0 1\n"
                        + "experts\t-1\t5\tALLTOALL_EP\t800\t7\tALLTOALL_EP\t800\t8\tALLREDUCE_DP_EP\t900\t1\n"
                        + "grads -1 1 NONE 0 1 NONE 0 1 ALLGATHER 800 1\n");
    }

    private Trace opened(String text, String... keys) throws IOException {
        Path file = Files.writeString(folder.resolve("w.txt"), text);
        return reader.open(
                keys.length == 0 ? file : Path.of("astra-sim:file=" + file + "," + String.join(",", keys)),
                TraceOptions.DEFAULTS);
    }

    /** Times in ns, and collectives with their communicator, group and bytes, in the order of a rank. */
    private static List<String> log(ParallelProgram program, int rank) {
        List<String> lines = new ArrayList<>();
        try (Program opened = program.open(rank)) {
            IgnoringSink sink = new IgnoringSink() {
                @Override
                public void compute(double seconds) {
                    lines.add(Long.toString(Math.round(seconds * 1e9)));
                }

                @Override
                public void collective(CollectiveCall call) {
                    lines.add(call.kind().label() + " " + Arrays.toString(call.group()) + " " + call.bytes());
                }

                @Override
                public void icollective(int request, CollectiveCall call) {
                    lines.add("i" + call.kind().label() + " " + Arrays.toString(call.group()) + " " + call.bytes());
                }

                @Override
                public void await(int request) {
                    lines.add("wait " + request);
                }
            };
            while (opened.produce(sink)) {
                // until the end
            }
        }
        return lines;
    }

    /** The order of the DATA loop: weights before inputs, none for the inputs of the first layer. */
    @Test
    void open_data_weightGradientFirst() throws IOException {
        Trace trace = opened(
                "DATA\n2\na -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 40 4\nb -1 5 NONE 0 6 NONE 0 7 ALLREDUCE 80 8\n",
                "gpus=4",
                "passes=2");
        List<String> all = List.of("1", "5", "7", "iallreduce null 80", "6", "3", "iallreduce null 40");
        List<String> expected = new ArrayList<>(all);
        expected.addAll(List.of("wait 0", "4", "1", "wait 1", "8", "5", "7", "iallreduce null 80", "6", "3"));
        expected.addAll(List.of("iallreduce null 40", "wait 0", "4", "0", "wait 1", "8", "0"));

        assertThat(log(trace, 2)).isEqualTo(expected);
        assertThat(trace.communicators()).isEqualTo(1);
    }

    /** Model-parallel neighbours, data-parallel strides, experts between; SimAI's sizes are whole buffers. */
    @Test
    void open_simAi_groupsOfEachKind() throws IOException {
        assertThat(log(open(writeTrace(folder)), 5))
                .containsExactly(
                        "5",
                        "allreduce [4, 5] 800",
                        "5",
                        "alltoall [5, 7] 400",
                        "1",
                        "1",
                        "1",
                        "iallgather [1, 3, 5, 7] 200",
                        "7",
                        "alltoall [5, 7] 400",
                        "8",
                        "iallreduce [1, 5] 900",
                        "1",
                        "1",
                        "0",
                        "wait 1",
                        "1",
                        "0",
                        "wait 2",
                        "1",
                        "0");
    }

    /** ASTRA-sim writes one block of an all-gather, and the whole buffer of a reduce-scatter. */
    @Test
    void open_astraSim_blocksOfAnAllGather() throws IOException {
        Trace trace = opened(
                "HYBRID_TRANSFORMER\n1\na -1 1 ALLGATHER 800 1 REDUCESCATTER 800 1 NONE 0 1\n", "gpus=8", "group=4");

        assertThat(log(trace, 6)).contains("allgather [4, 5, 6, 7] 800", "reducescatterblock [4, 5, 6, 7] 200");
        assertThat(trace.communicators()).isEqualTo(3);
    }

    /** A ring of two GPUs at 1 GB/s sends the bytes once; those of the second layer hide behind the first. */
    @Test
    void replay_data_overlapsGradientsOfLaterLayers() throws IOException {
        Trace trace = opened(
                "DATA\n2\na -1 1000 NONE 0 0 NONE 0 9000 ALLREDUCE 4000 100\n"
                        + "b -1 1000 NONE 0 500 NONE 0 3000 ALLREDUCE 8000 100\n",
                "gpus=2");
        Platform platform =
                TestModels.platform(2, 0).cost(LibraryCost.of(1e-9, 0)).build();

        double makespan = Replay.builder(
                        CollectiveExpansion.of(trace, CollectiveSelectors.parse("fixed:allreduce=ring")), platform)
                .build()
                .run()
                .makespan();

        assertThat(makespan).isCloseTo((1000 + 1000 + 3000 + 500 + 9000 + 4000 + 200) / 1e9, within(1e-12));
    }

    /** All collectives at once, and nothing else. */
    @Test
    void open_micro_startsAllCollectives() throws IOException {
        assertThat(log(
                        opened(
                                "MICRO\n2\na -1 1 NONE 0 1 NONE 0 9 ALLREDUCE 4 1\n"
                                        + "b -1 1 NONE 0 1 NONE 0 9 ALLTOALL 8 1\n",
                                "gpus=2"),
                        0))
                .containsExactly("0", "iallreduce null 4", "ialltoall null 4", "wait 0", "1", "wait 1", "1");
    }

    @Test
    void open_leftOut_isCounted() throws IOException {
        String head = HEAD.replace("pp: 1", "pp: 2").replace("ga: 1", "ga: 4");

        assertThat(opened(head + "0\n").approximations())
                .hasSize(3)
                .anyMatch(text -> text.contains("pp: 2: each stage performs all listed layers"))
                .anyMatch(text -> text.contains("ga: 4"));
    }

    /** ASTRA-sim's iterate_hybrid_parallel_Transformer_fwd_in_bckwd: from the checkpoint before the layer up to it. */
    @Test
    void open_checkpoints_forwardAgainBeforeTheLayerThatInitiates() throws IOException {
        String layers = "4\n"
                + IntStream.range(0, 4)
                        .mapToObj(i -> "l -1 1%d NONE 0 2%d NONE 0 3%d NONE 0 1\n".formatted(i, i, i))
                        .collect(Collectors.joining());
        String head = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1 checkpoints: 2 0 2"
                + " checkpoint_initiates: 2 3 1\n";

        assertThat(log(opened(head + layers, "gpus=2"), 0).subList(0, 14))
                .containsExactly("10", "11", "12", "13", "12", "23", "33", "22", "32", "10", "21", "31", "20", "30");
        assertThatThrownBy(() -> opened(head.replace("2 0 2", "1 2").replace("2 3 1", "1 1") + layers, "gpus=2"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("checkpoint_initiates: layer 1 needs a checkpoint before it");
        assertMistake(head.replace("2 3 1", "9 3 1") + layers, "w.txt:1: expected 9 numbers of layers");
    }

    /** Groups of the first dimension are model-parallel under one policy, data-parallel under the other. */
    @Test
    void open_hybridDataAndModel_groupsOfTheFirstDimension() throws IOException {
        String layers = "2\na -1 1 ALLGATHER 8 2 ALLREDUCE 8 3 ALLREDUCE 8 4\n"
                + "b -1 5 ALLGATHER 8 6 ALLREDUCE 8 7 ALLREDUCE 8 8\n";

        assertThat(log(opened("HYBRID_DATA_MODEL\n" + layers, "gpus=8", "group=2"), 5)
                        .subList(0, 14))
                .containsExactly(
                        "1",
                        "allgather [4, 5] 8",
                        "5",
                        "allgather [4, 5] 8",
                        "6",
                        "iallreduce [4, 5] 8",
                        "7",
                        "iallreduce [1, 3, 5, 7] 8",
                        "wait 3",
                        "2",
                        "3",
                        "iallreduce [1, 3, 5, 7] 8",
                        "wait 0",
                        "4");
        assertThat(log(opened("HYBRID_MODEL_DATA\n" + layers, "gpus=8", "group=2"), 5))
                .contains("allgather [1, 3, 5, 7] 8", "iallreduce [4, 5] 8");
        assertMistake("HYBRID_DATA_MODEL\n" + layers, "first dimension of the network", ",gpus=8,group=4");
    }

    @Test
    void open_customized_layersHaveTheirOwnPolicy() throws IOException {
        Trace trace = opened(
                "HYBRID_CUSTOMIZED\n3\na -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 8 4 DATA\n"
                        + "b -1 5 ALLGATHER 8 6 REDUCESCATTER 8 7 ALLREDUCE 8 8 MODEL\n"
                        + "c -1 9 ALLGATHER 8 10 NONE 0 11 ALLREDUCE 8 12 HYBRID_DATA_MODEL\n",
                "gpus=4",
                "group=2");

        assertThat(log(trace, 0))
                .startsWith("1", "5", "allgather null 8", "9", "allgather [0, 1] 8", "10", "11", "iallreduce [0, 2] 8")
                .containsSubsequence("6", "ireducescatterblock null 2", "7", "wait 4", "2", "3", "iallreduce null 8");
        assertThat(trace.approximations())
                .contains("1 communication is listed where the loop of HYBRID_CUSTOMIZED"
                        + " does not communicate: omitted, as in ASTRA-sim.");
    }

    /** The embedding's exchanges go on beside the bottom network, forward and back. */
    @Test
    void open_dlrm_exchangesOfTheEmbeddingEndAtTheLastBottomLayer() throws IOException {
        String text = "HYBRID_DLRM 1\n3\ne -1 1 ALLTOALL 8 2 ALLTOALL 8 3 NONE 0 4\n"
                + "b -1 5 NONE 0 6 NONE 0 7 ALLREDUCE 8 8\nt -1 9 NONE 0 10 NONE 0 11 ALLREDUCE 8 12\n";

        assertThat(log(opened(text, "gpus=2"), 0).subList(0, 14))
                .containsExactly(
                        "1",
                        "ialltoall null 4",
                        "5",
                        "wait 6",
                        "9",
                        "11",
                        "iallreduce null 8",
                        "10",
                        "ialltoall null 4",
                        "7",
                        "iallreduce null 8",
                        "6",
                        "3",
                        "wait 3");
        assertMistake(text.replace("DLRM 1", "DLRM 3"), "the last bottom layer 3 is not among the layers");
        assertThat(log(opened(text.replace("DLRM", "DLRM_ENHANCED"), "gpus=2", "passes=2"), 0))
                .containsSubsequence("6", "3", "wait 3", "1", "ialltoall null 4");
    }

    @Test
    void open_inference_goesForwardOnly() throws IOException {
        assertThat(log(
                        opened(
                                "DISTRIBUTED_INFERENCE\n1\na -1 1 ALLREDUCE 8 2 ALLREDUCE 8 3 ALLREDUCE 8 4\n",
                                "gpus=2",
                                "passes=2"),
                        1))
                .containsExactly("1", "allreduce null 8", "1", "allreduce null 8", "0");
    }

    /** AICB writes the output of an all-gather, ASTRA-sim a block; some texts do not say which they are. */
    @Test
    void open_allGather_sizeMeansWhatIsSaid() throws IOException {
        String aicb = "MICRO\n1\nmicro_test -1 1 NONE 0 1 NONE 0 1 ALLGATHER 4096 1\n";
        String other = aicb.replace("micro_test", "conv1");

        assertThat(log(opened(aicb, "gpus=8"), 0)).contains("iallgather null 512");
        assertThat(log(opened(aicb, "gpus=8", "block=true"), 0)).contains("iallgather null 4096");
        assertThat(log(opened(other, "gpus=8", "block=false"), 0)).contains("iallgather null 512");
        assertThat(opened(other, "gpus=8").approximations()).anyMatch(text -> text.contains("block=false"));
        assertThat(opened(other, "gpus=8", "block=true").approximations()).noneMatch(text -> text.contains("block="));
    }

    @Test
    void open_weightsOfOneGpu_areCountedAndNotProposed() throws IOException {
        String text = "HYBRID_TRANSFORMER model_parallel_NPU_group: 8\n1\n"
                + "a -1 1 BROADCAST 16 1 NONE 0 1 ALLREDUCE 8 1\n";

        assertMistake(text, ",gpus=16");
        assertThat(opened(text, "gpus=8").approximations())
                .contains("1 communications have one GPU in their group and"
                        + " send nothing: with 8 GPUs and 8 in a model-parallel group, 1 share the weights.");
        assertThat(log(opened(text, "gpus=8"), 0)).contains("bcast [0, 1, 2, 3, 4, 5, 6, 7] 16");
    }

    @Test
    void open_mistakes_areNamedWithTheirLine() {
        String line = "a -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n";
        assertMistake("HYBRID\n1\n" + line, "w.txt:1: the policy 'HYBRID' is not understood", "DATA, MODEL");
        assertMistake("HYBRID_DLRM\n1\n" + line, "w.txt:1: expected the number of the last bottom layer");
        assertMistake("DATA\n2\n" + line, "the file ends where layer 2 of 2 is expected");
        assertMistake("DATA\n1\n" + line + line, "w.txt:4: expected the end after layer 1 of 1, found '");
        assertMistake("DATA\n1\n" + line.replace("NONE", "ALLREDUCEALLTOALL"), "w.txt:3: the communication");
        assertMistake("DATA\n1\na -1 1 NONE 0\n", "w.txt:3: expected 12 words, found 5");
        assertMistake("DATA\n1\n" + line.replace("-1 1 ", "-1 x "), "expected a time in word 3");
        assertMistake("DATA\n1\n" + line, "does not state its number of GPUs", "astra-sim:file=");
        assertMistake(HEAD.replace("all_gpus", "all_gps") + "0\n", "unknown key 'all_gps'. Did you mean 'all_gpus'?");
        assertMistake(HEAD.replace("ep: 2", "ep: 3") + "0\n", "2 x 3 x 1, must divide the number of GPUs, 8");
    }

    @Test
    void layerInLatin1_isRefusedWithItsLine() throws IOException {
        Path path = folder.resolve("latin1.txt");
        Files.write(path, (HEAD + "1\nfür -1 5\n").getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> open(path))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(path + ":3:2: expected text in UTF-8, found the byte 0xfc");
    }

    private void assertMistake(String text, String... messages) {
        assertThatThrownBy(() -> opened(text))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(messages);
    }
}
