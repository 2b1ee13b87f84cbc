/**
 * Reading traces byte by byte: sources that keep no file open, gzip found by content, lines and numbers without an
 * allocation each, room for sorted copies. Shared by the readers of all formats.
 */
@Internal
package org.tailback.trace.io;

import org.tailback.stability.Internal;
