/**
 * Input and output shared by the readers and writers of all formats: sources that keep no file open ({@link
 * org.tailback.trace.io.FileSource}), gzip recognised by content ({@link org.tailback.trace.io.SourceStream}), lines,
 * words and numbers that are read without an allocation ({@link org.tailback.trace.io.LineReader}), sorting in bounded
 * memory ({@link org.tailback.trace.io.RecordSorter}), and files that are complete or absent ({@link
 * org.tailback.trace.io.WholeFile}).
 */
@Internal
@NullMarked
package org.tailback.trace.io;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
