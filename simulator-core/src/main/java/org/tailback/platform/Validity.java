package org.tailback.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tailback.output.Labelled;
import org.tailback.stability.Beta;

/**
 * Origin of a platform's numbers, and the domain of the measured runs. A run outside the domain is an extrapolation,
 * for which the platform's error is not valid.
 *
 * <p><b>Worked example</b> ({@code ValidityTest}). A machine was measured with 1 rank per node on 4 to 16 nodes. A
 * program of 32 ranks on 8 nodes is outside: {@code 4 ranks per node (measured: 1)}.
 *
 * @param basis origin of most numbers
 * @param domain runs with which they were measured; the number of ranks determines the connections that a library keeps
 * @param date date of the measurement; empty if unknown
 * @param parts keys of the platform file whose numbers have another origin, by origin
 * @param mixed models to which the numbers do not belong, one phrase each
 * @param errors errors of predictions from these numbers, stated by their source
 */
@Beta
public record Validity(
        Basis basis,
        Domain domain,
        String date,
        Map<Basis, List<String>> parts,
        List<String> mixed,
        List<StatedError> errors) {
    /** Largest number of doublings outside the measured domain for which predictions have intervals. */
    public static final double FAR = 6;

    /** Validity of numbers of unknown origin. */
    public static final Validity UNKNOWN =
            new Validity(Basis.GUESSED, Domain.ALL, "", ImmutableMap.of(), ImmutableList.of(), ImmutableList.of());

    public Validity {
        parts = ImmutableMap.copyOf(parts);
        mixed = ImmutableList.copyOf(mixed);
        errors = ImmutableList.copyOf(errors);
    }

    /** Origin of numbers. */
    public enum Basis implements Labelled {
        /** Benchmarks of the machine. */
        MEASURED,
        /** Separate measurements of components of the machine, such as its kernels and its network. */
        CALIBRATED,
        /** Data sheets. */
        NOMINAL,
        /** Measurements of a paper. */
        PAPER,
        /** Guess without a source. */
        GUESSED;

        /** Returns whether numbers of this origin belong to one network under one model. */
        public boolean isOfOneMachine() {
            return this == MEASURED || this == CALIBRATED || this == PAPER;
        }
    }

    /** Returns a copy with models to which the numbers do not belong, one phrase each. */
    public Validity mixedWith(List<String> models) {
        return new Validity(basis, domain, date, parts, models, errors);
    }

    /** Returns a copy with other errors. */
    public Validity withErrors(List<StatedError> others) {
        return new Validity(basis, domain, date, parts, mixed, others);
    }

    /** Returns the validity as one line of text. */
    public String inWords() {
        List<String> words = new ArrayList<>();
        words.add(basis.label() + (date.isEmpty() ? "" : " " + date));
        words.addAll(domain.inWords());
        parts.forEach((other, keys) -> words.add(other.label() + ": " + String.join(", ", keys)));
        words.addAll(mixed);
        errors.forEach(error -> words.add("error " + error.text()));
        return String.join("; ", words);
    }

    /**
     * Returns the keys for which a run is outside the measured domain, such as {@code 32 ranks per node (measured: 1)};
     * empty if it is inside.
     */
    public List<String> outside(Use use) {
        return Stream.concat(mixed.stream(), domain.outside(use, basis.label()).stream())
                .toList();
    }

    /**
     * Returns the distance of a run from the measured domain in doublings or halvings; 0 inside the domain. It is the
     * distance of the number of nodes or of ranks, whichever is larger, plus the distance of the sizes. Returns NaN if
     * the error is unknown: for a distance above {@value #FAR}, if any other key or the model differs from the
     * measurement, or if all messages stay inside one node whose numbers are guessed.
     */
    public double doublings(Use use) {
        return doublings(use, 0);
    }

    /** Returns {@link #doublings(Use)} with a number of doublings of the nodes, >= 0, that count as inside. */
    double doublings(Use use, double covered) {
        boolean isGuessed = use.count(Use.NODES) == 1
                && !"gpu".equals(use.values().get(Use.MEMORY))
                && parts.getOrDefault(Basis.GUESSED, List.of()).stream().anyMatch(key -> key.startsWith("intra-node"));
        boolean isNear = mixed.isEmpty() && !isGuessed && domain.doublings(use, 0) <= FAR;
        return isNear ? domain.doublings(use, covered) : Double.NaN;
    }
}
