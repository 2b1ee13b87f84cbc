/**
 * Time-independent traces of SimGrid's SMPI. {@link org.tailback.trace.ti.TiTraceReader} is the service and lists the
 * differences from SimGrid. {@link org.tailback.trace.ti.TiLayout} finds the files of the ranks, {@link
 * org.tailback.trace.ti.TiProgram} reads actions, and {@link org.tailback.trace.ti.WaitAudit} determines the requests
 * that waits complete. {@link org.tailback.trace.ti.TiWriter} writes such traces.
 */
@Internal
@NullMarked
package org.tailback.trace.ti;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
