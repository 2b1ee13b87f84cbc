package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class HalfDuplexCablesTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new HalfDuplexCables(1e8);
    }

    private static double seconds(String cost, int messages) {
        Network network = Network.builder(Cluster.of(2, 1))
                .model(new HalfDuplexCables(1e8))
                .cost(cost)
                .build();
        for (int i = 0; i < messages; i++) {
            network.send(Transfer.of(i % 2, 1 - i % 2, 100_000_000));
        }
        return network.nextInstant();
    }

    @Test
    void network_costFasterThanTheCable_theCableIsTheLimit() {
        assertThat(seconds("hockney:latency=0s,bandwidth=1GB/s", 1)).isEqualTo(1);
        assertThat(seconds("hockney:latency=0s,bandwidth=1GB/s", 2)).isEqualTo(2);
    }

    @Test
    void network_costSlowerThanTheCable_twoMessagesFillIt() {
        assertThat(seconds("hockney:latency=0s,bandwidth=50MB/s", 1)).isEqualTo(2);
        assertThat(seconds("hockney:latency=0s,bandwidth=50MB/s", 2)).isEqualTo(2);
    }
}
