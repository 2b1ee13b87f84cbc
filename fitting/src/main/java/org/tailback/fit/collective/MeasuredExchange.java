package org.tailback.fit.collective;

import org.tailback.experts.ExchangeNumbers;
import org.tailback.experts.TokenExchange;
import org.tailback.experts.TokenRouting;
import org.tailback.stability.Beta;

/**
 * A measured dispatch of tokens to experts and its combine.
 *
 * @param machines number of machines with {@value #GPUS} GPUs each, >= 1
 * @param width number of values in a token, >= 1
 * @param tokens number of tokens per GPU, >= 1
 * @param visited number of experts per token, >= 1
 * @param experts number of experts, >= visited, a multiple of the GPUs
 * @param isEachAlone true if each copy of a token is sent individually, as by DeepEP's low-latency kernels
 * @param dispatch measured time, seconds, > 0
 * @param combine measured time, seconds, > 0
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
    /** Number of GPUs per machine. */
    public static final int GPUS = 8;

    /** Size of a combined value, in bytes. */
    public static final double COMBINED = 2;

    /** Returns the measured time of a direction, seconds. */
    public double measured(boolean isReturn) {
        return isReturn ? combine : dispatch;
    }

    /**
     * Returns the key of the configuration. Rows that differ only in their number of multiprocessors have equal keys.
     */
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

    /** Returns the transfer times at full bandwidth inside machines and between them, seconds. */
    double[] links(boolean isReturn, double local, double network) {
        int ranks = machines * GPUS;
        double bytesPerToken = width * (isReturn ? COMBINED : ExchangeNumbers.DISPATCHED);
        if (isEachAlone) {
            double each = tokens * bytesPerToken * visited / ranks;
            return new double[] {each * (GPUS - 1) / local, each * (ranks - GPUS) / network};
        }
        TokenRouting routing = TokenRouting.even(experts, visited, 1, 1);
        return new TokenExchange(routing, ranks, tokens, width, bytesPerToken, isReturn, ExchangeNumbers.FREE)
                .linkSeconds(machines, local, network);
    }
}
