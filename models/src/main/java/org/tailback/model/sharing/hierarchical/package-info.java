/**
 * Bandwidths on racks of Ethernet nodes with the asymmetric duplex property (Zhu, Lastovetsky, Ali, Riesen 2012).
 */
@Beta
package org.tailback.model.sharing.hierarchical;

import org.tailback.stability.Beta;
