/** {@code tailback hpl}: searches for the best configurations of HPL. */
@Internal
package org.tailback.cli.hpl;

import org.tailback.stability.Internal;
