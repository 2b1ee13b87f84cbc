package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Laws that were found without doubt in classes of which the recordings change every side of the grid. They decide
 * between laws that other classes, with fewer recordings, cannot tell apart: a code divides its work in one way.
 */
final class Evidence {
    private final Map<String, List<NumberLaw>> laws = new HashMap<>();

    /** @param what the number that the law is of, such as the bytes of a receive */
    void add(String what, NumberLaw law) {
        List<NumberLaw> known = laws.computeIfAbsent(what, fresh -> new ArrayList<>());
        if (!known.contains(law)) {
            known.add(law);
        }
    }

    /** Returns those of several laws that are known; all if none is. */
    List<NumberLaw> known(String what, List<NumberLaw> candidates) {
        List<NumberLaw> known = laws.getOrDefault(what, List.of());
        List<NumberLaw> both = candidates.stream()
                .filter(candidate ->
                        known.stream().anyMatch(each -> each.toString().equals(candidate.toString())))
                .toList();
        return both.isEmpty() ? candidates : both;
    }
}
