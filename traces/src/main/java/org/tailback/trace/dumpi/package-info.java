/**
 * DUMPI traces, as libdumpi of the SST suite writes them: one file of binary records per rank. {@link
 * org.tailback.trace.dumpi.DumpiTraceReader} is the service. {@link org.tailback.trace.dumpi.DumpiFile} and {@link
 * org.tailback.trace.dumpi.DumpiCursor} read the format itself, by the table {@link
 * org.tailback.trace.dumpi.DumpiFunctions}; {@link org.tailback.trace.dumpi.DumpiRank} makes programs of it.
 *
 * <p>Source of the format's facts: the sources of sst-dumpi 1.x (BSD-3-Clause) and its sample traces; no code of it was
 * used.
 */
@Internal
@NullMarked
package org.tailback.trace.dumpi;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
