/**
 * Bandwidths on racks of Ethernet nodes with the asymmetric duplex property (Zhu, Lastovetsky, Ali, Riesen 2012).
 */
@Beta
@NullMarked
package org.tailback.model.sharing.hierarchical;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
