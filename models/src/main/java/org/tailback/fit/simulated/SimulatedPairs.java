package org.tailback.fit.simulated;

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
    public double[] burst(List<Pair> pairs, long bytes, boolean bothWays) {
        Script program = new Script(nodes);
        for (Pair pair : pairs) {
            load(program, pair.source(), pair.destination(), bytes, 1);
            if (bothWays) {
                load(program, pair.destination(), pair.source(), bytes, 1);
            }
        }
        // the sends are awaited by their senders, whose last operation this is
        for (Pair pair : pairs) {
            program.add(pair.source(), sink -> sink.await(0));
            if (bothWays) {
                program.add(pair.destination(), sink -> sink.await(0));
            }
        }
        for (Pair pair : pairs) {
            if (!bothWays) {
                program.add(pair.destination(), sink -> sink.await(1));
            }
        }
        ReplayResult result = Replay.builder(program, platform).build().run();
        double[] seconds = new double[pairs.size()];
        for (int i = 0; i < seconds.length; i++) {
            Pair pair = pairs.get(i);
            double finish = result.ranks().get(pair.source()).finish();
            seconds[i] = bothWays
                    ? Math.max(finish, result.ranks().get(pair.destination()).finish())
                    : finish;
        }
        return seconds;
    }

    private static void load(Script program, int source, int destination, long bytes, int receiveRequest) {
        program.add(destination, sink -> sink.irecv(receiveRequest, source, 0, bytes));
        program.add(source, sink -> sink.isend(0, destination, 0, bytes));
    }

    @Override
    public double pingPong(Pair pair, List<Pair> load, long loadBytes, boolean bothWays) {
        Script program = new Script(nodes);
        for (Pair loaded : load) {
            load(program, loaded.source(), loaded.destination(), loadBytes, 1);
            if (bothWays) {
                load(program, loaded.destination(), loaded.source(), loadBytes, 1);
            }
        }
        // what a rank waits for beyond the round trip belongs to the load: only the round trip is timed, by ending the
        // program of the first partner with it
        program.add(pair.source(), sink -> sink.send(pair.destination(), PING, 0));
        program.add(pair.destination(), sink -> sink.recv(pair.source(), PING, 0));
        program.add(pair.destination(), sink -> sink.send(pair.source(), PING, 0));
        program.add(pair.source(), sink -> sink.recv(pair.destination(), PING, 0));
        return Replay.builder(program, platform)
                .build()
                .run()
                .ranks()
                .get(pair.source())
                .finish();
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
        return Replay.builder(program, platform)
                .build()
                .run()
                .ranks()
                .get(sender)
                .finish();
    }

    @Override
    public double loneRate(int height, long bytes) {
        // a difference: what a table adds to every message is no throughput
        return bytes / (lone(height, 2 * bytes) - lone(height, bytes));
    }
}
