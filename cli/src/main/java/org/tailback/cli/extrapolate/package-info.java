/** The command {@code extrapolate}. */
@Internal
@NullMarked
package org.tailback.cli.extrapolate;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
