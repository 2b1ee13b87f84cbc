package org.tailback.fit.collective;

import org.tailback.fit.collective.CollectiveEvaluation.Accuracy;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * Predictions of the same cells by a star of five numbers.
 *
 * @param star its numbers
 * @param evaluation of the cells on it
 */
public record Baseline(
        @Inline FiveNumberStar star, @NoOutput CollectiveEvaluation evaluation) {
    /** Returns the error of their predictions. */
    @Output
    @Inline
    public Accuracy accuracy() {
        return evaluation.accuracy();
    }
}
