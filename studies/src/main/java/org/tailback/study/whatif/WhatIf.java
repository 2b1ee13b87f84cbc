package org.tailback.study.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveSelector;
import org.tailback.cost.Protocol;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Culprit;
import org.tailback.explain.PartKind;
import org.tailback.explain.SegmentKind;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.sharing.Link;
import org.tailback.study.whatif.NamedChange.LinkClass;

/**
 * Changes that could shorten a replay, each with its share of the critical path. A change saves less than its share if
 * another path of almost the same length then becomes critical. It saves more if it also changes the order of events.
 */
public final class WhatIf {
    /** Size of a message to which every protocol of large messages applies, bytes. */
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
     * Lists the changes that apply to a replay, in no particular order.
     *
     * @param platform platform of the replay, as returned by {@link Platform#forRun}
     * @param chain critical path of the replay
     * @param result result of the replay
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
        NamedChange without = NamedChange.parse("contention=off");
        if (platform.loss().losesMessages()) {
            changes.add(new Change(without, "no contention, no timeouts", contention + timeouts));
            changes.add(new Change("timeouts=off", timeouts));
        } else {
            changes.add(new Change(without, without.words(), contention));
        }
    }

    private void messages() {
        changes.add(new Change("latency=off", chain.seconds(PartKind.LATENCY)));
        if (platform.cost().protocol(LARGE) == Protocol.RENDEZVOUS) {
            changes.add(new Change("rendezvous=off", chain.seconds(SegmentKind.HANDSHAKE)));
        }
        changes.add(new Change("messages=2x", moving() / FACTOR));
    }

    private double moving() {
        return chain.seconds(PartKind.TRANSFER) + chain.seconds(PartKind.CONTENTION);
    }

    private void links() {
        for (LinkClass each : LinkClass.values()) {
            double contention = chain.culprits(Culprit.Type.LINK).stream()
                    .filter(culprit -> culprit.link() != null && each.has.test(culprit.link()))
                    .mapToDouble(Culprit::contention)
                    .sum();
            twiceAsFast(NamedChange.parse(each.key + "=2x"), "", each.has, contention);
        }
    }

    /** Adds the link with the most contention. Links of ranks are excluded, because all ranks have equal links. */
    private void worstLink() {
        chain.culprits(Culprit.Type.LINK).stream()
                .filter(culprit -> culprit.contention() > 0)
                .max(Comparator.comparingDouble(Culprit::contention))
                .ifPresent(worst -> {
                    Link link = worst.link();
                    if (link != null && link.kind() != Link.Kind.RANK) {
                        twiceAsFast(
                                NamedChange.parse("link:" + link.name() + "=2x"),
                                "link " + worst.name() + " twice as fast",
                                link::isParallelTo,
                                worst.contention());
                    }
                });
    }

    private void twiceAsFast(NamedChange change, String words, Predicate<Link> which, double contention) {
        if (new FasterLinks(platform.model(), which, FACTOR).exist(platform.cluster(), seed)) {
            changes.add(new Change(
                    change, words.isEmpty() ? change.words() : words, Math.min(contention, moving() / FACTOR)));
        }
    }

    /**
     * Lists alternative algorithms, of the platform and the library, for the collective operation with the largest
     * share of the critical path. The share of each change is the total time of the operation's messages on the
     * critical path.
     *
     * @param platform platform of the replay, as returned by {@link Platform#forRun}
     * @param chain critical path of the replay, with names of collective operations
     * @param selector selector of the replay
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
                                kind.label() + "=" + algorithm.name(),
                                chain.operations().getOrDefault(kind.label(), 0.0)))));
        return changes;
    }

    private void computation(ReplayResult result) {
        double compute = chain.seconds(PartKind.COMPUTE);
        if (compute == 0) {
            return;
        }
        changes.add(new Change("computation=2x", compute / FACTOR));
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
                    NamedChange.parse("rank:" + rank.rank() + "=" + rank.compute() / mean + "x"),
                    "rank " + rank.rank() + " computes as long as the mean",
                    chain.compute().getOrDefault(rank.rank(), 0.0) * (1 - factor)));
        });
    }
}
