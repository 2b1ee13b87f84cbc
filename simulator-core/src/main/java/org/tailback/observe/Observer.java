package org.tailback.observe;

import org.tailback.program.OperationKind;

/**
 * Receives the events of a run as they happen, in the order of time. All times are seconds, all sizes bytes. Every
 * method does nothing unless overridden (those with more parameters call those with fewer); a run without observer
 * has no cost for this.
 *
 * <p>A <em>thread</em> distinguishes activities of a rank at the same time: 0 for the rank itself and in schedules the
 * number of the CPU (one more for operations without a CPU); below 0 for a progress thread that acts as the rank. A
 * <em>communication</em> is the number of a message from its posting until both sides are done with it, a
 * <em>message</em> its number while it moves; both are used again.
 */
public interface Observer {
    /**
     * A replay starts. All other times are on its clock, which counts from its own start or, on a shared network, from
     * the last instant at which that was idle.
     *
     * @param time the start on that clock
     * @param instant the start on the clock of the host; 0, as the time, without a host
     */
    default void replayStarted(double time, double instant) {}

    /**
     * Returns true if the network's clock must not restart after the start of this replay: replays on it are compared.
     */
    default boolean needsOneClock() {
        return false;
    }

    /**
     * A rank enters an operation. It enters none before it has left the one before on the same thread.
     *
     * @param index the operation's position in the program of the rank or progress thread, from 0
     * @param envelope of its message, or the operation's equivalent of one
     */
    default void operationEntered(
            int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {}

    /**
     * A rank or a progress thread of it leaves an operation.
     *
     * @param index as for {@link #operationEntered}
     * @param leave >= enter
     */
    default void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {}

    /** The program of a rank or progress thread has ended; not called for a schedule's ranks. */
    default void programEnded(int rank, int thread, double time) {}

    /**
     * A message is posted, in the operation that its sender is in.
     *
     * @param envelope its peer is the receiver
     */
    default void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {}

    /**
     * A message starts to move, in the network or inside a node; one from a rank to itself does not.
     *
     * @param message its number, used again after its end
     * @param communication as it was posted; without a replayed program, a number that the owner chooses
     */
    default void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {}

    /**
     * The rate of a message changes. Messages without duration, and those inside nodes without shared bandwidth, have
     * no rates.
     *
     * @param penalty uncontended rate over the rate, >= 0; below 1 only under a few models
     * @param bytesPerSecond the message's size over its duration at this rate, > 0
     */
    default void rateChanged(int message, double penalty, double bytesPerSecond, double time) {}

    /** A message's last packet was lost: its sender waits until {@code until}. */
    default void retransmissionTimeout(int message, double time, double until) {}

    /**
     * A transfer ended; the receiver has the message at {@code arrival}, or later if its interface is busy then, see
     * {@link #messageArrives}.
     */
    default void messageEnded(int message, double time, double arrival) {}

    /** A message in flight was taken out of the network by its owner: it neither ends nor arrives. */
    default void messageCancelled(int message, double time) {}

    /**
     * A transfer ended, or for a message from a rank to itself its end is known.
     *
     * @param end of the transfer; ahead of now only for a message from a rank to itself
     * @param arrival when the receiver has the message, >= end
     */
    default void messageArrives(int communication, double end, double arrival) {}

    /**
     * The operation that receives a message is known: the current one of the receiver, or in a schedule a later one.
     * The receiver has the message when the operation has begun and the message has arrived.
     *
     * @param thread of the receiver
     * @param index of the operation
     */
    default void messageTaken(int communication, int receiver, int thread, long index, double time) {}

    /**
     * A receive of a schedule is posted. In programs, {@link #operationEntered} reports it.
     *
     * @param index of the operation
     */
    default void receivePosted(int rank, long index, double time) {}

    /**
     * The start of a message is known, in the operation that its sender is in or, where the protocol waits for both
     * sides, its receiver. Called once for a message, before {@link #messageStarted}. Each time is >= the one before.
     *
     * @param byReceiver true if the message waited for its receive to be posted, which is now
     * @param thread of the receiver in that case, otherwise of the sender
     * @param ready when that rank is ready for the message to start, after the overhead of a sender
     * @param agreed when the handshake of the protocol is over
     * @param leaves when the interface of its node is free
     * @param start when it starts to move
     */
    default void startKnown(
            int communication,
            boolean byReceiver,
            int thread,
            double ready,
            double agreed,
            double leaves,
            double start) {}

    /**
     * A message whose start was known has waited until its connection is free, when another message arrives, unless its
     * own start is later. Called at the end of the other, after its {@link #transferTimed}.
     *
     * @param behind communication of the message that it waited for
     * @param leaves when the interface of its node is free
     * @param start when it starts to move; replaces that of {@link #startKnown}
     */
    default void startPostponed(int communication, int behind, double leaves, double start) {}

    /**
     * The parts of a transfer that ended now, between {@link #messageEnded} and {@link #messageArrives}; not for a
     * message from a rank to itself.
     *
     * @param moved when its data had moved or were lost; a retransmission timeout is waited for from then on
     * @param contention seconds of its transfer beyond the contention-free time, 0 within rounding; below 0 where the
     * model allows rates above the uncontended one
     * @param latencyOver when the latency after the transfer is over
     */
    default void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {}

    /**
     * The operation that a rank or progress thread is in cannot be left before the awaited event has ended and an
     * overhead has passed. For waitall, called once per request in the order in which overheads are charged; for
     * waitany and waitsome, once on return, for the request that completed first. In a schedule, called once for each
     * side of a message when its end is known; of a receive, after {@link #messageTaken}.
     *
     * @param communication of the message; of a progress thread as in {@link #progressThreadStarted}
     * @param end of the awaited event, seconds
     * @param overhead of the receiver, which begins when the operation could be left otherwise, seconds, >= 0
     */
    default void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {}

    /**
     * A rank or progress thread starts a progress thread.
     *
     * @param thread that starts it
     * @param progressThread its thread, below 0, used again after its end
     * @param communication number of the progress thread in {@link #endAwaited}
     */
    default void progressThreadStarted(int rank, int thread, int progressThread, int communication, double time) {}
}
