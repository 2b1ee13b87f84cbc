package org.tailback.observe;

import org.tailback.program.OperationKind;

/**
 * Receiver of the events of a run as they happen, in the order of time. All times are seconds, all sizes bytes. Every
 * method does nothing unless overridden (methods with more parameters call the methods with fewer); a run without an
 * observer has no overhead.
 *
 * <p>A <em>thread</em> distinguishes concurrent activities of a rank: it is 0 for the rank itself, and negative for a
 * progress thread that acts as the rank. In schedules it is the number of the CPU; operations without a CPU have the
 * next number after the last CPU. A <em>communication</em> is the number of a message from its posting until both its
 * send and its receive have completed, and a <em>message</em> is the number of a message while it moves; both numbers
 * are reused.
 */
public interface Observer {
    /**
     * Called when a replay starts. All other times are on the clock of the replay, which counts from the start of the
     * replay or, on a shared network, from the last instant at which the network was idle.
     *
     * @param time start on the replay's clock
     * @param instant start on the clock of the host; 0, like the time, without a host
     */
    default void replayStarted(double time, double instant) {}

    /**
     * Returns true if the network's clock must not restart after the start of this replay, because replays on it are
     * compared.
     */
    default boolean needsOneClock() {
        return false;
    }

    /**
     * Called when a rank enters an operation. A thread enters an operation only after it has left its previous
     * operation.
     *
     * @param index the operation's position in the program of the rank or progress thread, from 0
     * @param envelope envelope of the operation's message; for an operation without a message, equivalent values
     */
    default void operationEntered(
            int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {}

    /**
     * Called when a rank or one of its progress threads leaves an operation.
     *
     * @param index as for {@link #operationEntered}
     * @param leave >= enter
     */
    default void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {}

    /** Called when the program of a rank or progress thread has ended; not called for a schedule's ranks. */
    default void programEnded(int rank, int thread, double time) {}

    /**
     * Called when a message is posted in the current operation of its sender.
     *
     * @param envelope envelope with the receiver as its peer
     */
    default void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {}

    /**
     * Called when a message starts to move, in the network or inside a node; not called for a message from a rank to
     * itself.
     *
     * @param message number of the message, reused after its end
     * @param communication number of its communication when it was posted; without a replayed program, a number chosen
     *     by the owner
     */
    default void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {}

    /**
     * Called when the rate of a message changes. Messages without duration have no rates, nor do messages inside nodes
     * without shared bandwidth.
     *
     * @param penalty uncontended rate divided by the present rate, >= 0; below 1 only under a few models
     * @param bytesPerSecond the message's size divided by its duration at this rate, > 0
     */
    default void rateChanged(int message, double penalty, double bytesPerSecond, double time) {}

    /** Called when a message's last packet was lost: its sender waits until {@code until}. */
    default void retransmissionTimeout(int message, double time, double until) {}

    /**
     * Called when a transfer ends. The receiver has the message at {@code arrival}, or later if its interface is busy
     * at that time, see {@link #messageArrives}.
     */
    default void messageEnded(int message, double time, double arrival) {}

    /** Called when the owner of a message in flight removes it from the network: it neither ends nor arrives. */
    default void messageCancelled(int message, double time) {}

    /**
     * Called when a transfer ends or, for a message from a rank to itself, when its end is known.
     *
     * @param end of the transfer; later than now only for a message from a rank to itself
     * @param arrival time at which the receiver has the message, >= end
     */
    default void messageArrives(int communication, double end, double arrival) {}

    /**
     * Called when the operation that receives a message is known: the current operation of the receiver or, in a
     * schedule, possibly a later operation. The receiver has the message when the operation has begun and the message
     * has arrived.
     *
     * @param thread of the receiver
     * @param index of the operation
     */
    default void messageTaken(int communication, int receiver, int thread, long index, double time) {}

    /**
     * Called when a receive of a schedule is posted. In programs, {@link #operationEntered} reports it.
     *
     * @param index of the operation
     */
    default void receivePosted(int rank, long index, double time) {}

    /**
     * Called once for a message when its start is known, before {@link #messageStarted}. The start becomes known in the
     * current operation of the sender or, if the protocol waits for both send and receive, possibly in the current
     * operation of the receiver. Each time is >= the previous time.
     *
     * @param byReceiver true if the message waited for its receive to be posted, which happens now
     * @param thread of the receiver in that case, otherwise of the sender
     * @param ready time at which that rank is ready for the message to start, after the overhead of a sender
     * @param agreed time at which the handshake of the protocol is over
     * @param leaves time at which the interface of its node is free
     * @param start time at which it starts to move
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
     * Called when a message whose start was known has waited for its connection. The connection is free when another
     * message arrives, unless the message's own start is later. Called at the end of the other message, after its
     * {@link #transferTimed}.
     *
     * @param behind communication of the message for which it waited
     * @param leaves time at which the interface of its node is free
     * @param start time at which the message starts to move; replaces the start of {@link #startKnown}
     */
    default void startPostponed(int communication, int behind, double leaves, double start) {}

    /**
     * Called with the parts of a transfer that ends now, between {@link #messageEnded} and {@link #messageArrives}; not
     * called for a message from a rank to itself.
     *
     * @param moved time at which its data had moved or were lost; a retransmission timeout begins at that time
     * @param contention seconds of its transfer beyond the contention-free time, 0 within rounding; below 0 if the
     *     model allows rates above the uncontended rate
     * @param latencyOver time at which the latency after the transfer is over
     */
    default void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {}

    /**
     * Called when the current operation of a rank or progress thread depends on an event: it can be left after the
     * event and an overhead. For waitall, called once per request in the order in which overheads are charged; for
     * waitany and waitsome, once on return, for the request that completed first. In a schedule, called once for each
     * send and receive when its end is known, for a receive after {@link #messageTaken}.
     *
     * @param communication of the message; of a progress thread as in {@link #progressThreadStarted}
     * @param end of the awaited event, seconds
     * @param overhead of the receiver, which begins when the operation could otherwise be left, seconds, >= 0
     */
    default void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {}

    /**
     * Called when a rank or progress thread starts a progress thread.
     *
     * @param thread thread that starts it
     * @param progressThread thread of the started progress thread, negative, reused after its end
     * @param communication number of the progress thread in {@link #endAwaited}
     */
    default void progressThreadStarted(int rank, int thread, int progressThread, int communication, double time) {}
}
