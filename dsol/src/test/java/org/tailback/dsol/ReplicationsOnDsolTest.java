package org.tailback.dsol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import nl.tudelft.simulation.dsol.experiment.SingleReplication;
import nl.tudelft.simulation.dsol.model.AbstractDsolModel;
import nl.tudelft.simulation.dsol.simulators.DevsSimulator;
import nl.tudelft.simulation.dsol.simulators.DevsSimulatorInterface;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;

/** A network that outlives a replication of DSOL, which forgets all events when it is initialised. */
class ReplicationsOnDsolTest {
    private final DevsSimulator<Double> simulator = new DevsSimulator<>("replications");
    private final List<Double> arrivals = new ArrayList<>();

    private void initialize() {
        simulator.initialize(
                new AbstractDsolModel<Double, DevsSimulatorInterface<Double>>(simulator) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void constructModel() {
                        // events come from the test
                    }
                },
                new SingleReplication<>("replication", 0.0, 0.0, 1.0));
    }

    private void run() throws InterruptedException {
        simulator.start();
        while (!simulator.isStoppingOrStopped()) {
            Thread.sleep(1);
        }
    }

    @Test
    void initialize_withoutReset_isAnErrorAlsoAtTheInstantOfTheEarlierReplication() throws InterruptedException {
        initialize();
        Network network = Network.builder(Cluster.of(3, 1))
                .model("max-min:bandwidth=100MB/s")
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .on(new DsolKernel(simulator))
                .build();
        network.send(0, 1, 200_000_000, delivery -> arrivals.add(delivery.arrived()));
        run();
        assertThat(arrivals).isEmpty();

        initialize();
        assertThatThrownBy(() -> network.send(Transfer.of(0, 1, 50_000_000)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call reset() of the network");

        network.reset();
        network.send(0, 1, 50_000_000, delivery -> arrivals.add(delivery.arrived()));
        run();
        assertThat(arrivals).containsExactly(0.5);
    }
}
