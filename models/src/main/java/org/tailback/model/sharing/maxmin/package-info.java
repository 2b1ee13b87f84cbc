/**
 * Max-min fair sharing of links by progressive filling: the assumption of fluid simulators.
 */
@Beta
package org.tailback.model.sharing.maxmin;

import org.tailback.stability.Beta;
