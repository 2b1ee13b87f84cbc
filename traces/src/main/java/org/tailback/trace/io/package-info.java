/**
 * Reading text traces byte by byte: sources that keep no file open, gzip found by content, lines and numbers without an
 * allocation each. Shared by the readers of all text formats.
 */
package org.tailback.trace.io;
