/** Times of computing kernels from calls and calibration jobs. */
@Beta
package org.tailback.fit.kernel;

import org.tailback.stability.Beta;
