package org.tailback.trace.ti;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    long unknownReceiveSizes;
    long surplusArguments;
    long communicatorOperations;
    long unequalSides;
    long flops;
    long ranksWithoutInit;

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
        unknownReceiveSizes += other.unknownReceiveSizes;
        surplusArguments += other.surplusArguments;
        communicatorOperations += other.communicatorOperations;
        unequalSides += other.unequalSides;
        flops += other.flops;
        ranksWithoutInit += other.ranksWithoutInit;
    }

    /** How many more operations of a kind the trace has than the programs made of it perform; may be negative. */
    Map<String, Long> recordedBeyondPerformed() {
        return ImmutableMap.of(
                "init", inits,
                "finalize", finalizes,
                "test", tests,
                "wait", unknownWaits,
                "sendrecv", sendrecvs,
                "isend", -sendrecvs,
                "irecv", -sendrecvs,
                "waitall", -sendrecvs - ranksWithLeftRequests);
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
                        + " of them the rank had performed a waitall, which completes every open request";
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
                unknownReceiveSizes,
                "receive of unknown size",
                "receives of unknown size",
                "the probe before it is left out");
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

    private static void say(List<String> sentences, long count, String singular, String plural, String consequence) {
        if (count > 0) {
            sentences.add(count + " " + (count == 1 ? singular : plural) + ": " + consequence + ".");
        }
    }
}
