import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.random.RandomStreams;
import org.tailback.replication.Replications;
import org.tailback.replication.Sample;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.stat.Tally;

/** The mean time of random messages, by independent replications on all processors. */
public class Replicated {
    static double meanMilliseconds(long seed) {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network = Network.builder(Cluster.of(8, 1))
                .model("max-min:bandwidth=1GB/s")
                .cost("hockney:latency=0s,bandwidth=1GB/s")
                .on(simulator)
                .build();
        ExponentialGen gaps = new ExponentialGen(RandomStreams.of(seed, "gaps"), 700);
        Tally times = new Tally("milliseconds of a message");
        new Event(simulator) {
            @Override
            public void actions() {
                network.send(0, 1, 1_000_000, message -> times.add(1e3 * message.seconds()));
                if (simulator.time() < 5) {
                    schedule(gaps.nextDouble());
                }
            }
        }.schedule(0);
        simulator.start();
        return times.average();
    }

    public static void main(String[] arguments) {
        Sample means = Replications.of(20).seed(1).run(Replicated::meanMilliseconds);
        System.out.printf("%.3f ms, 95 %% interval %.3f to %.3f ms%n", means.mean(), means.low(), means.high());
    }
}
