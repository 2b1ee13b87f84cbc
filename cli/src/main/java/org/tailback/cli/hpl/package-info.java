/** {@code tailback hpl}: searches for the best configurations of HPL. */
@Internal
@NullMarked
package org.tailback.cli.hpl;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
