package org.tailback.extrapolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.generator.ProgramBuilder;
import org.tailback.generator.Programs;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.SendMode;

/** Programs that are known on any number of ranks, recorded on few and asked for on many. */
class ExtrapolationTest {
    private static ExtrapolatedProgram extrapolated(IntFunction<ParallelProgram> code, int target, int... recorded) {
        Extrapolation extrapolation = new Extrapolation();
        for (int ranks : recorded) {
            extrapolation.recording("on-" + ranks, code.apply(ranks));
        }
        return extrapolation.on(target);
    }

    private static void assertSame(IntFunction<ParallelProgram> code, int target, int... recorded) {
        ParallelProgram found = extrapolated(code, target, recorded);
        ParallelProgram expected = code.apply(target);
        assertThat(found.ranks()).isEqualTo(target);
        for (int rank = 0; rank < target; rank++) {
            assertThat(Operations.of(found, rank))
                    .as("rank %d of %d", rank, target)
                    .isEqualTo(Operations.of(expected, rank));
        }
    }

    private static ParallelProgram square(int ranks) {
        int side = (int) Math.round(Math.sqrt(ranks));
        return Programs.halo(side, side, 7, 4096, 1e-3);
    }

    @Test
    void on_ring_isTheRing() {
        assertSame(ranks -> Programs.ring(ranks, 9, 1000, 1e-3), 23, 4, 6, 9);
    }

    @Test
    void on_haloOfSquares_isTheHalo() {
        assertSame(ExtrapolationTest::square, 144, 16, 36, 64);
    }

    @Test
    void on_pairwiseExchange_hasAsManyPhasesAsRanks() {
        assertSame(ranks -> Programs.of("alltoall:bytes=1MiB,ranks=" + ranks), 32, 4, 8, 16);
    }

    @Test
    void on_dissemination_hasLogarithmicallyManySteps() {
        assertSame(
                ranks -> Programs.of("dissemination:bytes=64,iterations=3,compute=1us,ranks=" + ranks),
                256,
                8,
                16,
                32,
                64);
    }

    @Test
    void on_binomialBroadcast_isRefusedOrTheBroadcast() {
        try {
            assertSame(
                    ranks -> Programs.of("broadcast:bytes=64,iterations=2,compute=1us,ranks=" + ranks),
                    64,
                    4,
                    8,
                    16,
                    32);
        } catch (InputException refused) {
            assertThat(refused).hasMessageContaining("on-");
        }
    }

