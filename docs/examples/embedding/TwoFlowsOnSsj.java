import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/** Two messages leave a node, in events of an SSJ simulation. */
public class TwoFlowsOnSsj {
    public static void main(String[] arguments) {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network = Network.builder(Cluster.of(8, 1))
                .model("max-min:bandwidth=1GB/s")
                .cost("hockney:latency=1us,bandwidth=1GB/s")
                .on(simulator)
                .build();
        network.send(0, 1, 1_000_000, message -> System.out.printf("a %.3f ms%n", 1e3 * message.arrived()));
        new Event(simulator) {
            @Override
            public void actions() {
                network.send(0, 2, 1_000_000, message -> System.out.printf("b %.3f ms%n", 1e3 * message.arrived()));
            }
        }.schedule(0.0005);
        simulator.start();
    }
}
