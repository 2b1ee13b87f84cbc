/**
 * Text traces of liballprof, the MPI profiling library of the LogGOPSim tool chain: one file per rank, one line per MPI
 * call with all its arguments. {@link org.tailback.trace.allprof.AllprofTraceReader} is the entry point. {@link
 * org.tailback.trace.allprof.AllprofWorld} reads all files once for clocks and communicators, and {@link
 * org.tailback.trace.allprof.AllprofRank} reads one rank's file for its program.
 */
@Internal
@NullMarked
package org.tailback.trace.allprof;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
