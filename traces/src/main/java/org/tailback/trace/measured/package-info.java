/**
 * Comparison of the times recorded in a trace with the times of its replay. {@link
 * org.tailback.trace.measured.MeasuredComparison} observes the replay and returns a {@link
 * org.tailback.trace.measured.MeasuredRun} with the times of ranks and kinds of calls.
 */
@Beta
@NullMarked
package org.tailback.trace.measured;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
