package org.tailback.replay;

import static org.tailback.replay.Communications.ENDED;
import static org.tailback.replay.Communications.EXCHANGE;
import static org.tailback.replay.Communications.RECEIVE_POSTED;
import static org.tailback.replay.Communications.RECEIVE_RELEASED;
import static org.tailback.replay.Communications.SEND_ENDED;
import static org.tailback.replay.Communications.SEND_POSTED;
import static org.tailback.replay.Communications.SEND_RELEASED;
import static org.tailback.replay.Communications.STARTED;
import static org.tailback.replay.Communications.STARTS_WHEN_MATCHED;
import static org.tailback.replay.Communications.SYNCHRONOUS;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.kernel.Agenda;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossCause;
import org.tailback.network.InterfaceQueues;
import org.tailback.network.MessageOwner;
import org.tailback.network.NetworkEngine;
import org.tailback.network.NetworkUser;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * Transfers of a replay: matching of posted sends and receives, protocols, start and end of messages in the network,
 * and the queues at the nodes' interfaces if the message cost defines them. Every message passes through this class,
 * one of the hot cores of a replay.
 *
 * <p>A posting is the send or the receive of a communication: its number times 2, plus 1 for the receive.
 *
 * <p>A message is matched with its receive when both are posted, regardless of the data transferred so far. A receive
 * from any source therefore takes the message that was sent first, because envelopes arrive long before data.
 */
final class Transfers implements MessageOwner {
    private final EventKernel kernel;
    private final MessageCost cost;
    private final MessageCost exchange;
    private final RankStatistics ranks;
    private final RankEngine engine;
    final Communications communications;
    final Matcher matcher;
    final NetworkEngine network;
    final NetworkUser user;
    private final InterfaceQueues interfaces;
    private final boolean queued;

    private final @Nullable PairTable pairs;
    final Timeouts timeouts;
    private final @Nullable SizeRule sizes;
    private final @Nullable Observer observer;
    private final @Nullable Disturbance disturbance;
    private final @Nullable HalfDuplexConnections connections;
    /** Earliest start of a communication that waits for opposite messages, by communication. */
    private double[] agreedDate = new double[0];

    private double[] extraLatency = new double[0];
    private final Agenda delayedStarts;
    private long delayedCount;
    private long messagesInsideNodes;
    private int underWay;
    private boolean cancelled;

    Transfers(ReplayWorld world, RankStatistics ranks, RankEngine engine, @Nullable SizeRule sizes) {
        this.kernel = world.kernel;
        this.cost = world.platform.cost();
        this.exchange = cost.exchange();
        this.ranks = ranks;
        this.engine = engine;
        this.pairs = world.pairs;
        this.observer = world.observer;
        this.disturbance = world.disturbance;
        this.sizes = sizes;
        this.connections = cost.isHalfDuplex() ? new HalfDuplexConnections(ranks.count) : null;
        this.timeouts = new Timeouts(ranks.count);
        // most programs have at least one communication per rank at the same time
        this.communications = new Communications(ranks.count);
        this.matcher = new Matcher(communications);
        this.network = world.network();
        this.user = network.join(this, ranks.count, observer);
        if (world.representatives != null) {
            user.totals()
                    .standFor(
                            ranks.count,
                            Arrays.stream(world.representatives).distinct().count());
        }
        this.interfaces = network.interfaces();
        this.queued = cost.occupiesInterface();
        this.delayedStarts = new Agenda(kernel, 16, this::startDelayed);
    }

    long messagesInsideNodes() {
        return messagesInsideNodes;
    }

    /**
     * Returns the number of messages between ranks that may start or have started, and whose transfer has not ended.
     */
    int underWay() {
        return underWay;
    }

