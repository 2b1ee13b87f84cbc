/**
 * Proportionally fair sharing between TCP connections, with acknowledgements and slowed receivers: a model developed in
 * this project.
 */
@Beta
@NullMarked
package org.tailback.model.sharing.proportional;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
