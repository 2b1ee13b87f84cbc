/** The best configurations of HPL on a platform. */
@Beta
package org.tailback.study.hpl;

import org.tailback.stability.Beta;
