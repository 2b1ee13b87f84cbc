/**
 * Programs on more ranks than they were recorded on: from recordings of one code at several numbers of ranks to the
 * program that the code performs on another. {@link org.tailback.extrapolation.Extrapolation} is the entry point.
 */
@NullMarked
package org.tailback.extrapolation;

import org.jspecify.annotations.NullMarked;