    /**
     * Posts a send of a rank or progress thread now. Returns the posting.
     *
     * @param bytes size of the message, >= 0
     * @param readyDate time at which the message is ready to start, seconds
     */
    int postSend(
            int thread,
            int receiver,
            int tag,
            int communicator,
            long bytes,
            SendMode mode,
            double now,
            double readyDate) {
        int sender = ranks.rankOf[thread];
        int communication = matcher.takeReceive(sender, receiver, tag, communicator);
        boolean matched = communication != Matcher.NONE;
        if (!matched) {
            communication = communications.add(sender, receiver, tag, communicator);
        }
        long expected = communications.bytes[communication];
        communications.sender[communication] = sender;
        communications.senderThread[communication] = thread;
        communications.tag[communication] = tag;
        communications.bytes[communication] = bytes;
        if (matched && sizes != null) {
            sizes.check(communications, communication, expected);
        }
        communications.postDate[communication] = now;
        Protocol protocol = protocol(mode, bytes);
        int flags = SEND_POSTED
                | (protocol.startsWhenMatched() ? STARTS_WHEN_MATCHED : 0)
                | (mode == SendMode.SYNCHRONOUS ? SYNCHRONOUS : 0)
                | (mode == SendMode.EXCHANGE ? EXCHANGE : 0);
        // until the end is known: the time at which the message is ready
        communications.sendEnd[communication] = readyDate;
        flags |= protocol.releasesSender() ? SEND_ENDED : 0;
        communications.mark(communication, flags);
        if (!matched) {
            matcher.addSend(communication);
        }
        if (disturbance != null) {
            drawExtraLatency(communication, sender);
        }
        ranks.messages[sender]++;
        ranks.bytesSent[sender] += bytes;
        if (observer != null) {
            Envelope envelope = new Envelope(receiver, tag, communicator, bytes);
            observer.messagePosted(communication, sender, ranks.observed(thread), envelope, now);
        }
        if (!protocol.startsWhenMatched()) {
            startAt(communication, false, thread, readyDate, 0, now);
        } else if (matched) {
            startAt(
                    communication,
                    false,
                    thread,
                    readyDate,
                    costOf(communication).handshake(bytes),
                    now);
        }
        if (!matched) {
            engine.messagePosted(communication, now);
        }
        return 2 * communication;
    }

    /**
     * Posts a receive of a rank or progress thread now. Returns the posting.
     *
     * @param source sending rank, or a wildcard
     * @param tag tag of the messages that match, or a wildcard
     * @param bytes size of the largest message that the receive accepts
     */
    int postReceive(int thread, int source, int tag, int communicator, long bytes, double now) {
        int receiver = ranks.rankOf[thread];
        int communication = matcher.takeSend(source, receiver, tag, communicator);
        if (communication == Matcher.NONE) {
            communication = communications.add(source, receiver, tag, communicator);
            communications.receiverThread[communication] = thread;
            communications.bytes[communication] = bytes;
            communications.mark(communication, RECEIVE_POSTED);
            matcher.addReceive(communication);
            return 2 * communication + 1;
        }
        if (sizes != null) {
            sizes.check(communications, communication, bytes);
        }
        communications.receiverThread[communication] = thread;
        communications.mark(communication, RECEIVE_POSTED);
        if (communications.has(communication, STARTS_WHEN_MATCHED)) {
            double ready = communications.sendEnd[communication];
            startAt(
                    communication,
                    now > ready,
                    now > ready ? thread : communications.senderThread[communication],
                    Math.max(now, ready),
                    costOf(communication).handshake(communications.bytes[communication]),
                    now);
        }
        return 2 * communication + 1;
    }

    /** Returns a send that ends when a progress thread of a rank ends. */
    int addProgressThread(int rank, int thread) {
        int communication = communications.add(rank, rank, 0, 0);
        communications.senderThread[communication] = thread;
        communications.mark(communication, SEND_POSTED | RECEIVE_RELEASED | Communications.PROGRESS_THREAD);
        return 2 * communication;
    }

    void progressThreadEnded(int communication, double now) {
        communications.sendEnd[communication] = now;
        boolean waits = communications.has(communication, Communications.SENDER_WAITS);
        communications.mark(communication, SEND_ENDED | ENDED);
        if (waits) {
            engine.postingEnded(2 * communication, now, now);
        }
    }

    /** Removes a receive, if no message has matched it. */
    void cancel(int posting) {
        int communication = posting >>> 1;
        boolean unmatchedReceive = (posting & 1) != 0 && !communications.has(communication, SEND_POSTED);
        if (unmatchedReceive) {
            matcher.removeReceive(communication);
            communications.dispose(communication);
        } else {
            release(posting);
        }
    }

    void release(int posting) {
        communications.mark(posting >>> 1, (posting & 1) != 0 ? RECEIVE_RELEASED : SEND_RELEASED);
    }

    /** Returns the time in seconds at which a posting ends; infinite while the time is unknown. */
    double knownEnd(int posting) {
        int communication = posting >>> 1;
        if ((posting & 1) != 0) {
            return communications.has(communication, ENDED)
                    ? communications.arrival[communication]
                    : Double.POSITIVE_INFINITY;
        }
        return communications.has(communication, SEND_ENDED)
                ? communications.sendEnd[communication]
                : Double.POSITIVE_INFINITY;
    }

    List<String> warnings() {
        return network.warnings(user);
    }

    void leaveNetwork() {
        network.leave(user);
    }

