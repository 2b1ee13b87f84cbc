/** {@code tailback extrapolate}: a program on more ranks than it was recorded on. */
@Internal
@NullMarked
package org.tailback.cli.extrapolate;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
