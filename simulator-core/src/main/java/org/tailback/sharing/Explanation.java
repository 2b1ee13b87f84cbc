package org.tailback.sharing;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.tailback.output.NoOutput;
import org.tailback.units.Readable;

/**
 * Named term of an explanation and the terms that it was computed from, for example {@code penalty 2.25 = max(outgoing,
 * incoming)} over {@code outgoing 2.25} and {@code incoming 1.5}.
 *
 * @param name name of the value in standard terms of the field
 * @param value the value, in {@code unit} or in the unit that the name or formula implies
 * @param formula readable formula of the value in terms of the parts; empty for a leaf
 * @param parts the terms that the value was computed from, in their order in the formula
 * @param unit unit of the value
 */
public record Explanation(
        String name,
        double value,
        String formula,
        List<Explanation> parts,
        @NoOutput Unit unit) {
    /** Unit of a value. */
    public enum Unit {
        /** Plain number, such as a penalty or a number of messages. */
        NUMBER,
        /** Rate in bytes per second. */
        BYTES_PER_SECOND,
        /** Rate relative to the uncontended rate. */
        OF_UNCONTENDED_RATE
    }

    /** Copies the parts of the term. */
    public Explanation {
        parts = ImmutableList.copyOf(parts);
    }

    /** Creates a plain number with the terms that it was computed from. */
    public Explanation(String name, double value, String formula, List<Explanation> parts) {
        this(name, value, formula, parts, Unit.NUMBER);
    }

    /**
     * Returns the same term as a rate.
     *
     * @param uncontendedRate rate of an uncontended message in the same unit; exactly 1 in models whose rates are
     *     relative to it, otherwise bytes per second
     */
    public Explanation asRate(double uncontendedRate) {
        return new Explanation(
                name, value, formula, parts, uncontendedRate == 1 ? Unit.OF_UNCONTENDED_RATE : Unit.BYTES_PER_SECOND);
    }

    /** Returns the value as text with four significant digits and its unit. */
    public String readableValue() {
        if (unit == Unit.BYTES_PER_SECOND) {
            return Readable.rate(value);
        }
        String number = Double.isFinite(value)
                ? new BigDecimal(value)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString()
                : "-";
        return unit == Unit.OF_UNCONTENDED_RATE ? number + " of the uncontended rate" : number;
    }

    /** Returns the terms as text, one line each, with parts indented by two more spaces. */
    public String text(String indent) {
        StringBuilder text = new StringBuilder(
                indent + name + " " + readableValue() + (formula.isEmpty() ? "" : " = " + formula) + "\n");
        parts.forEach(part -> text.append(part.text(indent + "  ")));
        return text.toString();
    }

    /** Returns a term with the terms that it was computed from. */
    public static Explanation of(String name, double value, String formula, Explanation... parts) {
        return new Explanation(name, value, formula, ImmutableList.copyOf(parts));
    }

    /** Returns a term whose value is given, not computed. */
    public static Explanation leaf(String name, double value) {
        return new Explanation(name, value, "", ImmutableList.of());
    }
}
