/**
 * Contracts: JUnit classes from which the test of an implementation inherits. A bandwidth-sharing model, a message
 * cost, a loss model, a trace reader or a host's clock of your own is tested in ten lines.
 */
@Beta
@NullMarked
package org.tailback.testing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
