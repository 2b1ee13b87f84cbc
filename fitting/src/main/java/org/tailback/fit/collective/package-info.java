/**
 * Platform files fitted to measured collective operations, and the errors of such predictions.
 *
 * <p>{@link org.tailback.fit.collective.MeasuredCollectivesFile} reads tables of measured times. {@link
 * org.tailback.fit.collective.CollectiveEvaluation} compares them with predictions on a platform, with the cost of
 * choosing algorithms by prediction. {@link org.tailback.fit.collective.CollectiveFit} changes the numbers of a
 * platform file so that predictions come near the measured times.
 */
@Beta
@NullMarked
package org.tailback.fit.collective;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
