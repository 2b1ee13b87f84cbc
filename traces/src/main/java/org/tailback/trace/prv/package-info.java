/**
 * Paraver traces (.prv with .pcf), written by Extrae: one text file with the states, events and communications of all
 * tasks in chronological order. {@link org.tailback.trace.prv.PrvTraceReader} is the service. {@link
 * org.tailback.trace.prv.PrvScan} reads the file once and sorts its MPI records by task, and {@link
 * org.tailback.trace.prv.PrvRank} reads the records of one rank.
 */
@Internal
@NullMarked
package org.tailback.trace.prv;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
