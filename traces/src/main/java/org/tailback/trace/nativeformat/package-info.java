/**
 * The library's own trace format, which represents all inputs of a replay exactly. The services are {@link
 * org.tailback.trace.nativeformat.NativeTextReader} and {@link org.tailback.trace.nativeformat.NativeTextWriter}. The
 * grammar is in {@code docs/traces/native.md}.
 */
@Internal
@NullMarked
package org.tailback.trace.nativeformat;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
