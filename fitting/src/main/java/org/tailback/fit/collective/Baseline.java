package org.tailback.fit.collective;

import org.tailback.fit.collective.CollectiveEvaluation.Accuracy;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;

/**
 * Predictions of the evaluated cells by a star of five numbers, for comparison.
 *
 * @param star numbers of the star
 * @param evaluation of the cells on it
 */
public record Baseline(
        @Inline FiveNumberStar star, @NoOutput CollectiveEvaluation evaluation) {
    /** Returns the errors of the star's predictions. */
    @Output
    @Inline
    public Accuracy accuracy() {
        return evaluation.accuracy();
    }
}
