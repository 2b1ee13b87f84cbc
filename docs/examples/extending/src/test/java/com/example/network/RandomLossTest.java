package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.loss.LossModel;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.LossModelContract;

class RandomLossTest extends LossModelContract {
    @Override
    protected LossModel loss() {
        return new RandomLoss(0.1, 0.2);
    }

    @Override
    protected SharingModel model() {
        return new HalfDuplex();
    }

    @Override
    protected MessageCost cost() {
        return new Packets(0, 1e8, 1460, 40);
    }

    /** 1 s alone and a timeout of 0.5 s; a fork has the same future. */
    @Test
    void message_thatIsLost_arrivesAfterTheTimeout() {
        Network network = Network.builder(Cluster.of(2, 1))
                .model("half-duplex")
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .loss("random-loss:probability=1,timeout=500ms")
                .build();
        double[] arrived = new double[1];
        Message message = network.send(0, 1, 100_000_000, delivery -> arrived[0] = delivery.arrived());
        network.advanceTo(0.5);
        Network fork = network.fork();
        network.advanceTo(2);
        fork.advanceTo(2);

        assertThat(message.state().isOver()).isTrue();
        assertThat(arrived[0]).isEqualTo(1.5);
        assertThat(fork.result().retransmissionTimeouts()).isOne();
    }
}
