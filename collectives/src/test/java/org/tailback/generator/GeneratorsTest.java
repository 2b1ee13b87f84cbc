package org.tailback.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

class GeneratorsTest {
    private static final StencilProgram.Work WORK = new StencilProgram.Work(1, 0, 0);

    @Test
    void ring_anySize_finishesWithoutBuffers() {
        for (int ranks = 1; ranks < 10; ranks++) {
            assertThat(ProgramExecutor.messagesOfRendezvous(Programs.ring(ranks, 3, 100, 1e-3)))
                    .isEqualTo(3L * ranks);
        }
    }

    @Test
    void halo_anyGrid_finishesWithoutBuffers() {
        for (int columns = 1; columns < 5; columns++) {
            for (int rows = 1; rows < 5; rows++) {
                assertThat(ProgramExecutor.messagesOfRendezvous(Programs.halo(columns, rows, 2, 100, 1e-3)))
                        .as("%s x %s", columns, rows)
                        .isEqualTo(2L * 4 * columns * rows);
            }
        }
    }

    /** On a grid of 3 x 2, rank 4 is in row 1, column 1: right 5, left 3, below and above (periodic) 1. */
    @Test
    void halo_rankFourOfSix_hasItsNeighbours() {
        ExplicitProgram program = ExplicitProgram.copyOf(Programs.halo(3, 2, 1, 10, 0));

        assertThat(program.operations(4))
                .extracting(OperationWords::of)
                .containsExactly(
                        "irecv(0, 5, 1, 10)",
                        "irecv(1, 3, 0, 10)",
                        "irecv(2, 1, 3, 10)",
                        "irecv(3, 1, 2, 10)",
                        "isend(4, 5, 0, 10)",
                        "isend(5, 3, 1, 10)",
                        "isend(6, 1, 2, 10)",
                        "isend(7, 1, 3, 10)",
                        "compute(0.0)",
                        "awaitAll(0, 1, 2, 3, 4, 5, 6, 7)");
    }

    /** 2 x 2 ranks: 4 * 8 * 6 / 4 = 48 cells of 16 bytes, half to the other rank; the second transform goes back. */
    @Test
    void fft_rankThreeOfFour_transposesInRowsThenColumnsAndBack() {
        ExplicitProgram program = ExplicitProgram.copyOf(FftProgram.of(new int[] {4, 8, 6}, 2, 2, 2, 16, 1));

        assertThat(program.operations(3))
                .extracting(operation -> operation instanceof Operation.Collective o
                        ? o.call().bytes() + " to each of "
                                + Arrays.toString(o.call().group())
                        : OperationWords.of(operation))
                .containsExactly(
                        "compute(16.0)",
                        "384 to each of [2, 3]",
                        "compute(16.0)",
                        "384 to each of [1, 3]",
                        "compute(16.0)",
                        "compute(16.0)",
                        "384 to each of [1, 3]",
                        "compute(16.0)",
                        "384 to each of [2, 3]",
                        "compute(16.0)");
    }

    /** Every transposition moves all cells but those that stay: N e (1 - 1 / group) bytes. */
    @Test
    void fft_anyGridOfRanks_conservesTheCells() {
        for (int[] ranks : new int[][] {{1, 6}, {6, 1}, {2, 3}, {3, 2}, {1, 1}}) {
            long[] sent = {0};
            ParallelProgram program = FftProgram.of(new int[] {12, 36, 18}, ranks[0], ranks[1], 1, 16, 0);
            for (int rank = 0; rank < program.ranks(); rank++) {
                for (Operation operation : ExplicitProgram.copyOf(program).operations(rank)) {
                    if (operation instanceof Operation.Collective o) {
                        sent[0] += o.call().bytes() * (o.call().ranks(0) - 1);
                    }
                }
            }
            double stays = 1.0 / ranks[0] + 1.0 / ranks[1];
            assertThat(sent[0])
                    .as("%d x %d", ranks[0], ranks[1])
                    .isEqualTo(Math.round(12 * 36 * 18 * 16 * (2 - stays)));
        }
    }

