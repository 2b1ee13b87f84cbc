/**
 * The library's own trace format, text and binary: everything that a replay uses, exactly. The services are {@link
 * org.tailback.trace.nativeformat.NativeTextReader}, {@link org.tailback.trace.nativeformat.NativeBinaryReader} and
 * three writers. The grammar of the text and the layout of the binary file are in {@code docs/traces/native.md}. {@link
 * org.tailback.trace.nativeformat.ProgramFingerprint} compares programs by their native text.
 */
@Internal
package org.tailback.trace.nativeformat;

import org.tailback.stability.Internal;
