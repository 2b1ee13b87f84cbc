package org.tailback.schedule;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * A schedule in primitive arrays. An operation with at most one successor takes 20 bytes. More successors, or
 * successors that wait for a start, take 8 additional bytes per operation and 4 per successor. The schedule is built
 * rank by rank with {@link #builder}.
 */
@Internal
public final class PackedSchedule extends PackedOperations {
    /** Warning about the approximation of sections by dependencies. */
    @Beta
    public static final String CHAINED = "Operations that exclude each other (operations of a stream or of a host) run"
            + " in the order of their numbers, even if a later operation could start earlier.";

    private int cpuCount = 1;
    private int nicCount = 1;
    private Places places = (rank, operation) -> "";
    private List<String> approximations = List.of();
    /** Sections by rank; empty if there are none. */
    private @Nullable RankSections[] sections = new RankSections[0];

    private PackedSchedule() {}

    /** Places of operations in their file, for messages. */
    @FunctionalInterface
    public interface Places {
        /** Returns the place of an operation, as {@link Schedule#placeOf} does. */
        String placeOf(int rank, int operation);
    }

    /** Returns an empty builder. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public int cpus() {
        return cpuCount;
    }

    @Override
    public int nics() {
        return nicCount;
    }

    @Override
    public @Nullable RankSections sections(int rank) {
        return rank < sections.length ? sections[rank] : null;
    }

    @Override
    public boolean hasSections() {
        return sections.length > 0;
    }

    @Override
    public List<String> approximations() {
        return approximations;
    }

    /**
     * Returns a schedule without sections. Dependencies replace the sections; the schedule reports this approximation.
     * O(operations and dependencies).
     */
    @Beta
    public static Schedule withoutSections(Schedule schedule) {
        if (!schedule.hasSections()) {
            return schedule;
        }
        Builder builder = builder();
        RankGraph graph = new RankGraph();
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            schedule.copyTo(rank, graph);
            builder.append(graph);
        }
        return builder.approximations(ImmutableList.<String>builder()
                        .addAll(schedule.approximations())
                        .add(CHAINED)
                        .build())
                .build(schedule::placeOf);
    }

    @Override
    public String placeOf(int rank, int operation) {
        return places.placeOf(rank, operation);
    }

    /** Builder of a schedule from its ranks in ascending order. */
    public static final class Builder {
        private final PackedSchedule schedule = new PackedSchedule();
        private int maxPeer;

        private Builder() {}

        /**
         * Appends a copy of the next rank's graph. O(operations and dependencies of the rank).
         *
         * @throws org.tailback.error.InputException if there are more operations than arrays can hold (about 2^31)
         */
        public Builder append(RankGraph graph) {
            for (int i = 0; i < graph.operations(); i++) {
                schedule.add(graph.kind(i), graph.size(i), graph.peer(i), graph.tag(i), graph.cpu(i), graph.nic(i));
                schedule.cpuCount = Math.max(schedule.cpuCount, graph.cpu(i) + 1);
                schedule.nicCount = Math.max(schedule.nicCount, graph.nic(i) + 1);
                maxPeer = Math.max(maxPeer, graph.peer(i));
                int completion = graph.completionSuccessors(i);
                int start = graph.startSuccessors(i);
                if (completion == 1 && start == 0) {
                    schedule.oneSuccessor(graph.completionSuccessor(i, 0));
                } else if (completion + start > 0) {
                    schedule.beginList(completion, start);
                    for (int k = 0; k < completion; k++) {
                        schedule.listed(graph.completionSuccessor(i, k));
                    }
                    for (int k = 0; k < start; k++) {
                        schedule.listed(graph.startSuccessor(i, k));
                    }
                }
            }
            schedule.endRank();
            return this;
        }

        /** Sets the changes and omissions made while reading the schedule, one sentence each; none by default. */
        public Builder approximations(List<String> sentences) {
            schedule.approximations = List.copyOf(sentences);
            return this;
        }

        /** Sets the sections of the rank that was appended last. */
        @Beta
        public Builder sections(RankSections ofRank) {
            schedule.sections = Columns.fit(schedule.sections, schedule.ranks() - 1);
            schedule.sections[schedule.ranks() - 1] = ofRank;
            return this;
        }

        /** Returns the schedule, without places; the builder must not be used afterwards. */
        public PackedSchedule build() {
            return build(schedule.places);
        }

        /**
         * Returns the schedule; the builder must not be used afterwards.
         *
         * @param places places of operations in their file
         */
        public PackedSchedule build(Places places) {
            Preconditions.checkState(schedule.ranks() > 0, "a schedule needs at least one rank");
            Preconditions.checkState(
                    maxPeer < schedule.ranks(),
                    "an operation names rank %s, but there are %s ranks",
                    maxPeer,
                    schedule.ranks());
            schedule.finish();
            schedule.places = places;
            return schedule;
        }
    }
}
