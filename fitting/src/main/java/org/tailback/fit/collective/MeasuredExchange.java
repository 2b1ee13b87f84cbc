package org.tailback.fit.collective;

import java.util.stream.IntStream;
import org.tailback.experts.ExchangeNumbers;
import org.tailback.experts.TokenExchange;
import org.tailback.experts.TokenRouting;
import org.tailback.stability.Beta;

/**
 * A measured dispatch of tokens to experts and its combine.
 *
 * @param machines with {@value #GPUS} GPUs each, >= 1
 * @param width values of a token, >= 1
 * @param tokens of a GPU, >= 1
 * @param visited experts that a token visits, >= 1
 * @param experts >= visited, a multiple of the GPUs
 * @param isEachAlone whether each copy of a token is sent on its own, as by DeepEP's low-latency kernels
 * @param dispatch measured, seconds, > 0
 * @param combine measured, seconds, > 0
 */
@Beta
public record MeasuredExchange(
        int machines,
        int width,
        int tokens,
        int visited,
        int experts,
        boolean isEachAlone,
        double dispatch,
        double combine) {
    /** GPUs of a machine. */
    public static final int GPUS = 8;

    /** Bytes of a dispatched value: 8 bits, and a scale of 4 bytes for 128 of them. */
    public static final double DISPATCHED = 1 + 4 / 128.0;

    /** Bytes of a combined value. */
    public static final double COMBINED = 2;

    /** Returns the measured time of a direction, seconds. */
    public double measured(boolean isReturn) {
        return isReturn ? combine : dispatch;
    }

    /** Returns the key of the configuration; rows with other numbers of multiprocessors have the same. */
    Object key() {
        return new MeasuredExchange(machines, width, tokens, visited, experts, isEachAlone, 0, 0);
    }

    /** Returns the predicted time of a direction, seconds. */
    public double predicted(ExchangeNumbers numbers, boolean isReturn, double local, double network) {
        return predicted(links(isReturn, local, network), numbers);
    }

    double predicted(double[] links, ExchangeNumbers numbers) {
        return numbers.seconds(machines, width, tokens, links[0], links[1]);
    }

    /** Returns what bytes take at the whole bandwidth, inside machines and between them; seconds. */
    double[] links(boolean isReturn, double local, double network) {
        int ranks = machines * GPUS;
        double bytes = (double) tokens * width * (isReturn ? COMBINED : DISPATCHED);
        if (isEachAlone) {
            double each = bytes * visited / ranks;
            return new double[] {each * (GPUS - 1) / local, each * (ranks - GPUS) / network};
        }
        TokenExchange items = new TokenExchange(
                TokenRouting.even(experts, visited, 1, 1), ranks, tokens, width, 1, isReturn, ExchangeNumbers.FREE);
        double inside = (GPUS - 1) * (double) machines * items.part(0);
        double between = (machines - 1) * items.part(IntStream.range(0, GPUS).toArray());
        return new double[] {inside * bytes / local, between * bytes / network};
    }
}
