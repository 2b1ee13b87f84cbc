package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tailback.error.InputException;
import org.tailback.generator.CollectiveExamples;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Description;

class CollectiveSelectorsTest {
    private static String choice(String selector, Kind kind, int ranks, long bytes) {
        return CollectiveSelectors.parse(selector)
                .select(CollectiveCall.uniform(kind, 0, bytes), ranks)
                .name();
    }

    /** Read off ompi_coll_tuned_*_intra_dec_fixed by hand: at, below and above its limits. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 2, 0, recursive-doubling",
        "BARRIER, 4, 0, linear",
        "BARRIER, 8, 0, recursive-doubling",
        "BARRIER, 64, 0, dissemination",
        "BARRIER, 256, 0, tree",
        "BCAST, 2, 31, pipeline",
        "BCAST, 7, 1048575, linear",
        "BCAST, 8, 8, binary",
        "BCAST, 16, 4096, binomial-doubling",
        "BCAST, 16, 1048576, scatter-allgather",
        "BCAST, 512, 20000, split-binary",
        "REDUCE, 3, 262144, pipeline",
        "REDUCE, 8, 8191, binary",
        "REDUCE, 8, 8192, binomial",
        "REDUCE, 300, 8192, in-order-binary",
        "ALLREDUCE, 3, 100, recursive-doubling",
        "ALLREDUCE, 3, 4096, ring",
        "ALLREDUCE, 4, 8191, recursive-doubling",
        "ALLREDUCE, 4, 8192, rabenseifner",
        "ALLREDUCE, 16, 8, recursive-doubling",
        "ALLREDUCE, 48, 128, linear",
        "ALLREDUCE, 48, 256, rabenseifner",
        "ALLREDUCE, 128, 1000, reduce-broadcast",
        "GATHER, 8, 1000000, binomial",
        "GATHER, 4, 2000, one-by-one",
        "SCATTER, 64, 511, binomial",
        "SCATTER, 64, 512, linear",
        "ALLGATHER, 31, 1000000, recursive-doubling",
        "ALLGATHER, 32, 1024, neighbour-exchange",
        "ALLGATHER, 32, 65536, ring",
        "ALLGATHERV, 8, 8191, gather-broadcast",
        "ALLGATHERV, 8, 8192, bruck",
        "ALLTOALL, 2, 100, ring",
        "ALLTOALL, 32, 511, bruck",
        "ALLTOALL, 32, 512, linear",
        "ALLTOALL, 64, 262144, ring",
        "ALLTOALLV, 64, 1, ring",
        "ALLTOALLV, 63, 1, linear",
        "REDUCE_SCATTER, 16, 262143, recursive-halving",
        "REDUCE_SCATTER, 16, 262144, ring",
        "REDUCE_SCATTER_BLOCK, 40, 20, butterfly",
        "SCAN, 8, 8, linear",
        "NEIGHBOR_ALLTOALL, 8, 8, linear",
    })
    void openmpi_atItsLimits_choosesAsCollTuned(Kind kind, int ranks, long bytes, String algorithm) {
        assertThat(choice("openmpi", kind, ranks, bytes)).isEqualTo(algorithm);
    }

    /** From MPICH's control variables. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 5, 0, dissemination",
        "BCAST, 16, 12287, binomial",
        "BCAST, 16, 12288, scatter-allgather",
        "BCAST, 7, 1000000, binomial",
        "BCAST, 12, 12288, scatter-ring",
        "BCAST, 16, 524288, scatter-ring",
        "REDUCE, 8, 2048, binomial",
        "REDUCE, 8, 2049, rabenseifner-mpich",
        "REDUCE, 1024, 4000, binomial",
        "ALLREDUCE, 8, 2048, recursive-doubling",
        "ALLREDUCE, 8, 2056, rabenseifner-mpich",
        "ALLGATHER, 8, 65535, recursive-doubling",
        "ALLGATHER, 8, 65536, ring",
        "ALLGATHER, 10, 8191, bruck-mpich",
        "ALLGATHER, 10, 8192, ring",
        "ALLGATHERV, 10, 81919, bruck-mpich",
        "ALLTOALL, 8, 256, bruck",
        "ALLTOALL, 7, 256, scattered",
        "ALLTOALL, 8, 32768, scattered",
        "ALLTOALL, 8, 32769, pairwise",
        "ALLTOALLW, 8, 1, scattered",
        "REDUCE_SCATTER, 8, 524287, recursive-halving",
        "REDUCE_SCATTER_BLOCK, 8, 65536, pairwise",
        "EXSCAN, 8, 1, recursive-doubling",
        "GATHERV, 8, 1, linear",
    })
    void mpich_atItsLimits_choosesAsItsVariablesSay(Kind kind, int ranks, long bytes, String algorithm) {
        assertThat(choice("mpich", kind, ranks, bytes)).isEqualTo(algorithm);
    }

    /** Whatever the kind, size and number of ranks: an algorithm of the kind. */
    @Test
    void everySelector_alwaysChoosesAnAlgorithmOfTheKind() {
        for (String name : List.of("basic", "mpich", "openmpi", "fixed:bcast=chain")) {
            CollectiveSelector selector = CollectiveSelectors.parse(name);
            for (Kind kind : Kind.values()) {
                for (int ranks = 1; ranks < 10_000; ranks = ranks * 2 + 1) {
                    for (long bytes = 0; bytes < 100_000_000; bytes = bytes * 3 + 1) {
                        CollectiveCall call = CollectiveCall.uniform(kind, 0, bytes);
                        assertThat(selector.select(call, ranks).kinds())
                                .as("%s %s %s %s", name, kind, ranks, bytes)
                                .contains(kind);
                    }
                }
            }
        }
    }

