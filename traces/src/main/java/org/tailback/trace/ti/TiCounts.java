package org.tailback.trace.ti;

import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import com.google.common.collect.SortedMultiset;
import com.google.common.collect.TreeMultiset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.output.Assumption;
import org.tailback.trace.TraceOptions;

/** Counts of approximations, omissions and additions in reading the program of one rank, or of all ranks. */
final class TiCounts {
    /**
     * A counted item. Its sentence, if there is one, follows "N x " in the report. Its kinds of operations are more
     * frequent in the trace than in the programs read from it; a minus sign marks kinds that are less frequent.
     */
    enum Count {
        UNKNOWN_WAITS("wait ignored: there was no open request of its source, destination and tag", "wait"),
        UNKNOWN_WAITS_AFTER_WAITALL(
                "wait ignored: there was no open request of its source, destination and tag; before it the rank had"
                        + " performed a waitall, which completes open requests",
                "wait"),
        TESTS("test ignored: MPI_Test is assumed to take no time", "test"),
        LEFT_REQUESTS("request never waited for: the end of the trace waits for it"),
        FOREIGN_LINES("line skipped: it belongs to a different rank than its file"),
        NULL_DATATYPES("size of a derived or unknown datatype (-1): taken as 0 bytes"),
        FRACTIONAL_COUNTS("count with a fraction: the fraction was cut off"),
        ANY_SOURCES("receive from any source (-333): replayed as such, although SMPI also records receives from"
                + " MPI_PROC_NULL as -333"),
        SENDS_TO_NO_RANK("send to no rank (-333): taken as MPI_PROC_NULL, so nothing is sent", "send"),
        ISENDS_TO_NO_RANK("isend to no rank (-333): taken as MPI_PROC_NULL, so nothing is sent", "isend"),
        STARTS_FOR_NO_RANK("start for no rank (-333): taken as MPI_PROC_NULL, so nothing is sent", "isend"),
        PERSISTENT_RECEIVES(
                "start of a persistent receive: replayed with any source, as the trace does not name the source",
                "isend",
                "-irecv"),
        SURVIVORS("request that a waitall leaves open: later waits of the rank prove that the waitall was for"
                + " other requests"),
        SUCCESSFUL_TESTS("test replayed as a wait: it is the last test of a request without a wait", "test", "-wait"),
        TESTANYS("testany ignored: the trace lacks the requests and the result", "testany"),
        TESTALLS("testall ignored: the trace lacks the requests and the result", "testall"),
        TESTSOMES("testsome ignored: the trace lacks the requests and the result", "testsome"),
        WAITANYS("waitAny: the trace lacks the requests; assumed to be all open requests that no other wait ends"),
        EMPTY_WAITANYS("waitAny ignored: other waits end all open requests", "waitany"),
        SURPLUS_ARGUMENTS("action with more arguments than its keyword takes: the rest was ignored"),
        COMMUNICATOR_OPERATIONS("comm_split or comm_dup: the trace lacks the ranks of communicators, so"
                + " every collective operation is replayed on all ranks"),
        UNEQUAL_SIDES("collective operation with unequal send and receive sizes: the send size is used"),
        RANKS_WITHOUT_INIT("rank without init before its first size without datatype: such sizes are taken as bytes"),
        INITS("", "init"),
        FINALIZES("", "finalize"),
        SENDRECVS("", "sendrecv", "-isend", "-irecv", "-waitall"),
        RANKS_WITH_LEFT_REQUESTS("", "-waitall"),
        WAITS_FOR_NO_RANK("", "wait"),
        STARTS("", "start", "-isend"),
        WAITS_AS_WAITANYS("", "wait", "-waitany"),
        ADDED_WAITANYS("", "-waitany"),
        ADDED_PROBES("", "-probe"),
        FLOPS(""),
        COLLECTIVES("");

        private final String sentence;
        private final List<String> recordedBeyondPerformed;

