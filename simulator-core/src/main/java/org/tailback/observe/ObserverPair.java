package org.tailback.observe;

import org.tailback.program.OperationKind;
import org.tailback.stability.Internal;

/** Two observers of one run; the first is notified first. */
@Internal
public record ObserverPair(Observer first, Observer second) implements Observer {
    @Override
    public void replayStarted(double time, double instant) {
        first.replayStarted(time, instant);
        second.replayStarted(time, instant);
    }

    @Override
    public boolean needsOneClock() {
        return first.needsOneClock() || second.needsOneClock();
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        first.operationEntered(rank, thread, index, kind, envelope, time);
        second.operationEntered(rank, thread, index, kind, envelope, time);
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        first.operationLeft(rank, thread, index, kind, enter, leave);
        second.operationLeft(rank, thread, index, kind, enter, leave);
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        first.programEnded(rank, thread, time);
        second.programEnded(rank, thread, time);
    }

    @Override
    public void messagePosted(int communication, int sender, int thread, Envelope envelope, double time) {
        first.messagePosted(communication, sender, thread, envelope, time);
        second.messagePosted(communication, sender, thread, envelope, time);
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        first.messageStarted(message, communication, sender, receiver, bytes, time);
        second.messageStarted(message, communication, sender, receiver, bytes, time);
    }

    @Override
    public void rateChanged(int message, double penalty, double bytesPerSecond, double time) {
        first.rateChanged(message, penalty, bytesPerSecond, time);
        second.rateChanged(message, penalty, bytesPerSecond, time);
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        first.retransmissionTimeout(message, time, until);
        second.retransmissionTimeout(message, time, until);
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        first.messageEnded(message, time, arrival);
        second.messageEnded(message, time, arrival);
    }

    @Override
    public void messageCancelled(int message, double time) {
        first.messageCancelled(message, time);
        second.messageCancelled(message, time);
    }

    @Override
    public void messageArrives(int communication, double end, double arrival) {
        first.messageArrives(communication, end, arrival);
        second.messageArrives(communication, end, arrival);
    }

    @Override
    public void messageTaken(int communication, int receiver, int thread, long index, double time) {
        first.messageTaken(communication, receiver, thread, index, time);
        second.messageTaken(communication, receiver, thread, index, time);
    }

    @Override
    public void receivePosted(int rank, long index, double time) {
        first.receivePosted(rank, index, time);
        second.receivePosted(rank, index, time);
    }

    @Override
    public void startKnown(
            int communication,
            boolean byReceiver,
            int thread,
            double ready,
            double agreed,
            double leaves,
            double start) {
        first.startKnown(communication, byReceiver, thread, ready, agreed, leaves, start);
        second.startKnown(communication, byReceiver, thread, ready, agreed, leaves, start);
    }

    @Override
    public void startPostponed(int communication, int behind, double leaves, double start) {
        first.startPostponed(communication, behind, leaves, start);
        second.startPostponed(communication, behind, leaves, start);
    }

    @Override
    public void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {
        first.transferTimed(communication, moved, contention, end, latencyOver);
        second.transferTimed(communication, moved, contention, end, latencyOver);
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        first.endAwaited(rank, thread, communication, what, end, overhead);
        second.endAwaited(rank, thread, communication, what, end, overhead);
    }

    @Override
    public void progressThreadStarted(int rank, int thread, int progressThread, int communication, double time) {
        first.progressThreadStarted(rank, thread, progressThread, communication, time);
        second.progressThreadStarted(rank, thread, progressThread, communication, time);
    }
}
