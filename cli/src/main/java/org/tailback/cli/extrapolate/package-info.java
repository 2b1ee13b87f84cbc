/** The command {@code extrapolate}. */
@Internal
package org.tailback.cli.extrapolate;

import org.tailback.stability.Internal;
