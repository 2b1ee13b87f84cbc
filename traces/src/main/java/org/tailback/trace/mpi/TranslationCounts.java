package org.tailback.trace.mpi;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tailback.units.Readable;

/** What making operations of the records of one rank, or of all, approximated, dropped or ignored. */
public final class TranslationCounts {
    long[] calls = new long[MpiCall.Kind.values().length];
    long performedWaits;
    long performedWaitalls;
    long performedFrees;
    long performedWaitanys;
    long performedWaitsomes;
    long sendrecvs;
    long waitanys;
    long waitsomes;
    long successfulTests;
    long communicatorCalls;
    long oneSidedCalls;
    long fileCalls;
    /** Calls of point-to-point functions that left no record. */
    long callsWithoutMessage;

    final SortedMap<String, Long> collectivesWithoutRecord = new TreeMap<>();
    long sendsWithoutRequest;
    long guessedReceives;
    long lateReceives;
    long emptyReceives;
    long receivesNeverCompleted;
    long sendsNeverCompleted;
    long receivesWithoutRequest;
    long unknownCompletions;
    long cancelledReceives;
    long cancelledSends;
    /** Cancelled receives whose start is replayed. */
    long cancelledOnTheWay;

    long receivesNeverAwaited;
    /** Receives from any source or with any tag of which the trace does not tell the message. */
    long openReceives;

    long strangeMessages;
    long undefinedCommunicators;
    long strangeCollectives;
    long betweenGroups;
    long collectivesNeverCompleted;
    long creations;
    long collectivesWithoutSize;
    long inPlace;
    long perhapsInPlace;
    long evenlySpread;
    long outsideOfCalls;
    long unbalanced;
    long backwards;
    long interruptions;
    double interruptedSeconds;
    long flushes;
    double flushedSeconds;

    /** Adds those of another rank. */
    public void add(TranslationCounts other) {
        for (int i = 0; i < calls.length; i++) {
            calls[i] += other.calls[i];
        }
        performedWaits += other.performedWaits;
        performedWaitalls += other.performedWaitalls;
        performedFrees += other.performedFrees;
        performedWaitanys += other.performedWaitanys;
        performedWaitsomes += other.performedWaitsomes;
        sendrecvs += other.sendrecvs;
        waitanys += other.waitanys;
        waitsomes += other.waitsomes;
        successfulTests += other.successfulTests;
        communicatorCalls += other.communicatorCalls;
        oneSidedCalls += other.oneSidedCalls;
        fileCalls += other.fileCalls;
        callsWithoutMessage += other.callsWithoutMessage;
        other.collectivesWithoutRecord.forEach((name, count) -> collectivesWithoutRecord.merge(name, count, Long::sum));
        sendsWithoutRequest += other.sendsWithoutRequest;
        guessedReceives += other.guessedReceives;
        lateReceives += other.lateReceives;
        emptyReceives += other.emptyReceives;
        receivesNeverCompleted += other.receivesNeverCompleted;
        sendsNeverCompleted += other.sendsNeverCompleted;
        receivesWithoutRequest += other.receivesWithoutRequest;
        unknownCompletions += other.unknownCompletions;
        cancelledReceives += other.cancelledReceives;
        cancelledSends += other.cancelledSends;
        cancelledOnTheWay += other.cancelledOnTheWay;
        receivesNeverAwaited += other.receivesNeverAwaited;
        openReceives += other.openReceives;
        strangeMessages += other.strangeMessages;
        undefinedCommunicators += other.undefinedCommunicators;
        strangeCollectives += other.strangeCollectives;
        betweenGroups += other.betweenGroups;
        collectivesNeverCompleted += other.collectivesNeverCompleted;
        creations += other.creations;
        collectivesWithoutSize += other.collectivesWithoutSize;
        inPlace += other.inPlace;
        perhapsInPlace += other.perhapsInPlace;
        evenlySpread += other.evenlySpread;
        outsideOfCalls += other.outsideOfCalls;
        unbalanced += other.unbalanced;
        backwards += other.backwards;
        interruptions += other.interruptions;
        interruptedSeconds += other.interruptedSeconds;
        flushes += other.flushes;
        flushedSeconds += other.flushedSeconds;
    }

    private long calls(MpiCall.Kind kind) {
        return calls[kind.ordinal()];
    }

    /** How many more operations of a kind the trace has than the programs made of it perform; may be negative. */
    public Map<String, Long> recordedBeyondPerformed() {
        return ImmutableMap.<String, Long>builder()
                .put("init", calls(MpiCall.Kind.INIT))
                .put("finalize", calls(MpiCall.Kind.FINALIZE))
                .put("probe", calls(MpiCall.Kind.PROBE))
                .put("test", calls(MpiCall.Kind.TEST))
                .put("wait", calls(MpiCall.Kind.WAIT) - performedWaits)
                .put("waitall", calls(MpiCall.Kind.WAITALL) - performedWaitalls - sendrecvs)
                .put("waitany", calls(MpiCall.Kind.WAITANY) - performedWaitanys)
                .put("waitsome", calls(MpiCall.Kind.WAITSOME) - performedWaitsomes)
                .put("sendrecv", sendrecvs)
                .put("isend", -sendrecvs)
                .put("irecv", receivesNeverCompleted + cancelledReceives + lateReceives - sendrecvs)
                .put("recv", -lateReceives - receivesWithoutRequest)
                .put("free", -performedFrees)
                .put("cancel", -cancelledSends - cancelledOnTheWay)
                .buildOrThrow();
    }

