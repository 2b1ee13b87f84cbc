/**
 * Evaluation of predictions against measurements: errors of messages and graphs, relative to the measured times.
 *
 * <p>{@link org.tailback.fit.evaluation.Evaluation} compares measured and predicted finish times of a contention graph,
 * {@link org.tailback.fit.evaluation.ErrorHistogram} shows the distribution of errors, and {@link
 * org.tailback.fit.evaluation.RandomPatterns} draws the random patterns of Zhu et al. 2012.
 */
@Beta
@NullMarked
package org.tailback.fit.evaluation;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
