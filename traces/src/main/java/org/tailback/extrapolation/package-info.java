/**
 * Extrapolation of programs to more ranks, from recordings of a code on several smaller numbers of ranks. {@link
 * org.tailback.extrapolation.Extrapolation} is the entry point.
 */
@NullMarked
package org.tailback.extrapolation;

import org.jspecify.annotations.NullMarked;
