package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import umontreal.ssj.simevents.Simulator;

/** The lines of {@code docs/embedding/README.md}, run. */
class EmbeddingExampleTest {
    private final Platform platform = PlatformFile.read(
                    CommandRun.repository("docs/platforms/martinasso-infiniband.yaml"))
            .resolve(Overrides.NONE);
    private double penalty;

    private void next(double penaltyOfTheFirst) {
        penalty = penaltyOfTheFirst;
    }

    @Test
    void network_onASimulator_tellsOfTheArrival() {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network =
                Network.builder(platform).model("infiniband").on(simulator).build();
        Message message = network.send(0, 1, 1_000_000, delivery -> next(delivery.penalty()));
        network.send(0, 2, 1_000_000);
        simulator.start();

        assertThat(message.state().isOver()).isTrue();
        assertThat(penalty).isEqualTo(2);
    }

    @Test
    void network_withoutAHost_isPulledAlong() {
        Network network = Network.builder(platform).model("infiniband").build();
        Message message = network.send(0, 1, 1_000_000, delivery -> next(delivery.penalty()));
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }

        assertThat(message.state().isOver()).isTrue();
        assertThat(penalty).isEqualTo(1);
    }
}
