package org.tailback.study.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.tailback.cluster.IntraNodePath;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelector;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Culprit;
import org.tailback.explain.PartKind;
import org.tailback.explain.SegmentKind;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.sharing.Link;

/**
 * Changes that could make a replay shorter, and what its chain of causes promises of each: the seconds that they take
 * from the chain. A change saves less than that if another chain, almost as long, is the longest then; it saves more if
 * it also changes the order of events.
 */
public final class WhatIf {
    /** A message so large that every protocol of large messages applies, in bytes. */
    private static final long LARGE = 1L << 40;

    private static final double FACTOR = 2;

    private final Platform platform;
    private final CriticalChain chain;
    private final long seed;
    private final List<Change> changes = new ArrayList<>();

    private WhatIf(Platform platform, CriticalChain chain, long seed) {
        this.platform = platform;
        this.chain = chain;
        this.seed = seed;
    }

    /**
     * Lists the changes that make sense for a replay, in no order of importance.
     *
     * @param platform of the replay, as {@link Platform#forRun} returns it
     * @param chain of the replay
     * @param result of the replay
     * @param seed of the replay
     */
    public static List<Change> changes(Platform platform, CriticalChain chain, ReplayResult result, long seed) {
        WhatIf list = new WhatIf(platform, chain, seed);
        list.contention();
        list.messages();
        list.links();
        list.worstLink();
        list.computation(result);
        return list.changes;
    }

    private void contention() {
        double contention = chain.seconds(PartKind.CONTENTION);
        double timeouts = chain.seconds(PartKind.TIMEOUT);
        boolean lossy = platform.loss().losesMessages();
        changes.add(new Change(
                lossy ? "no contention, no timeouts" : "no contention",
                IdealNetworks.uncontended(platform),
                contention + timeouts));
        if (lossy) {
            changes.add(new Change("no timeouts", IdealNetworks.lossless(platform), timeouts));
        }
    }

    private void messages() {
        IntraNodePath inside = platform.intraNode();
        changes.add(new Change(
                "no latency",
                changed()
                        .cost(ChangedCost.withoutLatency(platform.cost()))
                        .intraNode(inside.with(range -> range.withLatency(0)))
                        .build(),
                chain.seconds(PartKind.LATENCY)));
        if (platform.cost().protocol(LARGE).startsWhenMatched()) {
            changes.add(new Change(
                    "eager instead of rendezvous",
                    changed().cost(ChangedCost.eager(platform.cost())).build(),
                    chain.seconds(SegmentKind.HANDSHAKE)));
        }
        changes.add(new Change(
                "messages move twice as fast",
                changed()
                        .cost(ChangedCost.fasterNetwork(platform.cost(), FACTOR))
                        .intraNode(inside.with(range -> range.withBytesPerSecond(range.bytesPerSecond() * FACTOR)))
                        .build(),
                moving() / FACTOR));
    }

    private double moving() {
        return chain.seconds(PartKind.TRANSFER) + chain.seconds(PartKind.CONTENTION);
    }

    /** What can carry more: all links that are the same for people who buy them. */
    private enum LinkClass {
        NODES("links of nodes", Link::isEndOfNode),
        RANKS("interfaces of ranks", link -> link.kind() == Link.Kind.RANK),
        HOSTS("hosts, in and out together,", link -> link.kind() == Link.Kind.HOST),
        INSIDE("links inside nodes", link -> link.kind() == Link.Kind.LOCAL),
        SWITCHES("links between switches", link -> link.kind() == Link.Kind.INNER),
        SHARED("links that nodes share", link -> link.kind() == Link.Kind.GIVEN && !link.isEndOfNode());

        private final String label;
        private final Predicate<Link> has;

        LinkClass(String label, Predicate<Link> has) {
            this.label = label;
            this.has = has;
        }
    }

    private void links() {
        for (LinkClass each : LinkClass.values()) {
            double contention = chain.culprits(Culprit.Type.LINK).stream()
                    .filter(culprit -> culprit.link() != null && each.has.test(culprit.link()))
                    .mapToDouble(Culprit::contention)
                    .sum();
            carryTwice(each.label + " carry", each.has, contention);
        }
    }

    /** The one link with the most contention; none where that is a rank's, as all ranks have the same. */
    private void worstLink() {
        chain.culprits(Culprit.Type.LINK).stream()
                .filter(culprit -> culprit.contention() > 0)
                .max(Comparator.comparingDouble(Culprit::contention))
                .ifPresent(worst -> {
                    Link link = worst.link();
                    if (link != null && link.kind() != Link.Kind.RANK) {
                        carryTwice("link " + worst.name() + " carries", link::isBeside, worst.contention());
                    }
                });
    }

    private void carryTwice(String what, Predicate<Link> which, double contention) {
        FasterLinks faster = new FasterLinks(platform.sharing(), which);
        if (faster.exist(platform.cluster(), seed)) {
            changes.add(new Change(
                    what + " twice as much",
                    changed().sharing(faster).build(),
                    Math.min(contention, moving() / FACTOR)));
        }
    }

    /**
     * Lists the algorithms, of those that the platform and the library offer, of the kind of collective operations
     * that takes most of a chain. What is promised of each is all the time of such messages on the critical path,
     * which no algorithm can save more of.
     *
     * @param platform of the replay, as {@link Platform#forRun} returns it
     * @param chain of the replay, with names of collective operations
     * @param selector of the replay
     */
    public static List<Change> algorithms(Platform platform, CriticalChain chain, CollectiveSelector selector) {
        List<Change> changes = new ArrayList<>();
        boolean ofNccl = selector.on(platform, null, 1).needsGpus();
        Arrays.stream(Kind.values())
                .filter(kind -> chain.operations().containsKey(kind.label()))
                .max(Comparator.comparingDouble(kind -> chain.operations().getOrDefault(kind.label(), 0.0)))
                .ifPresent(kind -> CollectiveAlgorithms.offered(
                                kind, platform.cluster().hasGpus())
                        .stream()
                        .filter(algorithm -> algorithm.isForGpus() || !ofNccl)
                        .forEach(algorithm -> changes.add(new Change(
                                kind.label() + " by " + algorithm.name(),
                                platform,
                                Map.of(),
                                new OtherAlgorithm(selector, kind, algorithm),
                                chain.operations().getOrDefault(kind.label(), 0.0)))));
        return changes;
    }

    private void computation(ReplayResult result) {
        double compute = chain.seconds(PartKind.COMPUTE);
        if (compute == 0) {
            return;
        }
        changes.add(new Change(
                "computation twice as fast",
                changed().computeScale(platform.computeScale() / FACTOR).build(),
                compute / FACTOR));
        double mean = result.ranks().stream()
                .mapToDouble(RankResult::compute)
                .average()
                .orElse(0);
        Optional<RankResult> busiest = result.ranks().stream()
                .filter(rank -> chain.compute().containsKey(rank.rank()) && rank.compute() > mean)
                .max(Comparator.comparingDouble(
                        (RankResult rank) -> chain.compute().getOrDefault(rank.rank(), 0.0)));
        busiest.ifPresent(rank -> {
            double factor = mean / rank.compute();
            changes.add(new Change(
                    "rank " + rank.rank() + " computes as long as the mean",
                    platform,
                    Map.of(rank.rank(), factor),
                    null,
                    chain.compute().getOrDefault(rank.rank(), 0.0) * (1 - factor)));
        });
    }

    private Platform.Builder changed() {
        return platform.toBuilder();
    }
}
