package org.tailback.embed;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.kernel.Agenda;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.LocalClock;
import org.tailback.kernel.SteppedKernel;
import org.tailback.kernel.TimeQueue;
import org.tailback.network.MessageOwner;
import org.tailback.network.NetworkEngine;
import org.tailback.network.NetworkFork;
import org.tailback.network.NetworkTotals;
import org.tailback.network.NetworkUser;
import org.tailback.network.SharedNetwork;
import org.tailback.network.ThreadCheck;
import org.tailback.platform.Platform;
import org.tailback.replay.Conflicts;
import org.tailback.settings.Suggestion;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Link;
import org.tailback.stability.Internal;

/**
 * A network on which messages contend, inside another simulator:
 *
 * <pre>{@code
 * Network network = Network.builder(platform).model("infiniband").on(simulator).build();
 * Message message = network.send(0, 1, 1_000_000, delivery -> next(delivery.penalty()));
 * }</pre>
 *
 * <p><b>Clock.</b> One of three, with the same results to the bit: an SSJ {@code Simulator} or any other event-driven
 * host ({@link NetworkBuilder#on}), or its own: then the host's loop calls {@link #nextInstant} and calls {@link
 * #advanceTo}.
 *
 * <p><b>Instants.</b> What is done at one instant is simultaneous, in whatever order: messages whose transfer ends then
 * have left before others start, fail, are cancelled or find another capacity; rates are computed once, when the
 * instant is over.
 *
 * <p><b>Messages</b> take what the platform's message cost says when nothing disturbs them: its gap is the
 * contention-free time, by which the bandwidth-sharing model's penalty is multiplied; its latency is added. Overheads
 * of ranks, protocols and gaps between messages are the business of the part that models ranks, as {@link
 * org.tailback.replay.Replay} does; where the cost has them, {@link NetworkResult#warnings} says so.
 *
 * <p><b>Replays</b> share the network with messages and with each other if they are built {@link
 * org.tailback.replay.ReplayBuilder#on(org.tailback.network.SharedNetwork) on} it. They see changes of capacity
 * and failed links, and end when one of their nodes fails; {@link #result} counts single messages only.
 *
 * <p>Cost of a message: O(log messages under way) beside what the model needs, and a few small objects. All networks
 * are independent of each other; one network is used by one thread at a time, that of its clock. Uses by two threads at
 * once that overlap end in an {@link IllegalStateException}, and so do all later ones.
 */
public final class Network implements SharedNetwork {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final Platform platform;
    private final EventKernel host;
    private final LocalClock kernel;
    private final long seed;
    private final @Nullable SteppedKernel stepped;
    private final Watchers watchers;
    private final MessageSlots underWay = new MessageSlots();
    private NetworkEngine engine;
    private NetworkUser user;
    /** Messages that are delayed, arriving or about to be reported lost, by the times at which that is over. */
    private final Agenda agenda;

    private final TimeQueue waiting;
    private long sequence;
    private Tally tally = new Tally();
    /** Capacities that differ from those as built. */
    private final Map<Integer, Double> nodeCapacities = new TreeMap<>();

    private final Map<Integer, Double> linkCapacities = new TreeMap<>();

    Network(Platform platform, EventKernel host, long seed, List<NetworkObserver> observers) {
        this.platform = platform;
        this.host = host;
        this.seed = seed;
        kernel = new LocalClock(host);
        stepped = host instanceof SteppedKernel own ? own : null;
        watchers = new Watchers(host, underWay, observers);
        agenda = new Agenda(kernel, 16, this::waited);
        waiting = agenda.times();
        engine = newEngine();
        user = joined();
    }

    private NetworkEngine newEngine() {
        return NetworkEngine.builder(kernel, platform.cluster(), platform.sharing(), platform.cost())
                .intraNode(platform.intraNode())
                .loss(platform.loss())
                .seed(seed)
                .build();
    }

    private NetworkUser joined() {
        return engine.join(
                new Owner(), platform.cluster().nodes(), watchers.forEngine(number -> engine.reference(number)));
    }

    /** Begins a network with everything that a platform says. */
    public static NetworkBuilder builder(Platform platform) {
        return new NetworkBuilder(platform);
    }

    /** Begins a network of some nodes; model and cost must be given. */
    public static NetworkBuilder builder(Cluster cluster) {
        return new NetworkBuilder(cluster);
    }

