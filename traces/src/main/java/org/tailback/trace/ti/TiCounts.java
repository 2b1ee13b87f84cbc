package org.tailback.trace.ti;

import static org.tailback.trace.ti.TiCount.ADDED_PROBES;
import static org.tailback.trace.ti.TiCount.ADDED_WAITANYS;
import static org.tailback.trace.ti.TiCount.COMMUNICATOR_OPERATIONS;
import static org.tailback.trace.ti.TiCount.EMPTY_WAITANYS;
import static org.tailback.trace.ti.TiCount.FINALIZES;
import static org.tailback.trace.ti.TiCount.FLOPS;
import static org.tailback.trace.ti.TiCount.INITS;
import static org.tailback.trace.ti.TiCount.ISENDS_TO_NOBODY;
import static org.tailback.trace.ti.TiCount.LEFT_REQUESTS;
import static org.tailback.trace.ti.TiCount.NOBODY;
import static org.tailback.trace.ti.TiCount.OTHER_TESTS;
import static org.tailback.trace.ti.TiCount.PERSISTENT_RECEIVES;
import static org.tailback.trace.ti.TiCount.RANKS_WITH_LEFT_REQUESTS;
import static org.tailback.trace.ti.TiCount.SENDRECVS;
import static org.tailback.trace.ti.TiCount.SENDS_TO_NOBODY;
import static org.tailback.trace.ti.TiCount.STARTS;
import static org.tailback.trace.ti.TiCount.STARTS_FOR_NOBODY;
import static org.tailback.trace.ti.TiCount.SUCCESSFUL_TESTS;
import static org.tailback.trace.ti.TiCount.TESTALLS;
import static org.tailback.trace.ti.TiCount.TESTANYS;
import static org.tailback.trace.ti.TiCount.TESTS;
import static org.tailback.trace.ti.TiCount.TESTSOMES;
import static org.tailback.trace.ti.TiCount.UNEQUAL_SIDES;
import static org.tailback.trace.ti.TiCount.UNKNOWN_WAITS;
import static org.tailback.trace.ti.TiCount.UNKNOWN_WAITS_AFTER_WAITALL;
import static org.tailback.trace.ti.TiCount.WAITS_AS_WAITANYS;
import static org.tailback.trace.ti.TiCount.WAITS_FOR_NOBODY;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tailback.trace.TraceOptions;

/** Counts of approximations, omissions and additions of reading the program of one rank, or of all. */
final class TiCounts {
    private final long[] counts = new long[TiCount.values().length];
    /** The end of the rank's actions was reached. */
    boolean whole;
    /** Not all ranks were read to their end, so that numbers of ranks cannot be compared. */
    boolean partial;

    private long fewestCollectives = Long.MAX_VALUE;
    private long mostCollectives;
    /** Actions that cannot be replayed, by keyword. */
    private final SortedMap<String, Long> leftOut = new TreeMap<>();
    /** Collective operations of communicators with fewer ranks, which are left out, by keyword. */
    private final SortedMap<String, Long> ofFewerRanks = new TreeMap<>();

    void count(TiCount of) {
        counts[of.ordinal()]++;
    }

    void count(TiCount of, long times) {
        counts[of.ordinal()] += times;
    }

    private long get(TiCount of) {
        return counts[of.ordinal()];
    }

    private long sum(TiCount... all) {
        long sum = 0;
        for (TiCount one : all) {
            sum += get(one);
        }
        return sum;
    }

    void leaveOut(String keyword) {
        leftOut.merge(keyword, 1L, Long::sum);
    }

    void ofFewerRanks(String keyword) {
        ofFewerRanks.merge(keyword, 1L, Long::sum);
    }

    void add(TiCounts other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        partial |= !other.whole;
        fewestCollectives = Math.min(fewestCollectives, other.get(TiCount.COLLECTIVES));
        mostCollectives = Math.max(mostCollectives, other.get(TiCount.COLLECTIVES));
        other.leftOut.forEach((keyword, count) -> leftOut.merge(keyword, count, Long::sum));
        other.ofFewerRanks.forEach((keyword, count) -> ofFewerRanks.merge(keyword, count, Long::sum));
    }

