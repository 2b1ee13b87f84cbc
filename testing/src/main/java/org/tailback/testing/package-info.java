/**
 * Contracts: JUnit classes from which the test of an implementation inherits. Ten lines suffice to test a custom
 * bandwidth-sharing model, message cost, loss model, trace reader or host's clock.
 */
@Beta
@NullMarked
package org.tailback.testing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
