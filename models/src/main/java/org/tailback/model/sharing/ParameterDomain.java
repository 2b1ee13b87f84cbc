package org.tailback.model.sharing;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import java.math.BigDecimal;
import org.tailback.settings.Settings;

/** Reads parameters that must lie in a range, and says where and why they do not. */
public final class ParameterDomain {
    private ParameterDomain() {}

    /**
     * A plain number in a range, or a default.
     *
     * @throws org.tailback.error.InputException if the number is outside of the range
     */
    public static double number(Settings settings, String key, double defaultValue, Range<Double> domain) {
        double number = settings.number(key, defaultValue);
        if (!domain.contains(number)) {
            throw settings.problem(
                    key, "'" + key + "' must be " + inWords(domain) + ", found '" + settings.text(key) + "'", "");
        }
        return number;
    }

    /**
     * A whole number in a range, or a default.
     *
     * @throws org.tailback.error.InputException if the number is not whole or outside of the range
     */
    public static int integer(Settings settings, String key, int defaultValue, Range<Integer> domain) {
        int number = settings.integer(key, defaultValue);
        if (!domain.contains(number)) {
            throw settings.problem(
                    key, "'" + key + "' must be " + inWords(domain) + ", found '" + settings.text(key) + "'", "");
        }
        return number;
    }

    /** The range in words, such as {@code ">= 0 and < 1"}. */
    public static String inWords(Range<?> domain) {
        String lower = domain.hasLowerBound()
                ? (domain.lowerBoundType() == BoundType.CLOSED ? ">= " : "> ") + plain(domain.lowerEndpoint())
                : "";
        String upper = domain.hasUpperBound()
                ? (domain.upperBoundType() == BoundType.CLOSED ? "<= " : "< ") + plain(domain.upperEndpoint())
                : "";
        return lower + (lower.isEmpty() || upper.isEmpty() ? "" : " and ") + upper;
    }

    static String plain(Object endpoint) {
        return new BigDecimal(endpoint.toString()).stripTrailingZeros().toPlainString();
    }
}
