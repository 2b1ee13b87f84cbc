/** {@code tailback sweep}: performs the runs of a study file, and continues interrupted sweeps. */
@Internal
@NullMarked
package org.tailback.cli.sweep;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
