package org.tailback.fit.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.fit.simulated.SimulatedPairs;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.plogpt.TableTwo;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

class TreeMeasurementTest {
    private static final SimulatedPairs TABLE_TWO = new SimulatedPairs(Platform.builder()
            .cluster(Cluster.of(32, 1))
            .sharing(TableTwo.TREE)
            .cost(TableTwo.COST)
            .loss(TableTwo.loss(TailDrop.Policy.SAME_DESTINATION))
            .build());

    private static TreeParameters measured(
            PairTraffic network, BufferDelayProbe probe, boolean bidirectional, int repetitions) {
        return TreeParameters.of(
                TreeMeasurement.measure(network, probe, 4 << 20, bidirectional, repetitions, height -> {}));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void simulatedTableTwo_returnsBandwidthsAndDelaysThatItWasGiven(boolean bidirectional) {
        TreeParameters found = measured(TABLE_TWO, new TimeoutThreshold(TABLE_TWO, 1 << 20), bidirectional, 1);
        assertThat(found.remarks()).isEmpty();
        for (int h = 1; h <= 5; h++) {
            TreeParameters.Height height = found.heights().get(h - 1);
            assertThat(height.bandwidth()).isCloseTo(TableTwo.TREE.bandwidth(h), Percentage.withPercentage(1e-7));
            // the threshold is told to one byte, 13.8 ns of some 450 us
            assertThat(height.bufferDelay()).isCloseTo(TableTwo.TREE.bufferDelay(h), within(14e-9));
        }
        assertThat(found.tolerance().suggestion()).isCloseTo(0.0024, within(1e-4));
    }

    @Test
    void fragment_ofTableTwo_isReadBackAsTheSameTree() {
        TreeParameters found = measured(TABLE_TWO, new TimeoutThreshold(TABLE_TWO, 1 << 20), true, 1);
        PlatformFile file = PlatformFile.parse(found.fragment("2026-11-21").text(), "fragment");
        FairTree tree = (FairTree) file.sharing(Overrides.NONE, Registry.load());
        for (int h = 1; h <= 5; h++) {
            assertThat(tree.givenBandwidth(h))
                    .isCloseTo(found.heights().get(h - 1).bandwidth(), Percentage.withPercentage(1e-12));
            assertThat(tree.bufferDelay(h)).isEqualTo(found.heights().get(h - 1).bufferDelay());
        }
        TailDrop loss = (TailDrop) file.loss(Overrides.NONE, Registry.load());
        assertThat(loss.switchTolerance()).isEqualTo(found.tolerance().suggestion());
        assertThat(file.cluster().nodes()).isEqualTo(32);
    }

    /** A network whose links have given bandwidths and whose buffers delay small messages under load. */
    private record Buffers(double[] delays) implements PairTraffic {
        @Override
        public int nodes() {
            return 1 << delays.length;
        }

        @Override
        public String description() {
            return "buffers";
        }

        @Override
        public double[] burst(List<Pair> messages, long bytes) {
            return messages.stream().mapToDouble(pair -> bytes / 1e8).toArray();
        }

        @Override
        public double[] pingPong(Pair pair, List<Pair> load, long loadBytes, int count) {
            int height = 32 - Integer.numberOfLeadingZeros(pair.source() ^ pair.destination());
            int half = 1 << (height - 1);
            assertThat(load.size()).isIn(0, half, 2 * half);
            // the load of each direction delays the messages in it
            double seconds = 100e-6 + (double) load.size() / half * delays[height - 1];
            return DoubleStream.generate(() -> seconds).limit(count).toArray();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void loadedPingPong_findsTheDelayOfTheBuffers(boolean bidirectional) {
        Buffers network = new Buffers(new double[] {251e-6, 451e-6, 456.5e-6});
        TreeParameters found = measured(network, new LoadedPingPong(network, 1 << 20, bidirectional), bidirectional, 3);
        assertThat(found.heights().get(0).bufferDelay()).isCloseTo(251e-6, within(1e-15));
        assertThat(found.heights().get(2).bufferDelay()).isCloseTo(456.5e-6, within(1e-15));
        assertThat(found.heights().get(2).bandwidth()).isCloseTo(4e8, within(1e-3));
    }

    @Test
    void delays_thatShowNothing_areUnknownAndSaid() {
        Buffers network = new Buffers(new double[] {0, 451e-6});
        TreeParameters found = measured(network, new LoadedPingPong(network, 1 << 20, false), false, 1);
        assertThat(found.remarks()).singleElement().asString().contains("d(1) cannot be told");
        assertThat(found.model().hasBufferDelays()).isFalse();
        assertThat(found.fragment("today").text()).doesNotContain("tail-drop");
    }

    @Test
    void nodes_thatAreNoPowerOfTwo_areRefused() {
        SimulatedPairs six = new SimulatedPairs(Platform.builder()
                .cluster(Cluster.of(6, 1))
                .sharing(FairTree.of(new double[] {1, 2, 4}, new double[0]))
                .cost(TableTwo.COST)
                .loss(new org.tailback.model.loss.NoLoss())
                .build());
        assertThatThrownBy(() -> measured(six, new LoadedPingPong(six, 1, true), true, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found 6");
    }
}
