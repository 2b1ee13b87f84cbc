/**
 * Open Trace Format 1 archives (VampirTrace): text files of hexadecimal records, in one or more streams of processes.
 * {@link org.tailback.trace.otf1.Otf1TraceReader} is the service, {@link org.tailback.trace.otf1.Otf1World} reads the
 * definitions, and {@link org.tailback.trace.otf1.Otf1Rank} reads the records of one process.
 */
@Internal
@NullMarked
package org.tailback.trace.otf1;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
