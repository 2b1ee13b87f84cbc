/**
 * PlogP parameters by the fast method of Kielmann: gap g(m), overheads and latency over message sizes.
 *
 * <p>The method adds sizes where g(m) is not a straight line. It works on any network that can be measured.
 */
@Beta
package org.tailback.fit.plogp;

import org.tailback.stability.Beta;
