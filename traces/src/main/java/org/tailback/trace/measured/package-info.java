/**
 * What a trace recorded beside what a replay of it predicts. Begin at {@link org.tailback.trace.measured.MeasuredComparison}.
 */
package org.tailback.trace.measured;
