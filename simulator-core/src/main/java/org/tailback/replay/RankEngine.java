package org.tailback.replay;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.Agenda;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.LocalClock;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.EndingMessages;
import org.tailback.loss.LossCause;
import org.tailback.observe.Observer;

/**
 * Base class of the engines for programs and for dependency graphs. Ranks advance when the agenda is due and when
 * transfers end. The end of transfers is reported by {@link #endsBegin}, calls of {@link #postingEnded} and {@link
 * #endsKnown}.
 */
abstract class RankEngine {
    final EventKernel kernel;
    final MessageCost cost;
    final Overheads overheads;
    final double computeScale;
    final @Nullable Observer observer;
    final Agenda agenda;
    final TimeQueue times;
    final Transfers transfers;
    final Communications communications;
    private final RankStatistics ranks;
    /**
     * Simulated instant that the replay has reached, as the bits of a double; written lazily, because a volatile write
     * at every event would wait for all earlier writes.
     */
    private final AtomicLong reached = new AtomicLong();

    private EventKernel.@Nullable Timer endTimer;
    private EventKernel.@Nullable Timer failureTimer;
    /** Failure that ended the replay before its programs ended; null without such a failure. */
    @Nullable
    Failure failure;

    /** Times at which the replay started and at which a failure ended it, in seconds on its clock. */
    double started = Double.NaN;

    double startedAt;
    double failed;
    /** Instant on the host's clock at which this clock is 0, in seconds. */
    private double origin;

    private boolean cancelled;
    private boolean advancing;

    RankEngine(ReplayWorld world, RankStatistics ranks, int expectedTimes, @Nullable SizeRule sizes) {
        kernel = world.kernel;
        cost = world.platform.cost();
        overheads = world.overheads;
        computeScale = world.platform.computeScale();
        observer = world.observer;
        this.ranks = ranks;
        agenda = new Agenda(kernel, expectedTimes, this::wake);
        times = agenda.times();
        transfers = new Transfers(world, ranks, this, sizes);
        communications = transfers.communications;
    }

    RankStatistics ranks() {
        return ranks;
    }

    final void whenOver(Runnable action) {
        endTimer = kernel.timer(EventKernel.Order.NORMAL, action);
    }

    /** Starts all ranks at the current instant; they advance when the kernel runs. */
    final void start() {
        if (!Double.isNaN(started) || cancelled) {
            throw new IllegalStateException("a replay runs once; build another");
        }
        transfers.network.restartIfIdle();
        started = kernel.now();
        startedAt = started;
        if (kernel instanceof LocalClock clock) {
            origin = clock.origin();
            startedAt = clock.hostTime();
        }
        if (observer != null) {
            if (observer.needsOneClock()) {
                transfers.network.keepClock();
            }
            observer.replayStarted(started, startedAt);
        }
        begin(started);
        transfers.checkNodes();
        tellIfOver(started);
    }

    /** Returns the host's time for an instant of the replay, in seconds. */
    final double hostTime(double time) {
        return origin + time;
    }

    final void checkStarted() {
        if (cancelled) {
            throw new IllegalStateException("the replay was cancelled, so there is no result");
        }
        if (Double.isNaN(started)) {
            throw new IllegalStateException(
                    "the replay has not started, so there is no result. Call run(), or start() and "
                            + "then run the simulation that owns the clock");
        }
    }

    final boolean cancel() {
        if (cancelled || failure != null || (!Double.isNaN(started) && isOver())) {
            return false;
        }
        if (advancing) {
            throw new IllegalStateException(
                    "a replay cannot be cancelled by its own program or observer; set a timer that cancels it");
        }
        cancelled = true;
        takeOut();
        return true;
    }

    private void takeOut() {
        times.clear();
        agenda.disarm();
        if (endTimer != null) {
            endTimer.cancel();
        }
        transfers.cancelAll();
        close();
    }

    /**
     * Handles the failure of a node of the ranks, or the loss of a message with a link. Ends the replay unless it is
     * over at the end of the instant.
     */
    final void failing(LossCause cause) {
        if (failureTimer == null && !cancelled && !Double.isNaN(started) && !isOver()) {
            double now = kernel.now();
            failureTimer = kernel.timer(EventKernel.Order.LAST, () -> fail(now, cause));
            failureTimer.at(now);
        }
    }

    private void fail(double now, LossCause cause) {
        if (cancelled || isOver()) {
            return;
        }
        failed = now;
        failure = new Failure(hostTime(now), cause);
        takeOut();
        abort(now);
        if (endTimer != null) {
            endTimer.at(now);
        }
    }

    final boolean isActive() {
        return !cancelled && failure == null && !Double.isNaN(started) && !isOver();
    }

    /** Returns the simulated instant that the replay has reached, readable from any thread. */
    final double progressTime() {
        return Double.longBitsToDouble(reached.get());
    }

    private void wake() {
        double now = kernel.now();
        beginAdvance(now);
        advance(now);
        endAdvance(now);
    }

    /** Prepares for transfers that end at this instant; calls of {@link #postingEnded} follow. */
    final void endsBegin(double now) {
        beginAdvance(now);
        collectEnds();
    }

    /** Continues once all postings that end with the transfers of this instant are known. */
    final void endsKnown(double now) {
        advanceAfterEnds(now);
        endAdvance(now);
    }

    private void beginAdvance(double now) {
        reached.lazySet(Double.doubleToRawLongBits(hostTime(now)));
        advancing = true;
    }

    private void endAdvance(double now) {
        advancing = false;
        agenda.arm();
        tellIfOver(now);
    }

    private void tellIfOver(double now) {
        if (endTimer != null && isOver()) {
            endTimer.at(now);
        }
    }

    /** Prepares the start of all ranks and arms the agenda. */
    abstract void begin(double now);

    abstract void advance(double now);

    void abort(double now) {}

    void collectEnds() {}

    abstract void advanceAfterEnds(double now);

    /** Returns whether all ranks have ended and the transfers of all their messages are complete. */
    abstract boolean isOver();

    /**
     * Completes the ranks' statistics after the last event.
     *
     * @throws org.tailback.error.UnfinishedProgramException if ranks wait or messages have no partner
     */
    abstract void checkFinished();

    /**
     * Adds the approximations of the result to the warnings of the network.
     *
     * @param ofPlatform warnings that concern the platform and its use
     */
    abstract void addWarnings(List<String> ofPlatform, List<String> warnings);

    /** Returns true if the warnings of this engine explain why the run is so long that its clock is coarse. */
    boolean explainsCoarseClock() {
        return false;
    }

    void close() {}

    /** Handles a posting whose end has become known. */
    abstract void postingEnded(int posting, double end, double now);

    /** Handles a posted message for which no receive was waiting. */
    void messagePosted(int communication, double now) {}

    void predictStarts(double horizon, EndingMessages.StartSink sink) {}

    void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {}
}
