package org.tailback.embed;

import com.google.common.base.Preconditions;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.NetworkEngine;
import org.tailback.network.SharedNetwork;
import org.tailback.network.ThreadCheck;
import org.tailback.observe.LinkLoads;
import org.tailback.platform.Platform;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * A network on which messages contend, inside another simulator:
 *
 * <pre>{@code
 * Network network = Network.builder(platform).model("infiniband").on(simulator).build();
 * Message message = network.send(0, 1, 1_000_000, delivery -> next(delivery.penalty()));
 * }</pre>
 *
 * <p><b>Clock.</b> There are three kinds of clocks: an SSJ {@code Simulator}, any other event-driven host ({@link
 * NetworkBuilder#on}), or a separate clock. A host with a separate clock calls {@link #nextInstant} and {@link
 * #advanceTo} in its loop. Results are bit-identical on all three.
 *
 * <p><b>Instants.</b> All actions at one instant are simultaneous, whatever their order: messages whose transfer ends
 * at the instant leave before other messages start, fail or are cancelled, and before capacities change. Rates are
 * computed once, at the end of the instant.
 *
 * <p><b>Messages</b> take the time of the platform's message cost without contention: its gap is the contention-free
 * time, by which the bandwidth-sharing model's penalty is multiplied; its latency is added. Overheads of ranks,
 * protocols and gaps between messages apply to ranks, which {@link org.tailback.replay.Replay} models; if the cost
 * defines them, {@link NetworkResult#warnings} contains a warning.
 *
 * <p><b>Replays</b> share the network with messages and with each other if they are built {@link
 * org.tailback.replay.ReplayBuilder#on(org.tailback.network.SharedNetwork) on} it. Changes of capacity and failed links
 * affect them, and they end when one of their nodes fails; {@link #result} counts individual messages only.
 *
 * <p>Cost of a message: O(log messages under way), the cost of the model, and a few small objects. All networks are
 * independent of each other; one network is used by one thread at a time, the thread of its clock. Overlapping uses by
 * two threads throw an {@link IllegalStateException}, as do all later uses.
 */
public final class Network implements SharedNetwork {
    private final Messages messages;
    private final Links links;
    private final @Nullable SteppedKernel stepped;

    Network(Platform platform, EventKernel host, long seed, List<NetworkObserver> observers) {
        stepped = host instanceof SteppedKernel own ? own : null;
        messages = new Messages(platform, host, seed, observers);
        links = new Links(messages);
    }

    private Network(Network original, SteppedKernel clock, Function<Message, WhenDone> whenDone) {
        stepped = clock;
        messages = new Messages(original.messages, clock, whenDone, original.links::adjust);
        links = new Links(messages);
        links.takeOver(original.links);
    }

    /** Returns a builder of a network with all parts of a platform. */
    public static NetworkBuilder builder(Platform platform) {
        return new NetworkBuilder(Objects.requireNonNull(platform, "platform").toBuilder());
    }

    /** Returns a builder of a network of the nodes of a cluster; model and cost must be given. */
    public static NetworkBuilder builder(Cluster cluster) {
        return new NetworkBuilder(Platform.builder().cluster(Objects.requireNonNull(cluster, "cluster")));
    }

    /** Sends a message without options; otherwise like {@link #send(Transfer, WhenDone)}. */
    public Message send(int source, int destination, long bytes, WhenDone whenDone) {
        return send(Transfer.of(source, destination, bytes), whenDone);
    }

    /**
     * Sends a message now. Its owner is not notified during this call, even if the message is empty or its nodes have
     * failed.
     *
     * @param whenDone receives the arrival, or the loss
     * @throws IndexOutOfBoundsException if there is no such node
     * @throws IllegalStateException if another thread uses the network at the same time
     */
    @Beta
    public Message send(Transfer transfer, WhenDone whenDone) {
        Objects.requireNonNull(whenDone, "whenDone");
        checkNodes(transfer);
        return messages.send(transfer, whenDone, null);
    }

    /** Sends a message without an action at its end; its owner uses the handle, see {@link Message#completion}. */
    @Beta
    public Message send(Transfer transfer) {
        return send(transfer, WhenDone.NOTHING);
    }

    /**
     * Sends several messages now, in their order. Their owner is notified when all are over; without transfers, at this
     * instant after the present event.
     *
     * @param whenAllDone receives the group
     * @throws IndexOutOfBoundsException if there is no such node; in that case nothing has been sent
     */
    @Beta
    public Group send(List<Transfer> transfers, WhenAllDone whenAllDone) {
        Group group = new Group(now(), Objects.requireNonNull(whenAllDone, "whenAllDone"));
        Objects.requireNonNull(transfers, "transfers").forEach(this::checkNodes);
        List<Transfer> all = List.copyOf(transfers);
        messages.checkMayChange();
        group.of(all.stream()
                .map(transfer -> messages.send(transfer, WhenDone.NOTHING, group))
                .toList());
        if (all.isEmpty()) {
            messages.notifyLater(group);
        }
        return group;
    }

    private void checkNodes(Transfer transfer) {
        Objects.requireNonNull(transfer, "transfer");
        checkNode(transfer.source);
        checkNode(transfer.destination);
    }

    /**
     * Makes a node fail now, or removes it. Messages that it sends or receives and whose transfer has not ended, and
     * messages that have not arrived at it yet, are lost: their owners are notified at this instant, after the present
     * event. Messages sent from or to the node before {@link #repairNode} are lost too. A replay with a rank on the
     * node ends at the end of this instant unless it is over by then, and its owner receives a result with a {@link
     * org.tailback.replay.ReplayResult#failure}. The same applies to a replay that starts on the node before the
     * repair. Does nothing if the node has already failed. O(messages in flight).
     *
     * @param node 0 to nodes - 1
     */
    public void failNode(int node) {
        checkNode(node);
        messages.checkMayChange();
        messages.failNode(node);
    }

    /**
     * Repairs a failed node, or adds it again, for messages sent and replays started from now on; does nothing if the
     * node has not failed.
     */
    public void repairNode(int node) {
        checkNode(node);
        messages.checkMayChange();
        engine().failures().repairNode(node);
    }

    /** Returns true between {@link #failNode} and {@link #repairNode}. */
    public boolean hasFailed(int node) {
        checkNode(node);
        return engine().failures().ofNode(node);
    }

    /**
     * Changes the capacity of the links of a node from this instant on, relative to the capacity as built. The path
     * inside the node does not change.
     *
     * @param node 0 to nodes - 1
     * @param fraction finite, > 0; 1 restores the node
     * @throws InputException if the model has no links
     */
    public void setNodeCapacity(int node, double fraction) {
        checkNode(node);
        links.setNodeCapacity(node, fraction);
    }

    /**
     * Returns a link by its name, such as {@code node 0 up}; a network always returns the same object for it. O(1);
     * O(links) for the first link of a network.
     *
     * @throws InputException if there is no such link, or the model has no links
     */
    @Beta
    public Link link(String name) {
        return links.named(name);
    }

    /** Returns the links; empty if the model has none. O(1); O(links) for the first call. */
    @Beta
    public List<Link> links() {
        return engine().sharing() instanceof AdjustableCapacity
                ? links.all().values().asList()
                : List.of();
    }

    /**
     * Measures the loads of all links from this instant on, until {@link #reset}; does nothing if the measurement has
     * begun. Every change of a rate then has an additional cost of O(links of the route). A fork does not measure
     * before this method is called on it.
     *
     * @throws InputException if the model has no links, or does not define their traffic
     */
    @Beta
    public void measureLinks() {
        messages.checkMayChange();
        engine().measureLinks();
    }

    /**
     * Returns the loads of all links since {@link #measureLinks}, including loads by replays. O(links).
     *
     * @throws IllegalStateException if the links are not measured
     */
    @Beta
    public LinkLoads linkLoads() {
        return messages.linkMeter().loads();
    }

    /**
     * Returns the time of the next event in a network without a host. Closes the present instant, so that all messages
     * sent in it have their rates.
     *
     * @return seconds; infinite if no message is under way
     * @throws IllegalStateException if the network runs on a host's clock
     */
    public double nextInstant() {
        SteppedKernel clock = ownClock();
        ThreadCheck threads = engine().threads();
        boolean entered = threads.enter();
        try {
            return clock.nextInstant();
        } finally {
            threads.leave(entered);
        }
    }

    /**
     * Advances the time of a network without a host to an instant, which stays open, see {@link
     * SteppedKernel#advanceTo}. The owners of messages that arrive until then are notified at the times of their
     * arrival.
     *
     * @param seconds absolute time, finite, not before {@link #now}
     * @throws IllegalStateException if the network runs on a host's clock
     */
    public void advanceTo(double seconds) {
        SteppedKernel clock = ownClock();
        engine().threads().run(() -> clock.advanceTo(seconds));
    }

    /** Returns the present instant, in seconds. */
    public double now() {
        return messages.host.now();
    }

    @Override
    public Platform platform() {
        return messages.platform;
    }

    /** Returns the result up to now. O(1), except warnings. */
    public NetworkResult result() {
        return messages.result();
    }

    /**
     * Resets the network to its initial state: messages under way are removed without notice, replays on it are
     * cancelled, all nodes and links work, capacities and counts have their initial values, and no link is measured.
     * Hosts that run several replications on one clock call this method after {@code Simulator.init()}, which makes SSJ
     * drop all timers.
     */
    public void reset() {
        messages.checkMayChange();
        links.reset();
        messages.reset();
    }

    /**
     * Returns an independent network with the same messages under way at the same instant, on a separate clock, to
     * explore alternatives without changing this network.
     *
     * <pre>{@code
     * Network fork = network.fork(message -> delivery -> expected.put(message, delivery.arrived()));
     * fork.send(Transfer.of(0, 1, 1_000_000));         // what if?
     * for (double next = fork.nextInstant(); next < Double.POSITIVE_INFINITY; next = fork.nextInstant()) {
     *     fork.advanceTo(next);
     * }
     * }</pre>
     *
     * <p>Its nodes and links have the same capacities and failures, and its messages have the same limits, deadlines
     * and attachments. Its loss model has the same history and draws the same numbers, and its result continues the
     * counts of this network. Its future is therefore the same except for rounding. Under models that estimate the
     * rates of large components by sampling, such as head-of-line, it also differs by the error of the estimates. The
     * fork does not contain the host's events, observers, groups and the callbacks of the original messages; the fork
     * counts the warnings of the bandwidth-sharing model anew. Replays may be started on the fork, but no replay may be
     * running on the original network, because the rest of a program cannot be copied. O(messages in flight) and a
     * computation of all rates.
     *
     * @param whenDone function from a message under way to the action at the end of its copy
     * @throws IllegalStateException if a replay is running on this network, or the network is notifying observers
     * @throws UnsupportedOperationException if the loss model cannot be copied
     */
    public Network fork(Function<Message, WhenDone> whenDone) {
        messages.checkMayChange();
        SteppedKernel clock = SteppedKernel.create();
        clock.advanceTo(now());
        return new Network(this, clock, Objects.requireNonNull(whenDone, "whenDone"));
    }

    /** Returns a {@link #fork(Function)} whose copied messages end without notice. */
    public Network fork() {
        return fork(message -> WhenDone.NOTHING);
    }

    /** Returns the engine that moves the messages, for replays on this network; a new engine after {@link #reset}. */
    @Internal
    @Override
    public NetworkEngine engine() {
        return messages.engine();
    }

    @Override
    public String toString() {
        return "network of " + platform().cluster().nodes() + " nodes, model "
                + platform().model().name() + ", cost " + platform().cost().name() + ", at " + now() + " s, "
                + result().underWay() + " messages under way";
    }

    private SteppedKernel ownClock() {
        Preconditions.checkState(stepped != null, "the network runs on its host's clock: run the host");
        return Objects.requireNonNull(stepped);
    }

    private void checkNode(int node) {
        int nodes = platform().cluster().nodes();
        if (node < 0 || node >= nodes) {
            throw new IndexOutOfBoundsException(
                    "there is no node " + node + ": the " + nodes + " nodes are numbered from 0");
        }
    }
}
