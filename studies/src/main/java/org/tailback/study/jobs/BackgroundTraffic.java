package org.tailback.study.jobs;

import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.random.RandomStreams;
import org.tailback.study.jobs.JobSpec.Background;
import umontreal.ssj.rng.RandomStream;

/**
 * Messages of one background pattern in a shared network, from the start of the pattern until it is stopped. Bursts of
 * {@code on} seconds alternate with {@code off} seconds of silence. During a burst, every sender always has one message
 * in flight. Messages in flight at the end of a burst continue.
 */
final class BackgroundTraffic {
    private static final int MOST_AT_ONCE = 1000;

    private final Background spec;
    private final int[] nodes;
    private final Network network;
    private final EventKernel kernel;
    private final RandomStream stream;
    private final EventKernel.Timer timer;
    private final Map<Message, String> owners;
    private final long[] sent;
    private final @Nullable Message[] inFlight;
    private int[] permutation = {};
    private boolean bursting;
    private boolean stopped;
    private double lastSent = Double.NaN;
    private long sentNow;

    /**
     * Creates traffic without starting it.
     *
     * @param owners names of traffic patterns by message in flight, shared by all patterns
     */
    BackgroundTraffic(
            Background spec, int[] nodes, Network network, EventKernel kernel, long seed, Map<Message, String> owners) {
        this.spec = spec;
        this.nodes = nodes;
        this.network = network;
        this.kernel = kernel;
        this.owners = owners;
        stream = RandomStreams.of(seed, "background " + spec.name());
        timer = kernel.timer(EventKernel.Order.NORMAL, this::tick);
        sent = new long[nodes.length];
        inFlight = new Message[nodes.length];
    }

    /** Schedules the first burst at an instant, in seconds. */
    void startAt(double seconds) {
        timer.at(seconds);
    }

    void stop() {
        stopped = true;
        timer.cancel();
    }

    long messages() {
        return LongStream.of(sent).sum();
    }

    private void tick() {
        bursting = !bursting;
        if (bursting) {
            permutation = Pattern.cycle(nodes.length, stream);
            for (int source = 0; source < nodes.length; source++) {
                if (inFlight[source] == null) {
                    send(source);
                }
            }
        }
        double lasts = bursting ? spec.onSeconds() : spec.offSeconds();
        if (lasts < Double.POSITIVE_INFINITY) {
            timer.at(kernel.now() + lasts);
        }
    }

    private void send(int source) {
        int destination = spec.pattern().destination(source, nodes.length, sent[source], permutation, stream);
        if (destination == Pattern.NONE) {
            return;
        }
        requireTime();
        sent[source]++;
        Message message = network.send(nodes[source], nodes[destination], spec.bytes(), delivery -> {
            owners.remove(inFlight[source]);
            inFlight[source] = null;
            if (bursting && !stopped) {
                send(source);
            }
        });
        inFlight[source] = message;
        owners.put(message, spec.name());
    }

    /** Rejects networks in which the messages take no time, because simulated time would never advance. */
    private void requireTime() {
        sentNow = kernel.now() == lastSent ? sentNow + 1 : 1;
        lastSent = kernel.now();
        if (sentNow > MOST_AT_ONCE * (long) nodes.length) {
            throw InputException.at(
                    spec.place(),
                    "messages of the background traffic '" + spec.name() + "' take no time",
                    "Give the message cost a latency or bandwidth, or the messages a size");
        }
    }

    /**
     * Pattern of senders and receivers in background traffic. Every sender has one message in flight and sends the next
     * message when that message has ended. Nodes are indices into the list of nodes of the traffic, 0 to n - 1.
     */
    enum Pattern {
        /** All nodes send to node 0, which does not send. */
        INCAST,
        /** Every node sends to the other nodes in cyclic order, beginning with its successor. */
        ALL_TO_ALL,
        /** Every node sends to one node and receives from one node; each burst has a new random cyclic permutation. */
        PERMUTATION,
        /** Every message is sent to another node drawn at random. */
        UNIFORM;

        /** Value for no destination: the node does not send. */
        static final int NONE = -1;

        /**
         * Returns the destination of a node's next message.
         *
         * @param message number of messages that the node has already sent
         * @param permutation permutation of the current burst
         */
        int destination(int source, int nodes, long message, int[] permutation, RandomStream stream) {
            return switch (this) {
                case INCAST -> source == 0 ? NONE : 0;
                case ALL_TO_ALL -> (int) ((source + 1 + message % (nodes - 1)) % nodes);
                case PERMUTATION -> permutation[source];
                case UNIFORM -> {
                    int drawn = stream.nextInt(0, nodes - 2);
                    yield drawn < source ? drawn : drawn + 1;
                }
            };
        }

        /**
         * Returns a random permutation that consists of a single cycle, so that no node sends to itself (Sattolo's
         * algorithm). O(nodes).
         */
        static int[] cycle(int nodes, RandomStream stream) {
            int[] next = new int[nodes];
            for (int i = 0; i < nodes; i++) {
                next[i] = i;
            }
            for (int i = nodes - 1; i > 0; i--) {
                int j = stream.nextInt(0, i - 1);
                int held = next[i];
                next[i] = next[j];
                next[j] = held;
            }
            return next;
        }
    }
}
