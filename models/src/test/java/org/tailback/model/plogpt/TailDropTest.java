package org.tailback.model.plogpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.cost.PlogP;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** The conditions of a retransmission timeout one by one; Table II on four nodes unless said otherwise. */
class TailDropTest {
    private static final long BYTES = 65536;
    private static final double GAP = BYTES / (580.2e6 / 8);

    private static TailDrop withTolerance(double switchTolerance) {
        return new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANK, switchTolerance, 36e-6);
    }

    private static ReplayResult run(ScriptedProgram program, TailDrop loss) {
        Platform platform = Platform.builder()
                .cluster(Cluster.of(4, 1))
                .model(TableTwo.TREE)
                .cost(TableTwo.COST)
                .loss(loss)
                .build();
        return Replay.builder(program, platform).build().run();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.97237e-4, 0.002, 2.95709e-2})
    void hasSwitchBetween_paperSectionFour_falseExactlyFor2And3(double tolerance) {
        // "P_S(h, h+1) = false is satisfied when h is 2 or 3"
        List<Integer> none = new ArrayList<>();
        for (int h = 1; h < 5; h++) {
            if (!withTolerance(tolerance).hasSwitchBetween(TableTwo.TREE, h, h + 1)) {
                none.add(h);
            }
        }
        assertThat(none).containsExactly(2, 3);
    }

    @Test
    void hasSwitchBetween_toleranceOutsideTheInterval_losesOrInventsASwitch() {
        assertThat(withTolerance(1.97235e-4).hasSwitchBetween(TableTwo.TREE, 2, 3))
                .isTrue();
        assertThat(withTolerance(2.95711e-2).hasSwitchBetween(TableTwo.TREE, 4, 5))
                .isFalse();
    }

    /** Rank 0 sends to rank 1 (height 1); rank 3 sends to rank 1 (height 2) after a pause. */
    private static ScriptedProgram oneEndsOtherStarts(double pause, long bytes) {
        return new ScriptedProgram(4)
                .add(0, s -> s.send(1, 0, bytes))
                .add(3, s -> s.compute(pause))
                .add(3, s -> s.send(1, 0, bytes))
                .add(1, s -> s.irecv(0, 0, 0, bytes))
                .add(1, s -> s.irecv(1, 3, 0, bytes))
                .add(1, s -> s.awaitAll(new int[] {0, 1}, 2));
    }

    @Test
    void start_justAfterTheEnd_hits() {
        ReplayResult result = run(oneEndsOtherStarts(GAP + 35e-6, BYTES), withTolerance(0.002));

        assertThat(result.traffic().retransmissionTimeouts()).isEqualTo(1);
        assertThat(result.ranks().get(0).finish()).isEqualTo(GAP + 0.2);
    }

    @Test
    void start_laterThanTheTimingTolerance_doesNotHit() {
        assertThat(run(oneEndsOtherStarts(GAP + 37e-6, BYTES), withTolerance(0.002))
                        .traffic()
                        .retransmissionTimeouts())
                .isZero();
    }

    @Test
    void start_justBeforeTheEnd_hits() {
        assertThat(run(oneEndsOtherStarts(GAP - 10e-6, BYTES), withTolerance(0.002))
                        .traffic()
                        .retransmissionTimeouts())
                .isEqualTo(1);
    }

    @Test
    void start_longBeforeTheEnd_doesNotHit() {
        assertThat(run(oneEndsOtherStarts(GAP - 100e-6, BYTES), withTolerance(0.002))
                        .traffic()
                        .retransmissionTimeouts())
                .isZero();
    }

    @Test
    void message_thatFitsIntoTheBuffer_isNotHit() {
        long small = 18203;
        double gap = small / (580.2e6 / 8);

        assertThat(run(oneEndsOtherStarts(gap, small), withTolerance(0.002))
                        .traffic()
                        .retransmissionTimeouts())
                .isZero();
        assertThat(run(oneEndsOtherStarts((small + 1) / (580.2e6 / 8), small + 1), withTolerance(0.002))
                        .traffic()
                        .retransmissionTimeouts())
                .isEqualTo(1);
    }

    @Test
    void start_ofTheSameRankToTheSameDestination_doesNotHitUnlessAnyStartCounts() {
        ScriptedProgram program = new ScriptedProgram(4)
                .add(0, s -> s.send(1, 0, BYTES))
                .add(0, s -> s.send(2, 0, BYTES))
                .add(1, s -> s.recv(0, 0, BYTES))
                .add(2, s -> s.recv(0, 0, BYTES));

        assertThat(run(program, withTolerance(0.002)).traffic().retransmissionTimeouts())
                .isZero();
        assertThat(run(program, TableTwo.loss(TailDrop.Policy.ANY_START))
                        .traffic()
                        .retransmissionTimeouts())
                .isEqualTo(1);
    }

    @Test
    void on_anotherSharingModel_saysWhichOneItNeeds() {
        assertThatThrownBy(() -> withTolerance(0.002).on(Cluster.of(4, 1), new Uncontended(), TableTwo.COST, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("needs model fair-tree")
                .hasMessageContaining("uncontended");
    }

    @Test
    void on_toleranceNotBelowTheLatency_isRefused() {
        PlogP fast = new PlogP(36e-6, TableTwo.COST.gapFunction());

        assertThatThrownBy(() -> withTolerance(0.002).on(Cluster.of(4, 1), TableTwo.TREE, fast, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("must be below the latency");
    }

    @Test
    void on_treeWithoutBufferDelays_isRefused() {
        FairTree tree = FairTree.of(new double[] {1, 2}, new double[0]);

        assertThatThrownBy(() -> withTolerance(0.002).on(Cluster.of(4, 1), tree, TableTwo.COST, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("buffer-delay");
    }
}
