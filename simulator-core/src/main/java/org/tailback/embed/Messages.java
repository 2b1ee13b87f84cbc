package org.tailback.embed;

import com.google.common.base.Preconditions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.kernel.Agenda;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.LocalClock;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.LossCause;
import org.tailback.network.LinkMeter;
import org.tailback.network.MessageOwner;
import org.tailback.network.NetworkEngine;
import org.tailback.network.NetworkFork;
import org.tailback.network.NetworkUser;
import org.tailback.platform.Platform;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.BandwidthSharing;

/** Individual messages of a network from their sending to their end, as a user of its engine. */
final class Messages implements MessageOwner {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    final EventKernel host;
    final Platform platform;
    final Watchers watchers;
    private final LocalClock kernel;
    private final long seed;
    private final MessageSlots underWay = new MessageSlots();
    /** Agenda of messages that are delayed, arriving or about to be reported lost, by the end of that state. */
    private final Agenda agenda;

    private final TimeQueue waiting;
    private final Agenda deadlines;
    /** Groups that are over but whose owners have not been notified yet. */
    private final ArrayDeque<Group> over = new ArrayDeque<>();

    private final EventKernel.Timer overTimer;
    private NetworkEngine engine;
    private NetworkUser user;
    private long sequence;
    private Counts counts = new Counts();

    Messages(Platform platform, EventKernel host, long seed, List<NetworkObserver> observers) {
        this(platform, host, new LocalClock(host), seed, observers);
        begin();
    }

    @SuppressWarnings("NullAway.Init")
    private Messages(
            Platform platform, EventKernel host, LocalClock kernel, long seed, List<NetworkObserver> observers) {
        this.platform = platform;
        this.host = host;
        this.kernel = kernel;
        this.seed = seed;
        agenda = new Agenda(kernel, 16, () -> engine.threads().run(this::waited));
        waiting = agenda.times();
        deadlines = new Agenda(kernel, 0, () -> engine.threads().run(this::deadlinesPassed));
        overTimer =
                kernel.timer(EventKernel.Order.NORMAL, () -> engine.threads().run(this::groupsOver));
        watchers = new Watchers(host, this, observers);
    }

    /** Creates a copy on another clock with the same messages, whose ends are reported to other owners. */
    Messages(
            Messages original,
            EventKernel clock,
            Function<Message, WhenDone> whenDone,
            Consumer<BandwidthSharing> adjust) {
        this(original.platform, clock, new LocalClock(clock, original.kernel), original.seed, List.of());
        sequence = original.sequence;
        counts = original.counts.copy();
        underWay.takeOver(
                original.underWay,
                message -> new Message(
                        this,
                        message,
                        Objects.requireNonNull(
                                whenDone.apply(message), () -> "whenDone returned null for the " + message)));
        NetworkFork fork = NetworkFork.of(original.engine, kernel, original.user, this, adjust);
        engine = fork.engine();
        user = fork.user();
        for (Message message : underWay.all()) {
            copyTime(original.waiting, waiting, message);
            copyTime(original.deadlines.times(), deadlines.times(), message);
        }
        agenda.arm();
        deadlines.arm();
    }

    private static void copyTime(TimeQueue from, TimeQueue to, Message message) {
        if (from.contains(message.slot)) {
            to.set(message.slot, from.date(message.slot), message.sequence);
        }
    }

    private void begin() {
        engine = NetworkEngine.builder(kernel, platform.cluster(), platform.model(), platform.cost())
                .intraNode(platform.intraNode())
                .loss(platform.loss())
                .seed(seed)
                .build();
        user = engine.join(this, platform.cluster().nodes(), watchers.forEngine());
    }

    void reset() {
        // the kernel is reset first, because the host may have dropped its timers
        kernel.reset();
        engine.stop();
        agenda.disarm();
        deadlines.disarm();
        overTimer.cancel();
        over.clear();
        for (Message message : underWay.all()) {
            message.state = MessageState.CANCELLED;
            underWay.remove(message);
        }
        waiting.clear();
        deadlines.times().clear();
        sequence = 0;
        counts = new Counts();
        begin();
    }

    NetworkEngine engine() {
        return engine;
    }

    AdjustableCapacity adjustable() {
        if (engine.sharing() instanceof AdjustableCapacity known) {
            return known;
        }
        throw new InputException("model " + platform.model().name()
                + " has no links whose capacities could change: use a model with links, such as max-min");
    }

    LinkMeter linkMeter() {
        LinkMeter meter = engine.linkMeter();
        Preconditions.checkState(
                meter != null, "the links are not measured: call measureLinks() when the measurement begins");
        return Objects.requireNonNull(meter);
    }

