import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.observe.LinkLoad;

/** A thousand jobs on a cluster of 128 nodes: each computes, exchanges its data among its nodes, and leaves. */
public class Jobs {
    private static final Network NETWORK = Network.builder(Cluster.of(128, 1))
            .model("max-min:bandwidth=1GB/s")
            .cost("hockney:latency=1us,bandwidth=1GB/s")
            .build();
    private static final ArrayDeque<Integer> FREE = new ArrayDeque<>();
    private static final SplittableRandom RANDOM = new SplittableRandom(1);
    private static int started;
    private static int done;

    public static void main(String[] arguments) {
        for (int node = 0; node < 128; node++) {
            FREE.add(node);
        }
        NETWORK.measureLinks();
        startJobs();
        for (double next = NETWORK.nextInstant(); next < Double.POSITIVE_INFINITY; next = NETWORK.nextInstant()) {
            NETWORK.advanceTo(next);
        }
        System.out.println(done + " of " + started + " jobs, " + NETWORK.result().arrived() + " transfers");
        for (LinkLoad load : NETWORK.linkLoads().top(1)) {
            System.out.printf("%s: %.0f %% of the time%n", load.name(), 100 * load.mean());
        }
    }

    private static void startJobs() {
        for (int size = 4 << RANDOM.nextInt(4); started < 1000 && size <= FREE.size(); size = 4 << RANDOM.nextInt(4)) {
            started++;
            List<Integer> nodes = new ArrayList<>();
            while (nodes.size() < size) {
                nodes.add(FREE.remove());
            }
            NETWORK.send(allToAll(nodes, 10_000 + RANDOM.nextInt(100_000)), group -> {
                done++;
                FREE.addAll(nodes);
                startJobs();
            });
        }
    }

    private static List<Transfer> allToAll(List<Integer> nodes, long bytes) {
        List<Transfer> all = new ArrayList<>();
        for (int from : nodes) {
            nodes.stream().filter(to -> to != from).forEach(to -> all.add(Transfer.of(from, to, bytes)));
        }
        return all;
    }
}
