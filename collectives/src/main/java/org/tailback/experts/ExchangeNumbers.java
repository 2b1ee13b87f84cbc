package org.tailback.experts;

import java.util.List;
import org.tailback.stability.Beta;

/**
 * Parameters of a library that dispatches tokens to experts, or combines the results. An exchange of n tokens of w
 * values per GPU among M machines takes the time T. I and B are the times of its bytes inside machines and between
 * machines at full bandwidth:
 *
 * <pre>
 * T = s + max(f B / between, (1 - l) f I / inside) + l f I / inside      l = late, 0 if M = 1
 * s = start + startByMachines log2(M) + startByWidth w + token n
 * f = 1 + corner / (corner + n)
 * </pre>
 *
 * <p>The model is Tailback's own and has the structure of DeepEP (github.com/deepseek-ai/DeepEP): forwarding inside a
 * machine overlaps with messages between machines, except for the share l.
 *
 * @param start seconds on one machine, >= 0
 * @param startByMachines additional seconds for each doubling of the machines, >= 0
 * @param startByWidth additional seconds for each value of a token, >= 0
 * @param token seconds for each token of a GPU, >= 0
 * @param inside share of the bandwidth inside machines that large exchanges reach, above 0 to 1
 * @param between share of the bandwidth between machines that large exchanges reach, above 0 to 1
 * @param late share of the bytes inside machines that waits for the bytes between machines, 0 to 1
 * @param corner number of tokens per GPU at which messages take 1.5 times as long as in large exchanges, relative to
 *     their size, >= 0
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

    /** Number of times among the parameters; the times come first. */
    public static final int TIMES = 4;

    /** Parameters of exchanges that take only the transfer times of their links. */
    public static final ExchangeNumbers FREE = new ExchangeNumbers(0, 0, 0, 0, 1, 1, 0, 0);

    /** Parameters of DeepEP's dispatch, fitted to H100 on 1, 2 and 4 machines of 8 (sources: docs/ai.md). */
    public static final ExchangeNumbers DISPATCH =
            new ExchangeNumbers(24.2e-6, 28.9e-6, 0.207e-9, 15.5e-9, 0.803, 1, 0.102, 232);

    /** Number of bytes of a dispatched value: 8 bits, and a scale of 4 bytes per 128 values. */
    public static final double DISPATCHED = 1 + 4 / 128.0;

    /** Largest number of machines on which {@link #DISPATCH} and {@link #COMBINE} were measured. */
    public static final int MEASURED_MACHINES = 4;

    /** Parameters of DeepEP's combine, fitted like {@link #DISPATCH}. */
    public static final ExchangeNumbers COMBINE =
            new ExchangeNumbers(24e-6, 33e-6, 2.78e-9, 29.7e-9, 0.851, 1, 0.359, 174);

    /** Returns the parameters given in the order of {@link #NAMES}; shares above 1 become 1. */
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

    /** Returns the parameters in the order of {@link #NAMES}. */
    public double[] values() {
        return new double[] {start, startByMachines, startByWidth, token, inside, between, late, corner};
    }

    /**
     * Returns the time of an exchange without contention, in seconds.
     *
     * @param machines number of machines, a divisor of the number of ranks, >= 1
     * @param width number of values of a token
     * @param tokens number of tokens per GPU
     * @param insideSeconds time of the bytes inside machines at full bandwidth
     * @param betweenSeconds time of the bytes between machines at full bandwidth
     */
    public double seconds(int machines, double width, double tokens, double insideSeconds, double betweenSeconds) {
        double within = insideSeconds * wireFactor(true, tokens);
        double later = machines == 1 ? 0 : late * within;
        return startSeconds(machines, width, tokens)
                + Math.max(betweenSeconds * wireFactor(false, tokens), within - later)
                + later;
    }

    /** Returns the time before the first message, in seconds. */
    double startSeconds(int machines, double width, double tokens) {
        return start + startByMachines * Math.log(machines) / Math.log(2) + startByWidth * width + token * tokens;
    }

    /** Returns the number of bytes on a link for each byte of an exchange with the given number of tokens per GPU. */
    double wireFactor(boolean isInside, double tokens) {
        return (1 + corner / (corner + tokens)) / (isInside ? inside : between);
    }
}