    /** Collective operations along the rows and the columns of a grid, whose sides follow the number of ranks. */
    private static ParallelProgram rowsAndColumns(int ranks) {
        int side = (int) Math.round(Math.sqrt(ranks));
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            int[] row = new int[side];
            int[] column = new int[side];
            for (int i = 0; i < side; i++) {
                row[i] = rank / side * side + i;
                column[i] = rank % side + i * side;
            }
            builder.rank(rank);
            for (int iteration = 0; iteration < 4; iteration++) {
                builder.collective(CollectiveCall.uniform(CollectiveCall.Kind.ALLTOALL, 0, 3_686_400L / ranks)
                        .on(1 + rank / side, row));
                builder.collective(CollectiveCall.uniform(CollectiveCall.Kind.ALLREDUCE, 0, 8)
                        .on(100 + rank % side, column));
            }
        }
        return builder.build();
    }

    @Test
    void on_communicatorsOfRowsAndColumns_haveTheirMembers() {
        assertSame(ExtrapolationTest::rowsAndColumns, 64, 4, 9, 16, 25);
    }

    /** Tags that hold the number of the sender's column, and an own communicator for messages. */
    private static ParallelProgram taggedRing(int ranks) {
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            builder.rank(rank)
                    .irecv(0, (rank + ranks - 1) % ranks, 50 + (rank + ranks - 1) % ranks, 3, 100)
                    .isend(1, (rank + 1) % ranks, 50 + rank, 3, 100, SendMode.STANDARD)
                    .await(0)
                    .await(1);
        }
        return builder.build();
    }

    @Test
    void on_tagsThatHoldRanks_follow() {
        assertSame(ExtrapolationTest::shiftedTags, 40, 5, 8, 12);
        assertSame(ExtrapolationTest::taggedRing, 40, 5, 8, 12);
    }

    private static ParallelProgram shiftedTags(int ranks) {
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            builder.rank(rank).isend(0, (rank + 1) % ranks, 50 + rank, 100);
            builder.recv((rank + ranks - 1) % ranks, OperationSink.ANY_TAG, 100).await(0);
        }
        return builder.build();
    }

    /**
     * Sweeps over a cube of 50 points a direction, cut into side^3 cells of which each rank has those of a diagonal:
     * first the surfaces of all cells with an upper neighbour, then from stage to stage along each direction the cell's
     * surface without the outermost points, under a tag that numbers the cell.
     */
    private static ParallelProgram sweeps(int ranks) {
        int side = (int) Math.round(Math.sqrt(ranks));
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            builder.rank(rank);
            for (int direction = 0; direction < 3; direction++) {
                long bytes = 0;
                for (int[] cell : cells(rank, side)) {
                    bytes += cell[direction] == side - 1 ? 0 : 40L * surface(cell, direction, side, false);
                }
                builder.irecv(0, owner(rank, side, direction, -1), 7, 1 << 20)
                        .isend(1, owner(rank, side, direction, 1), 7, bytes);
                builder.await(0).await(1);
            }
            for (int direction = 0; direction < 3; direction++) {
                for (int stage = 0; stage < side - 1; stage++) {
                    int at = stage;
                    int along = direction;
                    int[] cell = cells(rank, side).stream()
                            .filter(each -> each[along] == at)
                            .findFirst()
                            .orElseThrow();
                    int number = cell[direction == 0 ? 1 : 0] + side * cell[direction == 2 ? 1 : 2];
                    builder.isend(
                            1,
                            owner(rank, side, direction, 1),
                            1000 + number,
                            88L * surface(cell, direction, side, true));
                    builder.recv(owner(rank, side, direction, -1), OperationSink.ANY_TAG, 1 << 20)
                            .await(1);
                }
            }
        }
        return builder.build();
    }

    private static List<int[]> cells(int rank, int side) {
        List<int[]> cells = new ArrayList<>();
        for (int t = 0; t < side; t++) {
            cells.add(new int[] {(rank % side + t) % side, (rank / side + side - t) % side, t});
        }
        return cells;
    }

    private static long surface(int[] cell, int direction, int side, boolean inner) {
        long surface = 1;
        for (int d = 0; d < 3; d++) {
            int points = 50 / side + (cell[d] < 50 % side ? 1 : 0);
            int outer = (cell[d] == 0 ? 1 : 0) + (cell[d] == side - 1 ? 1 : 0);
            surface *= d == direction ? 1 : points - (inner ? outer : 0);
        }
        return surface;
    }

    /** Returns the rank with the next or the previous cell along a direction. */
    private static int owner(int rank, int side, int direction, int by) {
        int x1 = rank % side + (direction == 0 ? by : direction == 2 ? -by : 0);
        int x2 = rank / side + (direction == 0 ? 0 : by);
        return Math.floorMod(x1, side) + Math.floorMod(x2, side) * side;
    }

    @ParameterizedTest
    @ValueSource(ints = {25, 49, 64, 100})
    void on_multipartition_cellsAreOfUnequalLength(int target) {
        assertSame(ExtrapolationTest::sweeps, target, 4, 9, 16);
    }

    /** 25 divides the points: no recording shows which cells are longer where they are not alike. */
    @Test
    void on_multipartitionOfEqualCells_isRefused() {
        assertThatThrownBy(() -> extrapolated(ExtrapolationTest::sweeps, 49, 4, 25))
                .isInstanceOf(InputException.class);
    }

    /** Requests that are started again in each iteration, and waited for in another order than they were started in. */
    private static ParallelProgram persistent(int ranks) {
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            int next = (rank + 1) % ranks;
            int previous = (rank + ranks - 1) % ranks;
            builder.rank(rank);
            for (int iteration = 0; iteration < 5; iteration++) {
                builder.irecv(10, previous, 1, 64)
                        .irecv(11, next, 2, 64)
                        .isend(12, next, 1, 64)
                        .isend(13, previous, 2, 64);
                builder.await(12).await(10).await(13).await(11);
            }
        }
        return builder.build();
    }

    @Test
    void on_persistentRequests_areWaitedForInTheirOrder() {
        assertSame(ExtrapolationTest::persistent, 40, 5, 8, 12);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 5, 7})
    void on_oneChangedOperation_isRefused(long seed) {
        Random random = new Random(seed);
        int recorded = seed <= 6 ? 64 : 36;
        int changed = random.nextInt(recorded);
        int at = random.nextInt(12);
        int kind = random.nextInt(3);
        IntFunction<ParallelProgram> code =
                ranks -> ranks == recorded ? mutated(square(ranks), changed, at, kind) : square(ranks);
        assertThatThrownBy(() -> extrapolated(code, 144, 16, 36, 64))
                .as("seed %d: operation %d of rank %d, change %d", seed, at, changed, kind)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("on-" + recorded);
    }

    private static ParallelProgram mutated(ParallelProgram program, int rank, int at, int kind) {
        List<org.tailback.generator.Operation> operations = new ArrayList<>();
        program.open(rank).produceAll(new org.tailback.generator.OperationRecorder(operations));
        int found = -1;
        for (int j = 0, seen = 0; j < operations.size() && found < 0; j++) {
            if (operations.get(j) instanceof org.tailback.generator.Operation.Isend && seen++ == at) {
                found = j;
            }
        }
        var send = (org.tailback.generator.Operation.Isend) operations.get(found);
        if (kind == 2) {
            operations.remove(found);
        } else {
            operations.set(
                    found,
                    new org.tailback.generator.Operation.Isend(
                            send.request(),
                            kind == 0 ? (send.destination() + 17) % program.ranks() : send.destination(),
                            send.tag(),
                            kind == 1 ? send.bytes() + 8 : send.bytes()));
        }
        return new ParallelProgram() {
            @Override
            public int ranks() {
                return program.ranks();
            }

            @Override
            public org.tailback.program.Program open(int opened) {
                if (opened != rank) {
                    return program.open(opened);
                }
                var left = operations.iterator();
                return sink -> {
                    if (!left.hasNext()) {
                        return false;
                    }
                    left.next().performOn(sink);
                    return true;
                };
            }
        };
    }

    @Test
    void on_numberOutsideOfTheFamily_namesTheNext() {
        assertThatThrownBy(() -> extrapolated(ExtrapolationTest::square, 150, 16, 36, 64))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("squares; 150 is not. The next such number: 169");
    }

    @Test
    void on_twoRecordingsThatSeveralLawsExplain_saysWhichAndWhatDecides() {
        IntFunction<ParallelProgram> grows = ranks -> {
            ProgramBuilder builder = ProgramBuilder.ranks(ranks);
            for (int rank = 0; rank < ranks; rank++) {
                builder.rank(rank)
                        .collective(CollectiveCall.uniform(CollectiveCall.Kind.ALLGATHER, 0, ranks == 4 ? 20 : 26));
            }
            return builder.build();
        };
        assertThatThrownBy(() -> extrapolated(grows, 64, 4, 16))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("bytes")
                .hasMessageContaining("4 ranks: 20; 16 ranks: 26")
                .hasMessageContaining("Add a recording on another number of ranks");
    }

    /** 14,000 numbers of 8 bytes in 32 parts: 437 or 438 each, though 3,500 bytes are whole. */
    @Test
    void on_sizeThatIsNoWholeNumberOfElements_isRefused() {
        IntFunction<ParallelProgram> code =
                ranks -> Programs.of("alltoall:ranks=" + ranks + ",bytes=" + 112_000 / ranks);
        assertSame(code, 16, 4, 8);
        assertThatThrownBy(() -> extrapolated(code, 32, 4, 8))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("not a whole number of elements of 8 bytes");
    }

    /** Cubes do not show whether the longest side comes first; 32 ranks are 2 x 4 x 4 or 4 x 4 x 2. */
    @Test
    void on_cubesForABox_isRefused() {
        assertThatThrownBy(() -> extrapolated(ExtrapolationTest::box, 32, 4, 8, 27))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2 x 4 x 4 or 4 x 4 x 2");
    }

    private static ParallelProgram box(int ranks) {
        Grid grid = new GridFamily(3, true).of(ranks);
        ProgramBuilder builder = ProgramBuilder.ranks(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            builder.rank(rank);
            for (int d = 0; d < 3; d++) {
                for (int by = -1; by <= 1; by += 2) {
                    int at = grid.coordinate(rank, d) + by;
                    if (at >= 0 && at < grid.sides()[d]) {
                        int peer = rank + by * grid.stride(d);
                        builder.irecv(0, peer, 5, 1000).isend(1, peer, 5, 1000);
                        builder.await(0).await(1);
                    }
                }
            }
        }
        return builder.build();
    }

    @Test
    void on_oneRecordingOfNeighbours_isAnAssumptionThatIsSaid() {
        ExtrapolatedProgram found = new Extrapolation()
                .scaling(Scaling.WEAK)
                .recording("on-16", square(16))
                .on(144);
        for (int rank = 0; rank < 144; rank++) {
            assertThat(Operations.of(found, rank)).isEqualTo(Operations.of(square(144), rank));
        }
        assertThat(found.approximations())
                .anyMatch(sentence ->
                        sentence.contains("the neighbour [0, 1] in the grid") && sentence.contains("assuming that"));
    }

    @ParameterizedTest
    @EnumSource(value = Scaling.class, names = "WEAK", mode = EnumSource.Mode.EXCLUDE)
    void on_oneRecordingThatMayBeDivided_isRefused(Scaling scaling) {
        Extrapolation one = new Extrapolation().scaling(scaling).recording("on-16", square(16));
        assertThatThrownBy(() -> one.on(64))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("at least two numbers of ranks")
                .hasMessageContaining("--scaling weak");
    }

    @Tag("thorough")
    @Test
    void on_manyRanks_needsMemoryByClassesOnly() {
        ExtrapolatedProgram found = extrapolated(ExtrapolationTest::square, 1 << 20, 16, 36, 64);
        assertThat(found.classes()).hasSize(1);
        assertThat(found.classes()).allMatch(each -> each.operations() < 40);
    }
}
