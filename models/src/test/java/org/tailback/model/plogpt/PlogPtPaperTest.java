package org.tailback.model.plogpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.closedform.AlltoallClosedForms;
import org.tailback.model.cost.GapFunction;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.OperationKind;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** The numbers of Nomura, Matsuba, Ishikawa 2007: Figs 9-12, Table II with Alltoall_A and Alltoall_B. */
class PlogPtPaperTest {
    private static final Percentage ONE_IN_A_BILLION = Percentage.withPercentage(1e-7);

    private static Platform tableTwo(int nodes, TailDrop loss) {
        return Platform.builder()
                .cluster(Cluster.of(nodes, 1))
                .model(TableTwo.TREE)
                .cost(TableTwo.COST)
                .loss(loss)
                .build();
    }

    @Test
    void sampleProgram_fig9_takes26AndLeavesAsFig12() {
        // Figs 9-12: b(1) = 3, b(2) = 4, g = 8, L = 3. First phase at rate min(3, 4/2) = 2: 24 / 2 = 12, + L = 15.
        // Then rank 0 alone to rank 3 at rate 3: 24 / 3 = 8 more, 23, + L = 26.
        ScriptedProgram program = new ScriptedProgram(4);
        for (int rank = 0; rank < 4; rank++) {
            int peer = rank ^ 2;
            program.add(rank, s -> s.irecv(0, peer, 0, 1))
                    .add(rank, s -> s.isend(1, peer, 0, 1))
                    .add(rank, s -> s.await(1))
                    .add(rank, s -> s.await(0));
        }
        program.add(0, s -> s.isend(0, 3, 0, 1)).add(0, s -> s.await(0));
        program.add(3, s -> s.irecv(0, 0, 0, 1)).add(3, s -> s.await(0));
        Platform platform = Platform.builder()
                .cluster(Cluster.of(4, 1))
                .model(FairTree.of(new double[] {3, 4}, new double[0]))
                .cost(new PlogP(3, GapFunction.perByte(8)))
                .loss(new TailDrop(200, TailDrop.Policy.NONE, TailDrop.Order.RANK, 0.002, 1e-6))
                .build();
        LeaveTimes leaves = new LeaveTimes(4);

        ReplayResult result =
                Replay.builder(program, platform).observer(leaves).build().run();

        Offset<Double> tiny = within(1e-12);
        assertThat(result.makespan()).isEqualTo(26, tiny);
        assertThat(leaves.of(0)).usingElementComparator(close()).containsExactly(0.0, 0.0, 12.0, 15.0, 15.0, 23.0);
        assertThat(leaves.of(1)).usingElementComparator(close()).containsExactly(0.0, 0.0, 12.0, 15.0);
        assertThat(leaves.of(2)).usingElementComparator(close()).containsExactly(0.0, 0.0, 12.0, 15.0);
        assertThat(leaves.of(3)).usingElementComparator(close()).containsExactly(0.0, 0.0, 12.0, 15.0, 15.0, 26.0);
    }

    private static java.util.Comparator<Double> close() {
        return (a, b) -> Math.abs(a - b) < 1e-12 ? 0 : Double.compare(a, b);
    }

    @ParameterizedTest(name = "P = {0}")
    @CsvSource({
        "2, 953.633230",
        "4, 2861.211234",
        "8, 6702.100123",
        "16, 14383.877900",
        "32, 32479.976869",
    })
    void alltoallA_tableTwo_equalsClosedForm23(int ranks, double microseconds) {
        ReplayResult result = run(Alltoall.a(ranks, TableTwo.BYTES), ranks, TailDrop.Policy.SAME_DESTINATION);

        assertThat(result.makespan() * 1e6).isEqualTo(microseconds, within(5e-7));
        assertThat(result.makespan())
                .isCloseTo(
                        closedForms(TailDrop.Policy.SAME_DESTINATION).plogptA(ranks, TableTwo.BYTES), ONE_IN_A_BILLION);
        assertThat(result.traffic().retransmissionTimeouts()).isZero();
    }