    /** MPI_Dims_create(22) is 11 x 2: the last column has 363 cells in x, as 4000 = 11 * 363 + 7. */
    @Test
    void gridOfRanks_teaLeafOnTwentyTwo_isElevenByTwo() {
        GridOfRanks grid = GridOfRanks.of(4000, 4001, 22);

        assertThat(new int[] {grid.across(0), grid.across(13), grid.across(14), grid.across(21)})
                .containsExactly(364, 364, 363, 363);
        assertThat(new int[] {grid.down(0), grid.down(1)}).containsExactly(2001, 2000);
        assertThat(IntStream.range(0, 4).map(direction -> grid.neighbour(3, direction)))
                .containsExactly(1, 5, 2, -1);
        assertThat(IntStream.range(0, 22).mapToLong(rank -> (long) grid.across(rank) * grid.down(rank)))
                .satisfies(cells -> assertThat(
                                cells.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(4000L * 4001));
    }

    @Test
    void stencil_rankInTheMiddleOfAStrip_exchangesOneLayerAndReducesTwice() {
        ExplicitProgram program = ExplicitProgram.copyOf(
                StencilProgram.conjugateGradients(GridOfRanks.of(9, 4, 3), 1, new StencilProgram.Work(1, 3, 0.5), 2));

        assertThat(program.operations(1))
                .extracting(OperationWords::of)
                .startsWith(
                        "compute(6.0)",
                        "isend(0, 0, 0, 48)",
                        "irecv(1, 0, 1, 48)",
                        "compute(6.0)",
                        "isend(2, 2, 1, 48)",
                        "irecv(3, 2, 0, 48)",
                        "awaitAll(0, 1, 2, 3)",
                        "compute(12.0)",
                        "compute(4.0)")
                .filteredOn(operation -> operation.startsWith("collective"))
                .hasSize(2);
    }

    /** 30 x 8 cells on 3 x 2 ranks: 10 x 4 each, so that a halo in x has 4 cells and two corners, one in y has 10. */
    @Test
    void stencil_gridThatIsNotSquare_haloBytesByDirection() {
        GridOfRanks grid = GridOfRanks.of(30, 8, 6);
        ParallelProgram oneLayer = StencilProgram.conjugateGradients(grid, 1, WORK, 0);
        ParallelProgram twoLayers = StencilProgram.hydrodynamics(grid, 1, WORK, 1, 3, 2);

        for (int rank = 0; rank < 6; rank++) {
            assertThat(bytesByDirection(oneLayer, rank)).isEqualTo(expected(grid, rank, 8 * (4 + 2), 8 * (10 + 2)));
            assertThat(bytesByDirection(twoLayers, rank))
                    .isEqualTo(expected(grid, rank, 8 * 3 * 2 * (4 + 4), 8 * 3 * 2 * (10 + 4)));
        }
    }

    private static Map<Integer, Long> expected(GridOfRanks grid, int rank, long inX, long inY) {
        Map<Integer, Long> bytes = new HashMap<>();
        for (int direction = 0; direction < 4; direction++) {
            int neighbour = grid.neighbour(rank, direction);
            if (neighbour >= 0) {
                bytes.put(neighbour, Math.abs(neighbour - rank) == 2 ? inX : inY);
            }
        }
        return bytes;
    }

    private static Map<Integer, Long> bytesByDirection(ParallelProgram stencil, int rank) {
        Map<Integer, Long> bytes = new HashMap<>();
        try (Program program = stencil.open(rank)) {
            program.produceAll(new IgnoringSink() {
                @Override
                public void isend(int request, int to, int tag, int communicator, long size, SendMode mode) {
                    bytes.merge(to, size, Long::sum);
                }
            });
        }
        return bytes;
    }

    /** Columns x rows of ranks have (columns - 1) * rows + columns * (rows - 1) pairs of neighbours. */
    @Test
    void stencils_anyGrid_finishWithoutBuffers() {
        for (int[] shape : new int[][] {{1, 0}, {2, 1}, {4, 4}, {6, 7}, {12, 17}}) {
            GridOfRanks grid = GridOfRanks.of(40, 30, shape[0]);
            assertThat(messages(StencilProgram.conjugateGradients(grid, 3, WORK, 0)))
                    .isEqualTo(3L * 2 * shape[1]);
            assertThat(messages(StencilProgram.hydrodynamics(grid, 3, WORK, 5, 4, 2)))
                    .isEqualTo(3L * 5 * 2 * shape[1] + 3 * messages(REDUCTION, shape[0]));
        }
    }

    @Test
    void sweep_anyPencils_finishesWithoutBuffers() {
        for (int acrossY = 1; acrossY < 4; acrossY++) {
            for (int acrossZ = 1; acrossZ < 4; acrossZ++) {
                long faces = (acrossY - 1) * acrossZ + acrossY * (acrossZ - 1);
                // planes 3 and groups 2, each in 8 octants
                assertThat(messages(SweepProgram.of(acrossY, acrossZ, 2, 3, 2, 100, 1)))
                        .isEqualTo(2 * (8 * 3 * 2 * faces + messages(REDUCTION, acrossY * acrossZ)));
            }
        }
    }

    private static final CollectiveCall REDUCTION =
            CollectiveCall.uniform(CollectiveCall.Kind.ALLREDUCE, 0, Double.BYTES);

    private static long messages(CollectiveCall call, int ranks) {
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            builder.rank(rank).collective(call);
        }
        return messages(builder.build());
    }

