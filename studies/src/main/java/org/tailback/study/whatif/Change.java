package org.tailback.study.whatif;

import java.util.List;
import org.tailback.output.NoOutput;

/**
 * Change whose effect is replayed.
 *
 * @param named the change
 * @param name description of the change
 * @param promised upper bound of the saved time from the critical path, seconds, >= 0
 */
public record Change(NamedChange named, String name, double promised) {
    Change(String text, double promised) {
        this(NamedChange.parse(text), NamedChange.parse(text).words(), promised);
    }

    /**
     * Returns the outcome of the change.
     *
     * @param makespan makespan with the change, seconds
     * @param before makespan without the change, seconds
     */
    public Outcome outcome(double makespan, double before) {
        return new Outcome(
                name, List.of("--change", named.text()), makespan, before - makespan, promised, named.isOfAlgorithm());
    }

    /**
     * Effect of a change.
     *
     * @param options command-line options that reproduce the change
     * @param makespan makespan with the change, seconds
     * @param saves saved time in seconds; below 0 if the change makes the run longer
     * @param promised upper bound of the saved time, as in {@link Change}
     * @param isOfAlgorithm whether the change selects another algorithm of collective operations
     */
    public record Outcome(
            String change,
            List<String> options,
            double makespan,
            double saves,
            double promised,
            @NoOutput boolean isOfAlgorithm) {}
}
