/** Time models of computing kernels, fitted to calls and calibration jobs. */
@Beta
@NullMarked
package org.tailback.fit.kernel;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
