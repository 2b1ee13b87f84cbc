package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkBuilder;
import org.tailback.loss.LossModel;
import org.tailback.sharing.SharingModel;

/** Contract of every loss model. A model's test extends this class and returns the model and its parameters. */
public abstract class LossModelContract {
    /** Size of a message that takes a few milliseconds, in bytes. */
    private static final long TYPICAL_MESSAGE = 100_000;

    /** Returns the model under test. */
    protected abstract LossModel loss();

    /** Returns a bandwidth-sharing model that the loss model supports. */
    protected abstract SharingModel model();

    /** Returns a message cost that the loss model supports. */
    protected abstract MessageCost cost();

    /** Returns the cluster of the random scenarios. */
    protected Cluster cluster() {
        return Cluster.of(8, 1);
    }

    private NetworkBuilder network() {
        return Network.builder(cluster()).model(model()).cost(cost()).loss(loss());
    }

    private NetworkScenario scenario(long seed) {
        double seconds = 30 * cost().gap(TYPICAL_MESSAGE);
        return new NetworkScenario(seed, cluster().nodes(), TYPICAL_MESSAGE, seconds, false);
    }

    /**
     * Tests that no message is lost permanently: every message ends, with the same result in each repetition and on
     * each host.
     */
    @Test
    public void scenarios_twiceAndOnBothHosts_endTheSame() {
        for (long seed = 1; seed <= 20; seed++) {
            List<String> once = scenario(seed).run(network(), Host.ssj());
            assertThat(scenario(seed).run(network(), Host.ssj()))
                    .as("seed %d", seed)
                    .isEqualTo(once);
            if (!loss().losesMessages()) {
                assertThat(once.get(once.size() - 1)).as("seed %d", seed).contains("retransmissionTimeouts=0");
            }
        }
    }

    /**
     * Tests that one instance can serve many networks, and that the name of the model can be written on a command line.
     */
    @Test
    public void model_hasANameAndIsOneInstanceForManyNetworks() {
        LossModel model = loss();
        assertThat(model.name()).matches("[a-z]+(-[a-z]+)*");
        NetworkScenario scenario = scenario(1);
        List<String> first = scenario.run(network().loss(model), Host.ssj());
        scenario(2).run(network().loss(model), Host.ssj());
        assertThat(scenario.run(network().loss(model), Host.ssj())).isEqualTo(first);
    }

    /**
     * Tests that messages have the same results at epoch seconds as at time 0: the clock is set back whenever the
     * network is idle.
     */
    @Test
    public void losses_atEpochSeconds_areThoseAtTheBeginning() {
        for (long seed = 2; seed <= 6; seed += 2) {
            scenario(seed).assertSameAtEpochSeconds(() -> network().loss(loss()), Host::ssj);
        }
    }
}
