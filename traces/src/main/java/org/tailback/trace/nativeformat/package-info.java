/**
 * The library's own trace format, text and binary: everything that a replay can use, exactly. The grammar of the text and the
 * layout of the binary file are in {@code docs/traces/native.md}.
 */
package org.tailback.trace.nativeformat;
