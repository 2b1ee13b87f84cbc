package org.tailback.fit.collective;

import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * What a star of five numbers predicts of the same cells.
 *
 * @param star its numbers
 * @param evaluation of the cells on it
 */
public record Baseline(
        @Inline FiveNumberStar star, @NoOutput CollectiveEvaluation evaluation) {
    /** The median factor between prediction and measurement, >= 1. */
    @Output
    public double medianFactor() {
        return evaluation.medianFactor();
    }

    /** The same of large buffers. */
    @Output(after = "medianFactor")
    public double medianFactorOfLarge() {
        return evaluation.medianFactorOfLarge();
    }

    /** Share of choices within 10 % of the best algorithm, 0 to 1; NaN without choices. */
    @Output(after = "medianFactorOfLarge")
    public double closeChoices() {
        return evaluation.closeChoices();
    }

    /** Mean regret of the choices, >= 1; NaN without choices. */
    @Output(after = "closeChoices")
    public double meanRegret() {
        return evaluation.meanRegret();
    }
}
