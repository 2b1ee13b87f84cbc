/** Times of computing kernels from calls and calibration jobs. */
@Beta
@NullMarked
package org.tailback.fit.kernel;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
