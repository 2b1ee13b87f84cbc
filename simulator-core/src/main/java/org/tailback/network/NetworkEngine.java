package org.tailback.network;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.columns.Columns;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.LocalClock;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.LossProcess;
import org.tailback.observe.Observer;
import org.tailback.platform.Unlimited;
import org.tailback.random.SplitMix64;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * Messages in flight of one network; the performance-critical core of the engine. A message moves at the rate from the
 * bandwidth-sharing model; whenever messages start or end, all changes of that instant are applied together and the
 * model is called once.
 *
 * <p>The network has one or two timers on its kernel, for any number of messages in flight: one for the time of its
 * next end, and one for a flush after all other events of an instant with changes. The engine keeps the times of ends
 * in an indexed heap. Several networks can share one kernel.
 *
 * <p>{@code Flows} holds the messages that share the network or a path, in batches with one rate and one clock; other
 * messages end at individual times.
 *
 * <p>Progress is settled lazily: a clock is updated only when its rate changes, and the time of an end is {@code now +
 * work left / rate}. Times belong to one instant if they differ by no more than one step of the clock plus 1e-13 of the
 * time since the network was idle. Messages whose ends differ only by rounding therefore end together.
 *
 * <p>Cost of a start or an end: the cost of the sharing model plus O(log batches) per changed rate. No allocation per
 * message once the arrays have grown. Not thread-safe.
 */
