package org.tailback.fit.simulated;

import com.google.common.base.Preconditions;
import java.util.List;
import org.tailback.fit.tree.PairTraffic;
import org.tailback.fit.tree.TimeoutThreshold;
import org.tailback.platform.Platform;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** A simulated platform as a network of pairs: rank r on node r, by the platform's placement. */
public final class SimulatedPairs implements PairTraffic, TimeoutThreshold.Timeouts {
    private static final int PING = 7;

    private final Platform platform;
    private final int nodes;

    /** All nodes of a platform. */
    public SimulatedPairs(Platform platform) {
        this.platform = platform;
        this.nodes = platform.cluster().nodes();
    }

    @Override
    public int nodes() {
        return nodes;
    }

    @Override
    public String description() {
        return "simulated " + platform.sharing().name() + " with " + nodes + " nodes";
    }

    @Override
    public boolean isDeterministic() {
        return true;
    }

    /** Every node sends at most one message here: a message takes until its sender may go on. */
    @Override
    public double[] burst(List<Pair> messages, long bytes) {
        Preconditions.checkArgument(
                messages.stream().mapToInt(Pair::source).distinct().count() == messages.size(),
                "a node sends twice: %s",
                messages);
        Script program = new Script(nodes);
        messages.forEach(message -> load(program, message, bytes));
        messages.forEach(message -> program.add(message.source(), sink -> sink.await(0)));
        // a rank that only receives awaits it; a rank that sends, too, is done when it has sent
        messages.stream()
                .filter(message -> messages.stream().noneMatch(other -> other.source() == message.destination()))
                .forEach(message -> program.add(message.destination(), sink -> sink.await(1 + message.source())));
        ReplayResult result = Replay.builder(program, platform).build().run();
        return messages.stream()
                .mapToDouble(message -> result.ranks().get(message.source()).finish())
                .toArray();
    }

    private static void load(Script program, Pair message, long bytes) {
        program.add(message.destination(), sink -> sink.irecv(1 + message.source(), message.source(), 0, bytes));
        program.add(message.source(), sink -> sink.isend(0, message.destination(), 0, bytes));
    }

    @Override
    public double[] pingPong(Pair pair, List<Pair> load, long loadBytes, int count) {
        Script program = new Script(nodes);
        load.forEach(message -> load(program, message, loadBytes));
        // what a rank waits for beyond the round trip belongs to the load: only the round trip is timed, by ending the
        // program of the first partner with it
        program.add(pair.source(), sink -> sink.send(pair.destination(), PING, 0));
        program.add(pair.destination(), sink -> sink.recv(pair.source(), PING, 0));
        program.add(pair.destination(), sink -> sink.send(pair.source(), PING, 0));
        program.add(pair.source(), sink -> sink.recv(pair.destination(), PING, 0));
        return new double[] {clock(program, pair.source())};
    }

    private double clock(Script program, int rank) {
        return Replay.builder(program, platform).build().run().ranks().get(rank).finish();
    }

    @Override
    public boolean isHit(int height, long bytes) {
        double lone = lone(height, bytes);
        for (int other = 1; other <= Integer.numberOfTrailingZeros(nodes); other++) {
            if (other != height) {
                Script program = new Script(nodes);
                int sender = 1 << (height - 1);
                int follower = 1 << (other - 1);
                message(program, sender, bytes);
                program.add(follower, sink -> sink.compute(lone));
                message(program, follower, 1);
                ReplayResult result = Replay.builder(program, platform).build().run();
                if (result.retransmissionTimeouts() > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void message(Script program, int sender, long bytes) {
        program.add(0, sink -> sink.irecv(sender, sender, 0, bytes));
        program.add(sender, sink -> sink.send(0, 0, bytes));
        program.add(0, sink -> sink.await(sender));
    }

    private double lone(int height, long bytes) {
        Script program = new Script(nodes);
        int sender = 1 << (height - 1);
        message(program, sender, bytes);
        return clock(program, sender);
    }

    @Override
    public double loneRate(int height, long bytes) {
        // a difference: what a table adds to every message is no throughput
        return bytes / (lone(height, 2 * bytes) - lone(height, bytes));
    }
}
