package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class HalfDuplexTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new HalfDuplex();
    }

    @Test
    void network_thereAndBack_halfRateEach() {
        Network network = Network.builder(Cluster.of(2, 1))
                .model("half-duplex")
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .build();
        Message there = network.send(Transfer.of(0, 1, 100_000_000));
        network.send(Transfer.of(1, 0, 100_000_000));

        assertThat(network.nextInstant()).isEqualTo(2);
        assertThat(there.penalty()).isEqualTo(2);
    }
}