    void cancelAll() {
        cancelled = true;
        underWay = 0;
        delayedStarts.times().clear();
        delayedStarts.disarm();
        communications.forEachMessage(network::cancel);
        leaveNetwork();
    }

    @Override
    public boolean isActive() {
        return engine.isActive();
    }

    @Override
    public void nodeFailed(int node) {
        for (int itsNode : ranks.nodes) {
            if (itsNode == node) {
                engine.failing(new LossCause.NodeFailed(node));
                return;
            }
        }
    }

    @Override
    public void messageLost(String link) {
        engine.failing(new LossCause.LinkFailed(link));
    }

    /** Handles an earlier failure of a node of the ranks. */
    void checkNodes() {
        for (int node : ranks.nodes) {
            if (network.failures().ofNode(node)) {
                engine.failing(new LossCause.NodeFailed(node));
            }
        }
    }

    @Override
    public void networkStopped() {
        engine.cancel();
    }

    @Override
    public void transfersEnded(int[] messages, int from, int to) {
        if (cancelled) {
            return;
        }
        double now = kernel.now();
        underWay -= to - from;
        engine.endsBegin(now);
        for (int i = from; i < to; i++) {
            int message = messages[i];
            int communication = network.reference(message);
            account(message, communication);
            double arrival = now + network.latency(message);
            if (observer != null) {
                double moved = network.times().transferDate(message);
                observer.transferTimed(communication, moved, network.times().contentionSeconds(message), now, arrival);
            }
            if (connections != null) {
                double over = arrival;
                connections.ended(
                        communication,
                        communications.sender[communication],
                        communications.receiver[communication],
                        next -> startWhenClear(next, communication, over, now));
            }
            if (queued && network.leavesMachine(message)) {
                int node = ranks.nodes[communications.receiver[communication]];
                arrival = interfaces.arrival(
                        node, network.bytesOf(message), network.times().uncontendedSeconds(message), arrival);
            }
            endTransfer(communication, now, arrival);
        }
        engine.endsKnown(now);
    }

    @Override
    public void predictStarts(double horizon, EndingMessages.StartSink sink) {
        engine.predictStarts(horizon, sink);
    }

    @Override
    public void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {
        engine.predictStartsOf(rank, horizon, sink);
    }

    private Protocol protocol(SendMode mode, long bytes) {
        return switch (mode) {
            case STANDARD -> cost.protocol(bytes);
            case EXCHANGE -> exchange.protocol(bytes);
            case SYNCHRONOUS -> Protocol.RENDEZVOUS;
            case BUFFERED -> Protocol.EAGER_BUFFERED;
            case READY -> cost.protocol(bytes).releasesSender() ? Protocol.EAGER_BUFFERED : Protocol.EAGER;
        };
    }

    private MessageCost costOf(int communication) {
        return communications.has(communication, EXCHANGE) ? exchange : cost;
    }

    /**
     * Fixes the start of a message.
     *
     * @param byReceiver true if the message waited for its receive
     * @param thread rank or progress thread whose posting makes the message ready
     */
    private void startAt(
            int communication, boolean byReceiver, int thread, double ready, double handshake, double now) {
        communications.mark(communication, STARTED);
        double date = ready + handshake;
        int sender = communications.sender[communication];
        int receiver = communications.receiver[communication];
        if (sender == receiver) {
            messagesInsideNodes++;
            startKnown(communication, byReceiver, thread, ready, date, date, date);
            endTransfer(communication, date, date);
            return;
        }
        underWay++;
        int source = ranks.nodes[sender];
        int destination = ranks.nodes[receiver];
        if (connections != null
                && !network.sameMachine(source, destination)
                && connections.mustWait(
                        communication, sender, receiver, communications.has(communication, STARTS_WHEN_MATCHED))) {
            agreedDate = Columns.fit(agreedDate, communication);
            agreedDate[communication] = date;
            startKnown(communication, byReceiver, thread, ready, date, date, date);
            return;
        }
        double leaves = leaves(communication, date);
        double start = leaves
                + network.startDelay(source, destination, communications.bytes[communication], costOf(communication));
        startKnown(communication, byReceiver, thread, ready, date, leaves, start);
        startThen(communication, start, now);
    }

    private double leaves(int communication, double date) {
        int source = ranks.nodes[communications.sender[communication]];
        boolean waits = queued && !network.sameMachine(source, ranks.nodes[communications.receiver[communication]]);
        return waits ? interfaces.start(source, communications.bytes[communication], date) : date;
    }