    @Test
    void fixed_namesAlgorithmsAndSegments() {
        CollectiveSelector selector =
                CollectiveSelectors.parse("fixed:bcast=pipeline/64KiB,allreduce=ring,reduction=0.25ns");

        assertThat(selector.select(CollectiveCall.uniform(Kind.BCAST, 0, 1), 4).name())
                .isEqualTo("pipeline/65536");
        assertThat(selector.select(CollectiveCall.uniform(Kind.ALLREDUCE, 0, 1), 4)
                        .name())
                .isEqualTo("ring");
        assertThat(selector.select(CollectiveCall.uniform(Kind.REDUCE, 0, 1), 4).name())
                .isEqualTo("binomial");
        assertThat(selector.localWork().reductionSeconds(4)).isEqualTo(1e-9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openmp | Unknown selector of collective algorithms 'openmp'. Did you mean 'openmpi'? "
                        + "Selectors: basic, default, fixed,",
                "mpich:speed=3 | speed",
                "mpich:reduction=-1ns | reduction",
                "fixed:bcst=chain | Unknown collective operation 'bcst'. Did you mean 'bcast'?",
                "fixed:bcast=chains | Unknown algorithm 'chains' for bcast. Did you mean 'chain'?",
                "fixed:barrier=tree/4KiB | The algorithm 'tree' for barrier does not work with segments. Write "
                        + "it without '/4KiB'",
                "fixed:bcast=chain/0 | A segment must have at least one byte, found 'chain/0'",
                "fixed | names no algorithm",
            })
    void parse_mistakes_areExplained(String text, String message) {
        assertThatThrownBy(() -> CollectiveSelectors.parse(text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void descriptions_areOfWhatCanBeParsed() {
        assertThat(CollectiveSelectors.descriptions())
                .extracting(Description::name)
                .containsExactly("basic", "default", "fixed", "mpich", "nccl", "openmpi")
                .allSatisfy(
                        name -> assertThat(CollectiveSelectors.parse(name.equals("fixed") ? "fixed:bcast=linear" : name)
                                        .name())
                                .startsWith(name));
    }

    /** The proof of the algorithms, for the choices of the libraries at odd numbers of ranks. */
    @Test
    void choices_performedOnData_doWhatTheirOperationsAreDefinedToDo() {
        for (String name : List.of("mpich", "nccl", "openmpi")) {
            CollectiveSelector selector = CollectiveSelectors.parse(name);
            for (Kind kind : Kind.values()) {
                for (int ranks : Boolean.getBoolean("tailback.thorough") ? new int[] {5, 37, 67} : new int[] {5, 37}) {
                    for (long bytes : new long[] {3, 700, 40_000, 2_000_000}) {
                        if (kind.isNeighbourhood()) {
                            continue;
                        }
                        long[][] counts = new long[ranks][ranks];
                        for (long[] row : counts) {
                            java.util.Arrays.fill(row, bytes / ranks);
                        }
                        CollectiveCall[] calls = new CollectiveCall[ranks];
                        java.util.Arrays.setAll(
                                calls,
                                rank -> CollectiveExamples.call(
                                        kind, rank, 0, kind == Kind.BARRIER ? 0 : bytes, counts, 0));
                        DataChecker.prove(selector.select(calls[0], ranks), calls);
                    }
                }
            }
        }
    }

    /** Basic algorithms are looked for when they are asked for, possibly after the layout is known. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void basic_algorithmsDoNotDependOnTheLayout(Kind kind) {
        CollectiveAlgorithm basic = new BasicSelector().select(CollectiveCall.uniform(kind, 0, 8), 4);

        assertThat(basic.on(MachineLayout.NONE)).isSameAs(basic);
    }

    @Test
    void summaries_areThoseOfTheLibrarysAlgorithms() {
        assertThat(TableLine.read("algorithms.txt"))
                .extracting(line -> line.kind() + " " + line.key())
                .containsExactlyInAnyOrderElementsOf(CollectiveAlgorithms.all().stream()
                        .filter(algorithm -> algorithm instanceof Algorithm || algorithm instanceof NcclAlgorithm)
                        .map(algorithm -> Collections.min(algorithm.kinds()) + " " + algorithm.name())
                        .toList());
    }
}
