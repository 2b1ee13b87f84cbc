/**
 * {@code tailback sweep}: performs the runs that a study file lists, and continues interrupted sweeps.
 */
@Internal
package org.tailback.cli.sweep;

import org.tailback.stability.Internal;
