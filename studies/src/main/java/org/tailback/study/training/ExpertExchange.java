package org.tailback.study.training;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.tailback.experts.ExchangeNumbers;
import org.tailback.experts.TokenExchange;
import org.tailback.experts.TokenRouting;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Settings;
import org.tailback.units.Quantity;

/**
 * Exchange of tokens with experts in both directions.
 *
 * @param oncePerNode whether a token is sent once per node and forwarded inside the node; otherwise each copy is sent
 *     separately
 * @param bytesPerValue size of a value of a dispatched token, including scales, > 0
 * @param routing choice of the experts that tokens visit
 * @param dispatch speeds and latencies of the library for the dispatch
 * @param combine speeds and latencies of the library for the return
 * @param capacity largest number of tokens that the experts of a GPU receive, relative to evenly spread tokens, >= 1; 0
 *     for evenly spread tokens without copies of received tokens
 */
record ExpertExchange(
        boolean oncePerNode,
        double bytesPerValue,
        TokenRouting routing,
        ExchangeNumbers dispatch,
        ExchangeNumbers combine,
        double capacity) {
    private static final List<String> METHODS = List.of("once-per-node", "all-to-all");

    /**
     * Reads the section {@code token-exchange}.
     *
     * @throws org.tailback.error.InputException if a key is unknown or out of its domain
     */
    static ExpertExchange of(Settings root, FeedForward networks, int valueBytes) {
        boolean isGiven = root.has("token-exchange");
        Settings section = isGiven ? root.section("token-exchange") : Settings.empty("token-exchange", root.place());
        section.rejectUnknown(List.of("method", "bytes-per-value", "tokens", "zipf", "seed", "dispatch", "combine"));
        root.refuse(!networks.hasExperts(), List.of("token-exchange"), "needs a model with experts", "Leave it out");
        double capacity = root.number("expert-capacity", 0);
        root.require(
                !root.has("expert-capacity") || capacity >= 1 && capacity <= 1 << 20,
                "expert-capacity",
                "'expert-capacity' must be 1 to 2^20, found " + capacity,
                "");
        int bytes = section.integer("bytes-per-value", 1, 16, valueBytes);
        boolean oncePerNode = section.choice("method", METHODS, METHODS.get(0)).equals(METHODS.get(0));
        boolean isEven = !section.has("tokens") && !section.has("zipf");
        String orGive = "Give 'zipf' or 'tokens', or leave it out";
        section.refuse(isEven, List.of("seed"), "has no effect on evenly spread tokens", orGive);
        section.refuse(!oncePerNode, List.of("dispatch", "combine"), "has no effect with 'all-to-all'", "Leave it out");
        return new ExpertExchange(
                oncePerNode,
                bytes == 1 ? ExchangeNumbers.DISPATCHED : bytes,
                routing(section, networks),
                numbers(section, "dispatch", ExchangeNumbers.DISPATCH),
                numbers(section, "combine", ExchangeNumbers.COMBINE),
                capacity);
    }

    /**
     * Returns a clause that states the number of nodes if the library was measured on fewer nodes only; empty if the
     * numbers are user-defined.
     */
    List<String> outside(int nodes) {
        boolean isMeasured = dispatch.equals(ExchangeNumbers.DISPATCH) || combine.equals(ExchangeNumbers.COMBINE);
        return oncePerNode && isMeasured && nodes > ExchangeNumbers.MEASURED_MACHINES
                ? List.of("tokens to experts on " + nodes + " nodes (measured: 1 to "
                        + ExchangeNumbers.MEASURED_MACHINES + ")")
                : List.of();
    }

    private static TokenRouting routing(Settings section, FeedForward networks) {
        int experts = networks.networks();
        if (!section.has("tokens") && !section.has("zipf")) {
            return TokenRouting.even(experts, networks.active(), networks.groups(), networks.activeGroups());
        }
        String key = section.has("tokens") ? "tokens" : "zipf";
        section.require(
                networks.groups() == 1 && !(section.has("tokens") && section.has("zipf")),
                key,
                "'" + key + "' with 'tokens' or 'router-groups' is not modelled",
                "Leave one of them out");
        int seed = section.integer("seed", 0, Integer.MAX_VALUE, 1);
        double[] shares = key.equals("tokens")
                ? section.scalars(key).stream()
                        .mapToDouble(value -> Quantity.parseAt(
                                value.place(), Objects.requireNonNull(value.scalar()), Quantity.Kind.NUMBER))
                        .toArray()
                : zipf(section, experts, seed);
        section.require(
                shares.length == experts,
                key,
                "'tokens' must have a number for each of " + experts + " experts, found " + shares.length,
                "");
        try {
            return TokenRouting.uneven(networks.active(), shares, seed);
        } catch (IllegalArgumentException e) {
            throw section.problem(
                    key, String.valueOf(e.getMessage()), "An expert's share of visits is 0 to 1 / 'active-experts'");
        }
    }

    /**
     * Returns the shares of experts by Zipf's law: shares are proportional to a power of an expert's rank in
     * popularity; the order of experts is drawn with a seed.
     */
    private static double[] zipf(Settings section, int experts, long seed) {
        double exponent = section.number("zipf");
        section.require(exponent >= 0, "zipf", "'zipf' must be at least 0, found " + exponent, "");
        double[] shares = IntStream.rangeClosed(1, experts)
                .mapToDouble(place -> Math.pow(place, -exponent))
                .toArray();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = experts - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double share = shares[i];
            shares[i] = shares[other];
            shares[other] = share;
        }
        return shares;
    }

    private static ExchangeNumbers numbers(Settings root, String key, ExchangeNumbers base) {
        if (!root.has(key)) {
            return base;
        }
        Settings section = root.section(key);
        section.rejectUnknown(ExchangeNumbers.NAMES);
        return ExchangeNumbers.of(GpuNumbers.overridden(
                base.values(),
                ExchangeNumbers.NAMES,
                ExchangeNumbers.NAMES.subList(0, ExchangeNumbers.TIMES),
                section));
    }

    /**
     * Returns the collective call by which a GPU performs an exchange, without the group.
     *
     * @param tokens number of tokens per GPU, > 0
     * @param ranks number of ranks in the group among which all experts are divided
     * @param position of the GPU in the group
     */
    CollectiveCall call(TrainingStep step, double tokens, int ranks, int position, boolean isReturn) {
        long hidden = step.model().hidden();
        double each = hidden * (isReturn ? step.bytes().value() : bytesPerValue);
        TokenExchange items =
                new TokenExchange(routing, ranks, tokens, hidden, each, isReturn, isReturn ? combine : dispatch);
        double copies = (double) step.model().activeExperts() / ranks;
        long[] counts = IntStream.range(0, routing.isEven() ? 1 : ranks)
                .mapToLong(rank -> (long) Math.ceil(
                        tokens * each * (oncePerNode ? items.part(rank) : copies * routing.load(ranks, rank))))
                .toArray();
        CollectiveCall call;
        if (routing.isEven()) {
            call = CollectiveCall.uniform(Kind.ALLTOALL, 0, counts[0]);
        } else {
            long[] own = new long[ranks];
            Arrays.fill(own, counts[position]);
            call = new CollectiveCall(
                    Kind.ALLTOALLV,
                    0,
                    ranks * Arrays.stream(counts).sum(),
                    isReturn ? own : counts,
                    isReturn ? counts : own,
                    0);
        }
        return oncePerNode ? call.with(items) : call;
    }
}