    /**
     * Sends a message now. Its owner is not notified during this call, even if it is empty or its nodes have failed.
     *
     * @param source node that sends, 0 to nodes - 1
     * @param destination node that receives, 0 to nodes - 1; if it is the source, the message goes over the intra-node
     *     path
     * @param bytes size, >= 0
     * @param whenDone receives the arrival, or the loss
     * @throws IllegalArgumentException if the size is negative
     * @throws IndexOutOfBoundsException if there is no such node
     * @throws IllegalStateException if another thread uses the network at the same time
     */
    public Message send(int source, int destination, long bytes, WhenDone whenDone) {
        checkNode(source);
        checkNode(destination);
        Preconditions.checkArgument(bytes >= 0, "a message has 0 bytes or more, not %s", bytes);
        Objects.requireNonNull(whenDone, "whenDone");
        ThreadCheck threads = engine.threads();
        boolean entered = threads.enter();
        try {
            watchers.checkMayChange();
            return sendNow(source, destination, bytes, whenDone);
        } finally {
            threads.leave(entered);
        }
    }

    private Message sendNow(int source, int destination, long bytes, WhenDone whenDone) {
        engine.restartIfIdle();
        double now = kernel.now();
        Message message = new Message(this, source, destination, bytes, host.now(), now, sequence++, whenDone);
        underWay.add(message);
        tally.sent++;
        watchers.sent(message);
        if (hasFailed(source) || hasFailed(destination)) {
            message.failedNode = hasFailed(source) ? source : destination;
            message.state = MessageState.LOST;
            waiting.set(message.slot, now, message.sequence);
        } else {
            double delay = engine.startDelay(source, destination, bytes);
            if (delay > 0) {
                waiting.set(message.slot, now + delay, message.sequence);
            } else {
                start(message);
            }
        }
        agenda.arm();
        return message;
    }

    /** Sends a message whose end needs no notification. */
    public Message send(int source, int destination, long bytes) {
        return send(source, destination, bytes, WhenDone.NOTHING);
    }

    /**
     * A node fails now, or is taken away. Messages that it sends or receives and whose transfer has not ended, and
     * messages that are yet to arrive at it, are lost: their owners are notified at this instant, after the present
     * event. Until {@link #repairNode}, so are all that are sent from or to it. A replay with a rank on it ends at the
     * end of this instant, unless it is over then: its owner receives a result with a
     * {@link org.tailback.replay.ReplayResult#failure}; so does a replay that starts on it until it is repaired.
     * Nothing happens if the node has failed already. O(messages in flight).
     *
     * @param node 0 to nodes - 1
     */
    public void failNode(int node) {
        checkNode(node);
        checkMayChange();
        if (hasFailed(node)) {
            return;
        }
        for (Message message : underWay.all()) {
            if (!message.fails() && (message.source == node || message.destination == node)) {
                lose(message, node);
            }
        }
        engine.failures().failNode(node);
        agenda.arm();
    }

    /**
     * A failed node works again, or is added back, for messages sent and replays started from now on; nothing happens
     * if it works.
     */
    public void repairNode(int node) {
        checkNode(node);
        checkMayChange();
        engine.failures().repairNode(node);
    }

    /** True between {@link #failNode} and {@link #repairNode}. */
    public boolean hasFailed(int node) {
        checkNode(node);
        return engine.failures().ofNode(node);
    }

    /**
     * A link fails now: messages on it, whose transfer has not ended, stop or are lost, and so do those that are sent
     * over it until {@link #repairLink}. Those of replays too; a replay that loses a message ends at the end of this
     * instant with a {@link org.tailback.replay.ReplayResult#failure}, as an MPI job is aborted. Messages keep the
     * routes of the topology, which are fixed: none finds another one. If the link has failed already, the new rule
     * holds. O(messages in flight).
     *
     * @param link its name, one of {@link #links}: one direction of a cable
     * @throws InputException if there is no such link, or the model knows no links
     */
    public void failLink(String link, LinkFailure rule) {
        checkMayChange();
        int index = linkNumber(link);
        if (rule == LinkFailure.LOSES_MESSAGES) {
            for (Message message : underWay.all()) {
                if (message.state == MessageState.MOVING
                        && !message.fails()
                        && engine.failures().crosses(message.source, message.destination, index)
                        && takeOut(message)) {
                    lost(message, link);
                }
            }
        }
        engine.failures().failLink(index, rule == LinkFailure.LOSES_MESSAGES);
        agenda.arm();
    }

    /**
     * A failed link works again: messages that it stopped go on now, unless another link stops them. Nothing happens if
     * it works.
     *
     * @throws InputException if there is no such link, or the model knows no links
     */
    public void repairLink(String link) {
        checkMayChange();
        engine.failures().repairLink(linkNumber(link));
    }

