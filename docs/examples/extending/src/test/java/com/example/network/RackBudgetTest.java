package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

class RackBudgetTest extends BandwidthSharingContract {
    @Override
    protected SharingModel model() {
        return new RackBudget(0.25);
    }

    /** Three messages into rack B: rate 1 / (3 * (1 + 0.25 * 2)) = 1 / 4.5 each; the one into rack A goes alone. */
    @Test
    void network_threeMessagesIntoOneRack_takeFourAndAHalfTimesAsLong() {
        String platform =
                """
                cluster: {cores-per-node: 1}
                racks: [{name: A, nodes: 8}, {name: B, nodes: 8}]
                network: {model: rack-budget, decline: 0.25}
                cost: {model: hockney, latency: 0 s, bandwidth: 1 GB/s}
                """;
        Network network = Network.builder(
                        PlatformFile.parse(platform, "two racks").resolve(Overrides.NONE))
                .build();
        Message into = network.send(Transfer.of(0, 8, 1_000_000_000));
        network.send(Transfer.of(1, 9, 1_000_000_000));
        network.send(Transfer.of(10, 11, 1_000_000_000));
        network.send(Transfer.of(12, 2, 1_000_000_000));

        assertThat(network.nextInstant()).isCloseTo(1, within(1e-12));
        assertThat(into.penalty()).isCloseTo(4.5, within(1e-12));
        network.advanceTo(network.nextInstant());
        assertThat(network.nextInstant()).isCloseTo(4.5, within(1e-12));
    }
}
