package org.tailback.experts;

import java.util.List;
import org.tailback.stability.Beta;

/**
 * The numbers of a library that dispatches tokens, or combines what experts return.
 *
 * @param start seconds on one machine, >= 0
 * @param startByMachines seconds more for each doubling of the machines, >= 0
 * @param startByWidth seconds more for each value of a token, >= 0
 * @param token seconds of a GPU for each of its tokens, >= 0
 * @param inside part of the bandwidth inside machines that many tokens reach, above 0 to 1
 * @param between the same between machines
 * @param late part of what moves inside machines that waits for what moves between them, 0 to 1
 * @param corner tokens of a GPU at which messages take half as long again, >= 0
 */
@Beta
public record ExchangeNumbers(
        double start,
        double startByMachines,
        double startByWidth,
        double token,
        double inside,
        double between,
        double late,
        double corner) {
    /** Names of the numbers in files, in their order. */
    public static final List<String> NAMES = List.of(
            "start",
            "start-by-nodes",
            "start-by-width",
            "token",
            "local-efficiency",
            "network-efficiency",
            "late",
            "corner");

    /** Index of the first number without a unit. */
    public static final int PARTS = 4;

    /** No time but that of the links. */
    public static final ExchangeNumbers FREE = new ExchangeNumbers(0, 0, 0, 0, 1, 1, 0, 0);

    /** DeepEP's dispatch, fitted to H100 on 1, 2 and 4 machines of 8 (sources: docs/ai.md). */
    public static final ExchangeNumbers DISPATCH =
            new ExchangeNumbers(24.2e-6, 28.9e-6, 0.207e-9, 15.5e-9, 0.803, 1, 0.102, 232);

    /** Most machines on which {@link #DISPATCH} and {@link #COMBINE} were measured. */
    public static final int MACHINES = 4;

    /** DeepEP's combine. */
    public static final ExchangeNumbers COMBINE =
            new ExchangeNumbers(24e-6, 33e-6, 2.78e-9, 29.7e-9, 0.851, 1, 0.359, 174);

    /** Returns the numbers in the order of {@link #NAMES}; parts of more than 1 are 1. */
    public static ExchangeNumbers of(double... values) {
        return new ExchangeNumbers(
                values[0],
                values[1],
                values[2],
                values[3],
                Math.min(1, values[4]),
                Math.min(1, values[5]),
                Math.min(1, values[6]),
                values[7]);
    }

    /** Returns the numbers in the order of {@link #NAMES}. */
    public double[] values() {
        return new double[] {start, startByMachines, startByWidth, token, inside, between, late, corner};
    }

    /**
     * Returns the time of an exchange that shares nothing with others, seconds.
     *
     * @param machines that divide the ranks, >= 1
     * @param width values of a token
     * @param tokens of a GPU
     * @param insideSeconds what the bytes inside machines take at the whole bandwidth
     * @param betweenSeconds what those between machines take
     */
    public double seconds(int machines, double width, double tokens, double insideSeconds, double betweenSeconds) {
        double within = insideSeconds * wireFactor(true, tokens);
        double later = machines == 1 ? 0 : late * within;
        return startSeconds(machines, width, tokens)
                + Math.max(betweenSeconds * wireFactor(false, tokens), within - later)
                + later;
    }

    /** Returns the time before the first message. */
    double startSeconds(int machines, double width, double tokens) {
        return start + startByMachines * Math.log(machines) / Math.log(2) + startByWidth * width + token * tokens;
    }

    /** Returns how many bytes move on a link for each byte of so many tokens. */
    double wireFactor(boolean isInside, double tokens) {
        return (1 + corner / (corner + tokens)) / (isInside ? inside : between);
    }
}
