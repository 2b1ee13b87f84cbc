/**
 * The measurement of networks: quantities, the interfaces of a network that can be measured, and the number of
 * repetitions.
 *
 * <p>A network is real (package {@code tcp}) or simulated (package {@code simulated}).
 * {@link org.tailback.fit.measure.Repetition} repeats a measurement until its confidence interval is narrow enough, up
 * to a limit. Data files record all values and the machine.
 */
@Beta
package org.tailback.fit.measure;

import org.tailback.stability.Beta;
