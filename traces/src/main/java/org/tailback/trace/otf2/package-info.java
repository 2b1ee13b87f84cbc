/**
 * OTF2 archives, as Score-P, TAU, EZTrace and others write them. {@link org.tailback.trace.otf2.Otf2Archive} and {@link
 * org.tailback.trace.otf2.EventCursor} read the format itself; {@link org.tailback.trace.otf2.Otf2TraceReader} makes
 * programs of it:
 *
 * <pre>{@code
 * Otf2Archive archive = Otf2Archive.open(Path.of("traces.otf2"));
 * EventCursor events = archive.events(archive.locations().get(0), 1 << 16).orElseThrow();
 * while (events.next()) {
 *     System.out.println(events.time() + " " + events.kind());
 * }
 * }</pre>
 *
 * <p>Source of the format's description: the OTF2 library 3.0.2 (BSD-3-Clause) and archives of versions 1.1 to 3.1; no
 * code of it was used.
 */
@Beta
@NullMarked
package org.tailback.trace.otf2;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
