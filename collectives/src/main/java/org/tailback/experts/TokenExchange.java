package org.tailback.experts;

import java.util.stream.IntStream;
import org.tailback.program.Multicast;
import org.tailback.stability.Beta;

/**
 * The dispatch of the tokens of a group of GPUs to experts, or the combine of the experts' results.
 *
 * @param routing routing of tokens to experts
 * @param ranks number of ranks of the group, which hold all experts, >= 1
 * @param tokens number of tokens of each rank, > 0
 * @param width number of values of a token, >= 1
 * @param bytesPerToken size of a token in a message, bytes, > 0
 * @param isReturn true for the combine
 * @param numbers parameters of the library
 */
@Beta
public record TokenExchange(
        TokenRouting routing,
        int ranks,
        double tokens,
        double width,
        double bytesPerToken,
        boolean isReturn,
        ExchangeNumbers numbers)
        implements Multicast {
    @Override
    public double bytes() {
        return tokens * bytesPerToken;
    }

    @Override
    public double part(int... positions) {
        return routing.part(ranks, positions);
    }

    @Override
    public double startSeconds(int machines) {
        return numbers.startSeconds(machines, width, tokens);
    }

    @Override
    public double wireFactor(boolean isInside) {
        return numbers.wireFactor(isInside, tokens);
    }

    @Override
    public double late() {
        return numbers.late();
    }

    /**
     * Returns the times of the bytes inside and between machines at full bandwidth, in seconds, for an even exchange of
     * full machines.
     *
     * @param machines number of machines, a divisor of the ranks
     * @param local bandwidth inside a machine, bytes per second
     * @param network bandwidth of a GPU between machines, bytes per second
     */
    public double[] linkSeconds(int machines, double local, double network) {
        int each = ranks / machines;
        double inside = (each - 1) * (double) machines * part(0) * bytes() / local;
        double between = (machines - 1) * part(IntStream.range(0, each).toArray()) * bytes() / network;
        return new double[] {inside, between};
    }
}