    /**
     * True between {@link #failLink} and {@link #repairLink}.
     *
     * @throws InputException if there is no such link, or the model knows no links
     */
    public boolean hasFailed(String link) {
        return engine.failures().ofLink(linkNumber(link));
    }

    /**
     * From this instant on the links of a node carry another fraction of what they carried when the network was built.
     * The path inside the node stays as it is.
     *
     * @param node 0 to nodes - 1
     * @param fraction finite, > 0; 1 restores the node
     * @throws InputException if the model knows no links
     */
    public void setNodeCapacity(int node, double fraction) {
        checkNode(node);
        checkFraction(fraction);
        checkMayChange();
        adjustable().setNodeCapacity(node, fraction);
        nodeCapacities.put(node, fraction);
        engine.capacityChanged();
    }

    /**
     * From this instant on a link carries another fraction of what it carried when the network was built.
     *
     * @param link its name, one of {@link #links}
     * @param fraction finite, > 0; 1 restores the link
     * @throws InputException if there is no such link, or the model knows no links
     */
    public void setLinkCapacity(String link, double fraction) {
        checkFraction(fraction);
        checkMayChange();
        int index = linkNumber(link);
        adjustable().setLinkCapacity(index, fraction);
        linkCapacities.put(index, fraction);
        engine.capacityChanged();
    }

    private AdjustableCapacity adjustable() {
        if (engine.sharing() instanceof AdjustableCapacity known) {
            return known;
        }
        throw new InputException("model " + platform.sharing().name()
                + " knows no links, whose capacities could change: use a model with links, such as max-min");
    }

    private int linkNumber(String link) {
        List<String> names = adjustable().links().stream().map(Link::name).toList();
        int index = names.indexOf(link);
        if (index < 0) {
            throw new InputException("unknown link '" + link + "'. " + Suggestion.of(link, names) + "There are "
                    + names.size() + " links, from '" + names.get(0) + "' to '" + names.get(names.size() - 1) + "'");
        }
        return index;
    }

    /** The names of the links; empty if the model knows none. O(links). */
    public List<String> links() {
        return engine.sharing() instanceof AdjustableCapacity adjustable
                ? adjustable.links().stream().map(Link::name).toList()
                : List.of();
    }

    /**
     * For a network without a host: when something happens next. Closes the present instant, so that everything sent in
     * it has its rate.
     *
     * @return seconds; infinite if no message is under way
     * @throws IllegalStateException if the network runs on a host's clock
     */
    public double nextInstant() {
        SteppedKernel clock = ownClock();
        ThreadCheck threads = engine.threads();
        boolean entered = threads.enter();
        try {
            return clock.nextInstant();
        } finally {
            threads.leave(entered);
        }
    }

    /**
     * For a network without a host: lets time pass to an instant, which stays open, see {@link
     * SteppedKernel#advanceTo}. The owners of messages that arrive until then are notified at the times of their
     * arrival.
     *
     * @param seconds absolute time, finite, not before {@link #now}
     * @throws IllegalStateException if the network runs on a host's clock
     */
    public void advanceTo(double seconds) {
        SteppedKernel clock = ownClock();
        engine.threads().run(() -> clock.advanceTo(seconds));
    }

    /** The present instant, in seconds. */
    public double now() {
        return host.now();
    }

    @Override
    public Platform platform() {
        return platform;
    }

    /** Its result until now. O(1), but for warnings. */
    public NetworkResult result() {
        NetworkTotals totals = user.totals();
        List<String> warnings = new ArrayList<>(platform.warnings());
        warnings.addAll(engine.warnings(user));
        warnings.addAll(tally.warnings(platform.cost()));
        return new NetworkResult(
                host.now(),
                tally.sent,
                tally.arrived,
                tally.cancelled,
                tally.lost,
                tally.bytesArrived,
                tally.averagePenalty(),
                tally.lostToContention,
                tally.lostToTimeouts,
                totals.retransmissionTimeouts(),
                new Conflicts(totals.withoutConflict(), totals.outgoing(), totals.incoming(), totals.incomeOutgo()),
                platform.sharing().name(),
                platform.cost().name(),
                warnings);
    }

    /**
     * Returns the network to the state in which it was built: messages under way are removed without notice, replays on
     * it are cancelled, all nodes work, capacities and counts are as at the beginning. For hosts that run several
     * replications on one clock: call it after {@code Simulator.init()}, which makes SSJ forget all timers.
     */
    public void reset() {
        checkMayChange();
        engine.stop();
        agenda.disarm();
        for (Message message : underWay.all()) {
            message.state = MessageState.CANCELLED;
            underWay.remove(message);
        }
        waiting.clear();
        kernel.reset();
        sequence = 0;
        tally = new Tally();
        nodeCapacities.clear();
        linkCapacities.clear();
        engine = newEngine();
        user = joined();
    }