public final class NetworkEngine {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkEngine.class);
    private static final double NEVER = Double.POSITIVE_INFINITY;
    /** Largest difference between ends of one instant, relative to the time since the network was idle. */
    private static final double SIMULTANEOUS = 1e-13;
    /** Number of clock ticks below which the uncontended time of a message is counted in a warning. */
    private static final double STEPS_OF_A_MESSAGE = 1e4;
    /**
     * Largest difference, relative to the reference rate, by which a lower injection rate counts as the reference rate
     * with another rounding.
     */
    private static final double INJECTION_ROUNDING = 1e-12;

    private final EventKernel kernel;
    private final Cluster cluster;
    private final MessageCost cost;
    private final IntraNodePath intraNode;
    final List<NetworkUser> users = new ArrayList<>();
    int endpoints;

    private boolean keepsClock;
    /** Instant at which the network was last idle, in seconds. */
    double busySince;

    private final String modelName;

    @Nullable
    LossProcess losses;

    private final EventKernel.Timer dueTimer;
    private final EventKernel.Timer flushTimer;
    final TimeQueue ends = new TimeQueue(64);
    final Flows flows;
    private final double workDisturbance;
    final MessageTable messages;
    private final MessageTimes times;
    private final MessageProgress progress;
    private final EndingBatch ending;
    private final ThreadCheck threads = new ThreadCheck();
    final ExtrapolatedSizes extrapolated;
    private final InterfaceQueues interfaces;
    private final long seed;
    private double armedDate = NEVER;
    private boolean flushArmed;
    boolean processing;
    int[] ended;
    private final MessageOrder order;
    final NetworkEngineBuilder settings;
    private final Failures failures;

    /**
     * Creates a network.
     *
     * @param messages messages in flight, of which the model has not been notified yet
     */
    NetworkEngine(NetworkEngineBuilder builder, MessageTable messages) {
        settings = builder;
        kernel = builder.kernel;
        cluster = builder.cluster;
        cost = builder.cost;
        extrapolated = new ExtrapolatedSizes(cost);
        intraNode = builder.intraNode;
        workDisturbance = builder.workDisturbance;
        this.messages = messages;
        times = new MessageTimes(messages);
        ending = new EndingBatch(messages, ends, users);
        order = new MessageOrder(messages);
        ended = new int[Math.max(16, builder.expectedMessages)];
        flows = new Flows(builder, messages, builder.sharing.on(cluster, builder.seed));
        modelName = builder.sharing.name();
        failures = new Failures(this);
        progress = new MessageProgress(this);
        seed = builder.seed;
        interfaces = new InterfaceQueues(cost, builder.sharing.sharesNodeLinks(), cluster.nodes());
        losses = builder.loss != null && builder.loss.losesMessages()
                ? builder.loss.on(cluster, builder.sharing, cost, builder.seed)
                : null;
        LOG.debug(
                "Network of {} nodes: model {}, cost {}, {}, seed {}",
                cluster.nodes(),
                modelName,
                cost.name(),
                losses == null || builder.loss == null ? "no losses" : "loss model " + builder.loss.name(),
                seed);
        dueTimer = kernel.timer(EventKernel.Order.NORMAL, threads.around(this::due));
        flushTimer = kernel.timer(EventKernel.Order.LAST, threads.around(this::flush));
    }

    /** Returns a builder of a network on a clock. */
    public static NetworkEngineBuilder builder(
            EventKernel kernel, Cluster cluster, SharingModel sharing, MessageCost cost) {
        return new NetworkEngineBuilder(kernel, cluster, sharing, cost);
    }

    /**
     * Adds a user to this network.
     *
     * @param owner owner to notify of the ends of the user's messages
     * @param userEndpoints number of its senders and receivers, >= 1
     * @param observer observer to notify of the user's messages and their rates; null for none
     */
    public NetworkUser join(MessageOwner owner, int userEndpoints, @Nullable Observer observer) {
        NetworkUser user = new NetworkUser(owner, observer, endpoints, userEndpoints);
        endpoints = Math.addExact(endpoints, userEndpoints);
        users.add(user);
        watch();
        return user;
    }

    /** Removes a user that sends no more messages; does nothing if it has left. O(users). */
    public void leave(NetworkUser user) {
        users.remove(user);
        watch();
    }

    private void watch() {
        flows.observed(users.stream().anyMatch(user -> user.observer != null));
    }

    /**
     * Starts a message now. Its end is reported by {@link MessageOwner#transfersEnded}, never during this call.
     *
     * @param user the user of the message
     * @param sender sending endpoint of the user, >= 0
     * @param receiver receiving endpoint of the user, >= 0
     * @param source node of the sender
     * @param destination node of the receiver; if it is the source, the message takes the intra-node path
     * @param bytes size, >= 0
     * @param reference number chosen by the owner and returned by {@link #reference}
     * @param ofMessage cost that defines its wire bytes and gap: the network's cost, or its {@link
     *     MessageCost#exchange}
     * @return the message's number, valid until its transfer has ended
     */
    public int send(
            NetworkUser user,
            int sender,
            int receiver,
            int source,
            int destination,
            long bytes,
            int reference,
            MessageCost ofMessage) {
        boolean entered = threads.enter();
        try {
            double now = beginSend();
            int message = messages.add(user, sender, receiver, source, destination, bytes, reference, now);
            if (source == destination) {
                startInsideNode(message, source, bytes, now);
            } else if (cluster.sameMachine(source, destination)) {
                // between GPUs of one machine, the intra-node path defines the cost; their links belong to the network
                double rate = intraNode.bytesPerSecond(bytes);
                startInNetwork(message, rate < NEVER ? bytes : 0, bytes / rate, now);
            } else {
                extrapolated.count(bytes);
                startInNetwork(message, ofMessage.wireBytes(bytes), ofMessage.gap(bytes), now);
            }
            if (user.observer != null) {
                user.observer.messageStarted(message, reference, sender, receiver, bytes, now);
            }
            armUnlessProcessing();
            return message;
        } finally {
            threads.leave(entered);
        }
    }

    /**
     * Starts a message between two nodes whose uncontended time is given by its user instead of the cost. The nodes are
     * the user's endpoints.
     *
     * @param wireBytes bytes on the links, finite, >= 0
     * @param gap uncontended seconds, finite, >= 0
     * @param reference number chosen by the owner
     */
    public int sendWork(NetworkUser user, int source, int destination, double wireBytes, double gap, int reference) {
        double now = beginSend();
        int message = messages.add(user, source, destination, source, destination, (long) wireBytes, reference, now);
        startInNetwork(message, wireBytes, gap, now);
        armUnlessProcessing();
        return message;
    }

    /**
     * Restarts a {@link LocalClock} at 0 unless a message is in flight or a user is active. O(users) without messages
     * in flight.
     */
    public void restartIfIdle() {
        if (kernel instanceof LocalClock clock && !keepsClock && messages.isEmpty() && !isActive()) {
            double seconds = clock.restart();
            if (seconds != 0) {
                interfaces.clockSetBack(seconds);
                flows.clockSetBack(seconds);
                if (losses != null) {
                    losses.clockSetBack(seconds);
                }
            }
        }
    }

    /** Keeps the clock from restarting when the network is idle. */
    public void keepClock() {
        keepsClock = true;
    }

    private boolean isActive() {
        for (int i = 0; i < users.size(); i++) {
            if (users.get(i).owner.isActive()) {
                return true;
            }
        }
        return false;
    }

    private double beginSend() {
        double now = kernel.now();
        if (messages.isEmpty()) {
            busySince = now;
        }
        return now;
    }

    private void startInNetwork(int message, double wireBytes, double gap, double now) {
        int source = messages.source[message];
        int destination = messages.destination[message];
        long bytes = messages.bytes[message];
        checkSeconds(gap, "gap", bytes);
        checkResolution(message, gap, now);
        double work = flows.sharing.work(source, destination, wireBytes, gap);
        double referenceRate = flows.sharing.referenceRate(source, destination);
        boolean isInjected = gap * referenceRate > work * (1 + INJECTION_ROUNDING);
        if (isInjected) {
            messages.setWork(message, work, gap, work / gap, work / gap);
        } else {
            messages.setWork(message, work, Math.max(gap, work / referenceRate), referenceRate, NEVER);
        }
        if (workDisturbance > 0) {
            messages.workLeft[message] *= 1 + workDisturbance * noise(messages.sequence[message]);
        }
        if (losses != null) {
            losses.started(messages.sender[message], source, destination, now);
        }
        if (work > 0) {
            messages.phase[message] = MessageTable.MOVING;
            flows.enter(message);
        } else {
            messages.phase[message] = MessageTable.BY_ITSELF;
            ends.set(message, now + gap, messages.sequence[message]);
        }
        if (!failures.noLinks()) {
            failures.sent(message);
        }
    }

    /**
     * Limits the rate of a message that has just been sent, if its uncontended rate is higher.
     *
     * @param bytesPerSecond > 0
     */
    public void limit(int message, double bytesPerSecond) {
        double seconds = messages.bytes[message] / bytesPerSecond;
        if (seconds <= messages.uncontendedSeconds[message] * (1 + INJECTION_ROUNDING)) {
            return;
        }
        double work = messages.workLeft[message];
        boolean joined = flows.has(message);
        if (joined) {
            flows.leave(message);
        }
        messages.setWork(message, work, seconds, work / seconds, work / seconds);
        messages.setLimited(message);
        if (joined) {
            flows.join(message);
        } else if (ends.contains(message)) {
            ends.set(message, kernel.now() + seconds, messages.sequence[message]);
        } else {
            failures.limited(message, seconds);
        }
    }

    /** Returns the failed nodes and links. */
    public Failures failures() {
        return failures;
    }

    /** Returns a pseudo-random number from -1 to 1 for a message. */
    private static double noise(long sequence) {
        return (SplitMix64.mixed((sequence + 1) * SplitMix64.GOLDEN) >> 11) * 0x1p-52;
    }

    private void startInsideNode(int message, int node, long bytes, double now) {
        double known = cost.localSeconds(bytes);
        double rate = intraNode.bytesPerSecond(bytes);
        double uncontended = known >= 0 ? known : bytes / rate;
        checkResolution(message, uncontended, now);
        messages.setWork(message, bytes, uncontended, rate, NEVER);
        messages.phase[message] = MessageTable.INSIDE_NODE;
        if (!(known >= 0) && sharesNode(message)) {
            flows.join(message);
        } else {
            ends.set(message, now + uncontended, messages.sequence[message]);
        }
    }

    private boolean sharesNode(int message) {
        return intraNode.shared() && messages.workLeft[message] > 0 && intraNode.bytesPerSecond(0) < NEVER;
    }

    private void checkResolution(int message, double uncontended, double now) {
        double step = Math.ulp(now);
        if (uncontended < STEPS_OF_A_MESSAGE * step && uncontended > 0) {
            messages.user[message].totals().unresolved(uncontended, step);
        }
    }

    private void due() {
        armedDate = NEVER;
        processing = true;
        double now = kernel.now();
        int count = takeDue(now);
        if (count > 0) {
            for (int i = 0; i < count; i++) {
                messages.endDate[ended[i]] = now;
                Observer observer = messages.user[ended[i]].observer;
                if (observer != null) {
                    observer.messageEnded(ended[i], now, now + latency(ended[i]));
                }
            }
            notifyOwners(count);
            for (int i = 0; i < count; i++) {
                messages.release(ended[i]);
            }
        }
        processing = false;
        arm();
    }

    /**
     * Notifies the owners of ended messages. The messages of a user are adjacent, because its endpoints have
     * consecutive numbers.
     */
    private void notifyOwners(int count) {
        int from = 0;
        while (from < count) {
            NetworkUser user = messages.user[ended[from]];
            int to = from + 1;
            while (to < count && messages.user[ended[to]] == user) {
                to++;
            }
            user.totals().instants++;
            user.owner.transfersEnded(ended, from, to);
            from = to;
        }
    }

    /**
     * Moves the messages due now from the queue into {@code ended}, in order; messages that time out remain in the
     * queue.
     */
    private int takeDue(double now) {
        int count = 0;
        double instant = instantEnd(now);
        while (ends.firstTime() <= instant) {
            int message = ends.first();
            ends.remove(message);
            ended = Columns.fit(ended, count);
            ended[count++] = message;
        }
        while (flows.firstTime() <= instant) {
            ended = Columns.fit(ended, count);
            ended[count++] = flows.takeFirst();
        }
        order.sort(ended, count);
        boolean askLosses = false;
        for (int i = 0; i < count; i++) {
            int message = ended[i];
            switch (messages.phase[message]) {
                case MessageTable.MOVING -> {
                    leaveNetwork(message, now);
                    askLosses = losses != null;
                }
                case MessageTable.BY_ITSELF -> {
                    messages.transferDate[message] = now;
                    countConflicts(message, 0);
                }
                case MessageTable.INSIDE_NODE -> {
                    messages.transferDate[message] = now;
                    if (flows.has(message)) {
                        flows.leaveBatch(message);
                    }
                }
                default -> {
                    // the message has waited for its retransmission timeout and ends now
                }
            }
        }
        return askLosses ? decideLosses(count, now) : count;
    }

    double instantEnd(double now) {
        return now + SIMULTANEOUS * (now - busySince) + Math.ulp(now);
    }

    private void leaveNetwork(int message, double now) {
        flows.leaveBatch(message);
        messages.transferDate[message] = now;
        int kinds = messages.conflicts[message]
                | flows.conflicts.ended(message, messages.source[message], messages.destination[message]);
        messages.conflicts[message] = (byte) kinds;
        countConflicts(message, kinds);
    }

    private void countConflicts(int message, int kinds) {
        if (leavesMachine(message)) {
            messages.user[message].totals().met(kinds);
        }
    }

    private int decideLosses(int count, double now) {
        ending.begin(now);
        for (int i = 0; i < count; i++) {
            if (messages.phase[ended[i]] == MessageTable.MOVING) {
                ending.add(ended[i]);
            }
        }
        if (losses != null) {
            losses.decide(ending);
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (!ends.contains(ended[i])) {
                ended[kept++] = ended[i];
            }
        }
        return kept;
    }

    private void flush() {
        flushArmed = false;
        flows.flush();
        arm();
    }

    /** Returns the present penalty of a message in flight; infinite before its first rate. */
    public double penalty(int message) {
        return flows.penalty(message);
    }

    void arm() {
        if (flows.isChanged() && !flushArmed) {
            flushArmed = true;
            flushTimer.at(kernel.now());
        }
        double first = Math.min(ends.firstTime(), flows.firstTime());
        if (first != armedDate) {
            armedDate = first;
            if (first < NEVER) {
                dueTimer.at(first);
            } else {
                dueTimer.cancel();
            }
        }
    }

    private static void checkSeconds(double seconds, String what, long bytes) {
        // no checkState, which would box the numbers of every message
        if (!(seconds >= 0 && seconds < NEVER)) {
            throw new IllegalStateException(
                    "the message cost returned " + seconds + " s as " + what + " of " + bytes + " bytes");
        }
    }

    /**
     * Removes a message from the network; the delays caused so far remain. Its number must not be used afterwards. Only
     * the observer is notified.
     *
     * @return false, with nothing done, if its transfer has ended or ends at this very instant
     */
    public boolean cancel(int message) {
        double now = kernel.now();
        if (progress.endsNow(message)) {
            return false;
        }
        boolean wasStopped = failures.remove(message);
        if (messages.phase[message] == MessageTable.MOVING && !wasStopped && !flows.removeEntering(message)) {
            flows.conflicts.ended(message, messages.source[message], messages.destination[message]);
        }
        if (flows.has(message)) {
            flows.leave(message);
        }
        ends.remove(message);
        Observer observer = messages.user[message].observer;
        messages.release(message);
        if (observer != null) {
            observer.messageCancelled(message, now);
        }
        armUnlessProcessing();
        return true;
    }

    /** Requests rates from the sharing model at the end of this instant, even if no message starts or ends. */
    public void capacityChanged() {
        restartIfIdle();
        flows.capacityChanged();
        armUnlessProcessing();
    }

    void armUnlessProcessing() {
        if (!processing) {
            arm();
        }
    }

    /** Returns the detector of concurrent use by several threads. */
    public ThreadCheck threads() {
        return threads;
    }

    /** Ends the network: its users are notified, and messages stop. */
    public void stop() {
        List.copyOf(users).forEach(user -> user.owner.networkStopped());
        dueTimer.cancel();
        flushTimer.cancel();
        flows.stop();
    }

    /** Returns the clock. */
    public EventKernel kernel() {
        return kernel;
    }

    /** Returns the seed of the network's models. */
    public long seed() {
        return seed;
    }

    /** Returns the queues at the nodes' interfaces, for users that model ranks. */
    public InterfaceQueues interfaces() {
        return interfaces;
    }

    /** Returns the source of the rates: the model's state. */
    public BandwidthSharing sharing() {
        return flows.sharing;
    }

    /** Measures the loads of the links from now on, unless the measurement has begun. */
    public LinkMeter measureLinks() {
        return flows.measured();
    }

    /** Returns the meter of the loads of the links; null if they are not measured. */
    public @Nullable LinkMeter linkMeter() {
        return flows.meter();
    }

    /**
     * Returns the rate at which a link carries the messages in flight now, in the model's unit of rates. O(messages in
     * flight).
     */
    public double carriedBy(int link) {
        return flows.carriedBy(link);
    }

    /** Explains the present rate of a message between nodes. */
    public Explanation explain(int message) {
        return flows.explain(message);
    }

    /** Returns the owner's number of a message. */
    public int reference(int message) {
        return messages.reference[message];
    }

    /** Returns the time for which a message between two nodes waits before it shares the network, in seconds, >= 0. */
    public double startDelay(int source, int destination, long bytes, MessageCost ofMessage) {
        return cluster.sameMachine(source, destination)
                ? 0
                : ofMessage.startDelay(bytes, flows.sharing.pathLatency(source, destination));
    }

    /** Returns the time from the end of a message's transfer to its arrival at the receiver, in seconds. */
    public double latency(int message) {
        return cluster.sameMachine(messages.source[message], messages.destination[message])
                ? intraNode.latency(messages.bytes[message])
                : cost.latency(messages.bytes[message]) + messages.extraLatency(message);
    }

    /**
     * Delays the arrival of a message between two nodes beyond the latency of the cost.
     *
     * @param message message that has just been sent
     * @param seconds added to its latency, finite, >= 0
     */
    public void delayArrival(int message, double seconds) {
        messages.setExtraLatency(message, seconds);
    }

    /** Returns the size of a message in bytes. */
    public long bytesOf(int message) {
        return messages.bytes[message];
    }

    /** Returns whether two nodes are the same, or GPUs of one machine. */
    public boolean sameMachine(int node, int other) {
        return cluster.sameMachine(node, other);
    }

    /** Returns whether the message passes the interfaces of two machines. */
    public boolean leavesMachine(int message) {
        return !cluster.sameMachine(messages.source[message], messages.destination[message]);
    }

    /** Returns whether the message took the intra-node path. */
    public boolean isInsideNode(int message) {
        return messages.source[message] == messages.destination[message];
    }

    /** Returns the progress of messages in flight. */
    public MessageProgress progress() {
        return progress;
    }

    /** Returns the parts of a message's time. */
    public MessageTimes times() {
        return times;
    }

    /**
     * Visits the messages of a user whose transfer ends now, as passed to a loss model, or will end before the horizon
     * if no rate changes until then.
     */
    public void forEachEndingUntil(NetworkUser user, double horizon, TimeQueue.Visitor visitor) {
        TimeQueue.Visitor ofUser = message -> {
            if (messages.user[message] == user) {
                visitor.visit(message);
            }
        };
        ending.forEach(ofUser);
        ends.forEachUntil(horizon, ofUser);
        flows.forEachUntil(horizon, ofUser);
    }

    /** Returns the user's endpoint that sends a message in flight. */
    public int senderOf(int message) {
        return messages.sender[message] - messages.user[message].firstEndpoint;
    }

    /** Returns the user's endpoint that receives a message in flight. */
    public int receiverOf(int message) {
        return messages.receiver[message] - messages.user[message].firstEndpoint;
    }

    /**
     * Returns the warnings that concern the results of a user: approximations of the sharing model, messages whose
     * times the clock could not resolve, and messages that neither a cost nor a capacity limits.
     */
    public List<String> warnings(NetworkUser user) {
        List<String> warnings = new ArrayList<>(flows.sharing.warnings());
        warnings.addAll(extrapolated.warnings(user.totals()));
        warnings.addAll(user.totals().warnings());
        Unlimited.warning(cluster, modelName, flows.sharing, cost).ifPresent(warnings::add);
        return warnings;
    }
}