    /** A sentence for each count that is not 0. */
    public List<String> sentences() {
        List<String> said = new ArrayList<>();
        say(said, waitanys, "MPI_Waitany", "replayed as a wait for the request that it completed in the recorded run");
        say(
                said,
                waitsomes,
                "MPI_Waitsome",
                "replayed as a wait for the requests that it completed in the recorded run");
        say(
                said,
                successfulTests,
                "successful MPI_Test (or Testall, Testany, Testsome)",
                "replayed as a wait, where it succeeded in the recorded run");
        long failed = calls(MpiCall.Kind.TEST) - successfulTests;
        say(said, failed, "MPI_Test without success", "left out: tests take no time in the replay");
        say(
                said,
                callsWithoutMessage,
                "call of a send or receive without a record of a message",
                "taken as one to or from MPI_PROC_NULL; some tracers lose records, too");
        collectivesWithoutRecord.forEach((name, count) -> say(
                said,
                count,
                "call of " + name + " without a record of its sizes",
                "left out, as the trace does not tell them"));
        say(
                said,
                sendsWithoutRequest,
                "non-blocking send without a record of its request",
                "started, but no later call waits for it");
        say(
                said,
                guessedReceives,
                "non-blocking receive without a record of its request",
                "the receives that a rank starts are taken to complete in their order");
        say(
                said,
                lateReceives,
                "receive completed in a wait or test without a record of its start",
                "started where it completed");
        say(
                said,
                emptyReceives,
                "non-blocking receive without a message",
                "left out, as if it were from MPI_PROC_NULL");
        say(
                said,
                receivesNeverCompleted,
                "receive request never completed",
                "left out, as a trace tells a receive's source, tag and size only there");
        say(said, sendsNeverCompleted, "send request never completed", "started, but never waited for");
        say(
                said,
                receivesWithoutRequest,
                "completed receive whose request was never started",
                "replayed as a blocking receive where it completed");
        say(said, unknownCompletions, "completion of a request that was never started", "ignored");
        say(said, cancelledReceives, "cancelled receive", "left out");
        say(said, cancelledOnTheWay, "cancelled receive", "started and cancelled, where it was in the recorded run");
        say(said, receivesNeverAwaited, "receive request never completed", "started, but never waited for");
        say(
                said,
                openReceives,
                "receive from any source or with any tag without a record of the message that it took",
                "takes the first that comes in the replay");
        say(said, cancelledSends, "cancelled send", "sent nevertheless, but not waited for");
        say(said, strangeMessages, "record of a message with an impossible rank, tag or size", "left out");
        say(
                said,
                undefinedCommunicators,
                "record that names a communicator that the trace does not define",
                "taken as that of all ranks");
        say(
                said,
                strangeCollectives,
                "collective operation of an unknown kind, an impossible root, or a communicator without the rank",
                "left out");
        say(said, betweenGroups, "collective operation between two groups of ranks", "left out");
        say(said, collectivesNeverCompleted, "non-blocking collective operation never completed", "left out");
        say(
                said,
                creations,
                "collective creation or destruction of a communicator, window or file",
                "replayed as a barrier");
        say(
                said,
                communicatorCalls,
                "call that makes a communicator without a record of it",
                "left out, with the messages that it may cause");
        say(
                said,
                collectivesWithoutSize,
                "collective operation without sizes",
                "replayed with messages of 0 bytes and the first rank as root");
        say(
                said,
                inPlace,
                "collective operation whose sizes tell of MPI_IN_PLACE",
                "one rank's buffer is taken as the recorded total by the number of ranks less one");
        say(
                said,
                perhapsInPlace,
                "collective operation whose total divides by its number of ranks and by one less",
                "taken as one without MPI_IN_PLACE; with it, the buffers would be larger by one part in that number less one");
        say(
                said,
                evenlySpread,
                "collective operation with a size per rank (such as alltoallv)",
                "the total, which is all that a trace tells, is spread evenly over the ranks");
        say(said, oneSidedCalls, "call of a one-sided operation", "left out: one-sided communication is not replayed");
        say(said, fileCalls, "call of MPI input or output", "left out");
        say(
                said,
                outsideOfCalls,
                "record of a message outside of any MPI call",
                "takes no time of its own; what the call took is counted as computation");
        say(
                said,
                unbalanced,
                "end of an MPI call without its beginning, or the reverse",
                "ended where the next one begins or the trace ends");
        say(said, backwards, "time that lies before the one before it", "taken as equal to it");
        if (interruptions > 0) {
            said.add(String.format(
                    Locale.ROOT,
                    "Recording was switched off %s, for %s in all: counted as computation.",
                    times(interruptions),
                    Readable.seconds(interruptedSeconds)));
        }
        if (flushes > 0) {
            said.add(String.format(
                    Locale.ROOT,
                    "Recording wrote its buffers %s, for %s in all: not counted as computation.",
                    times(flushes),
                    Readable.seconds(flushedSeconds)));
        }
        return said;
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }

    private static void say(List<String> said, long count, String what, String consequence) {
        if (count > 0) {
            said.add(count + " x " + what + ": " + consequence + ".");
        }
    }
}
