/**
 * Contracts: JUnit classes that the test of an implementation inherits from. A bandwidth-sharing model, a message cost,
 * a loss model, a trace reader or a host's clock of your own is tested in ten lines.
 */
@Beta
package org.tailback.testing;

import org.tailback.stability.Beta;
