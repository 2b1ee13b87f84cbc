package org.tailback.trace.ti;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.trace.TraceOptions;

/** What reading the program of one rank, or of all, approximated, dropped or ignored. */
final class TiCounts {
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

    /** A sentence for each count that is not 0. */
    List<String> sentences(TraceOptions options) {
        List<String> sentences = new ArrayList<>();
        if (flops > 0 && !options.hasComputeSpeed()) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "The trace gives computation in flop: %.0f Gflop/s per rank are assumed, as no compute speed was given.",
                    options.computeSpeed() / 1e9));
        }
        say(sentences, foreignLines, "lines of another rank in the file of a rank were skipped.");
        say(sentences, tests, "MPI_Test calls were ignored: they take no time.");
        say(
                sentences,
                unknownWaits,
                "waits were ignored, for there was no open request of their source, destination and tag"
                        + (unknownWaitsAfterWaitall == 0
                                ? "."
                                : "; before " + unknownWaitsAfterWaitall
                                        + " of them the rank had performed a waitall, which completes every open request."));
        if (leftRequests > 0) {
            sentences.add(leftRequests + " requests were open at the end of " + ranksWithLeftRequests
                    + " ranks' traces: they are waited for there.");
        }
        say(sentences, nullDatatypes, "actions use datatype -1 (derived or unknown): their size counts as 0 bytes.");
        say(sentences, fractionalCounts, "counts had a fraction, which was cut off.");
        say(sentences, unknownReceiveSizes, "receives do not know their size (negative count): no probe precedes them.");
        say(sentences, surplusArguments, "actions had more arguments than their keyword takes: the rest was ignored.");
        say(
                sentences,
                communicatorOperations,
                "comm_split or comm_dup actions: the trace does not tell which ranks a communicator has, so that every "
                        + "collective operation is taken as one of all ranks.");
        say(
                sentences,
                unequalSides,
                "collective operations have unequal send and receive sizes per pair of ranks: the size sent is used.");
        say(
                sentences,
                ranksWithoutInit,
                "ranks have no init before the first size without datatype: such sizes are taken as bytes.");
        return sentences;
    }

    private static void say(List<String> sentences, long count, String sentence) {
        if (count > 0) {
            sentences.add(count + " " + sentence);
        }
    }
}
