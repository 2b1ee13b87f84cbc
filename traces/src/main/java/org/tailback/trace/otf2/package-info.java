/**
 * OTF2 archives, as Score-P, TAU, EZTrace and others write them. {@link org.tailback.trace.otf2.Otf2Archive} and {@link
 * org.tailback.trace.otf2.EventCursor} read the format itself; {@link org.tailback.trace.otf2.Otf2TraceReader} makes
 * programs of it.
 *
 * <p>Source of the format's description: the OTF2 library 3.0.2 (BSD-3-Clause) and archives of versions 1.1 to 3.1; no
 * code of it was used.
 */
@Internal
@NullMarked
package org.tailback.trace.otf2;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