    Message ofNumber(int number) {
        return underWay.at(engine.reference(number));
    }

    NetworkResult result() {
        List<String> warnings = new ArrayList<>(platform.warnings());
        warnings.addAll(engine.warnings(user));
        return counts.result(host.now(), user.totals(), platform, warnings);
    }

    void checkMayChange() {
        engine.threads().check();
        watchers.checkMayChange();
    }

    Message send(Transfer transfer, WhenDone whenDone, @Nullable Group group) {
        boolean entered = engine.threads().enter();
        try {
            watchers.checkMayChange();
            engine.restartIfIdle();
            double now = kernel.now();
            Message message = new Message(this, transfer, host.now(), now, sequence++, whenDone, group);
            underWay.add(message);
            counts.sent++;
            watchers.announce(observer -> observer.sent(message, message.sent()));
            send(message, now);
            return message;
        } finally {
            engine.threads().leave(entered);
        }
    }

    private void send(Message message, double now) {
        int source = message.transfer.source;
        int destination = message.transfer.destination;
        boolean sourceFailed = engine.failures().ofNode(source);
        if (sourceFailed || engine.failures().ofNode(destination)) {
            lost(message, new LossCause.NodeFailed(sourceFailed ? source : destination));
        } else {
            double delay = engine.startDelay(source, destination, message.transfer.bytes, platform.cost());
            if (delay > 0) {
                waiting.set(message.slot, now + delay, message.sequence);
            } else {
                start(message);
            }
            if (message.transfer.deadline < NEVER) {
                deadlines.times().set(message.slot, now + message.transfer.deadline, message.sequence);
                deadlines.arm();
            }
        }
        agenda.arm();
    }

    private void start(Message message) {
        Transfer its = message.transfer;
        String losing = engine.failures().noLinks() ? null : engine.failures().losingLink(its.source, its.destination);
        if (losing != null) {
            lost(message, new LossCause.LinkFailed(losing));
            return;
        }
        message.number = engine.send(
                user,
                its.source,
                its.destination,
                its.source,
                its.destination,
                its.bytes,
                message.slot,
                platform.cost());
        if (its.maxRate < NEVER) {
            engine.limit(message.number, its.maxRate);
        }
        message.state = MessageState.MOVING;
    }

    /** Starts a message that is due at this instant: hosts fire timers before or after their other events. */
    private void startIfDue(Message message) {
        if (message.state == MessageState.DELAYED && waiting.date(message.slot) <= kernel.now()) {
            waiting.remove(message.slot);
            start(message);
        }
    }

    boolean cancel(Message message) {
        checkMayChange();
        deadlinesPassed();
        if (message.cause != null || !underWay.holds(message)) {
            return false;
        }
        startIfDue(message);
        boolean done = message.state == MessageState.DELAYED
                || message.state == MessageState.MOVING && message.cause == null && takeOut(message);
        if (done) {
            waiting.remove(message.slot);
            message.state = MessageState.CANCELLED;
            remove(message);
            counts.cancelled++;
            watchers.announce(observer -> observer.cancelled(message, host.now()));
            agenda.arm();
            message.complete();
            if (message.group != null && message.group.ended()) {
                notifyLater(message.group);
            }
        }
        return done;
    }

    /** Notifies the owner of a group at this instant, after the present event. */
    void notifyLater(Group group) {
        over.add(group);
        overTimer.at(kernel.now());
    }

    private void groupsOver() {
        while (!over.isEmpty()) {
            over.remove().done();
        }
    }

    /** Removes a moving message from the engine; returns false if its transfer ends at this instant. */
    private boolean takeOut(Message message) {
        double unmoved = message.remainingBytes();
        boolean out = engine.cancel(message.number);
        if (out) {
            message.unmoved = unmoved;
            message.number = -1;
        }
        return out;
    }

    void failNode(int node) {
        if (engine.failures().ofNode(node)) {
            return;
        }
        deadlinesPassed();
        for (Message message : underWay.all()) {
            if (message.cause == null && (message.transfer.source == node || message.transfer.destination == node)) {
                lose(message, new LossCause.NodeFailed(node), message.transfer.destination == node);
            }
        }
        engine.failures().failNode(node);
        agenda.arm();
    }

    void failLink(int link, boolean loses) {
        deadlinesPassed();
        if (loses) {
            LossCause cause = new LossCause.LinkFailed(engine.failures().name(link));
            for (Message message : underWay.all()) {
                if (message.state == MessageState.MOVING
                        && message.cause == null
                        && engine.failures().crosses(message.transfer.source, message.transfer.destination, link)
                        && takeOut(message)) {
                    lost(message, cause);
                }
            }
        }
        engine.failures().failLink(link, loses);
        agenda.arm();
    }

