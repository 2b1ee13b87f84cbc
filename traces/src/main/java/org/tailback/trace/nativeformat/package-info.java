/**
 * The library's own trace format: everything that a replay uses, exactly. The services are {@link
 * org.tailback.trace.nativeformat.NativeTextReader} and two writers. The grammar is in {@code docs/traces/native.md}.
 * {@link org.tailback.trace.nativeformat.ProgramFingerprint} compares programs by their native text.
 */
@Internal
package org.tailback.trace.nativeformat;

import org.tailback.stability.Internal;
