/**
 * {@code tailback sweep}: performs the runs that a study file lists, and continues interrupted sweeps.
 */
@Internal
@NullMarked
package org.tailback.cli.sweep;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
