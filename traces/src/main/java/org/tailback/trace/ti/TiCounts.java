package org.tailback.trace.ti;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tailback.trace.TraceOptions;

/** What reading the program of one rank, or of all, approximated, dropped, ignored or added. */
final class TiCounts {
    long inits;
    long finalizes;
    long sendrecvs;
    long foreignLines;
    long tests;
    long unknownWaits;
    long unknownWaitsAfterWaitall;
    long leftRequests;
    long ranksWithLeftRequests;
    long nullDatatypes;
    long fractionalCounts;
    long anySources;
    long sendsToNobody;
    long waitsForNobody;
    long persistentReceives;
    long survivors;
    long successfulTests;
    long isendsToNobody;
    long startsForNobody;
    long starts;
    long testanys;
    long testalls;
    long testsomes;
    long waitsAsWaitanys;
    long addedWaitanys;
    long addedProbes;
    long waitanys;
    long emptyWaitanys;
    long surplusArguments;
    long communicatorOperations;
    long unequalSides;
    long flops;
    long ranksWithoutInit;
    /** Collective operations that are performed. */
    long collectives;

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

    void leaveOut(String keyword) {
        leftOut.merge(keyword, 1L, Long::sum);
    }

    void ofFewerRanks(String keyword) {
        ofFewerRanks.merge(keyword, 1L, Long::sum);
    }

    void add(TiCounts other) {
        inits += other.inits;
        finalizes += other.finalizes;
        sendrecvs += other.sendrecvs;
        foreignLines += other.foreignLines;
        tests += other.tests;
        unknownWaits += other.unknownWaits;
        unknownWaitsAfterWaitall += other.unknownWaitsAfterWaitall;
        leftRequests += other.leftRequests;
        ranksWithLeftRequests += other.ranksWithLeftRequests;
        nullDatatypes += other.nullDatatypes;
        fractionalCounts += other.fractionalCounts;
        anySources += other.anySources;
        sendsToNobody += other.sendsToNobody;
        waitsForNobody += other.waitsForNobody;
        persistentReceives += other.persistentReceives;
        survivors += other.survivors;
        successfulTests += other.successfulTests;
        isendsToNobody += other.isendsToNobody;
        startsForNobody += other.startsForNobody;
        starts += other.starts;
        testanys += other.testanys;
        testalls += other.testalls;
        testsomes += other.testsomes;
        waitsAsWaitanys += other.waitsAsWaitanys;
        addedWaitanys += other.addedWaitanys;
        addedProbes += other.addedProbes;
        waitanys += other.waitanys;
        emptyWaitanys += other.emptyWaitanys;
        surplusArguments += other.surplusArguments;
        communicatorOperations += other.communicatorOperations;
        unequalSides += other.unequalSides;
        flops += other.flops;
        ranksWithoutInit += other.ranksWithoutInit;
        collectives += other.collectives;
        partial |= !other.whole;
        fewestCollectives = Math.min(fewestCollectives, other.collectives);
        mostCollectives = Math.max(mostCollectives, other.collectives);
        other.leftOut.forEach((keyword, count) -> leftOut.merge(keyword, count, Long::sum));
        other.ofFewerRanks.forEach((keyword, count) -> ofFewerRanks.merge(keyword, count, Long::sum));
    }

    /** How many more operations of a kind the trace has than the programs made of it perform; may be negative. */
    Map<String, Long> recordedBeyondPerformed() {
        return ImmutableMap.<String, Long>builder()
                .putAll(leftOut)
                .putAll(ofFewerRanks)
                .put("init", inits)
                .put("finalize", finalizes)
                .put("test", tests + successfulTests)
                .put("testany", testanys)
                .put("testall", testalls)
                .put("testsome", testsomes)
                .put("start", starts)
                .put("wait", unknownWaits + waitsForNobody + waitsAsWaitanys - successfulTests)
                .put("sendrecv", sendrecvs)
                .put("send", sendsToNobody)
                .put("isend", isendsToNobody - sendrecvs - (starts - startsForNobody - persistentReceives))
                .put("irecv", -sendrecvs - persistentReceives)
                .put("waitall", -sendrecvs - ranksWithLeftRequests)
                .put("waitany", emptyWaitanys - waitsAsWaitanys - addedWaitanys)
                .put("probe", -addedProbes)
                .buildOrThrow();
    }