    private static long messages(ParallelProgram program) {
        return ProgramExecutor.messagesOfRendezvous(CollectiveExpansion.of(program));
    }

    @Test
    void random_manySeeds_neverDeadlockHoweverMessagesAreBuffered() {
        Set<String> kinds = new HashSet<>();
        for (int seed = 0; seed < 300; seed++) {
            ExplicitProgram program = RandomPrograms.pointToPoint(seed, 1 + seed % 7, 60, 1 << 20);

            assertThat(ProgramExecutor.messagesOfRendezvous(program))
                    .as("seed %s", seed)
                    .isEqualTo(60);
            assertThat(ProgramExecutor.messagesOfEager(program))
                    .as("seed %s", seed)
                    .isEqualTo(60);
            for (int rank = 0; rank < program.ranks(); rank++) {
                program.operations(rank)
                        .forEach(operation -> kinds.add(operation.getClass().getSimpleName()));
            }
        }
        assertThat(kinds).containsExactlyInAnyOrder("Isend", "Irecv", "Await", "AwaitAll", "Send", "Recv", "Compute");
    }

    @Test
    void random_sameSeed_sameProgram() {
        assertThat(RandomPrograms.withCollectives(7, 5, 50, 1000))
                .isEqualTo(RandomPrograms.withCollectives(7, 5, 50, 1000))
                .isNotEqualTo(RandomPrograms.withCollectives(8, 5, 50, 1000));
    }

    @Test
    void builder_wrongArguments_areRefusedAtOnce() {
        ProgramBuilder builder = ProgramBuilder.ranks(2);

        assertThatThrownBy(() -> builder.rank(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> builder.send(2, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> builder.await(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> builder.send(1, 0, -1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> builder.compute(Double.NaN)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> ProgramBuilder.ranks(0)).isInstanceOf(InputException.class);
    }

    @Test
    void explicit_program_canBeOpenedAgainAndAgain() {
        ExplicitProgram program = RandomPrograms.pointToPoint(1, 3, 500, 10);

        assertThat(ExplicitProgram.copyOf(program)).isEqualTo(program);
        assertThat(ExplicitProgram.copyOf(program)).isEqualTo(program);
    }
}
