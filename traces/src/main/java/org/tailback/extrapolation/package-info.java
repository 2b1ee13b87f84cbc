/**
 * Extrapolation of programs to more ranks than they were recorded on, from recordings of one code at several numbers of
 * ranks. {@link org.tailback.extrapolation.Extrapolation} is the entry point.
 */
@NullMarked
package org.tailback.extrapolation;

import org.jspecify.annotations.NullMarked;
