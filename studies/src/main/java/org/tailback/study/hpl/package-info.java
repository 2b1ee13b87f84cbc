/** Search for the best configurations of HPL on a platform. */
@Beta
@NullMarked
package org.tailback.study.hpl;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
