/** Efficiencies of a program on a platform, as the POP project defines them, from replays on ideal networks. */
@Beta
@NullMarked
package org.tailback.study.efficiency;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
