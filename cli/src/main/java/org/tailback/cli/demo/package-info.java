/** The first example. */
@Internal
package org.tailback.cli.demo;

import org.tailback.stability.Internal;
