package org.tailback.experts;

import java.util.stream.IntStream;
import org.tailback.program.Multicast;
import org.tailback.stability.Beta;

/**
 * The tokens of a group of GPUs on their way to experts, or what experts return on its way back.
 *
 * @param routing which experts tokens visit
 * @param ranks of the group, which hold all experts, >= 1
 * @param tokens of each rank, > 0
 * @param width values of a token, >= 1
 * @param bytesPerToken of a token in a message, > 0
 * @param isReturn whether the tokens go back
 * @param numbers of the library
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
     * Returns the time of an even exchange of full machines that share nothing else, seconds.
     *
     * @param machines that divide the ranks
     * @param local bandwidth inside a machine, bytes per second
     * @param network bandwidth of a GPU between machines, bytes per second
     */
    public double aloneSeconds(int machines, double local, double network) {
        int each = ranks / machines;
        double inside = (each - 1) * (double) machines * part(0) * bytes() / local;
        double between = (machines - 1) * part(IntStream.range(0, each).toArray()) * bytes() / network;
        return numbers.seconds(machines, width, tokens, inside, between);
    }
}
