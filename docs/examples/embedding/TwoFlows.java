import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;

/** Two messages leave a node, in a loop that has events of its own. */
public class TwoFlows {
    public static void main(String[] arguments) {
        Network network = Network.builder(Cluster.of(8, 1))
                .model("max-min:bandwidth=1GB/s")
                .cost("hockney:latency=1us,bandwidth=1GB/s")
                .build();
        network.send(0, 1, 1_000_000, message -> System.out.printf("a %.3f ms%n", 1e3 * message.arrived()));

        double mine = 0.0005; // the loop's own next event: another message
        double next = Math.min(mine, network.nextInstant());
        while (next < Double.POSITIVE_INFINITY) {
            network.advanceTo(next);
            if (next == mine) {
                network.send(0, 2, 1_000_000, message -> System.out.printf("b %.3f ms%n", 1e3 * message.arrived()));
                mine = Double.POSITIVE_INFINITY;
            }
            next = Math.min(mine, network.nextInstant());
        }
    }
}