    /** A sentence for each count that is not 0. */
    List<String> sentences(TraceOptions options) {
        List<String> sentences = new ArrayList<>();
        if (flops > 0 && !options.hasComputeSpeed()) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "The trace gives computation in flop: %.0f Gflop/s per rank are assumed, as no compute speed was given.",
                    options.computeSpeed() / 1e9));
        }
        String afterWaitall = unknownWaitsAfterWaitall == 0
                ? ""
                : "; before " + unknownWaitsAfterWaitall
                        + " of them the rank had performed a waitall, which completes open requests";
        say(
                sentences,
                unknownWaits,
                "wait ignored",
                "waits ignored",
                "there was no open request of its source, destination and tag" + afterWaitall);
        say(sentences, tests, "test ignored", "tests ignored", "MPI_Test is taken to cost no time");
        say(
                sentences,
                leftRequests,
                "request never waited for",
                "requests never waited for",
                "the end of the trace waits for it, in " + ranksWithLeftRequests + " of the ranks");
        say(
                sentences,
                foreignLines,
                "line skipped",
                "lines skipped",
                "it belongs to another rank than that of the file in which it stands");
        say(
                sentences,
                nullDatatypes,
                "size of a derived or unknown datatype (-1)",
                "sizes of a derived or unknown datatype (-1)",
                "taken as 0 bytes");
        say(sentences, fractionalCounts, "count with a fraction", "counts with a fraction", "the fraction was cut off");
        say(
                sentences,
                anySources,
                "receive from any source (-333)",
                "receives from any source (-333)",
                "taken as such, although SMPI records receives from MPI_PROC_NULL alike");
        say(
                sentences,
                sendsToNobody + isendsToNobody + startsForNobody,
                "send to no rank (-333)",
                "sends to no rank (-333)",
                "taken as MPI_PROC_NULL, so that nothing is sent");
        say(
                sentences,
                persistentReceives,
                "start of a persistent receive",
                "starts of persistent receives",
                "taken from any source, as the trace does not name it");
        say(
                sentences,
                survivors,
                "request that a waitall leaves open",
                "requests that waitalls leave open",
                "later waits of the rank prove that the waitall was meant for others");
        say(
                sentences,
                successfulTests,
                "test taken as a wait",
                "tests taken as waits",
                "nothing waits for the request of which it is the last test");
        say(
                sentences,
                testanys + testalls + testsomes,
                "testany, testall or testsome ignored",
                "testany, testall or testsome ignored",
                "the trace does not tell the requests and what came out");
        say(
                sentences,
                waitanys,
                "waitAny",
                "waitAny actions",
                "the trace does not tell the requests; taken as all open ones that no wait of their own ends");
        say(
                sentences,
                emptyWaitanys,
                "waitAny ignored",
                "waitAny actions ignored",
                "there was no open request that no wait of its own ends");
        say(
                sentences,
                surplusArguments,
                "action with more arguments than its keyword takes",
                "actions with more arguments than their keyword takes",
                "the rest was ignored");
        say(
                sentences,
                communicatorOperations,
                "comm_split or comm_dup",
                "comm_split or comm_dup actions",
                "the trace does not tell which ranks a communicator has, so that every collective operation is taken as "
                        + "one of all ranks");
        if (!partial && communicatorOperations == 0 && fewestCollectives < mostCollectives) {
            sentences.add("Ranks perform from " + fewestCollectives + " to " + mostCollectives
                    + " collective operations: some are of communicators with fewer ranks, which the trace does not"
                    + " name. Every collective operation is taken as one of all ranks.");
        }
        sayLeftOut(sentences);
        say(
                sentences,
                unequalSides,
                "collective operation of unequal send and receive sizes",
                "collective operations of unequal send and receive sizes",
                "the size sent counts");
        say(
                sentences,
                ranksWithoutInit,
                "rank without init before its first size without datatype",
                "ranks without init before their first size without datatype",
                "such sizes are taken as bytes");
        return sentences;
    }

    private void sayLeftOut(List<String> sentences) {
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
        sayNamed(
                sentences,
                ofFewerRanks,
                "collective operation with fewer counts than ranks",
                "left out, as the trace does not name the ranks of its communicator");
    }

    private static void sayNamed(List<String> sentences, Map<String, Long> counts, String what, String consequence) {
        long sum = counts.values().stream().mapToLong(Long::longValue).sum();
        if (sum > 0) {
            sentences.add(sum + " x " + what + " (" + String.join(", ", counts.keySet()) + "): " + consequence + ".");
        }
    }

    private static void say(List<String> sentences, long count, String singular, String plural, String consequence) {
        if (count > 0) {
            sentences.add(count + " " + (count == 1 ? singular : plural) + ": " + consequence + ".");
        }
    }
}