    /**
     * Returns an independent network with the same messages under way at the same instant, on a clock of its own: to
     * see what would happen if, while this network stays as it is.
     *
     * <pre>{@code
     * Network fork = network.fork(message -> delivery -> expected.put(message, delivery.arrived()));
     * fork.send(0, 1, 1_000_000);                      // what if?
     * for (double next = fork.nextInstant(); next < Double.POSITIVE_INFINITY; next = fork.nextInstant()) {
     *     fork.advanceTo(next);
     * }
     * }</pre>
     *
     * <p>Its nodes and links have the same capacities and failures, its loss model has seen the same and draws the same
     * numbers, and its result counts on from here. So it has the same future, but for rounding; under models that
     * estimate rates of large parts by sampling, such as head-of-line, but for the error of the estimates. The host's
     * events, observers and the callbacks of the original messages are not part of it; warnings of the
     * bandwidth-sharing model begin anew. Replays may be started on it, but none may be running on the original: what
     * is left of a program cannot be copied. O(messages in flight) and a computation of all rates.
     *
     * @param whenDone for each message under way, what its copy does at its end
     * @throws IllegalStateException if a replay is running on this network, or it is notifying observers
     * @throws UnsupportedOperationException if the loss model cannot be copied
     */
    public Network fork(Function<Message, WhenDone> whenDone) {
        checkMayChange();
        SteppedKernel clock = SteppedKernel.create();
        clock.advanceTo(host.now());
        return new Network(this, clock, whenDone);
    }

    /** A {@link #fork(Function)} whose messages end without notice, until new ones are sent. */
    public Network fork() {
        return fork(message -> WhenDone.NOTHING);
    }

    private Network(Network original, SteppedKernel clock, Function<Message, WhenDone> whenDone) {
        platform = original.platform;
        host = clock;
        kernel = new LocalClock(clock, original.kernel);
        stepped = clock;
        seed = original.seed;
        watchers = new Watchers(clock, underWay, List.of());
        agenda = new Agenda(kernel, 16, this::waited);
        waiting = agenda.times();
        nodeCapacities.putAll(original.nodeCapacities);
        linkCapacities.putAll(original.linkCapacities);
        sequence = original.sequence;
        tally = original.tally.copy();
        underWay.takeOver(original.underWay, message -> new Message(this, message, whenDone.apply(message)));
        NetworkFork fork = NetworkFork.of(original.engine, kernel, original.user, new Owner(), this::adjust);
        engine = fork.engine();
        user = fork.user();
        for (Message message : underWay.all()) {
            if (original.waiting.contains(message.slot)) {
                waiting.set(message.slot, original.waiting.date(message.slot), message.sequence);
            }
        }
        agenda.arm();
    }

    private void adjust(BandwidthSharing model) {
        if (model instanceof AdjustableCapacity links) {
            nodeCapacities.forEach(links::setNodeCapacity);
            linkCapacities.forEach(links::setLinkCapacity);
        }
    }

    /** For replays on this network: the engine that moves the messages; another one after {@link #reset}. */
    @Internal
    @Override
    public NetworkEngine engine() {
        return engine;
    }

    boolean sharesInsideNodes() {
        return platform.intraNode().shared() && platform.intraNode().bytesPerSecond(0) < NEVER;
    }

    boolean cancel(Message message) {
        checkMayChange();
        if (message.fails() || !underWay.holds(message)) {
            return false;
        }
        startIfDue(message);
        boolean done = switch (message.state) {
            case DELAYED -> {
                waiting.remove(message.slot);
                yield true;
            }
            case MOVING -> takeOut(message);
            default -> false;
        };
        if (done) {
            message.state = MessageState.CANCELLED;
            underWay.remove(message);
            tally.cancelled++;
            watchers.cancelled(message);
            agenda.arm();
        }
        return done;
    }

    /** Takes a moving message out of the engine; false if its transfer ends at this instant. */
    private boolean takeOut(Message message) {
        double unmoved = message.remainingBytes();
        boolean out = engine.cancel(message.number);
        if (out) {
            message.unmoved = unmoved;
        }
        return out;
    }

    private void lose(Message message, int node) {
        startIfDue(message);
        double now = kernel.now();
        switch (message.state) {
            case DELAYED -> {}
            case MOVING -> {
                // one that ends now has left; whether it may arrive is decided when it has ended
                if (!takeOut(message)) {
                    message.failedNode = message.destination == node ? node : -1;
                    return;
                }
                message.number = -1;
            }
            default -> {
                if (message.destination != node || waiting.date(message.slot) <= now) {
                    return;
                }
                message.unmoved = 0;
            }
        }
        message.failedNode = node;
        message.state = MessageState.LOST;
        waiting.set(message.slot, now, message.sequence);
    }

