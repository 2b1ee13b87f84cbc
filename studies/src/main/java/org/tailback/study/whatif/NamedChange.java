package org.tailback.study.whatif;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelector;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.platform.CostRegime;
import org.tailback.platform.Platform;
import org.tailback.platform.Residuals;
import org.tailback.program.CollectiveCall;
import org.tailback.sharing.AdjustableCapacity;
import org.tailback.sharing.Link;
import org.tailback.units.Quantity;

/**
 * Change of a platform or program in the notation of {@code --change}: {@code contention=off}, {@code node-links=2x},
 * {@code allreduce=ring}. Each row of {@code --what-if} is a named change.
 *
 * @param text the change in the notation of {@code --change}
 * @param words description of the change
 * @param computeFactors factors on the computation times of ranks, finite, > 0; 1 for ranks that are not listed
 * @param algorithms function from the algorithms of collective operations without this change to the algorithms with
 *     the change
 * @param isOfAlgorithm whether the change selects another algorithm of collective operations
 */
public record NamedChange(
        String text,
        String words,
        UnaryOperator<Platform> onPlatform,
        Map<Integer, Double> computeFactors,
        UnaryOperator<CollectiveSelector> algorithms,
        boolean isOfAlgorithm) {
    /** Syntax of {@code --change}, for messages and help. */
    public static final String FORMS = "contention=off, timeouts=off, latency=off, rendezvous=off, messages=2x,"
            + " node-links=2x, rank-interfaces=2x, hosts=2x, local-links=2x, switch-links=2x, shared-links=2x,"
            + " link:NAME=2x, computation=2x, rank:3=2x or OPERATION=ALGORITHM";

    private static final Pattern RANK = Pattern.compile("rank:(\\d{1,9})");
    private static final String LINK = "link:";

    /** Classes of links that can be bought separately. */
    enum LinkClass {
        NODES("node-links", "node links", Link::isEndOfNode),
        RANKS("rank-interfaces", "rank interfaces", link -> link.kind() == Link.Kind.RANK),
        HOSTS("hosts", "both directions of hosts", link -> link.kind() == Link.Kind.HOST),
        INSIDE("local-links", "intra-node links", link -> link.kind() == Link.Kind.LOCAL),
        SWITCHES("switch-links", "switch links", link -> link.kind() == Link.Kind.INNER),
        SHARED("shared-links", "shared links", link -> link.kind() == Link.Kind.GIVEN && !link.isEndOfNode());

        final String key;
        final Predicate<Link> has;
        private final String label;

        LinkClass(String key, String label, Predicate<Link> has) {
            this.key = key;
            this.label = label;
            this.has = has;
        }
    }

    /**
     * Reads a change.
     *
     * @throws InputException if the text is not a change
     */
    public static NamedChange parse(String text) {
        int equals = text.lastIndexOf('=');
        String what = text.substring(0, Math.max(0, equals)).strip();
        String value = text.substring(equals + 1).strip();
        NamedChange off = value.equals("off") ? off(text, what) : null;
        if (off != null) {
            return off;
        }
        if (equals > 0 && value.endsWith("x")) {
            double factor =
                    Quantity.parseAt("--change " + text, value.substring(0, value.length() - 1), Quantity.Kind.NUMBER);
            NamedChange faster = factor > 0 ? faster(text, what, value, factor) : null;
            if (faster != null) {
                return faster;
            }
        }
        CollectiveCall.Kind kind = CollectiveCall.Kind.labelled(what).orElse(null);
        if (kind == null || equals < 0) {
            throw InputException.at("--change " + text, "expected one of " + FORMS, "");
        }
        return new NamedChange(
                text,
                what + " by " + value,
                platform -> platform,
                Map.of(),
                selector -> selector.with(kind, CollectiveAlgorithms.named(kind, value)),
                true);
    }

    private static @Nullable NamedChange off(String text, String what) {
        UnaryOperator<Platform> change = switch (what) {
            case "contention" -> IdealNetworks::uncontended;
            case "timeouts" -> IdealNetworks::lossless;
            case "latency" ->
                platform -> withCost(platform, ChangedCost::withoutLatency)
                        .intraNode(platform.intraNode().with(range -> range.withLatency(0)))
                        .build();
            case "rendezvous" ->
                platform -> withCost(platform, ChangedCost::eager).build();
            default -> null;
        };
        String words = what.equals("rendezvous") ? "eager instead of rendezvous" : "no " + what;
        return change == null ? null : ofPlatform(text, words, change);
    }

    private static @Nullable NamedChange faster(String text, String what, String value, double factor) {
        String times = factor == 2 ? " twice as fast" : " " + value.substring(0, value.length() - 1) + " times as fast";
        for (LinkClass each : LinkClass.values()) {
            if (what.equals(each.key)) {
                return ofPlatform(text, each.label + times, platform -> withLinks(platform, each.has, factor));
            }
        }
        if (what.startsWith(LINK)) {
            String name = what.substring(LINK.length()).strip();
            return ofPlatform(text, "link " + name + times, platform -> {
                Link link = named(platform, name, text);
                return withLinks(platform, link::isParallelTo, factor);
            });
        }
        Matcher rank = RANK.matcher(what);
        if (rank.matches()) {
            Map<Integer, Double> factors = Map.of(Integer.parseInt(rank.group(1)), 1 / factor);
            return new NamedChange(
                    text, "rank " + rank.group(1) + times, platform -> platform, factors, selector -> selector, false);
        }
        return switch (what) {
            case "computation" ->
                ofPlatform(
                        text,
                        what + times,
                        platform -> platform.toBuilder()
                                .computeScale(platform.computeScale() / factor)
                                .build());
            case "messages" ->
                ofPlatform(
                        text,
                        "messages move" + times,
                        platform -> withCost(platform, cost -> ChangedCost.fasterNetwork(cost, factor))
                                .intraNode(platform.intraNode()
                                        .with(range -> range.withBytesPerSecond(range.bytesPerSecond() * factor)))
                                .build());
            default -> null;
        };
    }

    private static NamedChange ofPlatform(String text, String words, UnaryOperator<Platform> change) {
        return new NamedChange(text, words, change, Map.of(), selector -> selector, false);
    }

    private static Platform.Builder withCost(Platform platform, UnaryOperator<MessageCost> change) {
        return platform.toBuilder()
                .cost(change.apply(platform.cost()))
                .costRegimes(platform.costRegimes().stream()
                        .map(each -> new CostRegime(each.ranks(), each.nodes(), change.apply(each.cost())))
                        .toList());
    }

    private static Platform withLinks(Platform platform, Predicate<Link> which, double factor) {
        return platform.toBuilder()
                .model(new FasterLinks(platform.model(), which, factor))
                .build();
    }

    private static Link named(Platform platform, String name, String text) {
        if (platform.model().on(platform.cluster(), 1) instanceof AdjustableCapacity links) {
            for (Link link : links.links()) {
                if (link.name().equals(name)) {
                    return link;
                }
            }
        }
        throw InputException.at(
                "--change " + text,
                "the network has no link '" + name + "'",
                "Use a name from the output of --what-if, which lists the link with the most contention");
    }

    /** Returns whether the change affects computations. Such changes do not apply to schedules. */
    public boolean changesComputations() {
        return !computeFactors.isEmpty();
    }

    /**
     * Returns the platform with this change. It has no residuals, because the residuals of the unchanged platform do
     * not apply.
     *
     * @throws InputException if the platform has nothing to which the change applies
     */
    public Platform on(Platform platform) {
        return onPlatform.apply(platform).toBuilder().residuals(Residuals.NONE).build();
    }

    /**
     * Returns the algorithms of collective operations with this change.
     *
     * @throws InputException if the algorithm is unknown
     */
    public CollectiveSelector on(CollectiveSelector selector) {
        return algorithms.apply(selector);
    }
}
