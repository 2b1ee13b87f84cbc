package org.tailback.study.jobs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Labels;
import org.tailback.settings.Suggestion;
import org.tailback.stability.Beta;
import org.tailback.study.jobs.JobNodeChoice.Policy;

/**
 * Placement policy for all jobs without named nodes; one case of a sweep over placements. It is {@code contiguous},
 * {@code round-robin}, {@code group} or {@code random}; {@code random} may have a seed: {@code random:2}.
 */
@Beta
public final class JobPlacement {
    private final Policy policy;
    private final @Nullable Long seed;

    private JobPlacement(Policy policy, @Nullable Long seed) {
        this.policy = policy;
        this.seed = seed;
    }

    /**
     * Parses a placement.
     *
     * @param place position of the text, for messages
     * @throws InputException if there is no such policy, or the seed is not a number
     */
    public static JobPlacement parse(String text, String place) {
        String[] parts = text.strip().split(":", 2);
        Policy policy = Labels.find(Policy.class, parts[0]);
        List<String> labels = Labels.all(Policy.class);
        if (policy == null) {
            throw InputException.at(
                    place,
                    "there is no placement '" + text.strip() + "'",
                    Suggestion.of(parts[0], labels) + "Placements: " + String.join(", ", labels));
        }
        if (parts.length == 1) {
            return new JobPlacement(policy, null);
        }
        if (policy != Policy.RANDOM || !parts[1].matches("\\d{1,18}")) {
            throw InputException.at(
                    place, "only random has a seed, such as random:2; found '" + text.strip() + "'", "");
        }
        return new JobPlacement(policy, Long.parseLong(parts[1]));
    }

    /**
     * Parses distinct placements.
     *
     * @throws InputException as {@link #parse}, and if a placement occurs twice
     */
    public static List<JobPlacement> parseAll(List<String> texts, String place) {
        List<JobPlacement> placements = new ArrayList<>();
        for (String text : texts) {
            JobPlacement placement = parse(text, place);
            if (placements.stream().anyMatch(other -> other.toString().equals(placement.toString()))) {
                throw InputException.at(place, "the placement '" + placement + "' occurs twice", "");
            }
            placements.add(placement);
        }
        return placements;
    }

    JobNodeChoice of(JobNodeChoice nodes) {
        return nodes.policy() == null ? nodes : new JobNodeChoice(policy, nodes.count(), List.of(), nodes.place());
    }

    long seed(long ofRun) {
        return seed == null ? ofRun : seed;
    }

    /** Returns the text of the placement in the notation of {@link #parse}. */
    @Override
    public String toString() {
        return Labels.of(policy) + (seed == null ? "" : ":" + seed);
    }
}
