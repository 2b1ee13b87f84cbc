/**
 * DUMPI traces, written by libdumpi of the SST suite: one file of binary records per rank. {@link
 * org.tailback.trace.dumpi.DumpiTraceReader} is the service. {@link org.tailback.trace.dumpi.DumpiFile} and {@link
 * org.tailback.trace.dumpi.DumpiCursor} read the format itself, by the table {@link
 * org.tailback.trace.dumpi.DumpiFunctions}; {@link org.tailback.trace.dumpi.DumpiRank} derives programs from it.
 *
 * <p>Sources of the format's description: the sources of sst-dumpi 1.x (BSD-3-Clause) and its sample traces; none of
 * its code was used.
 */
@Internal
@NullMarked
package org.tailback.trace.dumpi;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
