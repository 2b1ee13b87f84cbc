package org.tailback.study.rules;

import java.util.Locale;
import org.tailback.output.Fields;
import org.tailback.output.Output;

/**
 * Decision for one number of ranks and one size.
 *
 * @param ranks number of ranks of the communicator, >= 1
 * @param ranksPerNode number of ranks per node, >= 1
 * @param bytes size in bytes as a study counts it, >= 0, see {@link org.tailback.collective.CollectiveProgram#calls};
 *     the decision applies up to the next size of the study, and the first decision also to smaller sizes
 * @param best the fastest algorithm
 * @param seconds predicted time of the fastest algorithm
 * @param own the algorithm that the library uses by default
 * @param ownSeconds predicted time of the library's own algorithm
 * @param caveat reason why a rules file omits the gain; empty if the file states the gain
 * @param error relative error of the ratio of two predicted times, >= 0; 0.1 is 10 %
 */
@Fields("ranks ranksPerNode bytes chosen isRule best seconds own ownSeconds gain leastGain mostGain caveat")
public record RuleCell(
        int ranks,
        int ranksPerNode,
        long bytes,
        @Output(name = "fastest") String best,
        @Output(name = "time") double seconds,
        @Output(name = "default") String own,
        @Output(name = "defaultTime") double ownSeconds,
        String caveat,
        double error) {
    /**
     * Returns the predicted time of the library's own algorithm divided by the time of the fastest; 1 if both are 0.
     */
    public double gain() {
        return seconds == ownSeconds ? 1 : ownSeconds / seconds;
    }

    /** Returns the smallest gain within the error of ratios; NaN with a caveat, because the error is then unknown. */
    @Output(name = "gainLow")
    public double leastGain() {
        return caveat.isEmpty() ? gain() / (1 + error) : Double.NaN;
    }

    /** Returns the largest gain within the error of ratios; NaN with a caveat. */
    @Output(name = "gainHigh")
    public double mostGain() {
        return caveat.isEmpty() ? gain() * (1 + error) : Double.NaN;
    }

    /** Returns whether the cell has a rule: its predicted gain exceeds the error of ratios. */
    public boolean isRule() {
        return !best.equals(own) && gain() > 1 + error;
    }

    /** Returns the algorithm of the rule, or the library's own algorithm. */
    @Output(name = "algorithm")
    public String chosen() {
        return isRule() ? best : own;
    }

    /**
     * Returns the predicted gain of the cell: {@code ring, gain 1.83 (1.66 to 2.01) over rabenseifner}. With a caveat,
     * the gain is omitted.
     */
    public String comment() {
        if (best.equals(own)) {
            return "default (" + own + ")";
        }
        if (!caveat.isEmpty()) {
            return isRule() ? best + " over " + own + ", " + caveat : "default (" + own + ")";
        }
        String gain = String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", gain(), leastGain(), mostGain());
        return isRule()
                ? best + ", gain " + gain + " over " + own
                : "default (" + own + "), gain of " + best + " " + gain;
    }
}
