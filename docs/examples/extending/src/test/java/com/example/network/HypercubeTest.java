package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class HypercubeTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new MaxMin(cluster -> new Hypercube(cluster.nodes(), 1e9));
    }

    @Override
    protected Cluster cluster() {
        return Cluster.of(8, 1);
    }

    /** To turn the same bits of all numbers leaves the network as it is. */
    @Override
    protected int[] symmetry(Random random) {
        int mask = random.nextInt(8);
        return IntStream.range(0, 8).map(node -> node ^ mask).toArray();
    }

    @Test
    void routes_crossALinkOfEachDifferentBit() {
        Hypercube cube = new Hypercube(16, 1);
        int[] links = new int[cube.longestRoute()];
        Set<String> names = new HashSet<>();
        for (int source = 0; source < 16; source++) {
            for (int destination = 0; destination < 16; destination++) {
                if (source != destination) {
                    int length = cube.route(source, destination, links);
                    assertThat(length).isEqualTo(2 + Integer.bitCount(source ^ destination));
                    Arrays.stream(links, 0, length).forEach(link -> names.add(cube.link(link).name()));
                }
            }
        }
        assertThat(names).hasSize(cube.links());
    }

    /** 0 to 3 and 0 to 5 share router 0's link of bit 0, and the node's own. */
    @Test
    void network_twoOverOneLink_halfRateEach() {
        SharingModel model = new MaxMin(cluster -> new Hypercube(cluster.nodes(), 1e9));
        Network network = Network.builder(Cluster.of(8, 1))
                .model(model)
                .cost("hockney:latency=0s,bandwidth=1GB/s")
                .build();
        network.send(Transfer.of(0, 3, 1_000_000_000));
        network.send(Transfer.of(1, 0, 1_000_000_000));
        network.send(Transfer.of(0, 5, 1_000_000_000));

        assertThat(network.nextInstant()).isEqualTo(1);
        network.advanceTo(1);
        assertThat(network.nextInstant()).isEqualTo(2);
    }
}
