package org.tailback.example.ssj;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Sim;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.stat.Tally;

/** Replications one after the other, on the static simulator, with a substream each. */
class SubstreamsTest {
    private final MRG32k3a stream = new MRG32k3a();
    private final ExponentialGen gaps = new ExponentialGen(stream, 700);

    private double meanMilliseconds(Network network, double seconds) {
        Tally times = new Tally("milliseconds of a message");
        new Event() {
            @Override
            public void actions() {
                network.send(0, 1, 1_000_000, message -> times.add(1e3 * message.seconds()));
                if (Sim.time() < seconds) {
                    schedule(gaps.nextDouble());
                }
            }
        }.schedule(0);
        Sim.start();
        return times.average();
    }

    /** The mean of a queue M/D/1 with processor sharing: 1 ms / (1 - 0.7). */
    @Test
    void replications_intervalHoldsTheMeanOfQueueingTheory_andEachIsThatOfItsSubstream() {
        Sim.init();
        Network network = Network.builder(Cluster.of(2, 1))
                .model("max-min:bandwidth=1GB/s")
                .cost("hockney:latency=0s,bandwidth=1GB/s")
                .on(Simulator.getDefaultSimulator())
                .build();
        Tally means = new Tally("means");
        double second = Double.NaN;
        for (int replication = 0; replication < 15; replication++) {
            Sim.init();
            network.reset();
            stream.resetNextSubstream();
            double mean = meanMilliseconds(network, 5);
            means.add(mean);
            second = replication == 1 ? mean : second;
        }
        double[] centreAndRadius = new double[2];
        means.confidenceIntervalStudent(0.95, centreAndRadius);
        assertThat(Math.abs(centreAndRadius[0] - 10 / 3.0)).isLessThan(centreAndRadius[1]);

        // a shorter first replication draws fewer numbers
        stream.resetStartStream();
        stream.resetNextSubstream();
        Sim.init();
        network.reset();
        meanMilliseconds(network, 0.1);
        stream.resetNextSubstream();
        Sim.init();
        network.reset();
        assertThat(meanMilliseconds(network, 5)).isEqualTo(second);
    }
}
