package org.tailback.sharing;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * One named term of an explanation and the terms it was computed from, for example {@code penalty 2.25 = max(outgoing,
 * incoming)} over {@code outgoing 2.25} and {@code incoming 1.5}.
 *
 * @param name what the value is, in the field's words
 * @param value the value itself, in the unit that the name or formula says
 * @param formula how it follows from the parts, readable; empty for a leaf
 * @param parts the terms it was computed from, in the order in which the formula names them
 */
public record Explanation(String name, double value, String formula, List<Explanation> parts) {
    /** Copies the parts. */
    public Explanation {
        parts = ImmutableList.copyOf(parts);
    }

    /** A term with the terms that it was computed from. */
    public static Explanation of(String name, double value, String formula, Explanation... parts) {
        return new Explanation(name, value, formula, ImmutableList.copyOf(parts));
    }

    /** A term that is given, not computed. */
    public static Explanation leaf(String name, double value) {
        return new Explanation(name, value, "", ImmutableList.of());
    }
}