        Count(String sentence, String... recordedBeyondPerformed) {
            this.sentence = sentence;
            this.recordedBeyondPerformed = List.of(recordedBeyondPerformed);
        }
    }

    private final long[] counts = new long[Count.values().length];
    /** True when the end of the rank's actions was reached. */
    boolean whole;
    /** True if a rank was not read to its end; numbers of operations then cannot be compared between ranks. */
    boolean partial;

    private long fewestCollectives = Long.MAX_VALUE;
    private long mostCollectives;
    /** Keywords of actions that cannot be replayed. */
    final SortedMultiset<String> leftOut = TreeMultiset.create();
    /** Keywords of collective operations of communicators with fewer ranks, which are omitted. */
    final SortedMultiset<String> ofFewerRanks = TreeMultiset.create();

    void count(Count of) {
        counts[of.ordinal()]++;
    }

    void count(Count of, long times) {
        counts[of.ordinal()] += times;
    }

    private long get(Count of) {
        return counts[of.ordinal()];
    }

    void add(TiCounts other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        partial |= !other.whole;
        fewestCollectives = Math.min(fewestCollectives, other.get(Count.COLLECTIVES));
        mostCollectives = Math.max(mostCollectives, other.get(Count.COLLECTIVES));
        leftOut.addAll(other.leftOut);
        ofFewerRanks.addAll(other.ofFewerRanks);
    }

    Map<String, Long> recordedBeyondPerformed() {
        Map<String, Long> beyond = new HashMap<>();
        for (Multiset<String> words : List.of(leftOut, ofFewerRanks)) {
            words.entrySet().forEach(word -> beyond.put(word.getElement(), (long) word.getCount()));
        }
        for (Count of : Count.values()) {
            for (String kind : of.recordedBeyondPerformed) {
                boolean fewer = kind.startsWith("-");
                beyond.merge(fewer ? kind.substring(1) : kind, fewer ? -get(of) : get(of), Long::sum);
            }
        }
        return beyond;
    }

    List<String> sentences(TraceOptions options) {
        List<String> sentences = new ArrayList<>();
        if (get(Count.FLOPS) > 0 && !options.hasComputeSpeed()) {
            sentences.add(Assumption.of(Math.round(options.computeSpeed() / 1e9)
                    + " Gflop/s per rank, as the trace gives computation in flop (--compute-speed)."));
        }
        for (Count of : Count.values()) {
            if (of == Count.UNEQUAL_SIDES) {
                addCollectives(sentences);
            }
            if (get(of) > 0 && !of.sentence.isEmpty()) {
                sentences.add(get(of) + " x " + of.sentence + ".");
            }
        }
        return sentences;
    }

    private void addCollectives(List<String> sentences) {
        if (!partial && get(Count.COMMUNICATOR_OPERATIONS) == 0 && fewestCollectives < mostCollectives) {
            sentences.add("Ranks perform from " + fewestCollectives + " to " + mostCollectives
                    + " collective operations: some are of communicators with fewer ranks, which the trace does not"
                    + " name. Every collective operation is replayed on all ranks.");
        }
        addNamed(
                sentences,
                Multisets.filter(leftOut, Keyword::isOneSided),
                "call of a one-sided operation",
                "left out: one-sided communication is not replayed");
        addNamed(sentences, Multisets.filter(leftOut, Keyword::isFileCall), "call of MPI input or output", "left out");
        addNamed(
                sentences,
                Multisets.filter(leftOut, word -> !Keyword.isOneSided(word) && !Keyword.isFileCall(word)),
                "call whose line lacks values that its replay needs",
                "left out, with the messages that it may cause");
        addNamed(
                sentences,
                ofFewerRanks,
                "collective operation with fewer counts than ranks",
                "left out, as the trace does not name the ranks of its communicator");
    }

    private static void addNamed(List<String> sentences, Multiset<String> words, String item, String consequence) {
        if (!words.isEmpty()) {
            sentences.add(words.size() + " x " + item + " (" + String.join(", ", words.elementSet()) + "): "
                    + consequence + ".");
        }
    }
}
