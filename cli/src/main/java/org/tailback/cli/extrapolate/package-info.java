/** {@code tailback extrapolate}: extrapolates a program to more ranks than in its recording. */
@Internal
@NullMarked
package org.tailback.cli.extrapolate;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
