package org.tailback.trace.mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tailback.trace.WritingLosses;
import org.tailback.units.Readable;

/**
 * Counts of the approximations and omissions in the conversion of the records of one rank, or of all ranks, to
 * operations.
 */
public final class TranslationCounts {
    private final long[] calls = new long[MpiCall.Kind.values().length];
    private final long[] approximations = new long[Approximation.values().length];
    private final long[] performed = new long[calls.length];
    long performedFrees;
    long sendrecvs;
    /** Counts of omitted calls, with their names. */
    final WritingLosses named = new WritingLosses();

    final LeftOutTime time = new LeftOutTime();
    final LeftOutTime.Calls interruptions = new LeftOutTime.Calls();
    final LeftOutTime.Calls flushes = new LeftOutTime.Calls();

    void countCall(MpiCall.Kind kind) {
        calls[kind.ordinal()]++;
    }

    void countPerformed(MpiCall.Kind kind) {
        performed[kind.ordinal()]++;
    }

    /** Counts one occurrence. */
    public void count(Approximation approximation) {
        approximations[approximation.ordinal()]++;
    }

    private long number(Approximation approximation) {
        return approximations[approximation.ordinal()];
    }

    /** Adds the counts of another rank. */
    public void add(TranslationCounts other) {
        for (int i = 0; i < calls.length; i++) {
            calls[i] += other.calls[i];
            performed[i] += other.performed[i];
        }
        for (int i = 0; i < approximations.length; i++) {
            approximations[i] += other.approximations[i];
        }
        performedFrees += other.performedFrees;
        sendrecvs += other.sendrecvs;
        named.addAll(other.named);
        time.add(other.time);
        interruptions.add(other.interruptions);
        flushes.add(other.flushes);
    }

    private long notPerformed(MpiCall.Kind kind) {
        return calls[kind.ordinal()] - performed[kind.ordinal()];
    }

    /**
     * Returns the excess of the recorded operations of each kind over the operations of the resulting programs; may be
     * negative.
     */
    public Map<String, Long> recordedBeyondPerformed() {
        Map<String, Long> beyond = new LinkedHashMap<>();
        for (String name : List.of("init", "finalize", "probe", "test", "wait", "waitall", "waitany", "waitsome")) {
            beyond.put(name, notPerformed(MpiCall.Kind.valueOf(name.toUpperCase(Locale.ROOT))));
        }
        beyond.merge("waitall", -sendrecvs, Long::sum);
        beyond.put("sendrecv", sendrecvs);
        beyond.put("isend", -sendrecvs);
        long late = number(Approximation.LATE_RECEIVES);
        long dropped = number(Approximation.RECEIVES_NEVER_COMPLETED) + number(Approximation.CANCELLED_RECEIVES);
        beyond.put("irecv", dropped + late - sendrecvs);
        beyond.put("recv", -late - number(Approximation.RECEIVES_WITHOUT_REQUEST));
        beyond.put("free", -performedFrees);
        beyond.put("cancel", -number(Approximation.CANCELLED_SENDS) - number(Approximation.CANCELLED_ON_THE_WAY));
        return beyond;
    }

    /** Returns a sentence for each count that is not 0. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Approximation approximation : Approximation.values()) {
            if (number(approximation) > 0) {
                sentences.add(approximation.sentence(number(approximation)));
            }
        }
        long failed = notPerformed(MpiCall.Kind.TEST) - number(Approximation.SUCCESSFUL_TESTS);
        if (failed > 0) {
            sentences.add(failed + " x MPI_Test without success: left out: tests take no time in the replay.");
        }
        sentences.addAll(named.sentences());
        addTimes(sentences, interruptions, "Recording was switched off", "counted as computation");
        addTimes(sentences, flushes, "Recording wrote its buffers", "not counted as computation");
        return sentences;
    }

    private static void addTimes(List<String> sentences, LeftOutTime.Calls times, String event, String consequence) {
        if (times.count > 0) {
            sentences.add(event + " " + (times.count == 1 ? "once" : times.count + " times") + ", for "
                    + Readable.seconds(times.seconds) + " in all: " + consequence + ".");
        }
    }
}
