package org.tailback.study.rules;

import com.google.common.math.LongMath;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelector;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.collective.CollectiveStudy;
import org.tailback.study.collective.CollectiveStudy.Case;
import org.tailback.study.collective.CollectiveStudy.Variant;

/**
 * The predicted time of Open MPI's component coll/han: an operation as parts inside nodes and between the first ranks
 * of the nodes, one after the other; bcast, reduce and allreduce in segments of {@value #SEGMENT} bytes that follow
 * each other as in a pipeline, where the slowest part sets the pace.
 *
 * <p>The parts are predicted with the decisions of coll/tuned, alone on their ranks: what han lets overlap within a
 * segment is not counted, and parts inside different nodes do not disturb each other. Orders of parts: the {@code
 * intra} functions of {@code ompi/mca/coll/han}; size of segments: {@code coll_han_component.c}.
 */
final class HanTime {
    /** Bytes of a segment: the default of {@code coll_han_bcast_segsize} and its like. */
    static final int SEGMENT = 65_536;

    private enum Level {
        INSIDE,
        BETWEEN
    }

    /** What a part counts its bytes in: the operation's own, or those of all ranks of a node, or of all. */
    private enum Unit {
        ONE,
        NODE,
        ALL
    }

    private record Part(Kind kind, Level level, Unit unit) {}

    private final CollectiveStudy study;
    private final CollectiveSelector selector;

    HanTime(CollectiveStudy study, CollectiveSelector selector) {
        this.study = study;
        this.selector = selector;
    }

    /** Returns the parts of an operation in their order; null if han has no such operation. */
    private static @Nullable List<Part> parts(Kind kind) {
        return switch (kind) {
            case BARRIER -> List.of(inside(kind), between(kind), inside(kind));
            case BCAST -> List.of(between(kind), inside(kind));
            case REDUCE -> List.of(inside(kind), between(kind));
            case ALLREDUCE ->
                List.of(inside(Kind.REDUCE), between(Kind.REDUCE), between(Kind.BCAST), inside(Kind.BCAST));
            case GATHER -> List.of(inside(kind), new Part(kind, Level.BETWEEN, Unit.NODE));
            case SCATTER -> List.of(new Part(kind, Level.BETWEEN, Unit.NODE), inside(kind));
            case ALLGATHER ->
                List.of(
                        inside(Kind.GATHER),
                        new Part(kind, Level.BETWEEN, Unit.NODE),
                        new Part(Kind.BCAST, Level.INSIDE, Unit.ALL));
            default -> null;
        };
    }

    private static Part inside(Kind kind) {
        return new Part(kind, Level.INSIDE, Unit.ONE);
    }

    private static Part between(Kind kind) {
        return new Part(kind, Level.BETWEEN, Unit.ONE);
    }

    /** Returns whether han has an operation of this kind. */
    static boolean has(Kind kind) {
        return parts(kind) != null;
    }

    /**
     * Returns the time of an operation in seconds. Cost: a row for each part.
     *
     * @param of the case, whatever its algorithm
     * @param ranksPerNode >= 2
     */
    double of(Kind kind, Case of, int ranksPerNode) {
        List<Part> parts = parts(kind);
        if (parts == null) {
            throw new IllegalArgumentException("coll/han has no " + kind.label());
        }
        boolean isSegmented = kind == Kind.BCAST || kind == Kind.REDUCE || kind == Kind.ALLREDUCE;
        long bytes = isSegmented ? Math.min(of.bytes(), SEGMENT) : of.bytes();
        double sum = 0;
        double slowest = 0;
        for (Part part : parts) {
            double seconds = time(part, of, ranksPerNode, bytes);
            sum += seconds;
            slowest = Math.max(slowest, seconds);
        }
        long segments = isSegmented ? LongMath.divide(of.bytes(), SEGMENT, RoundingMode.CEILING) : 1;
        return sum + Math.max(0, segments - 1) * slowest;
    }

    private double time(Part part, Case of, int ranksPerNode, long bytes) {
        boolean isInside = part.level() == Level.INSIDE;
        int ranks = isInside ? Math.min(ranksPerNode, of.ranks()) : (of.ranks() + ranksPerNode - 1) / ranksPerNode;
        if (ranks == 1) {
            return 0;
        }
        long blocks = switch (part.unit()) {
            case ONE -> 1;
            case NODE -> ranksPerNode;
            case ALL -> of.ranks();
        };
        long partBytes = Math.multiplyExact(bytes, blocks);
        Variant whole = of.variant();
        Variant level = new Variant(
                whole.name(),
                0,
                (any, seed) -> on(part.level(), whole.platform().on(of.ranks(), seed), of.ranks()),
                whole.random(),
                false);
        String algorithm = CollectiveProgram.selected(part.kind(), selector, ranks, partBytes);
        return study.of(part.kind()).time(new Case(level, of.jitter(), algorithm, ranks, partBytes));
    }

    /** The platform for the ranks of one node, or for one rank of each node. */
    private static Platform on(Level level, Platform platform, int allRanks) {
        PlacementRule all = platform.placement();
        return platform.toBuilder()
                .placement(new PlacementRule() {
                    @Override
                    public String name() {
                        return all.name();
                    }

                    @Override
                    public Placement place(Cluster cluster, int ranks) {
                        Placement placement = all.place(cluster, allRanks);
                        int[] nodes = IntStream.range(0, allRanks)
                                .map(placement::nodeOf)
                                .distinct()
                                .toArray();
                        return Placement.of(
                                cluster,
                                IntStream.range(0, ranks)
                                        .map(i -> nodes[level == Level.INSIDE ? 0 : i % nodes.length])
                                        .toArray());
                    }
                })
                .build();
    }
}
