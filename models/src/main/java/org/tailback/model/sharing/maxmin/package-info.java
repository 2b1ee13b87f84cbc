/**
 * Max-min fair sharing of links by progressive filling: the assumption of fluid simulators.
 */
@Beta
@NullMarked
package org.tailback.model.sharing.maxmin;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