    @ParameterizedTest(name = "P = {0}")
    @CsvSource({
        "2, 953.633230",
        "4, 2761.211234",
        "8, 6402.100123",
        "16, 13683.877900",
        "32, 30979.976869",
    })
    void alltoallB_withoutTimeouts_tableTwo(int ranks, double microseconds) {
        ReplayResult result = run(Alltoall.b(ranks, TableTwo.BYTES), ranks, TailDrop.Policy.NONE);

        assertThat(result.makespan() * 1e6).isEqualTo(microseconds, within(5e-7));
    }

    @ParameterizedTest(name = "P = {0}")
    @CsvSource({
        "2, 953.633230",
        "4, 202761.211234",
        "8, 206402.100123",
        "16, 213683.877900",
        "32, 430979.976869",
    })
    void alltoallB_anyStart_equalsClosedForm25(int ranks, double microseconds) {
        ReplayResult result = run(Alltoall.b(ranks, TableTwo.BYTES), ranks, TailDrop.Policy.ANY_START);

        assertThat(result.makespan() * 1e6).isEqualTo(microseconds, within(5e-7));
        assertThat(result.makespan())
                .isCloseTo(closedForms(TailDrop.Policy.ANY_START).plogptB(ranks, TableTwo.BYTES), ONE_IN_A_BILLION);
    }

    @ParameterizedTest(name = "P = {0}")
    @CsvSource({
        "2, 953.633230, 0",
        "4, 202761.211234, 2",
        "8, 206376.367241, 4",
        "16, 213606.679256, 8",
        "32, 228067.303287, 16",
    })
    void alltoallB_sameDestination_halfOfTheRanksAreHitOnce(int ranks, double microseconds, long hits) {
        ReplayResult result = run(Alltoall.b(ranks, TableTwo.BYTES), ranks, TailDrop.Policy.SAME_DESTINATION);

        assertThat(result.makespan() * 1e6).isEqualTo(microseconds, within(5e-7));
        assertThat(result.traffic().retransmissionTimeouts()).isEqualTo(hits);
    }

    @Test
    void alltoallB_randomOrder_hitsOneOfEachPairWhateverTheSeed() {
        for (long seed = 1; seed <= 20; seed++) {
            TailDrop loss = new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANDOM, 0.002, 36e-6);
            ReplayResult result = Replay.builder(Alltoall.b(4, TableTwo.BYTES), tableTwo(4, loss))
                    .seed(seed)
                    .build()
                    .run();

            // P = 4 has one change of height and two pairs, (0, 3) and (1, 2).
            assertThat(result.traffic().retransmissionTimeouts())
                    .as("seed %d", seed)
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest(name = "{0} B: {1} changes of switch time out")
    @CsvSource({"18203, 0", "18204, 1", "32760, 1", "32761, 2", "65536, 2"})
    void alltoallB_anyStartAcrossBufferThresholds_addsOneTimeoutPerFullBuffer(long bytes, int changes) {
        ReplayResult with = run(Alltoall.b(32, bytes), 32, TailDrop.Policy.ANY_START);
        ReplayResult without = run(Alltoall.b(32, bytes), 32, TailDrop.Policy.NONE);

        assertThat(with.makespan() - without.makespan()).isCloseTo(0.2 * changes, within(1e-9));
        assertThat(with.traffic().retransmissionTimeouts()).isEqualTo(32L * changes);
    }

    private static AlltoallClosedForms closedForms(TailDrop.Policy policy) {
        return new AlltoallClosedForms(
                TableTwo.TREE, TableTwo.COST, TableTwo.loss(policy), AlltoallClosedForms.Bandwidths.COUNTED);
    }

    private static ReplayResult run(ParallelProgram program, int ranks, TailDrop.Policy policy) {
        return Replay.builder(program, tableTwo(ranks, TableTwo.loss(policy)))
                .build()
                .run();
    }

    /** When each rank left each of its operations. */
    private static final class LeaveTimes implements Observer {
        private final List<List<Double>> leaves = new ArrayList<>();

        LeaveTimes(int ranks) {
            for (int rank = 0; rank < ranks; rank++) {
                leaves.add(new ArrayList<>());
            }
        }

        List<Double> of(int rank) {
            return leaves.get(rank);
        }

        @Override
        public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
            if (thread < 0) {
                return;
            }
            assertThat(index).isEqualTo(leaves.get(rank).size());
            leaves.get(rank).add(leave);
        }
    }
}
