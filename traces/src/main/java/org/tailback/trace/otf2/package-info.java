/**
 * OTF2 archives, written by Score-P, TAU, EZTrace and others. {@link org.tailback.trace.otf2.Otf2Archive} and {@link
 * org.tailback.trace.otf2.EventCursor} read the format itself; {@link org.tailback.trace.otf2.Otf2TraceReader} derives
 * programs from it.
 *
 * <p>Sources of the format's description: the OTF2 library 3.0.2 (BSD-3-Clause) and archives of versions 1.1 to 3.1;
 * none of its code was used.
 */
@Internal
@NullMarked
package org.tailback.trace.otf2;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