    /**
     * Returns the number of operations of a kind that the trace has and the programs made of it lack; may be negative.
     */
    Map<String, Long> recordedBeyondPerformed() {
        long startedSends = get(STARTS) - get(STARTS_FOR_NOBODY) - get(PERSISTENT_RECEIVES);
        long endedWaits = sum(UNKNOWN_WAITS, WAITS_FOR_NOBODY, WAITS_AS_WAITANYS);
        return ImmutableMap.<String, Long>builder()
                .putAll(leftOut)
                .putAll(ofFewerRanks)
                .put("init", get(INITS))
                .put("finalize", get(FINALIZES))
                .put("test", sum(TESTS, SUCCESSFUL_TESTS))
                .put("testany", get(TESTANYS))
                .put("testall", get(TESTALLS))
                .put("testsome", get(TESTSOMES))
                .put("start", get(STARTS))
                .put("wait", endedWaits - get(SUCCESSFUL_TESTS))
                .put("sendrecv", get(SENDRECVS))
                .put("send", get(SENDS_TO_NOBODY))
                .put("isend", get(ISENDS_TO_NOBODY) - get(SENDRECVS) - startedSends)
                .put("irecv", -sum(SENDRECVS, PERSISTENT_RECEIVES))
                .put("waitall", -sum(SENDRECVS, RANKS_WITH_LEFT_REQUESTS))
                .put("waitany", get(EMPTY_WAITANYS) - sum(WAITS_AS_WAITANYS, ADDED_WAITANYS))
                .put("probe", -get(ADDED_PROBES))
                .buildOrThrow();
    }

    /** Returns a sentence for each count that is not 0. */
    List<String> sentences(TraceOptions options) {
        List<String> sentences = new ArrayList<>();
        if (get(FLOPS) > 0 && !options.hasComputeSpeed()) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "The trace gives computation in flop: %.0f Gflop/s per rank are assumed, as no compute speed was"
                            + " given.",
                    options.computeSpeed() / 1e9));
        }
        for (TiCount of : TiCount.values()) {
            if (of == UNEQUAL_SIDES) {
                addCollectives(sentences);
            }
            long count = reported(of);
            if (of.isReported() && count > 0) {
                sentences.add(of.sentence(count, detail(of)));
            }
        }
        return sentences;
    }

    private long reported(TiCount of) {
        return switch (of) {
            case NOBODY -> sum(SENDS_TO_NOBODY, ISENDS_TO_NOBODY, STARTS_FOR_NOBODY);
            case OTHER_TESTS -> sum(TESTANYS, TESTALLS, TESTSOMES);
            default -> get(of);
        };
    }

    private Object detail(TiCount of) {
        return switch (of) {
            case UNKNOWN_WAITS ->
                get(UNKNOWN_WAITS_AFTER_WAITALL) == 0
                        ? ""
                        : "; before " + get(UNKNOWN_WAITS_AFTER_WAITALL)
                                + " of them the rank had performed a waitall, which completes open requests";
            case LEFT_REQUESTS -> get(RANKS_WITH_LEFT_REQUESTS);
            default -> "";
        };
    }

    private void addCollectives(List<String> sentences) {
        if (!partial && get(COMMUNICATOR_OPERATIONS) == 0 && fewestCollectives < mostCollectives) {
            sentences.add("Ranks perform from " + fewestCollectives + " to " + mostCollectives
                    + " collective operations: some are of communicators with fewer ranks, which the trace does not"
                    + " name. Every collective operation is taken as one of all ranks.");
        }
        if (!leftOut.isEmpty()) {
            addLeftOut(sentences);
        }
        sayNamed(
                sentences,
                ofFewerRanks,
                "collective operation with fewer counts than ranks",
                "left out, as the trace does not name the ranks of its communicator");
    }

    private void addLeftOut(List<String> sentences) {
        sayNamed(
                sentences,
                Maps.filterKeys(leftOut, Keyword::isOneSided),
                "call of a one-sided operation",
                "left out: one-sided communication is not replayed");
        sayNamed(sentences, Maps.filterKeys(leftOut, Keyword::isFileCall), "call of MPI input or output", "left out");
        sayNamed(
                sentences,
                Maps.filterKeys(leftOut, word -> !Keyword.isOneSided(word) && !Keyword.isFileCall(word)),
                "call whose line does not tell enough to replay it",
                "left out, with the messages that it may cause");
    }

    private static void sayNamed(List<String> sentences, Map<String, Long> counts, String what, String consequence) {
        long sum = 0;
        for (long count : counts.values()) {
            sum += count;
        }
        if (sum > 0) {
            sentences.add(sum + " x " + what + " (" + String.join(", ", counts.keySet()) + "): " + consequence + ".");
        }
    }
}