    /** Starts a message after the arrival of the last opposite message for which it waited. */
    private void startWhenClear(int communication, int behind, double arrival, double now) {
        double leaves = leaves(communication, Math.max(agreedDate[communication], arrival));
        double start = leaves
                + network.startDelay(
                        ranks.nodes[communications.sender[communication]],
                        ranks.nodes[communications.receiver[communication]],
                        communications.bytes[communication],
                        costOf(communication));
        if (observer != null) {
            observer.startPostponed(communication, behind, leaves, start);
        }
        startThen(communication, start, now);
    }

    private void startThen(int communication, double start, double now) {
        if (start > now) {
            delayedStarts.times().set(communication, start, delayedCount++);
            delayedStarts.arm();
        } else {
            send(communication);
        }
    }

    private void startKnown(
            int communication,
            boolean byReceiver,
            int thread,
            double ready,
            double agreed,
            double leaves,
            double start) {
        if (observer != null) {
            observer.startKnown(communication, byReceiver, ranks.observed(thread), ready, agreed, leaves, start);
        }
    }

    private void startDelayed() {
        double now = kernel.now();
        TimeQueue starts = delayedStarts.times();
        while (starts.firstTime() <= now) {
            int communication = starts.first();
            starts.remove(communication);
            send(communication);
        }
    }

    private void send(int communication) {
        int sender = communications.sender[communication];
        int receiver = communications.receiver[communication];
        communications.message[communication] = network.send(
                user,
                sender,
                receiver,
                ranks.nodes[sender],
                ranks.nodes[receiver],
                communications.bytes[communication],
                communication,
                costOf(communication));
        if (disturbance != null && !network.sameMachine(ranks.nodes[sender], ranks.nodes[receiver])) {
            network.delayArrival(communications.message[communication], extraLatency[communication]);
        }
    }

    /**
     * Draws the extra latency when a message is posted, so that the order of draws follows the program on every
     * network.
     */
    private void drawExtraLatency(int communication, int sender) {
        extraLatency = Columns.fit(extraLatency, communication);
        extraLatency[communication] = Objects.requireNonNull(disturbance).extraLatency(sender);
    }

    private void account(int message, int communication) {
        int sender = communications.sender[communication];
        long bytes = communications.bytes[communication];
        messagesInsideNodes += network.leavesMachine(message) ? 0 : 1;
        if (!network.isInsideNode(message) && network.times().uncontendedSeconds(message) > 0) {
            ranks.penaltyBytes[sender] += network.times().averagePenalty(message) * bytes;
            ranks.networkBytes[sender] += bytes;
            double lost = network.times().contentionSeconds(message);
            ranks.lost[sender] += lost;
            double waited = network.times().timeoutSeconds(message);
            int receiver = communications.receiver[communication];
            if (waited > 0) {
                timeouts.add(sender, receiver, engine.hostTime(network.times().transferDate(message)), waited);
            }
            if (pairs != null) {
                pairs.add(sender, receiver, bytes, lost, waited);
            }
        }
    }

    private void endTransfer(int communication, double end, double arrival) {
        communications.message[communication] = -1;
        communications.arrival[communication] = arrival;
        if (observer != null) {
            observer.messageArrives(communication, end, arrival);
        }
        boolean senderKnew = communications.has(communication, SEND_ENDED);
        if (!senderKnew) {
            communications.sendEnd[communication] = end;
        }
        boolean senderWaits = !senderKnew && communications.has(communication, Communications.SENDER_WAITS);
        boolean receiverWaits = communications.has(communication, Communications.RECEIVER_WAITS);
        communications.mark(communication, SEND_ENDED | ENDED);
        double now = kernel.now();
        if (senderWaits) {
            engine.postingEnded(2 * communication, end, now);
        }
        if (receiverWaits) {
            engine.postingEnded(2 * communication + 1, arrival, now);
        }
    }

    /** Returns the posted message that a receive of a rank would match, or {@link Matcher#NONE}. */
    int probe(int rank, Envelope wanted) {
        return matcher.findSend(wanted.peer(), rank, wanted.tag(), wanted.communicator());
    }

    /** Returns the time at which a rank observes an unexpected message: the latency after its posting, in seconds. */
    double envelopeDate(int communication) {
        return communications.postDate[communication] + cost.latency(communications.bytes[communication]);
    }

    /** Returns whether a posted message matches a probe. */
    boolean matchesProbe(int communication, Envelope wanted) {
        return communications.communicator[communication] == wanted.communicator()
                && (wanted.peer() == OperationSink.ANY_SOURCE || wanted.peer() == communications.sender[communication])
                && (wanted.tag() == OperationSink.ANY_TAG || wanted.tag() == communications.tag[communication]);
    }
}
