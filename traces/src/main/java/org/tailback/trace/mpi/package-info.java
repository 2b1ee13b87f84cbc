/**
 * Programs derived from recorded MPI calls, independent of the trace format: computation as the time between calls,
 * requests and the operations that wait for them, and ranks and sizes as a replay needs them. A format implements
 * {@link org.tailback.trace.mpi.RecordedWorld} (the run as a whole) and {@link org.tailback.trace.mpi.RecordedRank}
 * (the reader of one rank, which passes records to its {@link org.tailback.trace.mpi.CallTranslator}); {@link
 * org.tailback.trace.mpi.RecordedTrace} combines both to an opened trace.
 */
@Internal
@NullMarked
package org.tailback.trace.mpi;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
