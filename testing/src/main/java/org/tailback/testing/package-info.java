/**
 * Contracts: JUnit classes that the test of an implementation extends. A test of a custom bandwidth-sharing model,
 * message cost, loss model, trace reader or host's clock needs ten lines.
 */
@Beta
@NullMarked
package org.tailback.testing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
