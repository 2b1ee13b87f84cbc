package org.tailback.network;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.observe.Observer;
import org.tailback.platform.Unlimited;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.GroupedSharing;
import org.tailback.sharing.SharingModel;

/**
 * The messages in flight of one network: the hot core. A message is moved at the rate that the bandwidth-sharing model
 * gives it; whenever messages start or end, all changes of that instant are applied together and the model is asked
 * once.
 *
 * <p>The network has one or two timers on its kernel, however many messages are in flight: for the time of its next
 * end, and for a flush after everything else of an instant in which something changed. Times of ends are in an indexed
 * heap here. Several networks can share one kernel.
 *
 * <p>Progress is settled lazily: the remaining work is updated only when a message's rate changes, and the time of
 * its end is {@code now + work left / rate}. Times that differ by no more than 1e-13 of themselves are one instant, so
 * that messages that are equal but for rounding end together.
 *
 * <p>Cost of a start or an end: what the sharing model needs plus O(log messages in flight) per changed rate. No
 * allocation per message once the arrays have grown. Not thread-safe.
 *
 * <p>One long class, because all of it works on the same columns and timers, and every call between classes would be in
 * the hot path.
 */
public final class NetworkEngine {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkEngine.class);
    private static final double NEVER = Double.POSITIVE_INFINITY;
    /** Error of the end of an undisturbed message, in units in the last place of the time. */
    private static final double DATE_ROUNDING = 4;
    /** Ends whose times differ by no more than this part of the time are ends of one instant. */
    private static final double SIMULTANEOUS = 1e-13;
    /**
     * A pace that is below the reference rate by no more than this part of it is the reference rate, differently
     * rounded.
     */
    private static final double PACE_ROUNDING = 1e-12;
    /** Share of its time alone that a message may seem to gain by the rounding of rates. */
    private static final double RATE_ROUNDING = 1e-9;

    private final EventKernel kernel;
    private final Cluster cluster;
    private final MessageCost cost;
    private final IntraNodePath intraNode;
    private final List<NetworkUser> users = new ArrayList<>();
    private int endpoints;
    /** True if a user has an observer. */
    private boolean observed;

    private final BandwidthSharing sharing;
    private final String modelName;
    private final @Nullable BandwidthSharing intraNodeSharing;
    private @Nullable LossProcess losses;
    private final EventKernel.Timer dueTimer;
    private final EventKernel.Timer flushTimer;
    private final TimeQueue ends = new TimeQueue(64);
    private final ConflictMeter conflictMeter;
    private final double workDisturbance;
    private MessageTable messages;
    private final EndingBatch ending = new EndingBatch();
    private final ThreadCheck threads = new ThreadCheck();
    private final ExtrapolatedSizes extrapolated;
    private final InterfaceQueues interfaces;
    private final long seed;
    private final BandwidthSharing.RateConsumer rateConsumer = this::rateChanged;
    /**
     * The sharing model, if it puts messages in groups; the ends of those in groups are kept by {@code clocks} instead
     * of {@code ends}.
     */
    private final @Nullable GroupedSharing groupedSharing;

    private final GroupClocks clocks;
    private final Groups groups = new Groups();
    private double armedDate = NEVER;
    private boolean networkChanged;
    private boolean intraNodeChanged;
    private boolean flushArmed;
    private boolean processing;
    private int[] entering;
    private int enteringCount;
    private int[] ended;
    private MessageOrder order;
    private final Builder settings;
    private final Failures failures;
    /** The messages that links stop, and the seconds that those need after it which do not share the network. */
    private final Map<Integer, Double> stopped = new TreeMap<>();

    private NetworkEngine(Builder builder) {
        settings = builder;
        kernel = builder.kernel;
        cluster = builder.cluster;
        cost = builder.cost;
        extrapolated = new ExtrapolatedSizes(cost);
        intraNode = builder.intraNode;
        workDisturbance = builder.workDisturbance;
        messages = new MessageTable(builder.expectedMessages);
        order = new MessageOrder(messages);
        entering = new int[Math.max(16, builder.expectedMessages)];
        ended = entering.clone();
        sharing = builder.between.apply(builder.sharing.on(cluster, builder.seed));
        modelName = builder.sharing.name();
        failures = new Failures(sharing);
        seed = builder.seed;
        interfaces = new InterfaceQueues(cost, builder.sharing.sharesNodeLinks(), cluster.nodes());
        groupedSharing = sharing instanceof GroupedSharing grouped ? grouped : null;
        clocks = new GroupClocks(groupedSharing == null ? 0 : builder.expectedMessages);
        intraNodeSharing = intraNode.shared() && intraNode.bytesPerSecond() < Double.POSITIVE_INFINITY
                ? new IntraNodeSharing(cluster, intraNode)
                : null;
        losses = builder.loss != null && builder.loss.losesMessages()
                ? builder.loss.on(cluster, builder.sharing, cost, builder.seed)
                : null;
        conflictMeter = new ConflictMeter(cluster.nodes(), builder.expectedMessages);
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

    /**
     * Begins a network.
     *
     * @param kernel the clock
     */
    public static Builder builder(EventKernel kernel, Cluster cluster, SharingModel sharing, MessageCost cost) {
        return new Builder(kernel, cluster, sharing, cost);
    }

    /**
     * A further user of the network.
     *
     * @param owner notified of the ends of the user's messages
     * @param userEndpoints number of its senders and receivers, >= 1
     * @param observer notified of the user's messages and their rates; null for none
     */
    public NetworkUser join(MessageOwner owner, int userEndpoints, @Nullable Observer observer) {
        NetworkUser user = new NetworkUser(owner, observer, endpoints, userEndpoints);
        endpoints = Math.addExact(endpoints, userEndpoints);
        users.add(user);
        observed |= observer != null;
        return user;
    }

    /** Removes a user that sends no more messages; nothing happens if it has left. O(users). */
    public void leave(NetworkUser user) {
        users.remove(user);
        observed = users.stream().anyMatch(other -> other.observer != null);
    }

    /** Gathers what a network is made of. */
    public static final class Builder {
        private final EventKernel kernel;
        private final Cluster cluster;
        private final SharingModel sharing;
        private final MessageCost cost;
        private IntraNodePath intraNode = IntraNodePath.FREE;
        private @Nullable LossModel loss;
        private long seed = 1;
        private int expectedMessages;
        private double workDisturbance;
        private UnaryOperator<BandwidthSharing> between = UnaryOperator.identity();

        private Builder(EventKernel kernel, Cluster cluster, SharingModel sharing, MessageCost cost) {
            this.kernel = kernel;
            this.cluster = cluster;
            this.sharing = sharing;
            this.cost = cost;
        }

        /** Sets the path between ranks on one node; free unless given. */
        public Builder intraNode(IntraNodePath path) {
            this.intraNode = path;
            return this;
        }

        /** Which messages time out; none unless given. */
        public Builder loss(LossModel model) {
            this.loss = model;
            return this;
        }

        /** The seed of models that draw random numbers; 1 unless given. */
        public Builder seed(long value) {
            this.seed = value;
            return this;
        }

        /**
         * Disturbs the work of each message, up or down, differently for each and always in the same way; 0 unless
         * given. What it does to the ends says how many digits of them hold.
         *
         * @param relative part of the work, 0 to 0.5
         */
        public Builder workDisturbance(double relative) {
            Preconditions.checkArgument(
                    relative >= 0 && relative <= 0.5, "a disturbance must be 0 to 0.5: %s", relative);
            this.workDisturbance = relative;
            return this;
        }

        /** Sets the expected number of messages in flight at once, >= 0: the first size of the tables. */
        public Builder expectedMessages(int value) {
            Preconditions.checkArgument(value >= 0, "expected messages must be >= 0: %s", value);
            this.expectedMessages = value;
            return this;
        }

        /**
         * Sets the layer between the model's state and the network, such as a change of capacities; none unless given.
         * If it hides that the state is a {@link GroupedSharing}, the network asks for rates message by message and
         * dates may differ in their last bits.
         */
        public Builder between(UnaryOperator<BandwidthSharing> wrapper) {
            this.between = wrapper;
            return this;
        }

        private Builder(EventKernel clock, Builder other) {
            this(clock, other.cluster, other.sharing, other.cost);
            intraNode = other.intraNode;
            loss = other.loss;
            seed = other.seed;
            expectedMessages = other.expectedMessages;
            workDisturbance = other.workDisturbance;
            between = other.between;
        }

        /**
         * The network, without a message.
         *
         * @throws org.tailback.error.InputException if a model cannot work on this cluster
         */
        public NetworkEngine build() {
            return new NetworkEngine(this);
        }
    }

    /**
     * Starts a message now. It ends by a call of {@link MessageOwner#transfersEnded}, never during this call.
     *
     * @param user whose message it is
     * @param sender the user's endpoint that sends, >= 0
     * @param receiver the user's endpoint that receives, >= 0
     * @param source node of the sender
     * @param destination node of the receiver; if it is the source, the message goes over the intra-node path
     * @param bytes size, >= 0
     * @param reference a number of the owner's own, given back by {@link #reference}
     * @return the message's number, valid until its transfer has ended
     */
    public int send(
            NetworkUser user, int sender, int receiver, int source, int destination, long bytes, int reference) {
        boolean entered = threads.enter();
        try {
            return sendNow(user, sender, receiver, source, destination, bytes, reference);
        } finally {
            threads.leave(entered);
        }
    }

    private int sendNow(
            NetworkUser user, int sender, int receiver, int source, int destination, long bytes, int reference) {
        double now = kernel.now();
        int message = messages.add(user, sender, receiver, source, destination, bytes, reference, now);
        if (source == destination) {
            startInsideNode(message, source, bytes, now);
        } else {
            startInNetwork(message, messages.sender[message], source, destination, bytes, now);
        }
        if (user.observer != null) {
            user.observer.messageStarted(message, reference, sender, receiver, bytes, now);
        }
        if (!processing) {
            arm();
        }
        return message;
    }

    private void startInNetwork(int message, int sender, int source, int destination, long bytes, double now) {
        extrapolated.count(bytes);
        double gap = cost.gap(bytes);
        checkSeconds(gap, "gap", bytes);
        checkResolution(message, gap, now);
        double work = sharing.work(source, destination, cost.wireBytes(bytes), gap);
        double referenceRate = sharing.referenceRate(source, destination);
        boolean paced = gap * referenceRate > work * (1 + PACE_ROUNDING);
        if (paced) {
            messages.setWork(message, work, gap, work / gap, work / gap);
        } else {
            messages.setWork(message, work, Math.max(gap, work / referenceRate), referenceRate, NEVER);
        }
        if (workDisturbance > 0) {
            messages.workLeft[message] *= 1 + workDisturbance * noise(messages.sequence[message]);
        }
        if (losses != null) {
            losses.started(sender, source, destination, bytes, now);
        }
        if (work > 0) {
            messages.phase[message] = MessageTable.MOVING;
            enter(message);
        } else {
            messages.phase[message] = MessageTable.BY_ITSELF;
            ends.set(message, now + gap, messages.sequence[message]);
        }
        if (!failures.noLinks() && failures.stops(source, destination)) {
            stop(message, now);
            String losing = failures.losingLink(source, destination);
            if (losing != null) {
                messages.user[message].owner.messageLost(losing);
            }
        }
    }

    private void enter(int message) {
        entering = ensure(entering, enteringCount);
        entering[enteringCount++] = message;
        networkChanged = true;
    }

    /** Takes a message off the network, which keeps what it has moved. */
    private void stop(int message, double now) {
        stopped.put(message, ends.contains(message) ? ends.date(message) - now : 0);
        if (messages.phase[message] == MessageTable.MOVING && !removeEntering(message)) {
            if (clocks.contains(message)) {
                messages.workLeft[message] = clocks.workLeft(message, now);
                clocks.remove(message);
            } else {
                settle(message, now);
            }
            sharing.flowEnded(message);
            messages.conflicts[message] |=
                    (byte) conflictMeter.ended(message, messages.source[message], messages.destination[message]);
            messages.rate[message] = 0;
            networkChanged = true;
            Observer observer = messages.user[message].observer;
            if (observer != null) {
                observer.rateChanged(message, NEVER, 0, now);
            }
        }
        ends.remove(message);
    }

    private void resume(int message, double now) {
        Double seconds = stopped.remove(message);
        if (seconds != null && messages.phase[message] == MessageTable.MOVING) {
            messages.settledDate[message] = now;
            enter(message);
        } else if (seconds != null) {
            ends.set(message, now + seconds, messages.sequence[message]);
        }
    }

    /** Nodes and links that do not work. */
    public Failures failures() {
        return failures;
    }

    /** A node fails, or works again. All users are notified of failures. */
    public void setNodeFailed(int node, boolean failed) {
        failures.setNode(node, failed);
        if (failed) {
            List.copyOf(users).forEach(user -> user.owner.nodeFailed(node));
        }
    }

    /**
     * A link fails now: messages on it stop, or are lost, of which their owners are notified. O(messages in flight).
     *
     * @param link index of the sharing model's
     */
    public void failLink(int link, boolean loses) {
        failures.setLink(link, !loses, loses);
        double now = kernel.now();
        Set<NetworkUser> losers = new LinkedHashSet<>();
        messages.forEach(message -> {
            if (failures.crosses(messages.source[message], messages.destination[message], link)) {
                // one that ends now has left
                if (!stopped.containsKey(message) && !endsNow(message)) {
                    stop(message, now);
                }
                if (loses && stopped.containsKey(message)) {
                    losers.add(messages.user[message]);
                }
            }
        });
        losers.forEach(user -> user.owner.messageLost(failures.name(link)));
        armUnlessProcessing();
    }

    /** A link works again: messages that no other link stops go on now. O(stopped messages). */
    public void repairLink(int link) {
        failures.setLink(link, false, false);
        double now = kernel.now();
        for (int message : List.copyOf(stopped.keySet())) {
            if (!failures.stops(messages.source[message], messages.destination[message])) {
                resume(message, now);
            }
        }
        armUnlessProcessing();
    }

    /** True if a failed link stops a message. */
    public boolean isStopped(int message) {
        return stopped.containsKey(message);
    }

    private void armUnlessProcessing() {
        if (!processing) {
            arm();
        }
    }

    /** A number from -1 to 1 that belongs to a message: the mixing function of SplitMix64. */
    private static double noise(long sequence) {
        long mixed = (sequence + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ((mixed ^ (mixed >>> 31)) >> 11) * 0x1p-52;
    }

    private void startInsideNode(int message, int node, long bytes, double now) {
        double rate = intraNode.bytesPerSecond();
        double lone = bytes / rate;
        checkResolution(message, lone, now);
        messages.setWork(message, bytes, lone, rate, NEVER);
        messages.phase[message] = MessageTable.INSIDE_NODE;
        if (intraNodeSharing != null && bytes > 0) {
            intraNodeSharing.flowStarted(message, node, node);
            intraNodeChanged = true;
        } else {
            ends.set(message, now + lone, messages.sequence[message]);
        }
    }

    private void checkResolution(int message, double lone, double now) {
        double step = Math.ulp(now);
        if (lone < DATE_ROUNDING * step && lone > 0) {
            messages.user[message].totals().unresolved(lone, step);
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

    /** The messages of a user stand side by side, as its endpoints do. */
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
     * Moves the messages due now out of the queue into {@code ended}, ordered; those that time out stay in the queue.
     */
    private int takeDue(double now) {
        int count = 0;
        double instant = now + SIMULTANEOUS * now;
        while (ends.firstTime() <= instant) {
            int message = ends.first();
            ends.remove(message);
            ended = ensure(ended, count);
            ended[count++] = message;
        }
        while (clocks.firstTime() <= instant) {
            int message = clocks.first();
            messages.rate[message] = clocks.rate(message);
            clocks.takeFirst();
            ended = ensure(ended, count);
            ended[count++] = message;
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
                    messages.user[message].totals().met(0);
                }
                case MessageTable.INSIDE_NODE -> {
                    messages.transferDate[message] = now;
                    if (intraNodeSharing != null && messages.bytes[message] > 0) {
                        intraNodeSharing.flowEnded(message);
                        intraNodeChanged = true;
                    }
                }
                default -> {
                    // waited for its retransmission timeout: nothing left but to end
                }
            }
        }
        return askLosses ? decideLosses(count, now) : count;
    }

    private void leaveNetwork(int message, double now) {
        sharing.flowEnded(message);
        networkChanged = true;
        messages.transferDate[message] = now;
        int kinds = messages.conflicts[message]
                | conflictMeter.ended(message, messages.source[message], messages.destination[message]);
        messages.conflicts[message] = (byte) kinds;
        messages.user[message].totals().met(kinds);
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
        if (networkChanged) {
            networkChanged = false;
            enterNetwork();
            recompute();
        }
        if (intraNodeChanged && intraNodeSharing != null) {
            intraNodeChanged = false;
            intraNodeSharing.recompute(rateConsumer);
        }
        arm();
    }

    private void recompute() {
        if (groupedSharing == null) {
            sharing.recompute(rateConsumer);
        } else {
            groupedSharing.recomputeGroups(groups);
            clocks.settle();
            groups.report();
        }
    }

    /**
     * Starts take effect after all ends of their instant, so that a message never contends with one that ends when it
     * begins.
     */
    private void enterNetwork() {
        for (int i = 0; i < enteringCount; i++) {
            int message = entering[i];
            int source = messages.source[message];
            int destination = messages.destination[message];
            conflictMeter.started(message, source, destination);
            sharing.flowStarted(message, source, destination, messages.pace[message]);
        }
        enteringCount = 0;
    }

    private void rateChanged(int message, double rate) {
        double old = messages.rate[message];
        if (rate == old) {
            return;
        }
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalStateException("the sharing model gave message " + message + " from node "
                    + messages.source[message] + " to node " + messages.destination[message] + " the rate " + rate);
        }
        double now = kernel.now();
        settle(message, now);
        messages.rate[message] = rate;
        ends.set(message, now + messages.workLeft[message] / rate, messages.sequence[message]);
        tellRate(message, now);
    }

    /** Updates the remaining work of a message outside all groups. */
    private void settle(int message, double now) {
        double left = messages.workLeft[message] - messages.rate[message] * (now - messages.settledDate[message]);
        messages.workLeft[message] = Math.max(left, 0);
        messages.settledDate[message] = now;
    }

    private void tellRate(int message, double now) {
        Observer observer = messages.user[message].observer;
        if (observer != null) {
            double penalty = penalty(message);
            double seconds = penalty * messages.loneSeconds[message];
            observer.rateChanged(message, penalty, messages.bytes[message] / seconds, now);
        }
    }

    /** The present penalty of a message in flight; infinite before it has a rate. */
    public double penalty(int message) {
        return messages.loneRate[message] / (clocks.contains(message) ? clocks.rate(message) : messages.rate[message]);
    }

    /** Sets the timers to what is pending now. */
    private void arm() {
        if ((networkChanged || intraNodeChanged) && !flushArmed) {
            flushArmed = true;
            flushTimer.at(kernel.now());
        }
        double first = Math.min(ends.firstTime(), clocks.firstTime());
        if (first != armedDate) {
            armedDate = first;
            if (first < NEVER) {
                dueTimer.at(first);
            } else {
                dueTimer.cancel();
            }
        }
    }

    private static int[] ensure(int[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, 2 * array.length);
    }

    private static void checkSeconds(double seconds, String what, long bytes) {
        // not checkState, which would box the numbers of every message
        if (!(seconds >= 0 && seconds < NEVER)) {
            throw new IllegalStateException(
                    "the message cost gave " + seconds + " s as " + what + " of " + bytes + " bytes");
        }
    }

    /**
     * Takes a message out of the network as if it had never been sent, but for what it has cost others so far. Its
     * number must not be used afterwards. Only the observer is notified.
     *
     * @return false, with nothing done, if its transfer has ended or ends at this very instant
     */
    public boolean cancel(int message) {
        double now = kernel.now();
        if (endsNow(message)) {
            return false;
        }
        boolean wasStopped = stopped.remove(message) != null;
        switch (messages.phase[message]) {
            case MessageTable.MOVING -> {
                if (!wasStopped && !removeEntering(message)) {
                    sharing.flowEnded(message);
                    conflictMeter.ended(message, messages.source[message], messages.destination[message]);
                    networkChanged = true;
                }
            }
            case MessageTable.INSIDE_NODE -> {
                if (intraNodeSharing != null && messages.bytes[message] > 0) {
                    intraNodeSharing.flowEnded(message);
                    intraNodeChanged = true;
                }
            }
            default -> {
                // waits for its retransmission timeout: occupies nothing
            }
        }
        ends.remove(message);
        if (clocks.contains(message)) {
            clocks.remove(message);
        }
        Observer observer = messages.user[message].observer;
        messages.release(message);
        if (observer != null) {
            observer.messageCancelled(message, now);
        }
        if (!processing) {
            arm();
        }
        return true;
    }

    private boolean removeEntering(int message) {
        for (int i = 0; i < enteringCount; i++) {
            if (entering[i] == message) {
                System.arraycopy(entering, i + 1, entering, i, enteringCount - i - 1);
                enteringCount--;
                return true;
            }
        }
        return false;
    }

    /** Asks the sharing model for rates at the end of this instant, although no message starts or ends. */
    public void capacityChanged() {
        networkChanged = true;
        if (!processing) {
            arm();
        }
    }

    /**
     * Makes an independent network on another clock, at the same instant and with the same messages in flight, of which
     * only one user has any. The model is notified of the messages anew, in the order in which they were sent: rates
     * are the same, but for rounding, as far as the model makes them from the messages in flight alone. O(messages in
     * flight) and a computation of all rates.
     *
     * @param clock at this network's present instant
     * @param itsUser whose messages are copied
     * @param owner of the copies
     * @param adjust sets the capacities of the copied model's state, before it is notified of messages
     */
    public Fork fork(EventKernel clock, NetworkUser itsUser, MessageOwner owner, Consumer<BandwidthSharing> adjust) {
        Preconditions.checkState(!processing, "a network cannot be forked while it notifies owners; set a timer");
        for (NetworkUser user : users) {
            Preconditions.checkState(
                    user == itsUser || !user.owner.isActive(),
                    "a replay is running on the network, and the rest of its program cannot be copied: fork before it "
                            + "starts or after it has ended");
        }
        NetworkEngine copy = new NetworkEngine(new Builder(clock, settings));
        adjust.accept(copy.sharing);
        NetworkUser copied = copy.join(owner, itsUser.endpoints, null);
        copy.endpoints = endpoints;
        copy.takeOver(this, itsUser, copied);
        return new Fork(copy, copied);
    }

    /**
     * A copy of a network.
     *
     * @param engine the copy
     * @param user its user
     */
    public record Fork(NetworkEngine engine, NetworkUser user) {}

    private void takeOver(NetworkEngine original, NetworkUser itsUser, NetworkUser copied) {
        double now = kernel.now();
        messages = original.messages.copy(copied);
        order = new MessageOrder(messages);
        ended = new int[original.ended.length];
        entering = original.entering.clone();
        enteringCount = original.enteringCount;
        networkChanged = original.networkChanged;
        intraNodeChanged = original.intraNodeChanged;
        stopped.putAll(original.stopped);
        original.failures.copyTo(failures);
        original.conflictMeter.copyTo(conflictMeter);
        original.interfaces.copyTo(interfaces);
        original.extrapolated.copyTo(extrapolated);
        itsUser.totals().copyTo(copied.totals());
        losses = original.losses == null ? null : original.losses.copy();
        List<Integer> inFlight = new ArrayList<>();
        messages.forEach(inFlight::add);
        inFlight.sort(Comparator.comparingLong(message -> messages.sequence[message]));
        for (int message : inFlight) {
            takeOver(original, message, now);
        }
        recompute();
        if (intraNodeSharing != null) {
            intraNodeSharing.recompute(rateConsumer);
        }
        for (int message : inFlight) {
            keepPresentEnd(original, message, now);
        }
        arm();
    }

    private void takeOver(NetworkEngine original, int message, double now) {
        if (original.ends.contains(message)) {
            ends.set(message, original.ends.date(message), messages.sequence[message]);
        } else if (original.clocks.contains(message)) {
            messages.workLeft[message] = original.clocks.workLeft(message, now);
            messages.settledDate[message] = now;
            messages.rate[message] = 0;
        }
        int source = messages.source[message];
        if (messages.phase[message] == MessageTable.MOVING
                && !stopped.containsKey(message)
                && !original.isEntering(message)) {
            sharing.flowStarted(message, source, messages.destination[message], messages.pace[message]);
        } else if (messages.phase[message] == MessageTable.INSIDE_NODE
                && intraNodeSharing != null
                && messages.bytes[message] > 0) {
            intraNodeSharing.flowStarted(message, source, source);
        }
    }

    /** A message that ends at this very instant ends before others start, as in the original. */
    private void keepPresentEnd(NetworkEngine original, int message, double now) {
        double end = original.expectedEnd(message);
        if (messages.phase[message] == MessageTable.MOVING && end <= now + SIMULTANEOUS * now) {
            if (clocks.contains(message)) {
                messages.rate[message] = clocks.rate(message);
                clocks.remove(message);
            }
            ends.set(message, end, messages.sequence[message]);
        }
    }

    private boolean isEntering(int message) {
        return Arrays.stream(entering, 0, enteringCount).anyMatch(each -> each == message);
    }

    /** Finds out that several threads use this network at once. */
    public ThreadCheck threads() {
        return threads;
    }

    /** Ends the network: its users are notified, and nothing moves any more. */
    public void stop() {
        List.copyOf(users).forEach(user -> user.owner.networkStopped());
        dueTimer.cancel();
        flushTimer.cancel();
    }

    /**
     * The part of a message that has still to move: 1 at its start, 0 when its transfer ends or only a retransmission
     * timeout is waited for.
     */
    public double fractionLeft(int message) {
        double now = kernel.now();
        if (messages.endDate[message] <= now || messages.phase[message] == MessageTable.WAITING_FOR_TIMEOUT) {
            return 0;
        }
        double rate = messages.rate[message];
        double seconds = messages.loneSeconds[message];
        if (seconds == 0) {
            return 0;
        }
        if (rate == 0 && !clocks.contains(message) && !stopped.containsKey(message)) {
            // no rate yet, or alone inside its node
            return ends.contains(message) ? Math.min(1, (ends.date(message) - now) / seconds) : 1;
        }
        double work = seconds * messages.loneRate[message];
        double left = clocks.contains(message)
                ? clocks.workLeft(message, now)
                : messages.workLeft[message] - rate * (now - messages.settledDate[message]);
        return Math.min(1, Math.max(0, left / work));
    }

    /** True if a message waits for its retransmission timeout. */
    public boolean waitsForTimeout(int message) {
        return messages.phase[message] == MessageTable.WAITING_FOR_TIMEOUT;
    }

    /** True if the end of a message is due at this very instant, or over. */
    public boolean endsNow(int message) {
        return expectedEnd(message) <= kernel.now();
    }

    /** The clock. */
    public EventKernel kernel() {
        return kernel;
    }

    /** The seed of the network's models. */
    public long seed() {
        return seed;
    }

    /** The queues at the nodes' interfaces, for users that model ranks. */
    public InterfaceQueues interfaces() {
        return interfaces;
    }

    /** The source of the rates: the model's state, or the layer between it and the network. */
    public BandwidthSharing sharing() {
        return sharing;
    }

    /** The owner's number of a message. */
    public int reference(int message) {
        return messages.reference[message];
    }

    /** The time that a message between two nodes waits before it takes part in the network, in seconds, >= 0. */
    public double startDelay(int source, int destination, long bytes) {
        return source == destination ? 0 : cost.startDelay(bytes, sharing.pathLatency(source, destination));
    }

    /** The time from the end of a message's transfer to its arrival at the receiver, in seconds. */
    public double latency(int message) {
        return messages.source[message] == messages.destination[message]
                ? intraNode.latency()
                : cost.latency(messages.bytes[message]) + messages.extraLatency(message);
    }

    /**
     * Lets the receiver of a message between two nodes have it later than the cost says.
     *
     * @param message one that has just been sent
     * @param seconds added to its latency, finite, >= 0
     */
    public void delayArrival(int message, double seconds) {
        messages.setExtraLatency(message, seconds);
    }

    /** The size of a message in bytes. */
    public long bytesOf(int message) {
        return messages.bytes[message];
    }

    /** True if the message went over the intra-node path. */
    public boolean isInsideNode(int message) {
        return messages.source[message] == messages.destination[message];
    }

    /** The time for which an ended message was moving, without a retransmission timeout, in seconds. */
    public double transferSeconds(int message) {
        return messages.transferDate[message] - messages.startDate[message];
    }

    /** The time for which a message would have been moving alone, in seconds. */
    public double loneSeconds(int message) {
        return messages.loneSeconds[message];
    }

    /** The time at which the data of an ended message had moved or were lost, in seconds. */
    public double transferDate(int message) {
        return messages.transferDate[message];
    }

    /** The time for which an ended message waited for a retransmission timeout, in seconds; 0 if it did not. */
    public double timeoutSeconds(int message) {
        return messages.endDate[message] - messages.transferDate[message];
    }

    /**
     * The seconds for which an ended message was moving longer than alone: exactly 0 where the two differ by no more
     * than the rounding of times and rates.
     */
    public double contentionSeconds(int message) {
        double lone = messages.loneSeconds[message];
        double lost = transferSeconds(message) - lone;
        boolean rounded = Math.abs(lost) <= dateRounding(message) || (lost < 0 && lost > -RATE_ROUNDING * lone);
        return rounded ? 0 : lost;
    }

    /**
     * The penalty of an ended message, its transfer time over that alone: exactly 1 where the two differ by no more
     * than the rounding of times. Only for messages that take time alone.
     */
    public double averagePenalty(int message) {
        double moving = transferSeconds(message);
        double lone = messages.loneSeconds[message];
        return Math.abs(moving - lone) <= dateRounding(message) ? 1 : moving / lone;
    }

    private double dateRounding(int message) {
        return DATE_ROUNDING * Math.ulp(messages.transferDate[message]);
    }

    /** The time at which the message's transfer ends if no rate changes any more, in seconds. */
    public double expectedEnd(int message) {
        if (clocks.contains(message)) {
            return clocks.date(message);
        }
        if (ends.contains(message)) {
            return ends.date(message);
        }
        return stopped.containsKey(message) ? NEVER : messages.endDate[message];
    }

    /**
     * Visits the messages of a user whose transfer ends now, as a loss model sees them, or by the horizon, if no rate
     * changes any more.
     */
    public void forEachEndingUntil(NetworkUser user, double horizon, TimeQueue.Visitor visitor) {
        TimeQueue.Visitor ofUser = message -> {
            if (messages.user[message] == user) {
                visitor.visit(message);
            }
        };
        ending.forEach(ofUser);
        ends.forEachUntil(horizon, ofUser);
        clocks.forEachUntil(horizon, ofUser);
    }

    /** The user's endpoint that sends a message in flight. */
    public int senderOf(int message) {
        return messages.sender[message] - messages.user[message].firstEndpoint;
    }

    /** The user's endpoint that receives a message in flight. */
    public int receiverOf(int message) {
        return messages.receiver[message] - messages.user[message].firstEndpoint;
    }

    /**
     * Warnings that concern the results of a user: approximations of the sharing model, messages whose times the clock
     * could not resolve, and that nothing limits messages.
     */
    public List<String> warnings(NetworkUser user) {
        List<String> warnings = new ArrayList<>(sharing.warnings());
        warnings.addAll(extrapolated.warnings());
        warnings.addAll(user.totals().warnings());
        Unlimited.warning(cluster, modelName, sharing, cost).ifPresent(warnings::add);
        return warnings;
    }

    /** Takes the groups of a recomputation; an observer is notified message by message. */
    private final class Groups implements GroupedSharing.GroupConsumer {
        private int[] changed = new int[0];
        private int changedCount;

        @Override
        public void moved(int message, int group) {
            double now = kernel.now();
            if (clocks.contains(message)) {
                clocks.move(message, group, now);
            } else if (groupedSharing != null) {
                settle(message, now);
                ends.remove(message);
                clocks.join(
                        message,
                        group,
                        messages.workLeft[message],
                        groupedSharing.rateFactor(message),
                        messages.sequence[message],
                        now);
            }
            if (observed) {
                note(message);
            }
        }

        @Override
        public void rate(int message, double rate) {
            rateChanged(message, rate);
        }

        @Override
        public void groupRate(int group, double rate) {
            if (!(rate > 0 && rate < NEVER)) {
                throw new IllegalStateException("the sharing model gave group " + group + " the rate " + rate);
            }
            clocks.setRate(group, rate, kernel.now());
            if (observed) {
                clocks.forEach(group, this::note);
            }
        }

        private void note(int message) {
            changed = changedCount < changed.length ? changed : Arrays.copyOf(changed, 2 * changedCount + 16);
            changed[changedCount++] = message;
        }

        void report() {
            if (!observed) {
                return;
            }
            Arrays.sort(changed, 0, changedCount);
            for (int i = 0; i < changedCount; i++) {
                int message = changed[i];
                double rate = clocks.rate(message);
                // a message may have been noted twice
                if (messages.rate[message] != rate) {
                    messages.rate[message] = rate;
                    tellRate(message, kernel.now());
                }
            }
            changedCount = 0;
        }
    }

    /** The messages that end now, as the loss model sees them. */
    private final class EndingBatch implements EndingMessages {
        private int[] batch = new int[16];
        private int count;
        private double time;

        void begin(double now) {
            time = now;
            count = 0;
        }

        void add(int message) {
            batch = ensure(batch, count);
            batch[count++] = message;
            messages.endDate[message] = time;
        }

        void forEach(TimeQueue.Visitor visitor) {
            for (int i = 0; i < count; i++) {
                visitor.visit(batch[i]);
            }
        }

        /** Starts of a user's endpoints, numbered by the engine. */
        private static StartSink numbered(NetworkUser user, StartSink sink) {
            int first = user.firstEndpoint;
            return first == 0
                    ? sink
                    : (sender, source, destination, start) -> sink.start(first + sender, source, destination, start);
        }

        @Override
        public double time() {
            return time;
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public int sender(int i) {
            return messages.sender[batch[i]];
        }

        @Override
        public int receiver(int i) {
            return messages.receiver[batch[i]];
        }

        @Override
        public int source(int i) {
            return messages.source[batch[i]];
        }

        @Override
        public int destination(int i) {
            return messages.destination[batch[i]];
        }

        @Override
        public long bytes(int i) {
            return messages.bytes[batch[i]];
        }

        @Override
        public double rate(int i) {
            return messages.rate[batch[i]];
        }

        @Override
        public void timeOut(int i, double seconds) {
            Preconditions.checkArgument(
                    seconds > 0 && seconds < NEVER, "a timeout must be finite and above 0: %s", seconds);
            int message = batch[i];
            Preconditions.checkState(
                    messages.phase[message] == MessageTable.MOVING, "message %s has already timed out", message);
            messages.phase[message] = MessageTable.WAITING_FOR_TIMEOUT;
            ends.set(message, time + seconds, messages.sequence[message]);
            messages.user[message].totals().retransmissionTimeouts++;
            Observer observer = messages.user[message].observer;
            if (observer != null) {
                observer.retransmissionTimeout(message, time, time + seconds);
            }
        }

        @Override
        public void predictStarts(double horizon, StartSink sink) {
            for (NetworkUser user : users) {
                user.owner.predictStarts(horizon, numbered(user, sink));
            }
        }

        @Override
        public void predictStartsOf(int rank, double horizon, StartSink sink) {
            for (NetworkUser user : users) {
                if (user.has(rank)) {
                    user.owner.predictStartsOf(rank - user.firstEndpoint, horizon, numbered(user, sink));
                }
            }
        }
    }
}
