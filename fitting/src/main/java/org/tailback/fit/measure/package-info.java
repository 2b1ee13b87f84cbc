/**
 * Measurements of networks: exchanges between two partners ({@link org.tailback.fit.measure.RoundTrip}) or among
 * several hosts ({@link org.tailback.fit.measure.Hosts}), and their repetition.
 *
 * <p>A network is real (package {@code tcp}) or simulated, so that fits are tested without hardware.
 * {@link org.tailback.fit.measure.Repetition} repeats a measurement until its confidence interval is narrow enough, up
 * to a limit.
 */
@Beta
@NullMarked
package org.tailback.fit.measure;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
