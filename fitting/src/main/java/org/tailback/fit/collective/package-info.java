/**
 * Fits of platform files to measured collective operations, and the errors of the predictions.
 *
 * <p>{@link org.tailback.fit.collective.MeasuredCollectivesFile} reads tables of measured times. {@link
 * org.tailback.fit.collective.CollectiveEvaluation} compares the times with predictions on a platform and computes the
 * cost of choosing algorithms by prediction. {@link org.tailback.fit.collective.CollectiveFit} fits the numbers of a
 * platform file to the measured times.
 */
@Beta
@NullMarked
package org.tailback.fit.collective;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
