/**
 * Proportionally fair sharing between TCP connections, with acknowledgements and slowed receivers: a model of this
 * project.
 */
@Beta
package org.tailback.model.sharing.proportional;

import org.tailback.stability.Beta;
