/**
 * LogGP and PlogP parameters from parametrised round-trip times (Hoefler, Lichei, Rehm), and their measurement.
 *
 * <p>A parametrised round trip sends n messages of s bytes with a delay d between them. Overheads and gaps follow from
 * straight lines through these times. {@link org.tailback.fit.loggp.LogGpFit} is the entry point; {@link
 * org.tailback.fit.loggp.NetgaugeFile} reads files of Netgauge.
 */
@Beta
@NullMarked
package org.tailback.fit.loggp;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