    /** A message that has been taken out, or has not started, is lost with a link. */
    private void lost(Message message, String link) {
        message.number = -1;
        message.failedLink = link;
        message.state = MessageState.LOST;
        waiting.set(message.slot, kernel.now(), message.sequence);
    }

    /** Starts a message that is due at this instant: the timer of some hosts fires before, of others after. */
    private void startIfDue(Message message) {
        if (message.state == MessageState.DELAYED && waiting.date(message.slot) <= kernel.now()) {
            waiting.remove(message.slot);
            start(message);
        }
    }

    private void start(Message message) {
        String losing =
                engine.failures().noLinks() ? null : engine.failures().losingLink(message.source, message.destination);
        if (losing != null) {
            lost(message, losing);
            return;
        }
        message.number = engine.send(
                user,
                message.source,
                message.destination,
                message.source,
                message.destination,
                message.bytes,
                message.slot);
        message.state = MessageState.MOVING;
    }

    /** The network's single messages, as a user of its engine. */
    private final class Owner implements MessageOwner {
        @Override
        public void transfersEnded(int[] numbers, int from, int to) {
            ended(numbers, from, to);
        }

        @Override
        public boolean isActive() {
            return !underWay.isEmpty();
        }
    }

    /** Called within the engine's work: owners are notified later, from the agenda. */
    private void ended(int[] numbers, int from, int to) {
        double now = kernel.now();
        for (int i = from; i < to; i++) {
            Message message = underWay.at(engine.reference(numbers[i]));
            double latency = engine.latency(numbers[i]);
            message.transferred = host.now();
            message.contentionSeconds = engine.times().contentionSeconds(numbers[i]);
            message.timeoutSeconds = engine.times().timeoutSeconds(numbers[i]);
            message.loneSeconds = engine.times().loneSeconds(numbers[i]);
            message.averagePenalty = message.loneSeconds > 0 ? engine.times().averagePenalty(numbers[i]) : 1;
            message.number = -1;
            if (message.fails() && latency > 0) {
                message.state = MessageState.LOST;
                message.unmoved = 0;
                latency = 0;
            } else {
                message.state = MessageState.ARRIVING;
                message.failedNode = -1;
            }
            waiting.set(message.slot, now + latency, message.sequence);
        }
        agenda.arm();
    }

    private void waited() {
        engine.threads().run(this::waitedNow);
    }

    private void waitedNow() {
        double now = kernel.now();
        while (waiting.firstTime() <= now) {
            Message message = underWay.at(waiting.first());
            waiting.remove(message.slot);
            if (message.fails()) {
                end(message);
            } else if (message.state == MessageState.DELAYED) {
                start(message);
            } else {
                arrive(message, now);
            }
        }
    }

    private void arrive(Message message, double now) {
        message.state = MessageState.ARRIVED;
        underWay.remove(message);
        tally.arrived(message);
        Delivery delivery = new Delivery(
                message.source,
                message.destination,
                message.bytes,
                message.sent,
                message.transferred,
                host.now(),
                now - message.begun,
                message.loneSeconds,
                message.averagePenalty);
        watchers.arrived(message, delivery);
        message.whenDone.arrived(delivery);
    }

    private void end(Message message) {
        underWay.remove(message);
        tally.lost++;
        LostMessage loss = new LostMessage(
                message.source,
                message.destination,
                message.bytes,
                message.sent,
                host.now(),
                message.failedNode,
                message.failedLink);
        watchers.lost(message, loss);
        message.whenDone.lost(loss);
    }

    private SteppedKernel ownClock() {
        if (stepped == null) {
            throw new IllegalStateException("this network runs on its host's clock: let the host run");
        }
        return stepped;
    }

    private void checkMayChange() {
        engine.threads().check();
        watchers.checkMayChange();
    }

    private void checkNode(int node) {
        if (node < 0 || node >= platform.cluster().nodes()) {
            throw new IndexOutOfBoundsException(
                    "there is no node " + node + ": the " + platform.cluster().nodes() + " nodes are numbered from 0");
        }
    }

    private static void checkFraction(double fraction) {
        Preconditions.checkArgument(
                fraction > 0 && fraction < NEVER,
                "a capacity is a finite fraction above 0 of what it was, not %s; let a node fail to stop it",
                fraction);
    }
}
