package org.tailback.model.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.model.sharing.fairtree.FairTree;

class RecentStartsTest {
    private static final boolean[] ALL = {false, true, true, true};

    private final RecentStarts starts = new RecentStarts(4, 3);

    private static boolean[] only(int height) {
        boolean[] heights = new boolean[4];
        heights[height] = true;
        return heights;
    }

    @Test
    void any_withoutStarts_isFalse() {
        assertThat(starts.any(ALL, Double.NEGATIVE_INFINITY)).isFalse();
    }

    @Test
    void any_startsAtTheTimeItself_doNotCount() {
        starts.add(0, 2, 1, 5.0);

        assertThat(starts.any(ALL, 5.0)).isFalse();
        assertThat(starts.any(ALL, Math.nextDown(5.0))).isTrue();
    }

    @Test
    void setBack_allStartsWereEarlier() {
        starts.add(0, 2, 1, 4.0);
        starts.add(3, 2, 1, 5.0);
        starts.setBack(10);

        assertThat(starts.any(ALL, -5.0)).isFalse();
        assertThat(starts.any(ALL, -5.5)).isTrue();
        assertThat(starts.anyTo(1, 3, ALL, -6.0)).isFalse();
        assertThat(starts.anyTo(1, 3, ALL, -6.5)).isTrue();
        assertThat(starts.anyTo(1, 0, ALL, -5.0)).isFalse();
    }

    /** What started before the network was idle is not what starts now, although the clock was set back. */
    @Test
    void network_idleBetweenMessages_losesNothing() {
        Network network = Network.builder(Cluster.of(8, 1))
                .model(FairTree.of(new double[] {100e6, 150e6, 200e6}, new double[] {2e-4, 4e-4, 6e-4}))
                .cost("plogp:latency=100us,bandwidth=100MB/s")
                .loss(new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANDOM, 0.002, 36e-6))
                .build();
        network.send(Transfer.of(0, 7, 100_000_000));
        network.nextInstant();
        network.advanceTo(0.5);
        for (int source = 1; source < 7; source++) {
            network.send(Transfer.of(source, 7, 100_000));
        }
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
        network.advanceTo(10);
        for (int source = 0; source < 6; source++) {
            network.send(Transfer.of(source, 7, 1_000_000));
        }
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }

        assertThat(network.result().arrived()).isEqualTo(13);
        assertThat(network.result().retransmissionTimeouts()).isZero();
    }

    @Test
    void any_countsTheAskedHeightsOnly_fromTheLowestToTheHighest() {
        for (int height = 1; height <= 3; height++) {
            RecentStarts one = new RecentStarts(4, 3);
            one.add(0, height, 1, 5.0);
            for (int asked = 1; asked <= 3; asked++) {
                assertThat(one.any(only(asked), 4.0))
                        .as("start at %s, asked for %s", height, asked)
                        .isEqualTo(asked == height);
            }
            assertThat(one.any(ALL, 4.0)).isTrue();
        }
    }

    @Test
    void any_laterStart_replacesTheEarlier() {
        starts.add(0, 1, 1, 5.0);
        starts.add(2, 1, 3, 7.0);

        assertThat(starts.any(only(1), 6.0)).isTrue();
        assertThat(starts.any(only(1), 7.0)).isFalse();
    }

    @Test
    void anyTo_leavesOutOneSenderButNotTheOneBefore() {
        starts.add(0, 1, 1, 5.0);
        starts.add(2, 1, 1, 7.0);

        assertThat(starts.anyTo(1, 2, ALL, 4.0)).isTrue();
        assertThat(starts.anyTo(1, 2, ALL, 5.0)).isFalse();
        assertThat(starts.anyTo(1, 0, ALL, 6.0)).isTrue();
        assertThat(starts.anyTo(3, 0, ALL, 4.0)).isFalse();
    }
}
