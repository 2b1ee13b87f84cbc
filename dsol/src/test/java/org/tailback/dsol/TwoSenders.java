package org.tailback.dsol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nl.tudelft.simulation.dsol.experiment.SingleReplication;
import nl.tudelft.simulation.dsol.model.AbstractDsolModel;
import nl.tudelft.simulation.dsol.simulators.DevsSimulator;
import nl.tudelft.simulation.dsol.simulators.DevsSimulatorInterface;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;

/** A DSOL model in which two nodes send to a third at the same time, over ports of 100 MB/s. */
public final class TwoSenders extends AbstractDsolModel<Double, DevsSimulatorInterface<Double>> {
    private static final long serialVersionUID = 1L;

    private final long first;
    private final long second;
    private final transient List<Double> arrivals = new ArrayList<>();

    private TwoSenders(DevsSimulatorInterface<Double> simulator, long first, long second) {
        super(simulator);
        this.first = first;
        this.second = second;
    }

    @Override
    public void constructModel() {
        Network network = Network.builder(Cluster.of(3, 1))
                .model("max-min:bandwidth=100MB/s")
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .on(new DsolKernel(getSimulator()))
                .build();
        getSimulator().scheduleEventAbs(0.5, () -> {
            network.send(0, 2, first, delivery -> arrivals.add(delivery.arrived()));
            network.send(1, 2, second, delivery -> arrivals.add(delivery.arrived()));
        });
    }

    /** The instants at which the messages arrive, in seconds; both are sent at 0.5 s. */
    public static List<Double> arrivals(long firstBytes, long secondBytes) throws InterruptedException {
        DevsSimulator<Double> simulator = new DevsSimulator<>("two senders");
        TwoSenders model = new TwoSenders(simulator, firstBytes, secondBytes);
        simulator.initialize(model, new SingleReplication<>("replication", 0.0, 0.0, 100.0));
        simulator.start();
        while (!simulator.isStoppingOrStopped()) {
            Thread.sleep(1);
        }
        simulator.cleanUp();
        return model.arrivals;
    }

    /** Prints when the messages arrive. */
    public static void main(String[] args) throws InterruptedException {
        System.out.printf(
                Locale.ROOT, "100 MB and 100 MB, sent at 0.5 s: arrive at %s s%n", arrivals(100_000_000, 100_000_000));
        System.out.printf(
                Locale.ROOT, "100 MB and 300 MB, sent at 0.5 s: arrive at %s s%n", arrivals(100_000_000, 300_000_000));
    }
}