    /**
     * Loses the messages whose deadlines are at this instant, before all other actions: hosts fire timers before or
     * after their other events.
     */
    private void deadlinesPassed() {
        TimeQueue times = deadlines.times();
        if (times.size() == 0) {
            return;
        }
        double now = kernel.now();
        // at late times of the host, a deadline computed by the caller may be rounded to a time before the arrival
        double sameInstant = now + Math.ulp(host.now());
        while (times.firstTime() <= now) {
            Message message = underWay.at(times.first());
            times.remove(message.slot);
            if (message.cause == null && expectedArrival(message) > sameInstant) {
                lose(message, new LossCause.DeadlinePassed(message.transfer.deadline), true);
            }
        }
        deadlines.arm();
        agenda.arm();
    }

    /**
     * Loses a message.
     *
     * @param untilArrival whether the message is lost even if all of its data have moved
     */
    private void lose(Message message, LossCause cause, boolean untilArrival) {
        startIfDue(message);
        if (message.cause != null) {
            return;
        }
        boolean isOut = message.state == MessageState.DELAYED;
        if (message.state == MessageState.MOVING) {
            isOut = takeOut(message);
            if (!isOut) {
                // the message ends now and has left the engine; its arrival is decided after its end
                message.cause = untilArrival ? cause : null;
            }
        } else if (message.state == MessageState.ARRIVING && untilArrival) {
            isOut = waiting.date(message.slot) > kernel.now();
            message.unmoved = 0;
        }
        if (isOut) {
            lost(message, cause);
        }
    }

    /** Notifies the owner of the loss of a message that has been removed, or has not started, at this instant. */
    private void lost(Message message, LossCause cause) {
        message.cause = cause;
        message.state = MessageState.LOST;
        waiting.set(message.slot, kernel.now(), message.sequence);
    }

    @Override
    public boolean isActive() {
        return !underWay.isEmpty();
    }

    /** Processes ends of transfers within the engine's work: owners are notified later, from the agenda. */
    @Override
    public void transfersEnded(int[] numbers, int from, int to) {
        double now = kernel.now();
        for (int i = from; i < to; i++) {
            Message message = ofNumber(numbers[i]);
            double latency = engine.latency(numbers[i]);
            message.transferEnded(host.now(), engine.times(), numbers[i]);
            if (message.cause != null && latency > 0) {
                message.state = MessageState.LOST;
                message.unmoved = 0;
                latency = 0;
            } else {
                message.state = MessageState.ARRIVING;
                message.cause = null;
            }
            waiting.set(message.slot, now + latency, message.sequence);
        }
        agenda.arm();
    }

    private void waited() {
        double now = kernel.now();
        while (waiting.firstTime() <= now) {
            Message message = underWay.at(waiting.first());
            waiting.remove(message.slot);
            if (message.cause != null) {
                end(message, message.cause);
            } else if (message.state == MessageState.DELAYED) {
                start(message);
            } else {
                arrive(message, now);
            }
        }
    }

    private void arrive(Message message, double now) {
        message.state = MessageState.ARRIVED;
        remove(message);
        counts.arrived(message);
        Delivery delivery = message.delivered(host.now(), now);
        watchers.announce(observer -> observer.arrived(message, delivery));
        try {
            message.whenDone.arrived(delivery);
        } finally {
            message.complete();
            ended(message.group);
        }
    }

    private void end(Message message, LossCause cause) {
        remove(message);
        counts.lost++;
        LostMessage loss = message.lost(host.now(), cause);
        watchers.announce(observer -> observer.lost(message, loss));
        try {
            message.whenDone.lost(loss);
        } finally {
            message.complete();
            ended(message.group);
        }
    }

    private static void ended(@Nullable Group group) {
        if (group != null && group.ended()) {
            group.done();
        }
    }

    private void remove(Message message) {
        underWay.remove(message);
        if (message.transfer.deadline < NEVER) {
            deadlines.times().remove(message.slot);
            deadlines.arm();
        }
    }

    /**
     * Returns the time of a message's arrival in seconds on the engine's clock. While the message moves, it is a
     * prediction at the present rate.
     */
    double expectedArrival(Message message) {
        return switch (message.state) {
            case MOVING -> engine.progress().expectedEnd(message.number) + engine.latency(message.number);
            case ARRIVING -> waiting.date(message.slot);
            default -> NEVER;
        };
    }

    /** Returns the engine's present time, in seconds. */
    double engineTime() {
        return kernel.now();
    }

    boolean sharesInsideNodes() {
        return platform.intraNode().shared() && platform.intraNode().bytesPerSecond(0) < NEVER;
    }
}
