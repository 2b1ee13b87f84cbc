/**
 * CLOG-2 files, written by the MPE library for MPI programs. {@link org.tailback.trace.clog2.Clog2TraceReader} is the
 * service. {@link org.tailback.trace.clog2.Clog2Cursor} reads records in the file's order, {@link
 * org.tailback.trace.clog2.Clog2World} collects communicators and calls and sorts the records by rank, and {@link
 * org.tailback.trace.clog2.Clog2Rank} reads the records of one rank.
 *
 * <p>Sources of the format's description: MPE 2 (permissive licence of Argonne National Laboratory) and files of
 * version 02.44; none of its code was used.
 */
@Internal
@NullMarked
package org.tailback.trace.clog2;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
